#pragma once

#include "drivers/image/image_job.hpp"
#include "drivers/kit/blocking_pool.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace ironbus {

/// Images that this service fetches for its nodes: one download for all that want the same one, of
/// this process and of others that have the folder.
///
/// A download goes on while nobody waits for it, and ends with the permit that it was begun with or
/// with the process; whoever asks next begins it anew, where it ended if the server lets it. How it
/// has ended is remembered for some minutes. Any thread.
class image_cache {
public:
  image_cache(std::string root, image_options options);
  ~image_cache();
  image_cache(const image_cache&) = delete;
  image_cache& operator=(const image_cache&) = delete;

  /// The image, or why there will be none; unset: it has not come within `patience`. `anew`: a
  /// failure that is remembered does not count.
  boost::asio::awaitable<std::optional<result<cached_image>>> obtain(
      image_wish wish, permit allowed, std::chrono::milliseconds patience, bool anew);

  /// Where an image of a registry is.
  boost::asio::awaitable<result<oci_image>> locate(image_wish wish, permit allowed);

  const cache_folder& folder() const { return folder_; }
  const image_options& options() const { return options_; }

  /// Downloads end. Idempotent; nothing may be asked for beside it or afterwards.
  void stop();

private:
  using steady_time = std::chrono::steady_clock::time_point;

  struct job {
    std::optional<result<cached_image>> end;
    bool abandoned = false;  ///< It has ended by no fault of the image's.
    steady_time ended;
  };
  using job_ptr = std::shared_ptr<job>;

  job_ptr find_or_begin(const image_wish& wish, const permit& allowed, bool anew);
  void begin(const job_ptr& made, const image_wish& wish, const permit& allowed);
  void finish(const job_ptr& made, const permit& allowed, result<cached_image> end);
  void forget_old();
  blocking_pool& pool();

  const cache_folder folder_;
  const image_options options_;
  std::atomic<bool> stopping_ = false;
  std::mutex mutex_;  ///< Of what follows.
  std::map<std::string, job_ptr> jobs_;
  std::unique_ptr<blocking_pool> pool_;  ///< Made when it is needed: most workers never do.
};

}  // namespace ironbus
