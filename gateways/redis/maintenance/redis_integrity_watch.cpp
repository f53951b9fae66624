#include "gateways/redis/maintenance/redis_integrity_watch.hpp"

#include "gateways/redis/maintenance/confirmed_damage.hpp"
#include "gateways/redis/maintenance/maintenance_scripts.hpp"
#include "messages/base/text.hpp"
#include "messages/base/uuid.hpp"
#include "messages/platform/log.hpp"

#include <algorithm>

namespace ironbus {

using namespace redis;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

/// If a process dies, the next examination is delayed by this.
constexpr milliseconds lease_time = 30s;
constexpr milliseconds lease_renewed_after = 10s;
constexpr milliseconds retry_after = 5s;
/// The maximum age of the value in the metric.
constexpr milliseconds asked_every = 10s;
/// A short timeout, because the work is not urgent and must not delay the stop of the process.
constexpr milliseconds answer_max = 1s;
constexpr milliseconds worked_max = 10ms;
/// The length of a pause as a multiple of the work before it.
constexpr int rest_factor = 4;
constexpr size_t named_max = 20;

redis_options for_examination(redis_options options) {
  options.command_timeout = std::min(options.command_timeout, answer_max);
  options.connect_timeout = std::min(options.connect_timeout, answer_max);
  return options;
}

std::string first_of(const std::vector<std::string>& entries) {
  std::string out;
  for (size_t i = 0; i < std::min(named_max, entries.size()); ++i) append_item(out, entries[i]);
  return out;
}

}  // namespace

/// Outlives the watch, because the store keeps its listeners.
struct redis_integrity_watch::signals {
  std::mutex mutex;  ///< Guards the next two members.
  bool ending = false;
  bool restarted = false;
  std::condition_variable changed;

  void set(bool& what) {
    {
      std::lock_guard guard{mutex};
      what = true;
    }
    changed.notify_all();
  }
};

redis_integrity_watch::redis_integrity_watch(redis_options options, store_maintenance::judge ask,
                                             store_health& health)
    : options_{for_examination(std::move(options))},
      ask_{std::move(ask)},
      health_{health},
      who_{random_uuid()},
      signals_{std::make_shared<signals>()} {
  health_.on_restart([shared = signals_](const store_restart&) { shared->set(shared->restarted); });
  thread_ = std::thread{[this] { run(); }};
}

redis_integrity_watch::~redis_integrity_watch() {
  signals_->set(signals_->ending);
  thread_.join();
}

void redis_integrity_watch::run() {
  while (wait(look())) {
  }
}

/// Reads the damage that other processes have recorded while it waits.
bool redis_integrity_watch::wait(milliseconds pause) {
  for (const auto until = clock::now() + pause; clock::now() < until;) {
    health_.ping([](const auto&) {});
    const auto left = std::chrono::ceil<milliseconds>(until - clock::now());
    std::unique_lock lock{signals_->mutex};
    signals_->changed.wait_for(lock, std::min(left, asked_every),
                               [this] { return signals_->ending || signals_->restarted; });
    if (signals_->ending) return false;
    if (std::exchange(signals_->restarted, false)) {
      at_once_ = true;
      return true;
    }
  }
  return true;
}

milliseconds redis_integrity_watch::look() {
  auto connection = session::open(options_);
  if (!connection) return retry_after;  // The store reports the reason.
  if (!at_once_) {
    const auto left = connection->ask({"PTTL", connection->key("checked")});
    if (!left) return retry_after;
    if ((*left)->integer > 0) return milliseconds{(*left)->integer};
  }
  const auto held = take_lease(*connection);
  if (!held) return retry_after;
  at_once_ = false;
  return *held ? examine(*connection) : lease_time;
}

result<bool> redis_integrity_watch::take_lease(session& connection) {
  const auto held = connection.run(lease_script, {who_, std::to_string(lease_time.count())});
  if (!held) return tl::unexpected<failure>(held.error());
  lease_taken_ = clock::now();
  return (*held)->integer == 1;
}

milliseconds redis_integrity_watch::examine(session& lease) {
  auto connection = session::open(options_);
  if (!connection) return retry_after;
  resumed_ = clock::now();
  connection->set_pace([&] { return rest(lease); });
  const auto found = find_damage(*connection, ask_);
  if (found && note(lease, *found)) return options_.check_period;
  at_once_ = true;
  return lease_time;
}

/// Pauses between two commands, unless the commands themselves take as long.
result<std::monostate> redis_integrity_watch::rest(session& lease) {
  const auto worked = clock::now() - resumed_;
  if (worked < worked_max) return {};
  {
    std::unique_lock lock{signals_->mutex};
    if (signals_->changed.wait_for(lock, rest_factor * worked, [this] { return signals_->ending; }))
      return fail(error_code::unavailable, "the process is stopping");
  }
  if (clock::now() - lease_taken_ > lease_renewed_after) {
    const auto held = take_lease(lease);
    if (!held) return tl::unexpected<failure>(held.error());
    if (!*held) return fail(error_code::conflict, "another process is examining the store");
  }
  resumed_ = clock::now();
  return {};
}

/// Records the result. False if the store does not answer or another process holds the lease.
bool redis_integrity_watch::note(session& lease, const damage_report& found) {
  const auto count = std::to_string(found.damage.size());
  const std::string text =
      found.damage.empty()
          ? ""
          : "Redis: the store is damaged, wrong index entries: " + count +
                ". `ironbusd store check` lists them, `ironbusd store repair` repairs them";
  const milliseconds period = options_.check_period;
  const auto noted = lease.run(note_script, {who_, text, std::to_string(period.count())});
  if (!noted || (*noted)->integer == 0) return false;
  ++checks_;
  if (!found.damage.empty())
    log::error(
        "the store is damaged; `ironbusd store check` lists the damage, `ironbusd store repair` "
        "repairs it",
        {{log_key::store, "redis"},
         {log_key::count, count},
         {log_key::error, first_of(found.damage)}});
  if (found.strange > 0)
    log::warn(
        "some records differ from how this release writes them; `ironbusd store check` lists them",
        {{log_key::store, "redis"}, {log_key::count, std::to_string(found.strange)}});
  return true;
}

}  // namespace ironbus
