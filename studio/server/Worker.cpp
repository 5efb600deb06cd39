// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does one piece of work after the other and releases the lock while it works.

#include "studio/server/Worker.h"

#include "studio/live/EncodeJpeg.h"

#include <algorithm>
#include <utility>

#include <sys/resource.h>
#include <unistd.h>

namespace flame::studio {

using nlohmann::json;

/// Pictures on their way to a page at once. More would be outdated when they arrive.
static constexpr unsigned kInFlight = 2;
/// JPEG quality of views that change, of views at rest, and of small pictures.
static constexpr JpegQuality kLiveQuality = {.level = 86, .allColors = false};
static constexpr JpegQuality kBestQuality = {.level = 94}, kSmallQuality = {.level = 86};
/// A picture that stays unchanged this long is finished and sent in full quality.
static constexpr auto kPause = std::chrono::milliseconds(120);

/// Maximum number of threads that compile flames of small pictures, and of compiled flames that
/// wait to be drawn.
static constexpr unsigned kMakers = 8;
static constexpr size_t kMostMade = 16;
/// Niceness of these threads. Views have precedence.
static constexpr int kNiceness = 5;

Worker::Worker(std::unique_ptr<LiveDevice> opened, Deliver deliver)
    : device(std::move(opened)), deliver(std::move(deliver)), name(device->describe()) {
  const unsigned processors = std::max(1U, std::thread::hardware_concurrency());
  for (unsigned i = 0; i < std::min(processors, kMakers); ++i)
    makers.emplace_back([this] { makeAhead(); });
  thread = std::thread([this] { work(); });
}

Worker::~Worker() {
  {
    std::lock_guard lock(mutex);
    ends = true;
    stop.request_stop();
  }
  changed.notify_all();
  thread.join();
  for (std::thread &maker : makers)
    maker.join();
}

//===-- wishes --------------------------------------------------------------------------------===//

void Worker::interruptFor(const ViewId &view) {
  if (mayInterrupt && (!busyWith || *busyWith == view || views.contains(view)))
    stop.request_stop();
}

void Worker::show(const ViewId &view, ViewState state) {
  std::lock_guard lock(mutex);
  std::shared_ptr<View> &entry = views[view];
  if (!entry)
    entry = std::make_shared<View>(device->expectedRate());
  entry->next = std::move(state);
  entry->changedAt = std::chrono::steady_clock::now();
  interruptFor(view);
  changed.notify_all();
}

void Worker::acknowledge(const ViewId &view) {
  std::lock_guard lock(mutex);
  const auto found = views.find(view);
  if (found != views.end() && found->second->unacknowledged > 0)
    --found->second->unacknowledged;
  changed.notify_all();
}

void Worker::drop(const ViewId &view) {
  std::lock_guard lock(mutex);
  if (busyWith == view)
    stop.request_stop();
  views.erase(view);
}

void Worker::dropConnection(uint64_t id) {
  std::lock_guard lock(mutex);
  std::erase_if(views, [&](const auto &entry) { return entry.first.first == id; });
  dropSmallOf(id);
  if (busyWith && busyWith->first == id)
    stop.request_stop();
}

void Worker::draw(SmallPicture picture) {
  std::lock_guard lock(mutex);
  small.push_back(std::make_shared<Drawing>(Drawing{std::move(picture), nullptr}));
  changed.notify_all();
}

void Worker::dropSmallOf(uint64_t owner) {
  const auto isOf = [&](const std::shared_ptr<Drawing> &drawing) {
    return drawing->picture.owner == owner;
  };
  std::erase_if(small, isOf);
  std::erase_if(made, isOf);
  for (const std::shared_ptr<Drawing> &drawing : making)
    drawing->isDropped = drawing->isDropped || isOf(drawing);
}

void Worker::dropSmallPictures(uint64_t id) {
  std::lock_guard lock(mutex);
  dropSmallOf(id);
  changed.notify_all();
}

void Worker::run(std::function<void(LiveDevice &)> work) {
  std::lock_guard lock(mutex);
  others.push_back(std::move(work));
  changed.notify_all();
}

//===-- work ----------------------------------------------------------------------------------===//

void Worker::work() {
  std::unique_lock lock(mutex);
  while (!ends) {
    if (workOnce(lock))
      continue;
    const bool somethingWaits =
        std::ranges::any_of(views, [](const auto &entry) { return entry.second->wantsWork(); });
    if (somethingWaits)
      changed.wait_for(lock, kPause / 4);
    else
      changed.wait(lock);
  }
}

bool Worker::workOnce(std::unique_lock<std::mutex> &lock) {
  stop = std::stop_source();
  if (takeNewState(lock))
    return true;
  if (!others.empty()) {
    const std::function<void(LiveDevice &)> other = std::move(others.front());
    others.pop_front();
    lock.unlock();
    other(*device);
    lock.lock();
    return true;
  }
  return drawOne(lock) || refineOne(lock);
}

bool Worker::takeNewState(std::unique_lock<std::mutex> &lock) {
  const auto found =
      std::ranges::find_if(views, [](const auto &entry) { return entry.second->next.has_value(); });
  if (found == views.end())
    return false;
  const ViewId id = found->first;
  const std::shared_ptr<View> view = found->second;
  ViewState state = std::move(*view->next);
  view->next.reset();
  busyWith = id;
  // The first picture of a state is never interrupted, so the view follows a drag.
  mayInterrupt = false;
  lock.unlock();
  prepare(id, *view, std::move(state));
  if (!view->failed)
    step(id, *view, /*isFirst=*/true);
  lock.lock();
  busyWith.reset();
  return true;
}

bool Worker::drawOne(std::unique_lock<std::mutex> &lock) {
  if (made.empty())
    return false;
  const std::shared_ptr<Drawing> drawing = std::move(made.front());
  made.pop_front();
  mayInterrupt = true;
  const std::stop_token token = stop.get_token();
  lock.unlock();
  changed.notify_all(); // there is room for another flame
  rt::Result<std::vector<uint8_t>> drawn = drawSmall(*drawing, token);
  if (!token.stop_requested())
    drawing->picture.done(std::move(drawn));
  lock.lock();
  mayInterrupt = false;
  if (token.stop_requested() && !ends)
    made.push_front(drawing); // repeat it after the more urgent work
  return true;
}

bool Worker::refineOne(std::unique_lock<std::mutex> &lock) {
  // Round robin: start after the view that was served last.
  auto wants = [&](const auto &entry) {
    const View &view = *entry.second;
    return view.wantsWork() && view.unacknowledged < kInFlight &&
           (!view.onlyWantsPolish() || std::chrono::steady_clock::now() - view.changedAt >= kPause);
  };
  auto found = std::find_if(views.upper_bound(lastRefined), views.end(), wants);
  if (found == views.end())
    found = std::ranges::find_if(views, wants);
  if (found == views.end())
    return false;
  const ViewId id = found->first;
  const std::shared_ptr<View> view = found->second;
  lastRefined = id;
  busyWith = id;
  mayInterrupt = true;
  lock.unlock();
  step(id, *view, /*isFirst=*/false);
  lock.lock();
  busyWith.reset();
  mayInterrupt = false;
  return true;
}

//===-- views ---------------------------------------------------------------------------------===//

void Worker::tell(const ViewId &id, const View &view, json message, std::vector<uint8_t> bytes) {
  message["view"] = id.second;
  message["stamp"] = view.shown.stamp;
  deliver(id.first, std::move(message), std::move(bytes));
}

/// Whether two stills are equal except for kToneSettings and the palette.
static bool differsOnlyInTones(const json &before, const json &after) {
  if (!before.is_object() || !before.contains("model") || !after.contains("model"))
    return false;
  const json &a = before["model"], &b = after["model"];
  const auto isSameBut = [](const json &left, const json &right, const auto &mayDiffer) {
    if (!left.is_object() || !right.is_object() || left.size() != right.size())
      return false;
    return std::ranges::all_of(left.items(), [&](const auto &entry) {
      const auto other = right.find(entry.key());
      return other != right.end() && (mayDiffer(entry.key()) || *other == entry.value());
    });
  };
  const auto isTone = [](const std::string &key) {
    return std::ranges::find(kToneSettings, key) != std::end(kToneSettings);
  };
  const auto isSettingOrPalette = [](const std::string &key) {
    return key == "settings" || key == "palette";
  };
  return isSameBut(a, b, isSettingOrPalette) &&
         isSameBut(a.value("settings", json()), b.value("settings", json()), isTone);
}

void Worker::prepare(const ViewId &id, View &view, ViewState state) {
  view.shown = std::move(state);
  view.failed = false;
  view.draft.reset();
  std::string text = view.shown.subject.dump();
  if (text != view.subjectText || !view.flame) {
    SubjectReading reading = readSubject(view.shown.subject);
    tell(id, view, {{"t", "messages"}, {"messages", toJson(reading.messages)}});
    view.failed = !reading.animation;
    if (view.failed)
      return;
    rt::Result<std::shared_ptr<LiveFlame>> flame =
        differsOnlyInTones(view.made, view.shown.subject)
            ? device->makeLike(view.flame, *reading.animation)
            : nullptr;
    if (flame && !*flame)
      flame = device->make(*reading.animation);
    if (!flame) {
      view.failed = true;
      return tell(id, view, {{"t", "failed"}, {"text", flame.error().str()}});
    }
    view.flame = std::move(*flame);
    view.subjectText = std::move(text);
    view.made = view.shown.subject;
  }
  if (rt::Status shown = view.picture.show(view.flame, view.shown.request); !shown) {
    view.failed = true;
    tell(id, view, {{"t", "failed"}, {"text", shown.error().str()}});
  }
}

void Worker::step(const ViewId &id, View &view, bool isFirst) {
  std::stop_token token;
  {
    std::lock_guard lock(mutex);
    token = stop.get_token();
  }
  if (!isFirst && view.draft && view.picture.isComplete())
    return deliverPicture(id, view, *std::exchange(view.draft, std::nullopt), /*isDraft=*/false);
  rt::Result<Picture> picture = view.picture.step(token);
  if (!picture) {
    if (token.stop_requested())
      return;
    view.failed = true;
    return tell(id, view, {{"t", "failed"}, {"text", picture.error().str()}});
  }
  deliverPicture(id, view, std::move(*picture), isFirst || !view.picture.isComplete());
}

void Worker::deliverPicture(const ViewId &id, View &view, Picture picture, bool isDraft) {
  rt::Result<std::vector<uint8_t>> bytes = encodeJpeg(picture.rgba, picture.width, picture.height,
                                                      isDraft ? kLiveQuality : kBestQuality);
  if (!bytes) {
    view.failed = true;
    return tell(id, view, {{"t", "failed"}, {"text", bytes.error().str()}});
  }
  {
    std::lock_guard lock(mutex);
    ++view.unacknowledged;
  }
  tell(id, view,
       {{"t", "picture"},
        {"width", picture.width},
        {"height", picture.height},
        {"samples", picture.samples},
        {"wanted", picture.wanted},
        {"share", picture.share},
        {"rate", picture.rate},
        {"seconds", picture.seconds},
        {"made", view.flame->seconds},
        {"compiled", view.flame->codeIsNew},
        {"onlyFinished", picture.wasOnlyFinished},
        {"complete", !isDraft}},
       std::move(*bytes));
  if (isDraft && view.picture.isComplete())
    view.draft = std::move(picture);
}

//===-- small pictures ------------------------------------------------------------------------===//

rt::Result<std::shared_ptr<LiveFlame>> Worker::makeSmall(const SmallPicture &picture) const {
  const SubjectReading reading = readSubject(picture.subject);
  if (!reading.animation)
    return rt::Error(rt::ErrorKind::Input,
                     reading.messages.empty() ? "no flame" : reading.messages.front().text);
  return device->make(*reading.animation);
}

void Worker::makeAhead() {
  // Applies to this thread alone. Failure is harmless.
  setpriority(PRIO_PROCESS, id_t(gettid()), kNiceness);
  std::unique_lock lock(mutex);
  for (;;) {
    changed.wait(
        lock, [&] { return ends || (!small.empty() && making.size() + made.size() < kMostMade); });
    if (ends)
      return;
    const std::shared_ptr<Drawing> drawing = std::move(small.front());
    small.pop_front();
    making.push_back(drawing);
    lock.unlock();
    rt::Result<std::shared_ptr<LiveFlame>> flame = makeSmall(drawing->picture);
    if (!flame)
      drawing->picture.done(flame.error());
    lock.lock();
    std::erase(making, drawing);
    if (!flame || drawing->isDropped)
      continue;
    drawing->flame = std::move(*flame);
    made.push_back(drawing);
    changed.notify_all();
  }
}

rt::Result<std::vector<uint8_t>> Worker::drawSmall(const Drawing &drawing,
                                                   const std::stop_token &stopToken) {
  LivePicture picture(device->expectedRate());
  FLAME_TRY(picture.show(drawing.flame, drawing.picture.request));
  Picture last;
  while (!picture.isComplete()) {
    FLAME_TRY_ASSIGN(last, picture.step(stopToken));
  }
  return encodeJpeg(last.rgba, last.width, last.height, kSmallQuality);
}

} // namespace flame::studio
