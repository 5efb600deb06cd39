// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texts that pictures carry in formats beside PNG: properties of a packet of XMP in JPEG, TIFF, WebP and AVIF, attributes in OpenEXR.
// XMP is made to be found by whoever does not know the format: it stands in files as plain text, but in JPEG, where it may be divided.

#ifndef FLAME_SUPPORT_PICTURETEXTS_H
#define FLAME_SUPPORT_PICTURETEXTS_H

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace flame::rt {

/// Whether these are the first bytes of a picture in one of these formats.
bool isPictureWithTexts(std::string_view file);

/// The text of a picture that has this key, such as "flame_genome". Nothing if there is none, or the file is damaged before it.
std::optional<std::string> textOfPicture(std::string_view file, std::string_view key);

/// A packet with these texts, keys first. Software, Title and Author are those of Adobe and Dublin Core; "flame_seed" is the property
/// `seed` of our own namespace, and others, which nobody could read again, are left out. Characters that XML cannot hold are, too.
std::string xmpPacket(std::span<const std::pair<std::string_view, std::string_view>> texts);

} // namespace flame::rt

#endif // FLAME_SUPPORT_PICTURETEXTS_H
