#include "drivers/boot/boot_images.hpp"

#include "drivers/port/driver.hpp"
#include "messages/platform/http_url.hpp"

#include <sys/stat.h>

namespace ironbus {

namespace asio = boost::asio;

namespace {

using namespace std::chrono_literals;

/// Time that a step waits before it becomes a task.
constexpr auto fetch_patience = 5s;
constexpr uint32_t seconds_to_fetch_probe = 1;
constexpr mode_t booted_mode = 0644;  // TFTP servers run as other users

image_request wish_of(const boot_source& source) {
  image_request out;
  out.source = source.url;
  out.sum = source.sum;
  out.secret = source.secret;
  out.inspects = false;
  out.boots = true;
  return out;
}

failure not_fetched(const boot_source& source, const failure& why) {
  return {why.code,
          "Cannot fetch the boot file '" + shown_location(source.url) + "': " + why.message};
}

}  // namespace

asio::awaitable<std::optional<result<shared_file>>> boot_images::bring_one(
    boot_source wanted, permit allowed, std::chrono::milliseconds patience, bool retry_failed) {
  const auto image =
      co_await cache_.obtain(wish_of(wanted), std::move(allowed), patience, retry_failed);
  if (!image) co_return std::nullopt;
  if (!*image) co_return tl::unexpected(not_fetched(wanted, image->error()));
  const auto path = cache_.folder().path_of((*image)->key);
  ::chmod(path.c_str(), booted_mode);
  co_return shared_file{shared_name("content " + (*image)->sha256), path, (*image)->bytes};
}

asio::awaitable<boot_images::brought> boot_images::bring(std::vector<boot_source> wanted,
                                                         permit allowed, bool retry_failed) {
  // All downloads start before it waits for any.
  for (const auto& source : wanted)
    co_await cache_.obtain(wish_of(source), allowed, 0ms, retry_failed);
  const auto until = std::chrono::steady_clock::now() + fetch_patience;
  files out;
  for (const auto& source : wanted) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        until - std::chrono::steady_clock::now());
    const auto file = co_await bring_one(source, allowed, left, false);
    if (!file) co_return std::nullopt;
    if (!*file) co_return tl::unexpected(file->error());
    out.emplace(source.named, **file);
  }
  co_return out;
}

step_outcome boot_images::pending_outcome() const {
  const auto longest = static_cast<uint32_t>(cache_.options().download_timeout.count());
  return step_waiting_for_task("boot files", longest, seconds_to_fetch_probe);
}

}  // namespace ironbus
