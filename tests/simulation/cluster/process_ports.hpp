#pragma once

#include "messages/ports/bus.hpp"
#include "messages/ports/store.hpp"
#include "tests/simulation/cluster/process.hpp"

namespace ironbus::simulation {

/// A process's way to its bus: each call is a moment at which it may be killed, and what comes back
/// happens in it.
class process_bus final : public bus {
public:
  process_bus(process& owner, bus& link) : owner_{owner}, link_{link} {}

  void publish(outgoing message, publish_callback done = {}, bool fail_fast = false) override;
  void subscribe(subscription wanted, handler deliver) override;
  void unsubscribe(const std::string& queue) override;
  void ack(delivery_tag tag) override;
  void reject(delivery_tag tag, bool requeue) override;
  std::string reply_address() const override { return link_.reply_address(); }
  void on_reply(handler deliver) override;
  void on_state(std::function<void(bus_state, const std::string&)> listen) override;
  bus_state state() const override { return link_.state(); }
  void start() override { link_.start(); }
  void stop() override {}

private:
  process& owner_;
  bus& link_;
};

/// The same to its store.
class process_store final : public store {
public:
  process_store(process& owner, store& link) : owner_{owner}, link_{link} {}

  void apply(commit content, commit_callback done) override;
  void mark_published(std::string aggregate, std::string id, uint64_t version) override;
  void acquire_shard(uint32_t shard, callback<uint64_t> done) override;
  void attention_of(std::string aggregate, uint32_t shard,
                    callback<std::vector<attention>> done) override;
  void load(std::string aggregate, std::string id, callback<stored> done) override;
  void resolve(unique_key key, callback<std::string> done) override;
  void list(query wanted, callback<std::vector<listed>> done) override;
  void count(std::string collection, std::string column, std::vector<std::string> values,
             callback<std::vector<uint64_t>> done) override;
  void announce(member who, std::chrono::milliseconds ttl, callback<std::monostate> done) override;
  void withdraw(std::string name, std::string incarnation) override;
  void members(callback<std::vector<member>> done) override;
  void claim_step(std::string key, std::string owner, claim_purpose purpose,
                  callback<step_claim> done) override;
  void read_claim(std::string key, callback<step_claim> done) override;
  void take_over_step(std::string key, std::string dead_owner, std::string owner,
                      callback<step_claim> done) override;
  void finish_step(std::string key, std::string owner, std::string outcome,
                   callback<std::monostate> done) override;
  void ping(callback<std::monostate> done) override;
  void try_write(callback<std::monostate> done) override;
  void on_restart(std::function<void(const store_restart&)> listen) override;
  std::string durability() const override { return link_.durability(); }

private:
  process& owner_;
  store& link_;
};

}  // namespace ironbus::simulation
