#include "gateways/http/nodes/node_past.hpp"

#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/services/services.hpp"
#include "messages/model/snapshot.hpp"
#include "messages/wire/past_node.hpp"

#include <algorithm>
#include <array>

namespace ironbus::http {

namespace {

constexpr size_t decisions_per_page = 200;

/// The logged decisions about a node before and after a time.
struct decisions_around {
  past_node before;                      ///< All decisions up to the time.
  std::optional<decision_record> after;  ///< The first later decision.
};

task<decisions_around> read_around(const call_ptr& call, const std::string& uuid,
                                   timestamp moment) {
  decisions_around out;
  event_query what{0, decision_subject(uuid), decisions_per_page};
  for (;;) {
    const auto page = co_await read_events(call, what);
    for (const auto& one : page.events) {
      const std::string_view text = one.event.body;
      auto decision = co_await decode<decision_record>(text);
      what.after = one.position;
      if (decision.time > moment) {
        out.after = std::move(decision);
        co_return out;
      }
      out.before.take(std::move(decision));
    }
    if (page.events.size() < decisions_per_page) co_return out;
  }
}

/// Whether the log is complete since that time. Then no logged decision means that the node did not
/// change.
task<bool> is_complete_since(const call_ptr& call, timestamp moment) {
  event_query newest{0, {}, 0};
  const auto log = co_await read_events(call, std::move(newest));
  if (log.complete_after == 0) co_return true;
  event_query first{log.complete_after, {}, 1};
  const auto page = co_await read_events(call, std::move(first));
  co_return !page.events.empty() && page.events.front().event.moment <= to_system_time(moment);
}

/// Whether the snapshot has a change after that time.
bool changed_after(const json& snapshot, timestamp moment) {
  static constexpr std::array<const char*, 2> moments{"updated_at", "provision_updated_at"};
  const auto& attributes = snapshot.at(attributes_key);
  return std::any_of(moments.begin(), moments.end(), [&](const char* name) {
    const auto changed = attributes.value(name, json());
    return changed.is_string() && changed.get<timestamp>() > moment;
  });
}

failure did_not_exist(const std::string& uuid, timestamp moment) {
  return {error_code::not_found, "Node " + uuid + " did not exist at " + to_string(moment) + "."};
}

past_state unknown(const std::string& uuid, timestamp moment, const std::string& why) {
  return {{},
          "The state of node " + uuid + " at " + to_string(moment) + " is unknown: " + why + "."};
}

/// Finds the state between two decisions. The later one is in the log.
task<past_state> state_before(const call_ptr& call, const std::string& uuid, timestamp moment,
                              const decisions_around& known) {
  const auto& after = *known.after;
  if (after.before == "null") co_return tl::unexpected(did_not_exist(uuid, moment));
  if (!known.before.is_empty()) {
    const auto state = known.before.state();
    if (after.version == known.before.version() + 1 && state) co_return past_state{*state};
    co_return unknown(uuid, moment, "the decision log has a gap there");
  }
  const auto begin = "the decision log starts at " + to_string(after.time);
  if (after.before.empty()) co_return unknown(uuid, moment, begin);
  auto whole = co_await parse_own_json(after.before);
  const bool complete = co_await is_complete_since(call, moment);
  if (!complete || changed_after(whole, moment)) co_return unknown(uuid, moment, begin);
  co_return past_state{std::move(whole)};
}

/// Finds the state after the last logged decision: the stored node, or none if it was deleted.
task<past_state> state_since(const call_ptr& call, const std::string& uuid, timestamp moment,
                             const past_node& last) {
  const auto now = co_await tried(load_aggregate(call, "node", uuid));
  if (!now && now.error().code != error_code::not_found) co_return tl::unexpected(now.error());
  if (!now || now->erased) {
    if (last.is_empty()) co_return tl::unexpected(no_such_node(uuid));
    co_return tl::unexpected(did_not_exist(uuid, moment));
  }
  if (last.is_empty())
    co_return unknown(uuid, moment,
                      "the decision log has no entry for the node (option conductor.decision_log)");
  if (now->version != last.version())
    co_return unknown(uuid, moment, "the decision log ends before that time");
  past_state out;
  out.snapshot = co_await parse_own_json(now->snapshot);
  co_return out;
}

}  // namespace

result<timestamp> read_moment(const call& call, std::string_view parameter) {
  const std::string name{parameter};
  const auto* given = call.url.parameter(name);
  if (given == nullptr) return fail(error_code::invalid, "Missing mandatory parameter: " + name);
  auto text = given->substr(0, 64);
  std::replace(text.begin(), text.end(), ' ', '+');  // From a "+00:00" that was not escaped.
  auto out = parse_timestamp(text);
  if (!out) return fail(error_code::invalid, name + ": " + out.error().message);
  if (*out > call.services.time.now())
    return fail(error_code::invalid, name + ": '" + text + "' is in the future.");
  return out;
}

task<past_state> read_past_node(const call_ptr& call, const std::string& ident, timestamp moment) {
  const auto uuid = co_await resolve_node(call, ident);
  const auto known = co_await read_around(call, uuid, moment);
  if (known.after) co_return co_await state_before(call, uuid, moment, known);
  co_return co_await state_since(call, uuid, moment, known.before);
}

}  // namespace ironbus::http
