// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The thread that owns the device. It knows what every page wants to see and does what matters most now: first pictures of what
// somebody has just changed, then small pictures (grids, folders), then making pictures better. Of a view only the newest state
// counts; work on an older one, and work that matters less, is broken off when something newer comes.
//
// Flames of small pictures are compiled ahead by threads of their own: that takes longer than drawing them, and there are many.

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
  /// Called on a thread of the worker with the picture as JPEG, or with what is wrong.
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
    nlohmann::json made;     ///< the subject that `flame` was made of
    std::shared_ptr<LiveFlame> flame;
    LivePicture picture;
    unsigned unacknowledged = 0;
    bool failed = false;
    /// The last picture, if it is complete but was sent in a hurry; its pixels are gone once it was sent well.
    std::optional<Picture> draft;
    std::chrono::steady_clock::time_point changedAt; ///< when it got its state
    explicit View(double rate) : picture(rate) {}

    /// Whether all that is left to do cannot be seen while things change.
    bool onlyWantsPolish() const { return picture.isComplete() || picture.onlyFinishes(); }
    bool wantsWork() const {
      return !failed && picture.hasFlame() && (draft || !picture.isComplete());
    }
  };

  void work();
  /// A small picture on its way, and its flame when that is made.
  struct Drawing {
    SmallPicture picture;
    std::shared_ptr<LiveFlame> flame;
    bool isDropped = false; ///< nobody wants it any more
  };
  using Drawings = std::deque<std::shared_ptr<Drawing>>;

  /// Makes flames of small pictures.
  void makeAhead();
  /// The flame of a small picture.
  rt::Result<std::shared_ptr<LiveFlame>> makeSmall(const SmallPicture &small) const;
  /// Forgets small pictures of `owner`, wherever they are.
  void dropSmallOf(uint64_t owner);

  /// One piece of work, with the lock held before and after; false if there is none.
  bool workOnce(std::unique_lock<std::mutex> &lock);
  bool takeNewState(std::unique_lock<std::mutex> &lock);
  bool drawOne(std::unique_lock<std::mutex> &lock);
  bool refineOne(std::unique_lock<std::mutex> &lock);
  void prepare(const ViewId &id, View &view, ViewState state);
  /// Makes the next picture. `isFirst`: of a state, so that somebody waits for it.
  void step(const ViewId &id, View &view, bool isFirst);
  void deliverPicture(const ViewId &id, View &view, Picture picture, bool isDraft);
  rt::Result<std::vector<uint8_t>> drawSmall(const Drawing &small, const std::stop_token &stop);
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
  Drawings small;  ///< whose flames are to be made
  Drawings making; ///< whose flames are being made
  Drawings made;   ///< that can be drawn
  std::deque<std::function<void(LiveDevice &)>> others;
  std::stop_source stop; ///< of what is being done
  std::optional<ViewId>
      busyWith; ///< the view whose picture is being made better; none: something small
  bool mayInterrupt = false;
  bool ends = false;
  ViewId lastRefined;
  std::vector<std::thread> makers;
  std::thread thread;
};

} // namespace flame::studio

#endif // FLAME_STUDIO_SERVER_WORKER_H
