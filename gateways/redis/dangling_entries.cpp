#include "gateways/redis/dangling_entries.hpp"

#include "messages/platform/log.hpp"

namespace ironbus::redis {

namespace {

/// The minimum time between two log lines, because every list finds the same entries.
constexpr std::chrono::minutes logged_every{1};

}  // namespace

void dangling_entries::add(uint64_t count, const std::string& collection) {
  if (count == 0) return;
  total_ += count;
  const auto now = clock::now();
  if (logged_ && now - *logged_ < logged_every) return;
  logged_ = now;
  log::error("the list of " + collection +
                 " left out entries without a complete row; `ironbusd store "
                 "check` lists them, `ironbusd store repair` repairs them",
             {{log_key::store, "redis"}, {log_key::count, std::to_string(count)}});
}

}  // namespace ironbus::redis
