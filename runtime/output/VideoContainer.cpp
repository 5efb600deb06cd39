// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each container is a sequence of elements that say how long they are. A file is complete if its
// elements fill it exactly, the element that ends it is there, and the index lists frames that lie
// within the file.
//
// Sources: ISO/IEC 14496-12 (MP4), RFC 8794 and RFC 9559 (EBML, Matroska), the NUT specification
// (nut.txt), the container specification of WebP, GIF89a, the third edition of PNG (APNG).

#include "runtime/output/VideoContainer.h"

#include "support/Descriptor.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <string_view>
#include <vector>

namespace flame::rt {

namespace fs = std::filesystem;

/// The largest table that is read at once: the frame sizes of sixteen million frames.
static constexpr uint64_t kMaxTableBytes = 64 << 20;

namespace {

/// A file that is read at any position, through a window.
class Bytes {
public:
  explicit Bytes(const fs::path &path) : file(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    struct stat status = {};
    if (file && fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode))
      length = uint64_t(status.st_size);
  }

  uint64_t size() const { return length; }

  /// `bytes` bytes from position `at` on; nothing if the file does not have them.
  std::optional<std::string> text(uint64_t at, uint64_t bytes) {
    if (at > length || length - at < bytes || bytes > kMaxTableBytes)
      return std::nullopt;
    if (bytes > kWindow) {
      std::string found(bytes, '\0');
      return fill(found, at) ? std::optional(std::move(found)) : std::nullopt;
    }
    if (at < start || at + bytes > start + window.size()) {
      start = at;
      window.resize(std::min<uint64_t>(kWindow, length - at));
      if (!fill(window, at)) {
        window.clear();
        return std::nullopt;
      }
    }
    return window.substr(at - start, bytes);
  }

  /// An integer of up to eight bytes, most significant byte first.
  std::optional<uint64_t> number(uint64_t at, size_t bytes) {
    const std::optional<std::string> digits = text(at, bytes);
    return digits ? std::optional(bigEndian(*digits)) : std::nullopt;
  }

  /// The same, least significant byte first.
  std::optional<uint64_t> littleNumber(uint64_t at, size_t bytes) {
    std::optional<std::string> digits = text(at, bytes);
    if (!digits)
      return std::nullopt;
    std::ranges::reverse(*digits);
    return bigEndian(*digits);
  }

  bool startsWith(uint64_t at, std::string_view what) { return text(at, what.size()) == what; }

  static constexpr uint64_t bigEndian(std::string_view digits) {
    uint64_t value = 0;
    for (const char digit : digits)
      value = value << 8 | uint8_t(digit);
    return value;
  }

private:
  static constexpr uint64_t kWindow = 1 << 16;

  bool fill(std::string &buffer, uint64_t at) {
    for (size_t done = 0; done < buffer.size();) {
      const ssize_t size =
          pread(file.get(), buffer.data() + done, buffer.size() - done, off_t(at + done));
      if (size <= 0)
        return false;
      done += size_t(size);
    }
    return true;
  }

  Descriptor file;
  uint64_t length = 0, start = 0;
  std::string window;
};

/// An element of a file, its contents being the bytes from `begin` to `end`.
struct Element {
  uint64_t id, begin, end;
};

} // namespace

static Error missing(const char *what) { return Error(ErrorKind::Environment, what); }

static Error cutOff() { return missing("the file is cut off"); }

/// Visits the elements from `at` to `end`: `next` reads the one at a position, `visit` takes it.
/// False if they do not fill the range exactly.
template <class Next, class Visit>
static bool visitElements(uint64_t at, uint64_t end, Next next, Visit visit) {
  while (at < end) {
    const std::optional<Element> element = next(at);
    if (!element || element->end <= at || element->end > end)
      return false;
    visit(*element);
    at = element->end;
  }
  return at == end;
}

//===-- mp4 and mov ---------------------------------------------------------------------------===//

static constexpr uint64_t boxName(const char (&name)[5]) { return Bytes::bigEndian({name, 4}); }

static std::optional<Element> readBox(Bytes &bytes, uint64_t at) {
  const auto name = bytes.number(at + 4, 4);
  std::optional<uint64_t> size = bytes.number(at, 4);
  uint64_t header = 8;
  if (size == 1) {
    size = bytes.number(at + 8, 8);
    header = 16;
  }
  if (!name || !size || *size < header || *size > bytes.size() - at)
    return std::nullopt;
  return Element{*name, at + header, at + *size};
}

namespace {
/// The tables of a track of video.
struct Track {
  uint64_t handler = 0;
  uint64_t timescale = 0, duration = 0;
  std::string sizes, chunkOffsets, chunkLengths; ///< contents of stsz, stco or co64, stsc
  bool hasWideOffsets = false;
};
} // namespace

/// Reads the boxes of a track, level by level. The tables lie three levels deep.
static bool readTrack(Bytes &bytes, uint64_t begin, uint64_t end, unsigned levels, Track &track) {
  bool isSound = true;
  const auto keep = [&](const Element &box, std::string &table) {
    auto text = bytes.text(box.begin, box.end - box.begin);
    isSound &= text.has_value();
    table = std::move(text).value_or("");
  };
  const auto visit = [&](const Element &box) {
    switch (box.id) {
    case boxName("mdia"):
    case boxName("minf"):
    case boxName("stbl"):
      isSound &= levels > 0 && readTrack(bytes, box.begin, box.end, levels - 1, track);
      break;
    case boxName("hdlr"): // MOV has a second one, in minf, that names the kind of data references
      if (const auto handler = bytes.number(box.begin + 8, 4); handler == boxName("vide"))
        track.handler = *handler;
      break;
    case boxName("mdhd"): {
      const bool isWide = bytes.number(box.begin, 1) == 1;
      track.timescale = bytes.number(box.begin + (isWide ? 20 : 12), 4).value_or(0);
      track.duration = bytes.number(box.begin + (isWide ? 24 : 16), isWide ? 8 : 4).value_or(0);
      break;
    }
    case boxName("stsz"):
      keep(box, track.sizes);
      break;
    case boxName("co64"):
      track.hasWideOffsets = true;
      [[fallthrough]];
    case boxName("stco"):
      keep(box, track.chunkOffsets);
      break;
    case boxName("stsc"):
      keep(box, track.chunkLengths);
      break;
    default:
      break;
    }
  };
  return visitElements(
             begin, end, [&](uint64_t at) { return readBox(bytes, at); }, visit) &&
         isSound;
}

/// The number in a table of numbers that starts behind `header` bytes; 0 beyond its end.
static uint64_t entry(std::string_view table, size_t header, uint64_t index, size_t bytes) {
  if (header + (index + 1) * bytes > table.size())
    return 0;
  return Bytes::bigEndian(table.substr(header + index * bytes, bytes));
}

/// Adds up the frames of a track and checks that each lies within `data`, the contents of the
/// movie.
static Status readFrames(const Track &track, const Element &data, VideoContents &contents) {
  const uint64_t frames = entry(track.sizes, 8, 0, 4), equalSize = entry(track.sizes, 4, 0, 4);
  const uint64_t chunks = entry(track.chunkOffsets, 4, 0, 4);
  const uint64_t rows = entry(track.chunkLengths, 4, 0, 4);
  const size_t offsetBytes = track.hasWideOffsets ? 8 : 4;
  if ((!equalSize && track.sizes.size() < 12 + frames * 4) ||
      track.chunkOffsets.size() < 8 + chunks * offsetBytes ||
      track.chunkLengths.size() < 8 + rows * 12 || chunks > kMaxTableBytes)
    return missing("its index is damaged");
  uint64_t frame = 0, row = 0;
  for (uint64_t chunk = 0; chunk < chunks && frame < frames; ++chunk) {
    while (row + 1 < rows && entry(track.chunkLengths, 8 + (row + 1) * 12, 0, 4) <= chunk + 1)
      ++row;
    const uint64_t inChunk = entry(track.chunkLengths, 8 + row * 12 + 4, 0, 4);
    uint64_t position = entry(track.chunkOffsets, 8, chunk, offsetBytes);
    if (position < data.begin)
      return missing("its index is damaged");
    for (uint64_t i = 0; i < inChunk && frame < frames; ++i, ++frame) {
      const uint64_t size = equalSize ? equalSize : entry(track.sizes, 12, frame, 4);
      if (position > data.end || size > data.end - position)
        return missing("frames that its index lists are missing");
      position += size;
      contents.frameBytes += size;
    }
  }
  if (frame != frames)
    return missing("its index is damaged");
  contents.frames = frames;
  return {};
}

static Result<VideoContents> readMovie(Bytes &bytes) {
  std::optional<Element> index;
  Element data = {};
  const bool isFilled = visitElements(
      0, bytes.size(), [&](uint64_t at) { return readBox(bytes, at); },
      [&](const Element &box) {
        if (box.id == boxName("moov"))
          index = box;
        if (box.id == boxName("mdat"))
          data = box;
      });
  if (!isFilled)
    return cutOff();
  if (!index || data.end == 0)
    return missing(index ? "it holds no frames" : "its index is missing");
  std::optional<Track> video;
  bool isSound = true;
  isSound &= visitElements(
      index->begin, index->end, [&](uint64_t at) { return readBox(bytes, at); },
      [&](const Element &box) {
        Track track;
        if (box.id != boxName("trak"))
          return;
        isSound &= readTrack(bytes, box.begin, box.end, 3, track);
        if (track.handler == boxName("vide"))
          video = std::move(track);
      });
  if (!isSound || !video || video->timescale == 0)
    return missing("its index is damaged");
  VideoContents contents;
  FLAME_TRY(readFrames(*video, data, contents));
  contents.seconds = double(video->duration) / double(video->timescale);
  return contents;
}

//===-- matroska and webm ---------------------------------------------------------------------===//

namespace {
enum Ebml : uint64_t {
  kHeader = 0x1a45dfa3,
  kSegment = 0x18538067,
  kInfo = 0x1549a966,
  kTimestampScale = 0x2ad7b1,
  kDuration = 0x4489,
  kCluster = 0x1f43b675,
  kSimpleBlock = 0xa3,
  kBlockGroup = 0xa0,
  kBlock = 0xa1,
  kCues = 0x1c53bb6b,
};
} // namespace

/// How many bytes a number of EBML has: as many as there are zero bits in front, and one.
static std::optional<size_t> ebmlBytes(Bytes &bytes, uint64_t at) {
  const auto first = bytes.number(at, 1);
  if (!first || *first == 0)
    return std::nullopt;
  return size_t(std::countl_zero(uint8_t(*first))) + 1;
}

/// An element whose size is not known, as in a stream, is none.
static std::optional<Element> readEbml(Bytes &bytes, uint64_t at) {
  const auto idBytes = ebmlBytes(bytes, at);
  if (!idBytes || *idBytes > 4)
    return std::nullopt;
  const auto sizeBytes = ebmlBytes(bytes, at + *idBytes);
  if (!sizeBytes)
    return std::nullopt;
  const auto coded = bytes.number(at + *idBytes, *sizeBytes);
  if (!coded)
    return std::nullopt;
  const uint64_t size = *coded & ((uint64_t(1) << 7 * *sizeBytes) - 1);
  const uint64_t begin = at + *idBytes + *sizeBytes;
  if (begin > bytes.size() || size > bytes.size() - begin)
    return std::nullopt;
  return Element{*bytes.number(at, *idBytes), begin, begin + size};
}

/// A number in floating point with four or eight bytes.
static double ebmlFloat(Bytes &bytes, const Element &element) {
  const uint64_t size = element.end - element.begin;
  const auto number = bytes.number(element.begin, size == 4 ? 4 : 8);
  if (!number)
    return 0;
  return size == 4 ? double(std::bit_cast<float>(uint32_t(*number)))
                   : std::bit_cast<double>(*number);
}

static Result<VideoContents> readMatroska(Bytes &bytes) {
  const auto next = [&](uint64_t at) { return readEbml(bytes, at); };
  std::optional<Element> segment;
  if (!visitElements(0, bytes.size(), next, [&](const Element &element) {
        if (element.id == kSegment)
          segment = element;
      }))
    return cutOff();
  if (!segment)
    return cutOff();
  VideoContents contents;
  bool isSound = true, hasIndex = false;
  double duration = 0, scale = 1e6; // nanoseconds
  const auto addBlock = [&](const Element &element) {
    constexpr uint64_t kBlockHeader = 4; // number of the track, time, flags
    if (element.id != kSimpleBlock && element.id != kBlock)
      return;
    ++contents.frames;
    contents.frameBytes += std::max(element.end - element.begin, kBlockHeader) - kBlockHeader;
  };
  const auto visitCluster = [&](const Element &element) {
    addBlock(element);
    if (element.id == kBlockGroup)
      isSound &= visitElements(element.begin, element.end, next, addBlock);
  };
  const auto visitInfo = [&](const Element &element) {
    if (element.id == kTimestampScale)
      scale = double(bytes.number(element.begin, std::min<uint64_t>(8, element.end - element.begin))
                         .value_or(0));
    if (element.id == kDuration)
      duration = ebmlFloat(bytes, element);
  };
  isSound &= visitElements(segment->begin, segment->end, next, [&](const Element &element) {
    hasIndex |= element.id == kCues;
    if (element.id == kCluster)
      isSound &= visitElements(element.begin, element.end, next, visitCluster);
    if (element.id == kInfo)
      isSound &= visitElements(element.begin, element.end, next, visitInfo);
  });
  if (!isSound)
    return missing("it is damaged");
  if (!hasIndex)
    return missing("its index is missing");
  contents.seconds = duration * scale * 1e-9;
  return contents;
}

//===-- nut -----------------------------------------------------------------------------------===//

namespace {

constexpr std::string_view kNutFile("nut/multimedia container\0", 25);

enum NutStart : uint64_t {
  kNutMain = 0x4e4d7a561f5f04ad,
  kNutIndex = 0x4e58dd672f23e64e,
};

enum NutFlag : uint64_t {
  kCodedTime = 8,
  kStreamId = 16,
  kSizeMsb = 32,
  kChecksum = 64,
  kReserved = 128,
  kHeaderIndex = 1024,
  kMatchTime = 2048,
  kCodedFlags = 4096,
  kInvalid = 8192,
};

/// What the first byte of a frame stands for.
struct FrameCode {
  uint64_t flags = kInvalid;
  uint64_t sizeFactor = 0, sizeRemainder = 0, reserved = 0, header = 0;
};

/// Reads numbers one after the other; what the file does not have is 0, and noted.
class NutReader {
public:
  NutReader(Bytes &bytes, uint64_t at) : bytes(bytes), at(at) {}

  uint64_t number() { // 7 bits a byte, the highest bit says that there are more
    uint64_t value = 0;
    for (;;) {
      const uint64_t digit = byte();
      value = value << 7 | (digit & 0x7f);
      if (digit < 0x80)
        return value;
    }
  }

  uint64_t byte() {
    const auto value = bytes.number(at, 1);
    isSound &= value.has_value();
    ++at;
    return value.value_or(0);
  }

  Bytes &bytes;
  uint64_t at;
  bool isSound = true;
};

struct NutTables {
  std::array<FrameCode, 256> codes;
  std::vector<uint64_t> headers = {
      0}; ///< bytes in front of frames that are not in the file, by number
};

} // namespace

/// The table of frame codes, which the main header says in runs.
static std::optional<NutTables> readNutMain(NutReader reader) {
  NutTables tables;
  if (reader.number() > 3) // the version; later ones have a minor one
    reader.number();
  reader.number(); // streams
  reader.number(); // largest distance of synchronisation points
  for (uint64_t left = reader.number(); left > 0 && reader.isSound; --left) {
    reader.number(); // a time base
    reader.number();
  }
  uint64_t factor = 1, header = 0;
  for (size_t code = 0; code < tables.codes.size() && reader.isSound;) {
    const uint64_t flags = reader.number(), fields = reader.number();
    uint64_t size = 0, reserved = 0;
    if (fields > 0)
      reader.number(); // time
    if (fields > 1)
      factor = reader.number();
    if (fields > 2)
      reader.number(); // stream
    if (fields > 3)
      size = reader.number();
    if (fields > 4)
      reserved = reader.number();
    uint64_t count = factor - size;
    if (fields > 5)
      count = reader.number();
    if (fields > 6)
      reader.number(); // match time
    if (fields > 7)
      header = reader.number();
    for (uint64_t left = fields; left > 8 && reader.isSound; --left)
      reader.number();
    if (count == 0)
      return std::nullopt;
    for (uint64_t i = 0; i < count && code < tables.codes.size(); ++code) {
      if (code == 'N') // what start codes begin with
        continue;
      tables.codes[code] = {flags, factor, size + i, reserved, header};
      ++i;
    }
  }
  for (uint64_t left = reader.number(); left > 0 && reader.isSound; --left) {
    tables.headers.push_back(reader.number());
    reader.at += tables.headers.back();
  }
  return reader.isSound ? std::optional(std::move(tables)) : std::nullopt;
}

/// The frame at a position, or nothing.
static std::optional<Element> readNutFrame(Bytes &bytes, uint64_t at, const NutTables &tables) {
  NutReader reader(bytes, at);
  const FrameCode &code = tables.codes[reader.byte()];
  uint64_t flags = code.flags, msb = 0, header = code.header, reserved = code.reserved;
  if (flags & kInvalid)
    return std::nullopt;
  if (flags & kCodedFlags)
    flags ^= reader.number();
  if (flags & kStreamId)
    reader.number();
  if (flags & kCodedTime)
    reader.number();
  if (flags & kSizeMsb)
    msb = reader.number();
  if (flags & kMatchTime)
    reader.number();
  if (flags & kHeaderIndex)
    header = reader.number();
  if (flags & kReserved)
    reserved = reader.number();
  for (; reserved > 0 && reader.isSound; --reserved)
    reader.number();
  if (flags & kChecksum)
    reader.at += 4;
  if (!reader.isSound || header >= tables.headers.size() || msb > bytes.size())
    return std::nullopt;
  const uint64_t size = code.sizeRemainder + msb * code.sizeFactor, left = tables.headers[header];
  if (size < left || reader.at > bytes.size() || size - left > bytes.size() - reader.at)
    return std::nullopt;
  return Element{0, reader.at, reader.at + size - left};
}

/// A packet that begins with a start code: its length, for long ones a checksum of that, the
/// contents with a checksum.
static std::optional<Element> readNutPacket(Bytes &bytes, uint64_t at) {
  constexpr uint64_t kLongPacket = 4096;
  const auto start = bytes.number(at, 8);
  NutReader reader(bytes, at + 8);
  const uint64_t size = reader.number();
  const uint64_t begin = reader.at + (size > kLongPacket ? 4 : 0);
  if (!start || !reader.isSound || begin > bytes.size() || size > bytes.size() - begin)
    return std::nullopt;
  return Element{*start, begin, begin + size};
}

static Result<VideoContents> readNut(Bytes &bytes) {
  VideoContents contents;
  NutTables tables;
  bool isSound = true, endsWithIndex = false;
  const auto next = [&](uint64_t at) {
    return bytes.startsWith(at, "N") ? readNutPacket(bytes, at) : readNutFrame(bytes, at, tables);
  };
  const auto visit = [&](const Element &element) {
    endsWithIndex = element.id == kNutIndex;
    if (element.id == kNutMain) { // repeated now and then
      std::optional<NutTables> read = readNutMain(NutReader(bytes, element.begin));
      isSound &= read.has_value();
      if (read)
        tables = std::move(*read);
    }
    if (element.id == 0) {
      ++contents.frames;
      contents.frameBytes += element.end - element.begin;
    }
  };
  if (!visitElements(kNutFile.size(), bytes.size(), next, visit) || !isSound)
    return cutOff();
  if (!endsWithIndex)
    return missing("its index is missing");
  return contents;
}

//===-- webp, gif and apng --------------------------------------------------------------------===//

/// WebP: chunks of even size in one of RIFF; an ANMF is a frame.
static Result<VideoContents> readWebp(Bytes &bytes) {
  VideoContents contents = {.seconds = 0, .mergesFrames = true};
  const auto next = [&](uint64_t at) -> std::optional<Element> {
    const auto name = bytes.number(at, 4), size = bytes.littleNumber(at + 4, 4);
    if (!name || !size)
      return std::nullopt;
    return Element{*name, at + 8, at + 8 + *size + (*size & 1)};
  };
  const auto visit = [&](const Element &chunk) {
    if (chunk.id != boxName("ANMF"))
      return;
    ++contents.frames;
    contents.frameBytes += chunk.end - chunk.begin;
    *contents.seconds += 1e-3 * double(bytes.littleNumber(chunk.begin + 12, 3).value_or(0));
  };
  const auto size = bytes.littleNumber(4, 4);
  if (!size || 8 + *size + (*size & 1) != bytes.size() ||
      !visitElements(12, bytes.size(), next, visit))
    return cutOff();
  return contents;
}

/// The colours that a flag byte of GIF announces.
static uint64_t bytesOfColors(uint64_t flags) {
  return flags & 0x80 ? uint64_t(3) << ((flags & 7) + 1) : 0;
}

/// The end of a chain of blocks with up to 255 bytes each.
static std::optional<uint64_t> endOfBlocks(Bytes &bytes, uint64_t at) {
  for (;;) {
    const std::optional<uint64_t> size = bytes.number(at, 1);
    if (!size)
      return std::nullopt;
    at += 1 + *size;
    if (*size == 0)
      return at;
  }
}

/// GIF: a header with colours, extensions and pictures, and a byte that ends it.
static Result<VideoContents> readGif(Bytes &bytes) {
  VideoContents contents = {.seconds = 0};
  const std::optional<uint64_t> flags = bytes.number(10, 1);
  if (!flags)
    return cutOff();
  bool isEnded = false;
  const auto next = [&](uint64_t at) -> std::optional<Element> {
    std::optional<uint64_t> end;
    const auto kind = bytes.number(at, 1);
    if (!kind || isEnded)
      return std::nullopt;
    if (kind == uint64_t(';')) {
      end = at + 1;
    } else if (kind == uint64_t('!')) {
      end = endOfBlocks(bytes, at + 2);
    } else if (const auto local = bytes.number(at + 9, 1); kind == uint64_t(',') && local) {
      end = endOfBlocks(bytes, at + 11 + bytesOfColors(*local));
    }
    return end ? std::optional(Element{*kind, at, *end}) : std::nullopt;
  };
  const auto visit = [&](const Element &block) {
    isEnded |= block.id == ';';
    if (block.id == ',') {
      ++contents.frames;
      contents.frameBytes += block.end - block.begin;
    }
    if (bytes.startsWith(block.begin, "!\xf9"))
      *contents.seconds += 1e-2 * double(bytes.littleNumber(block.begin + 4, 2).value_or(0));
  };
  if (!visitElements(13 + bytesOfColors(*flags), bytes.size(), next, visit) || !isEnded)
    return cutOff();
  return contents;
}

/// APNG: chunks, of which the last is IEND, and a count of frames at the start.
static Result<VideoContents> readApng(Bytes &bytes) {
  VideoContents contents = {.seconds = 0};
  uint64_t announced = 0, last = 0;
  const auto next = [&](uint64_t at) -> std::optional<Element> {
    const auto size = bytes.number(at, 4), name = bytes.number(at + 4, 4);
    if (!size || !name)
      return std::nullopt;
    return Element{*name, at + 8, at + 12 + *size};
  };
  const auto visit = [&](const Element &chunk) {
    last = chunk.id;
    const auto field = [&](uint64_t offset, size_t size) {
      return bytes.number(chunk.begin + offset, size).value_or(0);
    };
    if (chunk.id == boxName("acTL"))
      announced = field(0, 4);
    if (chunk.id == boxName("IDAT") || chunk.id == boxName("fdAT"))
      contents.frameBytes += chunk.end - chunk.begin;
    if (chunk.id != boxName("fcTL"))
      return;
    ++contents.frames;
    const uint64_t denominator = field(22, 2);
    *contents.seconds += double(field(20, 2)) / double(denominator ? denominator : 100);
  };
  if (!visitElements(8, bytes.size(), next, visit) || last != boxName("IEND"))
    return cutOff();
  if (announced != contents.frames)
    return missing("frames that it announces are missing");
  return contents;
}

//===-- any -----------------------------------------------------------------------------------===//

Result<VideoContents> readVideo(const fs::path &path) {
  Bytes bytes(path);
  if (bytes.size() == 0)
    return missing("the file is empty");
  if (bytes.startsWith(4, "ftyp"))
    return readMovie(bytes);
  if (bytes.startsWith(0, "\x1a\x45\xdf\xa3"))
    return readMatroska(bytes);
  if (bytes.startsWith(0, kNutFile))
    return readNut(bytes);
  if (bytes.startsWith(0, "RIFF") && bytes.startsWith(8, "WEBP"))
    return readWebp(bytes);
  if (bytes.startsWith(0, "GIF8"))
    return readGif(bytes);
  if (bytes.startsWith(0, "\x89PNG"))
    return readApng(bytes);
  return missing("it is no video");
}

} // namespace flame::rt
