// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The thread that owns the device. It knows what every page wants to see and does what matters most now: first pictures of what
// somebody has just changed, then small pictures (grids, folders), then making pictures better. Of a view only the newest state
// counts; work on an older one, and work that matters less, is broken off when something newer comes.

#ifndef FLAME_STUDIO_SERVER_WORKER_H
#define FLAME_STUDIO_SERVER_WORKER_H

#include "studio/live/LivePicture.h"
#include "studio/model/FilmModel.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

namespace flame::studio {

/// A view of a page: the number of its connection, and its name there.
using ViewId = std::pair<uint64_t, std::string>;

/// What a view shall show.
struct ViewState {
  nlohmann::json subject; ///< FilmModel.h
  nlohmann::json stamp;   ///< what the page wants to be told with every picture of this state
  PictureRequest request;
};

/// A small picture, made once.
struct SmallPicture {
  nlohmann::json subject;
  PictureRequest request;
  uint64_t owner = 0; ///< connection; 0: none
  /// Called on the worker's thread with the picture as JPEG, or with what is wrong.
  std::function<void(rt::Result<std::vector<uint8_t>>)> done;
};

/// Called on the worker's thread: to connection `id`, a message with or without bytes.
using Deliver =
    std::function<void(uint64_t id, nlohmann::json message, std::vector<uint8_t> bytes)>;

class Worker {
public:
  Worker(std::unique_ptr<LiveDevice> device, Deliver deliver);
  ~Worker();

  /// Replaces what the view shows.
  void show(const ViewId &view, ViewState state);
  /// The page has got so many pictures of the view: more may be sent.
  void acknowledge(const ViewId &view);
  void drop(const ViewId &view);
  /// Forgets everything of a connection.
  void dropConnection(uint64_t id);
  void draw(SmallPicture picture);
  /// Forgets the small pictures of a connection that were not drawn yet.
  void dropSmallPictures(uint64_t id);
  /// Something else that needs the device.
  void run(std::function<void(LiveDevice &)> work);

  const std::string &deviceName() const { return name; }

private:
  struct View {
    std::optional<ViewState> next; ///< came after what is shown
    ViewState shown;
    std::string subjectText; ///< of what is shown
    std::shared_ptr<LiveFlame> flame;
    LivePicture picture;
    unsigned unacknowledged = 0;
    bool failed = false;
    explicit View(double rate) : picture(rate) {}
  };

  void work();
  /// One piece of work, with the lock held before and after; false if there is none.
  bool workOnce(std::unique_lock<std::mutex> &lock);
  bool takeNewState(std::unique_lock<std::mutex> &lock);
  bool drawOne(std::unique_lock<std::mutex> &lock);
  bool refineOne(std::unique_lock<std::mutex> &lock);
  void prepare(const ViewId &id, View &view, ViewState state);
  void step(const ViewId &id, View &view);
  rt::Result<std::vector<uint8_t>> drawSmall(const SmallPicture &small,
                                             const std::stop_token &stop);
  void tell(const ViewId &id, const View &view, nlohmann::json message,
            std::vector<uint8_t> bytes = {});
  /// Breaks off what is being done, if that matters less than a new state of `view`.
  void interruptFor(const ViewId &view);

  const std::unique_ptr<LiveDevice> device;
  const Deliver deliver;
  const std::string name;

  std::mutex mutex; ///< guards all below
  std::condition_variable changed;
  std::map<ViewId, std::shared_ptr<View>> views;
  std::deque<SmallPicture> small;
  std::deque<std::function<void(LiveDevice &)>> others;
  std::stop_source stop; ///< of what is being done
  std::optional<ViewId>
      busyWith; ///< the view whose picture is being made better; none: something small
  bool mayInterrupt = false;
  bool ends = false;
  ViewId lastRefined;
  std::thread thread;
};

} // namespace flame::studio

#endif // FLAME_STUDIO_SERVER_WORKER_H
