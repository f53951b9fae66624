#include "tests/support/node_fixture/node_fixture.hpp"

#include "actors/node/save_decision.hpp"
#include "actors/notifications/node_notifications.hpp"
#include "messages/model/snapshot.hpp"
#include "tests/differential/decision_trace.hpp"

#include <boost/test/unit_test.hpp>

namespace ironbus::test {

node_fixture::node_fixture() : node_fixture(json::object()) {}

node_fixture::node_fixture(json fields) {
  fields["driver"] = "fake-hardware";
  const auto reply = tell(create_node{std::move(fields), api_version});
  BOOST_REQUIRE_MESSAGE(!reply.refused, reply.refused->message);
}

reply node_fixture::tell(const command& x) {
  return take("message-" + std::to_string(++messages_), x).answer;
}

reply node_fixture::order(const std::string& target, json request) {
  return tell(set_provision_state{target, std::move(request), api_version});
}

reply node_fixture::patch(const std::string& op, const std::string& path, json value) {
  return tell(update_node{{{op, path, std::move(value)}}, false, api_version});
}

reply node_fixture::power(const std::string& target) { return tell(set_power_state{target, {}}); }

void node_fixture::answer(step_status status, const std::string& reason) {
  step_outcome outcome;
  outcome.status = status;
  outcome.reason = reason;
  answer(std::move(outcome));
}

void node_fixture::answer(step_outcome outcome) {
  BOOST_REQUIRE_MESSAGE(request_, "no step is out");
  outcome.id = request_->id;
  outcome.worker = "driver-1/a";
  request_.reset();
  take("message-" + std::to_string(++messages_), outcome);
}

void node_fixture::hear(const step_outcome& outcome) {
  take("message-" + std::to_string(++messages_), outcome);
}

void node_fixture::run() {
  for (int i = 0; i < 100 && request_; ++i) done();
  BOOST_REQUIRE_MESSAGE(!request_, "the workflow does not end");
}

decision node_fixture::repeat_last() { return take(last_id_, last_); }

void node_fixture::pass(std::chrono::seconds x) {
  time += x;
  take("deadline-" + std::to_string(++messages_), deadline_passed{});
}

void node_fixture::take_over() {
  request_.reset();
  take("taken-over-" + std::to_string(++messages_), taken_over{});
}

void node_fixture::heartbeat() {
  const auto token = now().attributes.driver_internal_info.value("agent_secret_token", "");
  const auto reply = tell(agent_heartbeat{"http://192.0.2.1:9999", "9.0", token, {}, {}});
  BOOST_REQUIRE_MESSAGE(!reply.refused, reply.refused->message);
}

decision node_fixture::take(const std::string& id, const node_message& message) {
  last_id_ = id;
  last_ = message;
  context ctx{time,    drivers_, installation, options,
              "bench", "bench",  client,       id,
              policy,  rules,    taken_macs,   "a-fresh-token-of-at-least-32-characters"};
  ctx.served = served;
  ctx.usual = usual;
  ctx.epoch = epoch;
  ctx.user = user;
  ctx.request_id = request_id;
  ctx.seen = seen;
  ctx.trace = trace;
  ctx.expires = ctx.sent + reply_timeout;
  const auto* before = snapshot_ ? &*snapshot_ : nullptr;
  auto d = decide(before, test_uuid, id, message, ctx);
  trace_decision(before, id, d);
  const bool holds = d.changed && !d.answer.refused;
  if (holds && options.notifications.wanted()) notify(before, d, message);
  logged.clear();
  for (const auto& x : d.logs()) {
    logged.push_back(std::string{to_string(x.how)} + ": " + x.message);
    for (const auto& [key, value] : x.fields)
      if (key.name != log_key::revision.name)  // set by the runtime
        logged.back() += " " + std::string{key.name} + "=" + value;
  }
  for (const auto& sent : d.messages()) {
    const auto head = decode_envelope(sent.body);  // a reply has no envelope
    if (head && head->type == step_probe_type)
      probes_.push_back(decode<step_request>(head->data).value());
  }
  if (holds) {
    if (records_decisions) record(d, id, message);
    spans.insert(spans.end(), d.spans().begin(), d.spans().end());
    keep(d);
  }
  deliver_again();
  return d;
}

void node_fixture::record(const decision& decision, const std::string& id,
                          const node_message& message) {
  const auto after = decision.erased ? std::string{} : encode_snapshot(decision.next);
  const auto* before = snapshot_ ? &*snapshot_ : nullptr;
  const auto event = decision_event({before, {}, message, id, decisions_.size()}, decision, after);
  decisions_.push_back(decode<decision_record>(std::string_view{event.body}).value());
}

void node_fixture::deliver_again() {
  for (const auto& head : std::exchange(again_, {})) {
    const auto before = std::pair{last_id_, last_};
    const auto callers = std::exchange(seen, head.seen);
    const auto answer = take(head.id, decode_node_message(head).value()).answer;
    if (!answer.later) replies_[head.id] = answer;
    seen = callers;
    std::tie(last_id_, last_) = before;
  }
}

void node_fixture::keep(const decision& decision) {
  const auto saved = make_commit(snapshot_ ? &*snapshot_ : nullptr, decision, installation.shards);
  if (decision.erased) {
    snapshot_.reset();
  } else {  // data that the text does not contain is lost, as in production
    auto read = decode_snapshot(saved.snapshot);
    BOOST_REQUIRE_MESSAGE(read, read.error().message);
    snapshot_ = std::move(*read);
  }
  for (const auto& row : saved.put) rows_.push_back(row);
  for (const auto& message : decision.messages()) {
    if (message.routing_key == "client") {
      replies_[message.correlation_id] = decode_reply(message.body).value();
      continue;
    }
    if (message.exchange == options.notifications.exchange) {
      notifications_.push_back(message);
      continue;
    }
    auto head = decode_envelope(message.body).value();
    if (head.subject == test_uuid && head.type.starts_with("ironbus.command.")) {
      again_.push_back(std::move(head));
    } else if (head.type == step_request_type) {
      request_ = decode<step_request>(head.data).value();
      request_trace = head.trace;
      asked_.push_back(request_->what.interface + "." + request_->what.name);
    } else if (head.type != step_probe_type) {
      events_.push_back(std::move(head));
    }
  }
}

std::vector<outgoing> node_fixture::notifications() { return std::exchange(notifications_, {}); }

std::optional<reply> node_fixture::later(const std::string& id) const {
  const auto found = replies_.find(id);
  return found != replies_.end() ? std::optional{found->second} : std::nullopt;
}

std::vector<step_request> node_fixture::probes() { return std::exchange(probes_, {}); }

void node_fixture::agent_ends(const step_request& probe, step_outcome outcome) {
  outcome.id = probe.id;
  take("message-" + std::to_string(++messages_), outcome);
}

std::vector<std::string> node_fixture::asked() { return std::exchange(asked_, {}); }

std::vector<std::string> node_fixture::states() {
  std::vector<std::string> out;
  for (; events_read_ < events_.size(); ++events_read_)
    if (events_[events_read_].type == "ironbus.provision_state_changed")
      out.push_back(json::parse(events_[events_read_].data.text()).at("to").get<std::string>());
  return out;
}

node_fixture manageable() {
  node_fixture n;
  n.order("manage");
  n.run();
  n.states();
  n.asked();
  return n;
}

node_fixture available() {
  auto n = manageable();
  n.order("provide");
  n.run();
  n.states();
  n.asked();
  return n;
}

}  // namespace ironbus::test
