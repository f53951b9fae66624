#include "tests/simulation/cluster/process_ports.hpp"

namespace ironbus::simulation {

// -- bus ------------------------------------------------------------------------------------------

void process_bus::publish(outgoing message, publish_callback done, bool fail_fast) {
  if (!owner_.may_call()) return;
  if (message.handled) message.handled = owner_.once(std::move(message.handled));
  if (done) done = owner_.once(std::move(done));
  link_.publish(std::move(message), std::move(done), fail_fast);
}

void process_bus::subscribe(subscription wanted, handler deliver) {
  if (owner_.may_call()) link_.subscribe(std::move(wanted), owner_.always(std::move(deliver)));
}

void process_bus::unsubscribe(const std::string& queue) {
  if (owner_.may_call()) link_.unsubscribe(queue);
}

void process_bus::ack(delivery_tag tag) {
  if (owner_.may_call()) link_.ack(tag);
}

void process_bus::reject(delivery_tag tag, bool requeue) {
  if (owner_.may_call()) link_.reject(tag, requeue);
}

void process_bus::on_reply(handler deliver) {
  if (owner_.may_call()) link_.on_reply(owner_.always(std::move(deliver)));
}

void process_bus::on_state(std::function<void(bus_state, const std::string&)> listen) {
  if (owner_.may_call()) link_.on_state(owner_.always(std::move(listen)));
}

// -- store ----------------------------------------------------------------------------------------

void process_store::apply(commit content, commit_callback done) {
  if (owner_.may_call()) link_.apply(std::move(content), owner_.once(std::move(done)));
}

void process_store::mark_published(std::string aggregate, std::string id, uint64_t version) {
  if (owner_.may_call()) link_.mark_published(std::move(aggregate), std::move(id), version);
}

void process_store::acquire_shard(uint32_t shard, callback<uint64_t> done) {
  if (owner_.may_call()) link_.acquire_shard(shard, owner_.once(std::move(done)));
}

void process_store::attention_of(std::string aggregate, uint32_t shard,
                                 callback<std::vector<attention>> done) {
  if (owner_.may_call())
    link_.attention_of(std::move(aggregate), shard, owner_.once(std::move(done)));
}

void process_store::load(std::string aggregate, std::string id, callback<stored> done) {
  if (owner_.may_call())
    link_.load(std::move(aggregate), std::move(id), owner_.once(std::move(done)));
}

void process_store::resolve(unique_key key, callback<std::string> done) {
  if (owner_.may_call()) link_.resolve(std::move(key), owner_.once(std::move(done)));
}

void process_store::list(query wanted, callback<std::vector<listed>> done) {
  if (owner_.may_call()) link_.list(std::move(wanted), owner_.once(std::move(done)));
}

void process_store::count(std::string collection, std::string column,
                          std::vector<std::string> values, callback<std::vector<uint64_t>> done) {
  if (owner_.may_call())
    link_.count(std::move(collection), std::move(column), std::move(values),
                owner_.once(std::move(done)));
}

void process_store::announce(member who, std::chrono::milliseconds ttl,
                             callback<std::monostate> done) {
  if (owner_.may_call()) link_.announce(std::move(who), ttl, owner_.once(std::move(done)));
}

void process_store::withdraw(std::string name, std::string incarnation) {
  if (owner_.may_call()) link_.withdraw(std::move(name), std::move(incarnation));
}

void process_store::members(callback<std::vector<member>> done) {
  if (owner_.may_call()) link_.members(owner_.once(std::move(done)));
}

void process_store::claim_step(std::string key, std::string owner, claim_purpose purpose,
                               callback<step_claim> done) {
  if (owner_.may_call())
    link_.claim_step(std::move(key), std::move(owner), purpose, owner_.once(std::move(done)));
}

void process_store::read_claim(std::string key, callback<step_claim> done) {
  if (owner_.may_call()) link_.read_claim(std::move(key), owner_.once(std::move(done)));
}

void process_store::take_over_step(std::string key, std::string dead_owner, std::string owner,
                                   callback<step_claim> done) {
  if (owner_.may_call())
    link_.take_over_step(std::move(key), std::move(dead_owner), std::move(owner),
                         owner_.once(std::move(done)));
}

void process_store::finish_step(std::string key, std::string owner, std::string outcome,
                                callback<std::monostate> done) {
  if (owner_.may_call())
    link_.finish_step(std::move(key), std::move(owner), std::move(outcome),
                      owner_.once(std::move(done)));
}

void process_store::ping(callback<std::monostate> done) {
  if (owner_.may_call()) link_.ping(owner_.once(std::move(done)));
}

void process_store::try_write(callback<std::monostate> done) {
  if (owner_.may_call()) link_.try_write(owner_.once(std::move(done)));
}

void process_store::on_restart(std::function<void(const store_restart&)> listen) {
  if (owner_.may_call()) link_.on_restart(owner_.always(std::move(listen)));
}

}  // namespace ironbus::simulation
