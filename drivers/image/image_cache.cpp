#include "drivers/image/image_cache.hpp"

#include "drivers/kit/pause.hpp"
#include "messages/base/host_source.hpp"
#include "messages/platform/log.hpp"

#include <algorithm>

namespace ironbus {

namespace asio = boost::asio;

namespace {

using namespace std::chrono_literals;

constexpr auto remembered_for = 5min;
constexpr auto first_look = 10ms;
constexpr auto longest_look = 500ms;
constexpr size_t jobs_waiting_max = 1024;

blocking_pool_options pool_of(const image_options& options) {
  blocking_pool_options out;
  out.name = "images";
  out.threads = options.downloads_max;
  out.waiting_max = jobs_waiting_max;
  return out;
}

}  // namespace

image_cache::image_cache(std::string root, image_options options)
    : folder_{std::move(root)}, options_{std::move(options)} {}

image_cache::~image_cache() { stop(); }

void image_cache::stop() {
  stopping_ = true;
  std::unique_ptr<blocking_pool> ended;
  {
    const std::lock_guard hold{mutex_};
    ended = std::move(pool_);
  }
  if (ended) ended->stop();
}

blocking_pool& image_cache::pool() {
  if (!pool_) pool_ = std::make_unique<blocking_pool>(pool_of(options_));
  return *pool_;
}

void image_cache::forget_old() {
  const auto now = steady_clock::now();
  std::erase_if(jobs_, [&](const auto& row) {
    return row.second->end && row.second->ended + remembered_for < now;
  });
}

image_cache::job_ptr image_cache::find_or_begin(const image_request& wish, const permit& allowed,
                                                bool retry_failed) {
  const std::lock_guard hold{mutex_};
  forget_old();
  auto& known = jobs_[wish.id()];
  const bool failed = known && known->end && !*known->end;
  // Checked each time, because the image may have been evicted.
  const bool ended_well = known && known->end && known->end->has_value();
  if (known && !ended_well && !(failed && (retry_failed || known->abandoned))) return known;
  known = std::make_shared<job>();
  begin(known, wish, allowed);
  return known;
}

void image_cache::begin(const job_ptr& made, const image_request& wish, const permit& allowed) {
  std::function<result<cached_image>()> work = [this, wish, allowed] {
    return fetch_image(wish, folder_, options_, allowed, stopping_);
  };
  pool().start<cached_image>(
      allowed, std::move(work),
      [this, made, allowed](result<cached_image> end) { finish(made, allowed, std::move(end)); });
}

void image_cache::finish(const job_ptr& made, const permit& allowed, result<cached_image> end) {
  const std::lock_guard hold{mutex_};
  made->abandoned = stopping_ || !allowed.holds();
  made->ended = steady_clock::now();
  if (!end) log::warn("cannot fetch an image", {{log_key::error, end.error().message}});
  made->end = std::move(end);
}

asio::awaitable<std::optional<result<cached_image>>> image_cache::obtain(
    image_request wish, permit allowed, std::chrono::milliseconds patience, bool retry_failed) {
  const auto until = steady_clock::now() + patience;
  const auto made = find_or_begin(wish, allowed, retry_failed);
  for (std::chrono::milliseconds length = first_look;;
       length = std::min<std::chrono::milliseconds>(2 * length, longest_look)) {
    {
      const std::lock_guard hold{mutex_};
      if (made->end && !made->abandoned) co_return *made->end;
      if (made->end) co_return std::nullopt;  // the next caller starts it again
    }
    if (steady_clock::now() + length > until) co_return std::nullopt;
    co_await pause_for(length);
  }
}

asio::awaitable<result<oci_image>> image_cache::locate(image_request wish, permit allowed) {
  std::function<result<oci_image>()> work = [this, wish = std::move(wish), allowed] {
    return locate_image(wish, options_, allowed, stopping_);
  };
  blocking_pool* threads = nullptr;
  {
    const std::lock_guard hold{mutex_};
    threads = &pool();
  }
  co_return co_await threads->run(std::move(allowed), std::move(work));
}

}  // namespace ironbus
