#pragma once

#include "messages/model/driver_catalog.hpp"
#include "messages/model/snapshot.hpp"
#include "messages/ports/bus.hpp"
#include "messages/ports/event_log.hpp"
#include "messages/ports/inspection_port.hpp"
#include "messages/ports/listings.hpp"
#include "messages/ports/membership.hpp"
#include "messages/ports/step_claims.hpp"
#include "messages/ports/store_health.hpp"
#include "messages/wire/commands.hpp"

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <vector>

namespace ironbus::test {

/// A store with the test's contents. It answers at once, on the caller's thread.
class fake_store final : public listings,
                         public membership,
                         public step_claims,
                         public event_log,
                         public store_health {
public:
  template <class T>
  using callback = store_callback<T>;

  bool down = false;
  bool full = false;                         ///< It answers reads and rejects writes.
  std::atomic<int> resolved = 0;             ///< The number of name lookups.
  event_page log{"abcd"};                    ///< The result of `read_events`.
  std::function<void()> after_read = [] {};  ///< Called after each read.

  /// Adds a node with its row and ports, as a conductor commits them.
  void put(const node_snapshot& snapshot);
  void put_row(std::string collection, listed row, std::map<std::string, std::string> columns);
  /// Adds a record of that subject, or replaces it.
  void put_record(const std::string& subject, json attributes);
  void put_key(std::string space, std::string value, std::string owner) {
    keys_[{std::move(space), std::move(value)}] = std::move(owner);
  }
  void put_member(member x) { members_.push_back(std::move(x)); }
  void put_claim(std::string key, step_claim x) { claims_[std::move(key)] = std::move(x); }

  void load(std::string, std::string id, callback<stored> done) override;
  void resolve(unique_key key, callback<std::string> done) override;
  void list(query query, callback<std::vector<listed>> done) override;
  void count(std::string collection, std::string column, std::vector<std::string> values,
             callback<std::vector<uint64_t>> done) override;
  void announce(member, std::chrono::milliseconds, callback<std::monostate> done) override {
    done({});
  }
  void withdraw(std::string, std::string) override {}
  void members(callback<std::vector<member>> done) override;
  void claim_step(std::string, std::string, claim_purpose, callback<step_claim> done) override {
    done({});
  }
  void read_claim(std::string key, callback<step_claim> done) override;
  void take_over_step(std::string, std::string, std::string, callback<step_claim> done) override {
    done({});
  }
  void finish_step(std::string, std::string, std::string, callback<std::monostate> done) override {
    done({});
  }
  void read_events(event_query x, callback<event_page> done) override;
  void trim_events(event_retention, callback<trimmed_events> done) override { done({}); }
  void ping(callback<std::monostate> done) override;
  void on_restart(std::function<void(const store_restart&)>) override {}
  void try_write(callback<std::monostate> done) override {
    full ? done(fail(error_code::unavailable, "the store is full")) : ping(std::move(done));
  }
  std::string durability() const override { return "nothing survives: a test"; }

private:
  struct kept_row {
    listed shown;
    std::map<std::string, std::string> columns;
  };

  static bool matches(const kept_row& row, const filter& x);

  std::map<std::string, std::string> snapshots_;
  std::map<std::string, std::vector<kept_row>> rows_;
  std::map<std::pair<std::string, std::string>, std::string> keys_;
  std::vector<member> members_;
  std::map<std::string, step_claim> claims_;
};

/// A bus with the test as the other side: `conductor` answers each command. For a command to a
/// record only the envelope is decoded.
class fake_bus final : public bus {
public:
  using conductor = std::function<std::optional<reply>(const envelope&, const command&)>;

  bool down = false;
  bool nobody = false;  ///< No queue accepts commands.
  std::function<void(bus_state, const std::string&)> published_state;
  conductor answer;  ///< Without a result the command is never answered.

  std::vector<envelope> commands() const;
  /// Delivers an event to the subscribers.
  void raise(const std::string& body);

  void publish(outgoing outgoing, publish_callback done, bool fail_fast) override;
  void subscribe(subscription, handler deliver) override { events_.push_back(std::move(deliver)); }
  void unsubscribe(const std::string&) override {}
  void ack(delivery_tag) override {}
  void reject(delivery_tag, bool) override {}
  std::string reply_address() const override { return "replies"; }
  void on_reply(handler deliver) override { replies_ = std::move(deliver); }
  void on_state(std::function<void(bus_state, const std::string&)> listen) override {
    published_state = std::move(listen);
  }
  bus_state state() const override { return down ? bus_state::connecting : bus_state::connected; }
  void start() override {}
  void stop() override {}

private:
  mutable std::mutex mutex_;
  std::vector<envelope> sent_;
  handler replies_;
  std::vector<handler> events_;
};

/// Inspection with the test's answers.
class fake_inspection final : public inspection_port {
public:
  std::vector<json> built_in;
  std::optional<std::string> rejected;  ///< By an early rule.
  json report = {{"phases", json::array()}, {"error", nullptr}};
  mutable std::optional<inspection_trial> tried;

  const std::vector<json>& built_in_rules() const override { return built_in; }
  result<early_result> apply_early_rules(const json&, json plugin_data) const override {
    return early_result{std::move(plugin_data), {}, rejected};
  }
  result<json> try_rules(const inspection_trial& x) const override {
    tried = x;
    return report;
  }
};

class fixed_clock final : public ironbus::clock {
public:
  timestamp now() const override { return timestamp{std::chrono::seconds{1'800'000'000}}; }
};

inline const std::string node_1 = "11111111-aaaa-4aaa-8aaa-000000000001";
inline const std::string node_2 = "11111111-aaaa-4aaa-8aaa-000000000002";
inline const std::string port_1 = "22222222-bbbb-4bbb-8bbb-000000000001";

/// A newly enrolled node of driver fake-hardware.
node_snapshot sample_node(const std::string& uuid, const std::string& name);
/// The driver fake-hardware with one "fake" implementation per kind, and "no-bios".
driver_catalog sample_catalog();

/// The metrics of this process for a gateway, one per line: name{label="value",…} value. Of a
/// histogram only the count.
void write_metrics(const std::function<void(std::string)>& done);

}  // namespace ironbus::test
