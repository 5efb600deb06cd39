// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One piece of work after the other. The lock is let go while a piece is being done.

#include "studio/server/Worker.h"

#include "studio/live/EncodeJpeg.h"

#include <algorithm>

namespace flame::studio {

using nlohmann::json;

/// Pictures on their way to a page at once: more would only grow old.
static constexpr unsigned kInFlight = 2;
static constexpr int kLiveQuality = 88, kBestQuality = 94, kSmallQuality = 86;

Worker::Worker(std::unique_ptr<LiveDevice> opened, Deliver deliver)
    : device(std::move(opened)), deliver(std::move(deliver)), name(device->describe()),
      thread([this] { work(); }) {}

Worker::~Worker() {
  {
    std::lock_guard lock(mutex);
    ends = true;
    stop.request_stop();
  }
  changed.notify_all();
  thread.join();
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
  std::erase_if(small, [&](const SmallPicture &picture) { return picture.owner == id; });
  if (busyWith && busyWith->first == id)
    stop.request_stop();
}

void Worker::draw(SmallPicture picture) {
  std::lock_guard lock(mutex);
  small.push_back(std::move(picture));
  changed.notify_all();
}

void Worker::dropSmallPictures(uint64_t id) {
  std::lock_guard lock(mutex);
  std::erase_if(small, [&](const SmallPicture &picture) { return picture.owner == id; });
}

void Worker::run(std::function<void(LiveDevice &)> work) {
  std::lock_guard lock(mutex);
  others.push_back(std::move(work));
  changed.notify_all();
}

//===-- work ----------------------------------------------------------------------------------===//

void Worker::work() {
  std::unique_lock lock(mutex);
  while (!ends)
    if (!workOnce(lock))
      changed.wait(lock);
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
  mayInterrupt =
      false; // the first picture of a state is always made: a drag shows something all the way
  lock.unlock();
  prepare(id, *view, std::move(state));
  if (!view->failed)
    step(id, *view);
  lock.lock();
  busyWith.reset();
  return true;
}

bool Worker::drawOne(std::unique_lock<std::mutex> &lock) {
  if (small.empty())
    return false;
  SmallPicture picture = std::move(small.front());
  small.pop_front();
  mayInterrupt = true;
  const std::stop_token token = stop.get_token();
  lock.unlock();
  rt::Result<std::vector<uint8_t>> drawn = drawSmall(picture, token);
  if (!token.stop_requested())
    picture.done(std::move(drawn));
  lock.lock();
  mayInterrupt = false;
  if (token.stop_requested() && !ends)
    small.push_front(std::move(picture)); // again, after what was more urgent
  return true;
}

bool Worker::refineOne(std::unique_lock<std::mutex> &lock) {
  // In turns: the first one behind the last that was served.
  auto wants = [&](const auto &entry) {
    const View &view = *entry.second;
    return !view.failed && view.picture.hasFlame() && !view.picture.isComplete() &&
           view.unacknowledged < kInFlight;
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
  step(id, *view);
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

void Worker::prepare(const ViewId &id, View &view, ViewState state) {
  view.shown = std::move(state);
  view.failed = false;
  std::string text = view.shown.subject.dump();
  if (text != view.subjectText || !view.flame) {
    SubjectReading reading = readSubject(view.shown.subject);
    tell(id, view, {{"t", "messages"}, {"messages", toJson(reading.messages)}});
    view.failed = !reading.animation;
    if (view.failed)
      return;
    rt::Result<std::shared_ptr<LiveFlame>> flame = device->make(*reading.animation);
    if (!flame) {
      view.failed = true;
      return tell(id, view, {{"t", "failed"}, {"text", flame.error().str()}});
    }
    view.flame = std::move(*flame);
    view.subjectText = std::move(text);
  }
  if (rt::Status shown = view.picture.show(view.flame, view.shown.request); !shown) {
    view.failed = true;
    tell(id, view, {{"t", "failed"}, {"text", shown.error().str()}});
  }
}

void Worker::step(const ViewId &id, View &view) {
  std::stop_token token;
  {
    std::lock_guard lock(mutex);
    token = stop.get_token();
  }
  rt::Result<Picture> picture = view.picture.step(token);
  if (!picture) {
    if (token.stop_requested())
      return;
    view.failed = true;
    return tell(id, view, {{"t", "failed"}, {"text", picture.error().str()}});
  }
  const bool isComplete = view.picture.isComplete();
  rt::Result<std::vector<uint8_t>> bytes = encodeJpeg(
      picture->rgba, picture->width, picture->height, isComplete ? kBestQuality : kLiveQuality);
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
        {"width", picture->width},
        {"height", picture->height},
        {"samples", picture->samples},
        {"wanted", picture->wanted},
        {"share", picture->share},
        {"rate", picture->rate},
        {"seconds", picture->seconds},
        {"made", view.flame->seconds},
        {"compiled", view.flame->codeIsNew},
        {"onlyFinished", picture->wasOnlyFinished},
        {"complete", isComplete}},
       std::move(*bytes));
}

//===-- small pictures ------------------------------------------------------------------------===//

rt::Result<std::vector<uint8_t>> Worker::drawSmall(const SmallPicture &small,
                                                   const std::stop_token &stopToken) {
  const SubjectReading reading = readSubject(small.subject);
  if (!reading.animation)
    return rt::Error(rt::ErrorKind::Input,
                     reading.messages.empty() ? "no flame" : reading.messages.front().text);
  FLAME_TRY_ASSIGN(std::shared_ptr<LiveFlame> flame, device->make(*reading.animation));
  LivePicture picture(device->expectedRate());
  FLAME_TRY(picture.show(std::move(flame), small.request));
  Picture last;
  while (!picture.isComplete()) {
    FLAME_TRY_ASSIGN(last, picture.step(stopToken));
  }
  return encodeJpeg(last.rgba, last.width, last.height, kSmallQuality);
}

} // namespace flame::studio
