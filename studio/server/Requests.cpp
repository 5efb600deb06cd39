// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Answers HTTP requests: the page, the schema, pictures of variations, thumbnails of files,
// exports.

#include "studio/server/Helper.h"
#include "support/ContentHash.h"
#include "support/EmbeddedFile.h"
#include "support/ReadFile.h"

#include <algorithm>
#include <charconv>
#include <cstring>

extern "C" const FlameEmbedded flame_studio_page[], flame_studio_thumbnails[];

namespace flame::studio {

using nlohmann::json;

static std::string typeOf(std::string_view name) {
  const std::string_view extension = name.substr(std::min(name.rfind('.'), name.size()));
  constexpr std::pair<std::string_view, const char *> kTypes[] = {
      {".html", "text/html; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".svg", "image/svg+xml"},
      {".jpg", "image/jpeg"},
      {".png", "image/png"},
      {".webp", "image/webp"},
      {".gif", "image/gif"},
      {".mp4", "video/mp4"},
      {".webm", "video/webm"},
      {".mov", "video/quicktime"},
  };
  for (const auto &[ending, type] : kTypes)
    if (extension == ending)
      return type;
  return "application/octet-stream";
}

/// Returns a file from a table, or 404.
static Response embedded(const FlameEmbedded *table, std::string_view name) {
  for (const FlameEmbedded *row = table; row->name; ++row)
    if (name == row->name) {
      Response response;
      response.type = typeOf(name);
      response.body.assign(row->begin, row->end);
      return response;
    }
  return Response::text(404, "there is no such file\n");
}

static Response jpeg(std::vector<uint8_t> bytes) {
  Response response;
  response.type = "image/jpeg";
  response.body = std::move(bytes);
  response.mayBeKept = true;
  return response;
}

void Studio::thumbnail(const Request &request, Answer answer) {
  constexpr uint32_t kWidth = 240, kHeight = 135;
  const auto parameter = [&](const char *name) {
    const auto found = request.parameters.find(name);
    return found == request.parameters.end() ? std::string() : found->second;
  };
  size_t index = 0;
  const std::string number = parameter("index");
  std::from_chars(number.data(), number.data() + number.size(), index);
  helper->run([this, name = parameter("file"), index, answer = std::move(answer)] {
    const rt::Result<std::string> text = folder.read(name);
    if (!text)
      return answer(Response::text(404, text.error().text()));
    const std::string key = rt::hashOfParts({"thumbnail 1", *text, std::to_string(index)}).hex();
    if (std::optional<std::string> known = thumbnails.find(key))
      return answer(jpeg({known->begin(), known->end()}));
    const ModelReading reading = readText(*text, name);
    if (index >= reading.genomes.size())
      return answer(Response::text(404, "there is no such flame\n"));
    SmallPicture small;
    small.subject = {{"model", modelOf(reading.genomes[index])}};
    small.request.width = kWidth;
    small.request.height = kHeight;
    small.request.quality = 25;
    small.request.supersample = 1;
    small.request.firstSeconds = 10;
    small.done = [this, key, answer](rt::Result<std::vector<uint8_t>> picture) {
      if (!picture)
        return answer(Response::text(422, picture.error().text()));
      thumbnails.store(key, {reinterpret_cast<const char *>(picture->data()), picture->size()});
      answer(jpeg(std::move(*picture)));
    };
    worker->draw(std::move(small));
  });
}

/// Returns a finished export, for display or, with "download", for saving.
static Response exported(const rt::Result<std::filesystem::path> &path, bool isDownload) {
  if (!path)
    return Response::text(404, path.error().text());
  constexpr uint64_t kMostBytes = uint64_t(1) << 30;
  const rt::Result<std::vector<std::byte>> bytes = rt::readFile(*path, kMostBytes);
  if (!bytes)
    return Response::text(404, bytes.error().text());
  Response response;
  response.type = typeOf(path->filename().string());
  response.body.resize(bytes->size());
  std::memcpy(response.body.data(), bytes->data(), bytes->size());
  if (isDownload)
    response.fileName = path->filename().string();
  return response;
}

Response Studio::reportPage(uint64_t number) {
  std::lock_guard lock(reportsMutex);
  const auto found = std::ranges::find(reports, number, &std::pair<uint64_t, std::string>::first);
  if (found == reports.end())
    return Response::text(404, "this report is gone: ask for it again\n");
  Response response;
  response.type = typeOf(".html");
  response.body.assign(found->second.begin(), found->second.end());
  response.isSandboxed = true;
  return response;
}

/// Returns a numeric parameter, or 0.
static uint64_t numberOf(const Request &request, const char *name) {
  uint64_t number = 0;
  const auto found = request.parameters.find(name);
  if (found != request.parameters.end())
    std::from_chars(found->second.data(), found->second.data() + found->second.size(), number);
  return number;
}

void Studio::request(const Request &request, Answer answer) {
  const std::string &path = request.path;
  if (path == "/thumbnail")
    return thumbnail(request, std::move(answer));
  if (path == "/schema.json") {
    Response response;
    response.type = "application/json";
    response.body = schema;
    return answer(std::move(response));
  }
  if (path == "/export") {
    const uint64_t id = numberOf(request, "id");
    return answer(exported(exports->file(id), request.parameters.contains("download")));
  }
  if (path == "/report")
    return answer(reportPage(numberOf(request, "id")));
  constexpr std::string_view kVariations = "/variations/";
  if (path.starts_with(kVariations)) {
    Response picture = embedded(flame_studio_thumbnails, path.substr(kVariations.size()));
    picture.mayBeKept = picture.status == 200;
    return answer(std::move(picture));
  }
  answer(embedded(flame_studio_page, path == "/" ? "index.html" : path.substr(1)));
}

} // namespace flame::studio
