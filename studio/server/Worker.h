// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The thread that owns the device. It knows the wanted state of each page's views and does the most
// urgent work first: first pictures of views that have just changed, then small pictures (grids,
// folders), then refining of pictures. Only the newest state of a view counts. A newer state
// interrupts work on an older one and less urgent work.
//
// Threads of their own compile the flames of small pictures in advance: compiling takes longer than
// drawing, and there are many of them.

#ifndef FLAME_STUDIO_SERVER_WORKER_H
#define FLAME_STUDIO_SERVER_WORKER_H

#include "studio/live/LivePicture.h"
#include "studio/model/FilmModel.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

namespace flame::studio {

/// A view of a page: the number of its connection and its name there.
using ViewId = std::pair<uint64_t, std::string>;

/// The wanted state of a view.
struct ViewState {
  nlohmann::json subject; ///< see FilmModel.h
  nlohmann::json stamp;   ///< the page gets this back with each picture of the state
  PictureRequest request;
};

/// A small picture that is drawn once.
struct SmallPicture {
  nlohmann::json subject;
  PictureRequest request;
  /// Connection that asked for it. 0: none.
  uint64_t owner = 0;
  /// Called on a thread of the worker with the picture as JPEG, or with an error.
  std::function<void(rt::Result<std::vector<uint8_t>>)> done;
};

/// Sends a message, with or without bytes, to connection `id`. Called on the worker's thread.
using Deliver =
    std::function<void(uint64_t id, nlohmann::json message, std::vector<uint8_t> bytes)>;

class Worker {
public:
  Worker(std::unique_ptr<LiveDevice> device, Deliver deliver);
  ~Worker();

  /// Replaces the state of a view.
  void show(const ViewId &view, ViewState state);
  /// The page has received a picture of the view, so another one may be sent.
  void acknowledge(const ViewId &view);
  void drop(const ViewId &view);
  /// Removes all work of a connection.
  void dropConnection(uint64_t id);
  void draw(SmallPicture picture);
  /// Removes the small pictures of a connection that are not drawn yet.
  void dropSmallPictures(uint64_t id);
  /// Runs other work that needs the device.
  void run(std::function<void(LiveDevice &)> work);

  const std::string &deviceName() const { return name; }

private:
  struct View {
    std::optional<ViewState> next; ///< replaces `shown` when its turn comes
    ViewState shown;
    std::string subjectText; ///< the serialised subject of `shown`
    nlohmann::json made;     ///< the subject that `flame` was made from
    std::shared_ptr<LiveFlame> flame;
    LivePicture picture;
    unsigned unacknowledged = 0;
    bool failed = false;
    /// The last picture, if it is complete but was sent in low JPEG quality. Absent once it was
    /// sent in full quality.
    std::optional<Picture> draft;
    /// Time of the last change of state.
    std::chrono::steady_clock::time_point changedAt;
    explicit View(double rate) : picture(rate) {}

    /// Whether the remaining work cannot be seen while the view changes.
    bool onlyWantsPolish() const { return picture.isComplete() || picture.onlyFinishes(); }
    bool wantsWork() const {
      return !failed && picture.hasFlame() && (draft || !picture.isComplete());
    }
  };

  void work();
  /// A small picture in progress, and its flame once that is compiled.
  struct Drawing {
    SmallPicture picture;
    std::shared_ptr<LiveFlame> flame;
    bool isDropped = false; ///< no longer wanted
  };
  using Drawings = std::deque<std::shared_ptr<Drawing>>;

  /// Compiles flames of small pictures. The main function of the maker threads.
  void makeAhead();
  /// Makes the flame of a small picture.
  rt::Result<std::shared_ptr<LiveFlame>> makeSmall(const SmallPicture &small) const;
  /// Removes the small pictures of `owner` from all queues.
  void dropSmallOf(uint64_t owner);

  /// Does one piece of work. Returns false if there is none. The lock is held before and after.
  bool workOnce(std::unique_lock<std::mutex> &lock);
  bool takeNewState(std::unique_lock<std::mutex> &lock);
  bool drawOne(std::unique_lock<std::mutex> &lock);
  bool refineOne(std::unique_lock<std::mutex> &lock);
  void prepare(const ViewId &id, View &view, ViewState state);
  /// Makes the next picture. `isFirst`: it is the first of a state, so the user waits for it.
  void step(const ViewId &id, View &view, bool isFirst);
  void deliverPicture(const ViewId &id, View &view, Picture picture, bool isDraft);
  rt::Result<std::vector<uint8_t>> drawSmall(const Drawing &small, const std::stop_token &stop);
  void tell(const ViewId &id, const View &view, nlohmann::json message,
            std::vector<uint8_t> bytes = {});
  /// Interrupts the current work if it is less urgent than a new state of `view`.
  void interruptFor(const ViewId &view);

  const std::unique_ptr<LiveDevice> device;
  const Deliver deliver;
  const std::string name;

  std::mutex mutex; ///< guards all members below
  std::condition_variable changed;
  std::map<ViewId, std::shared_ptr<View>> views;
  Drawings small;  ///< waiting for their flames
  Drawings making; ///< flames being compiled
  Drawings made;   ///< ready to be drawn
  std::deque<std::function<void(LiveDevice &)>> others;
  std::stop_source stop; ///< stops the current piece of work
  /// The view that is being refined. Absent: a small picture.
  std::optional<ViewId> busyWith;
  bool mayInterrupt = false;
  bool ends = false;
  ViewId lastRefined;
  std::vector<std::thread> makers;
  std::thread thread;
};

} // namespace flame::studio

#endif // FLAME_STUDIO_SERVER_WORKER_H
