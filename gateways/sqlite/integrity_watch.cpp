#include "gateways/sqlite/integrity_watch.hpp"

#include "gateways/sqlite/integrity.hpp"

#include <sys/resource.h>
#include <unistd.h>

namespace ironbus::sqlite {

namespace {

using namespace std::chrono_literals;

constexpr auto place_every = 1s;
/// The length of a pause as a multiple of the work before it.
constexpr int pause_factor = 4;
constexpr int least_urgent = 19;

}  // namespace

integrity_watch::integrity_watch(const std::filesystem::path& file, file_condition& condition,
                                 std::chrono::seconds period)
    : file_{file, database::access::read_only},
      condition_{condition},
      period_{period},
      thread_{[this] { run(); }} {}

integrity_watch::~integrity_watch() {
  {
    std::lock_guard guard{mutex_};
    ending_ = true;
  }
  changed_.notify_all();
  file_.interrupt();
  thread_.join();
}

void integrity_watch::await_first(std::chrono::milliseconds limit) {
  std::unique_lock lock{mutex_};
  changed_.wait_for(lock, limit, [this] { return first_done_; });
}

bool integrity_watch::is_ending() {
  std::lock_guard guard{mutex_};
  return ending_;
}

/// Checks whether the file was moved while it waits.
bool integrity_watch::wait_until(clock::time_point moment) {
  while (clock::now() < moment) {
    condition_.check_location(file_);
    const auto next = std::min(moment, clock::now() + place_every);
    std::unique_lock lock{mutex_};
    if (changed_.wait_until(lock, next, [this] { return ending_; })) return false;
  }
  return !is_ending();
}

template <class Look>
void integrity_watch::guarded(const Look& look) {
  try {
    look();
  } catch (const database_error& error) {  // Also an interruption.
    condition_.note(error);
  }
}

void integrity_watch::run() {
  guarded([this] {
    for (const auto& what : quick_check(file_)) condition_.note(database_error::damage(what));
    ++checks_;
  });
  {
    std::lock_guard guard{mutex_};
    first_done_ = true;
  }
  changed_.notify_all();
  setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), least_urgent);
  for (;;) {
    const auto next = period_ > 0s ? clock::now() + period_ : clock::time_point::max();
    if (!wait_until(next)) return;
    examine_all();
  }
}

void integrity_watch::examine_all() {
  std::vector<std::string> tables;
  guarded([&] { tables = table_names(file_); });
  for (const auto& table : tables) {
    if (is_ending()) return;
    const auto began = clock::now();
    examine_table(table);
    if (!wait_until(clock::now() + pause_factor * (clock::now() - began))) return;
  }
  ++checks_;
}

void integrity_watch::examine_table(const std::string& name) {
  guarded([&] {
    file_.execute("PRAGMA shrink_memory");  // So that cached pages are read again.
    for (const auto& what : check_table(file_, name)) condition_.note(database_error::damage(what));
  });
}

}  // namespace ironbus::sqlite
