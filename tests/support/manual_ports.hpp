#pragma once

#include "messages/base/time.hpp"
#include "messages/ports/bus.hpp"
#include "messages/ports/membership.hpp"
#include "messages/ports/step_claims.hpp"

#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace ironbus::test {

/// A bus that the test controls: it records what is published, acknowledged and rejected.
class manual_bus final : public bus {
public:
  void publish(outgoing message, publish_callback done = {}, bool fail_fast = false) override;
  void subscribe(subscription x, handler deliver) override;
  void unsubscribe(const std::string& queue) override;
  void ack(delivery_tag x) override;
  void reject(delivery_tag x, bool requeue) override;
  std::string reply_address() const override { return "nowhere"; }
  void on_reply(handler) override {}
  void on_state(std::function<void(bus_state, const std::string&)>) override {}
  bus_state state() const override { return bus_state::connected; }
  void start() override {}
  void stop() override {}

  /// Delivers a message to the consumer of a queue. Returns the delivery tag.
  uint64_t deliver(const std::string& queue, std::string body);
  /// Confirms the messages that were published while `confirms` was off.
  void confirm_all();

  std::vector<outgoing> published() const;
  std::vector<uint64_t> acked() const;
  /// Waits until `count` messages are acknowledged. Returns false on timeout.
  bool await_acked(size_t count);
  std::vector<uint64_t> dead_lettered() const;
  std::vector<uint64_t> requeued() const;
  std::vector<subscription> subscriptions() const;

  bool confirms = true;
  size_t publish_failures = 0;  ///< Number of next messages that fail as unroutable.

private:
  mutable std::mutex mutex_;
  std::condition_variable more_acked_;
  std::map<std::string, handler> consumers_;
  std::vector<subscription> subscriptions_;
  std::vector<outgoing> published_;
  std::vector<publish_callback> unconfirmed_;
  std::vector<uint64_t> acked_, dead_lettered_, requeued_;
  uint64_t tags_ = 0;
};

/// The parts of a store that the executor uses. Any other call fails the test.
class claim_store final : public membership, public step_claims {
public:
  template <class T>
  using callback = store_callback<T>;

  void announce(member, std::chrono::milliseconds, callback<std::monostate>) override;
  void withdraw(std::string, std::string) override;
  void members(callback<std::vector<member>> done) override;
  void claim_step(std::string key, std::string owner, claim_purpose purpose,
                  callback<step_claim> done) override;
  void read_claim(std::string key, callback<step_claim> done) override;
  void take_over_step(std::string key, std::string source, std::string owner,
                      callback<step_claim> done) override;
  void finish_step(std::string key, std::string owner, std::string outcome,
                   callback<std::monostate> done) override;

  void set(const std::string& key, step_claim x);
  step_claim moment(const std::string& key) const;
  void set_alive(std::vector<member> x);
  void set_down(bool down);
  /// Simulates a restarted store: no claim exists.
  void set_resting(bool resting);
  /// Value of step_claim::former_epochs.
  void set_former_epochs(uint64_t epochs);
  /// Simulates a store that has lost its last writes.
  void forget_claims();
  size_t calls() const;  ///< Answered or rejected.

private:
  bool refuse() const;

  mutable std::mutex mutex_;
  std::map<std::string, step_claim> claims_;
  std::vector<member> alive_;
  bool down_ = false;
  bool resting_ = false;
  uint64_t former_epochs_ = 0;
  mutable size_t calls_ = 0;
};

/// A clock that only the test advances.
class still_clock final : public clock {
public:
  timestamp now() const override { return moment; }
  timestamp moment = timestamp{std::chrono::hours{24 * 365 * 50}};
};

}  // namespace ironbus::test
