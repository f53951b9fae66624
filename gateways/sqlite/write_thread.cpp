#include "gateways/sqlite/write_thread.hpp"

#include "messages/base/log.hpp"

#include <utility>

namespace ironbus::sqlite {

namespace {

failure to_failure(const database_error& x) { return {error_code::unavailable, x.what()}; }

}  // namespace

write_thread::write_thread(database& file, size_t batch_max)
    : file_{file}, batch_max_{batch_max}, thread_{[this] { run(); }} {}

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
    inbox_.push_back(std::move(write_call));
  }
  wake_up_.notify_one();
}

void write_thread::run() {
  for (auto group = take(); !group.empty(); group = take()) {
    run_group(group);
    for (auto& x : group) x.call.finish(x.error);
  }
}

std::vector<write_thread::progress> write_thread::take() {
  std::unique_lock lock{mutex_};
  wake_up_.wait(lock, [this] { return stop_ || !inbox_.empty(); });
  std::vector<progress> group;
  while (!inbox_.empty() && group.size() < batch_max_) {
    group.emplace_back().call = std::move(inbox_.front());
    inbox_.pop_front();
  }
  return group;
}

void write_thread::run_group(std::vector<progress>& group) {
  for (auto& x : group) run_one(group, x);
  if (file_.in_transaction()) commit(group);
}

void write_thread::run_one(std::vector<progress>& group, progress& progress) {
  try {
    if (!progress.call.writes) return progress.call.work(file_);
    if (!file_.in_transaction()) file_.prepare("BEGIN IMMEDIATE").run();
    file_.prepare("SAVEPOINT one").run();
    progress.in_transaction = true;
    progress.call.work(file_);
    file_.prepare("RELEASE one").run();
  } catch (const database_error& error) {
    progress.error = to_failure(error);
    log::error("a write has failed", {{log_key::store, "sqlite"}, {log_key::error, error.what()}});
    if (!progress.in_transaction) return;
    if (!file_.in_transaction()) return give_up(group, *progress.error);
    try {
      file_.execute("ROLLBACK TO one; RELEASE one");
    } catch (const database_error&) {
      give_up(group, *progress.error);
    }
  }
}

void write_thread::commit(std::vector<progress>& group) {
  try {
    file_.prepare("COMMIT").run();
  } catch (const database_error& error) {
    log::error("a write has failed", {{log_key::store, "sqlite"}, {log_key::error, error.what()}});
    give_up(group, to_failure(error));
  }
}

/// The transaction is lost: everything in it fails, nothing of it is done.
void write_thread::give_up(std::vector<progress>& group, const failure& why) {
  if (file_.in_transaction()) {
    try {
      file_.execute("ROLLBACK");
    } catch (const database_error& error) {
      log::error("rollback failed", {{log_key::store, "sqlite"}, {log_key::error, error.what()}});
    }
  }
  for (auto& x : group)
    if (std::exchange(x.in_transaction, false) && !x.error) x.error = why;
}

}  // namespace ironbus::sqlite
