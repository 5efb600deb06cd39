// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texts stored in pictures of formats other than PNG: properties of an XMP packet in JPEG, TIFF,
// WebP and AVIF, attributes in OpenEXR. Readers can find XMP without knowing the format, because
// files contain it as plain text. Only in JPEG it may be divided.

#ifndef FLAME_SUPPORT_PICTURETEXTS_H
#define FLAME_SUPPORT_PICTURETEXTS_H

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace flame::rt {

/// True if these are the first bytes of a picture in one of these formats.
bool isPictureWithTexts(std::string_view file);

/// The text with this key in a picture, for example "flame_genome". Nothing if there is none, or if
/// the file is damaged before it.
std::optional<std::string> textOfPicture(std::string_view file, std::string_view key);

/// An XMP packet with these pairs of key and text. Software, Title and Author become properties of
/// Adobe and Dublin Core, and "flame_seed" the property `seed` of our own namespace. Other keys are
/// left out, because nothing reads them. Characters that XML cannot hold are left out, too.
std::string xmpPacket(std::span<const std::pair<std::string_view, std::string_view>> texts);

} // namespace flame::rt

#endif // FLAME_SUPPORT_PICTURETEXTS_H
