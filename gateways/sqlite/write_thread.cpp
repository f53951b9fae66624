#include "gateways/sqlite/write_thread.hpp"

#include "messages/platform/log.hpp"

#include <utility>

namespace ironbus::sqlite {

namespace {

/// How long calls without a waiting caller are collected.
constexpr std::chrono::milliseconds collect_time{50};

/// How long a rejection means that the next write may fail, too. A small write may succeed where a
/// larger one failed.
constexpr std::chrono::seconds refusal_counts{5};

void log_failure(const char* what, const database_error& why) {
  log::error(what, {{log_key::store, "sqlite"}, {log_key::error, why.what()}});
}

}  // namespace

write_thread::write_thread(database& file, size_t batch_max, std::function<void()> rolled_back,
                           std::function<void(const database_error&)> failed)
    : file_{file},
      batch_max_{batch_max},
      rolled_back_{std::move(rolled_back)},
      failed_{std::move(failed)},
      begin_{file, "BEGIN IMMEDIATE"},
      commit_{file, "COMMIT"},
      thread_{[this] { run(); }} {}

write_thread::~write_thread() {
  {
    std::lock_guard guard{mutex_};
    stop_ = true;
  }
  wake_up_.notify_one();
  thread_.join();
}

void write_thread::put(write_call write_call) {
  {
    std::lock_guard guard{mutex_};
    if (!write_call.patient) ++impatient_;
    inbox_.push_back(std::move(write_call));
  }
  wake_up_.notify_one();
}

/// Destroys the calls before it waits for the next ones, because other code waits for the objects
/// that they hold.
void write_thread::run() {
  for (;;) {
    auto group = take();
    if (group.empty()) return;
    run_group(group);
    for (auto& x : group) x.call.finish(x.error);
  }
}

write_thread::calls write_thread::take() {
  std::unique_lock lock{mutex_};
  wake_up_.wait(lock, [this] { return stop_ || !inbox_.empty(); });
  wake_up_.wait_for(lock, collect_time,
                    [this] { return stop_ || impatient_ > 0 || inbox_.size() >= batch_max_; });
  calls group;
  while (!inbox_.empty() && group.size() < batch_max_) {
    if (!inbox_.front().patient) --impatient_;
    group.emplace_back().call = std::move(inbox_.front());
    inbox_.pop_front();
  }
  return group;
}

void write_thread::run_group(calls& group) {
  if (!run_at_once(group)) run_one_by_one(group);
  if (file_.in_transaction()) commit(group);
}

/// False if a call failed and all changes of the group were rolled back.
bool write_thread::run_at_once(calls& group) {
  try {
    for (auto& x : group) {
      if (x.call.writes) begin();
      x.in_transaction = x.call.writes;
      x.call.work(file_);
      x.done = !x.call.writes;
    }
    return true;
  } catch (const database_error&) {  // The call fails again alone and then gets the error.
    roll_back();
    return false;
  }
}

void write_thread::run_one_by_one(calls& group) {
  for (auto& x : group) {
    x.in_transaction = false;
    run_one(group, x);
  }
}

void write_thread::run_one(calls& group, progress& progress) {
  try {
    if (progress.done) return;
    if (!progress.call.writes) return progress.call.work(file_);
    begin();
    file_.execute("SAVEPOINT one");
    progress.in_transaction = true;
    progress.call.work(file_);
    file_.execute("RELEASE one");
  } catch (const database_error& error) {
    progress.error = failed(error, true);
    if (!progress.in_transaction) return;
    if (!file_.in_transaction()) return give_up(group, *progress.error);
    try {
      file_.execute("ROLLBACK TO one; RELEASE one");
      rolled_back_();
    } catch (const database_error&) {
      give_up(group, *progress.error);
    }
  }
}

void write_thread::begin() {
  if (!file_.in_transaction()) begin_().run();
}

void write_thread::commit(calls& group) {
  try {
    if (file_.is_moved()) throw database_error{"the store file was moved or deleted while in use"};
    commit_().run();
  } catch (const database_error& error) {
    give_up(group, failed(error, error.is_refusal()));
  }
}

failure write_thread::failed(const database_error& why, bool nothing_done) {
  log_failure("a write failed", why);
  failed_(why);
  failure out{error_code::unavailable, why.what(), nothing_done};
  if (why.is_refusal()) {
    refusal_ = out;
    refused_at_ = std::chrono::steady_clock::now();
  }
  return out;
}

std::optional<failure> write_thread::recent_refusal() const {
  if (std::chrono::steady_clock::now() - refused_at_ >= refusal_counts) return std::nullopt;
  return refusal_;
}

/// The transaction is lost: fails all its calls. None was done.
void write_thread::give_up(calls& group, const failure& why) {
  roll_back();
  for (auto& x : group)
    if (std::exchange(x.in_transaction, false) && !x.error) x.error = why;
}

void write_thread::roll_back() {
  if (file_.in_transaction()) {
    try {
      file_.execute("ROLLBACK");
    } catch (const database_error& error) {
      log_failure("rollback failed", error);
    }
  }
  rolled_back_();
}

}  // namespace ironbus::sqlite
