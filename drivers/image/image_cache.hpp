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

/// Downloads images for nodes, once for all callers that need the same image, in this process and
/// in others that share the folder.
///
/// A download continues without callers. It ends with the permit of its first caller or with the
/// process. The next caller restarts it, at its last byte if the server allows it. Failures are
/// remembered for some minutes. Thread-safe.
class image_cache {
public:
  image_cache(std::string root, image_options options);
  ~image_cache();
  image_cache(const image_cache&) = delete;
  image_cache& operator=(const image_cache&) = delete;

  /// The image, or a failure. Unset: not complete within `patience`. `retry_failed`: ignores a
  /// remembered failure.
  boost::asio::awaitable<std::optional<result<cached_image>>> obtain(
      image_request wish, permit allowed, std::chrono::milliseconds patience, bool retry_failed);

  /// The location of an image in a registry.
  boost::asio::awaitable<result<oci_image>> locate(image_request wish, permit allowed);

  const cache_folder& folder() const { return folder_; }
  const image_options& options() const { return options_; }

  /// Cancels all downloads. Idempotent. Make no calls concurrently or afterwards.
  void stop();

private:
  using steady_time = std::chrono::steady_clock::time_point;

  struct job {
    std::optional<result<cached_image>> end;
    bool abandoned = false;  ///< It ended for a reason other than the image.
    steady_time ended;
  };
  using job_ptr = std::shared_ptr<job>;

  job_ptr find_or_begin(const image_request& wish, const permit& allowed, bool retry_failed);
  void begin(const job_ptr& made, const image_request& wish, const permit& allowed);
  void finish(const job_ptr& made, const permit& allowed, result<cached_image> end);
  void forget_old();
  blocking_pool& pool();

  const cache_folder folder_;
  const image_options options_;
  std::atomic<bool> stopping_ = false;
  std::mutex mutex_;  ///< Guards the members below.
  std::map<std::string, job_ptr> jobs_;
  std::unique_ptr<blocking_pool> pool_;  ///< Created on demand, because most workers never need it.
};

}  // namespace ironbus
