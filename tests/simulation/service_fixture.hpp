#pragma once

#include "actors/runtime/conductor/conductor.hpp"
#include "drivers/execution/executor.hpp"
#include "gateways/local/local_bus.hpp"
#include "gateways/sqlite/sqlite_store.hpp"
#include "messages/model/record.hpp"
#include "messages/model/snapshot.hpp"
#include "messages/wire/commands.hpp"
#include "messages/wire/record_commands.hpp"
#include "tests/simulation/faulty_store.hpp"
#include "tests/simulation/silent_bus.hpp"
#include "tests/support/test_lease.hpp"

#include <boost/asio/executor_work_guard.hpp>

#include <condition_variable>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

namespace ironbus::test {

/// A conductor with its own connection, so that it can be cut off like a process.
struct conductor_process {
  conductor_process(std::shared_ptr<local_broker> broker, store& records,
                    const driver_catalog& drivers, const clock& time, const std::string& name);
  ~conductor_process();

  local_bus messages;
  silent_bus answers;
  inspection::engine inspecting{inspection::default_policy(), {}};
  conductor role;
};

/// The host's clock, which a test may set forward.
class settable_clock final : public clock {
public:
  timestamp now() const override { return real_.now() + ahead.load(); }
  std::atomic<std::chrono::hours> ahead{};

private:
  system_clock real_;
};

/// All roles except HTTP, over the in-process broker and a SQLite file that can fail.
class service_fixture {
public:
  service_fixture();
  ~service_fixture();

  conductor_process& add_conductor(const std::string& name);

  /// Sends a command like a gateway and waits for the reply.
  reply tell(const std::string& uuid, const command& x);
  /// The same with a given id and age, without waiting.
  void send(const std::string& uuid, const command& x, const std::string& id,
            std::chrono::seconds age = {});
  reply await_reply(const std::string& id);
  /// The same to a record; the subject is "<type>/<uuid>".
  reply tell_record(const std::string& subject, const record_command& x);
  /// Waits until a record fulfils the condition; fails the test on timeout.
  json await_record(const std::string& subject, const std::function<bool(const json&)>& fits);
  /// The current record; unset if it does not exist.
  std::optional<record_snapshot> record(const std::string& subject);

  /// Waits for an event with that state of the node; fails the test on timeout.
  void await_state(const std::string& uuid, const std::string& state);
  node_snapshot snapshot(const std::string& uuid);
  /// Waits until all allocations and nodes agree; fails the test on timeout.
  void await_agreement();
  std::vector<std::string> states_of(const std::string& uuid);

  faulty_store& records() { return faulty_; }
  sqlite_store& real_records() { return *sqlite_; }
  settable_clock& time() { return time_; }

private:
  void publish(const envelope& head);
  /// All records of a collection, by the UUID of their row.
  template <class Snapshot, result<Snapshot> (*Decode)(std::string_view)>
  std::map<std::string, Snapshot> all(const std::string& collection);
  void take_event(const delivery& delivery);

  std::filesystem::path folder_;
  std::unique_ptr<sqlite_store> sqlite_;
  faulty_store faulty_;
  settable_clock time_;
  std::shared_ptr<local_broker> broker_;
  local_bus client_;
  local_bus driver_bus_;
  boost::asio::io_context io_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  std::thread io_thread_;
  const test_lease held_{"driver-1", "a"};
  registry drivers_;
  executor executor_;
  std::vector<std::unique_ptr<conductor_process>> conductors_;

  std::mutex mutex_;
  std::condition_variable progress_;
  std::map<std::string, reply> replies_;
  std::map<std::string, std::map<uint64_t, std::string>> states_;  ///< By node and sequence.
  size_t sent_ = 0;
};

}  // namespace ironbus::test
