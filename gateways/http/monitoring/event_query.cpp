#include "gateways/http/monitoring/event_query.hpp"

#include "gateways/http/api/call.hpp"
#include "gateways/http/api/error.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/resources/object_access.hpp"
#include "gateways/http/services/services.hpp"
#include "messages/base/text.hpp"
#include "messages/base/uuid.hpp"
#include "messages/model/provision_state.hpp"
#include "messages/wire/commands.hpp"

#include <array>
#include <charconv>

namespace ironbus::http {

namespace {

constexpr size_t limit_max = 1000;

using outcome = result<std::monostate>;

outcome read_flag(const std::string& value, bool& out) {
  if (value != "true" && value != "false")
    return fail(error_code::invalid,
                "compacted: '" + value + "' is not a boolean; allowed: true, false.");
  out = value == "true";
  return {};
}

outcome read_limit(const std::string& value, size_t& out) {
  const auto* end = value.data() + value.size();
  const auto read = std::from_chars(value.data(), end, out);
  if (read.ec == std::errc{} && read.ptr == end && out > 0 && out <= limit_max) return {};
  return fail(error_code::invalid, "limit: '" + value + "' is not a number from 1 to " +
                                       std::to_string(limit_max) + ".");
}

outcome read_state(const std::string& value, std::string& out) {
  provision_state known{};
  if (!from_string(value, known))
    return fail(error_code::invalid, "state: '" + value + "' is not a provision state.");
  out = value;
  return {};
}

outcome read_type(std::string_view value, std::string& out) {
  if (value.starts_with(event_type_prefix)) value.remove_prefix(event_type_prefix.size());
  out = value;
  return {};
}

outcome read_place(const std::string& value, std::string_view field,
                   std::optional<event_position>& out) {
  auto place = parse_event_position(value, field);
  if (!place) return tl::unexpected(place.error());
  out = *std::move(place);
  return {};
}

outcome take(std::string& out, const std::string& value) {
  out = value;
  return {};
}

struct parameter {
  std::string_view name;
  outcome (*read)(events_request& out, const std::string& value);
  bool of_streams = true;
};

constexpr std::array parameters{
    parameter{"since", [](auto& out, auto& x) { return read_place(x, "since", out.since); }},
    parameter{"compacted", [](auto& out, auto& x) { return read_flag(x, out.compacted); }},
    parameter{"node", [](auto& out, auto& x) { return take(out.wanted.node, x); }},
    parameter{"type", [](auto& out, auto& x) { return read_type(x, out.wanted.type); }},
    parameter{"state", [](auto& out, auto& x) { return read_state(x, out.wanted.state); }},
    parameter{"group", [](auto& out, auto& x) { return take(out.wanted.group, x); }},
    parameter{"owner", [](auto& out, auto& x) { return take(out.wanted.owner, x); }},
    parameter{"limit", [](auto& out, auto& x) { return read_limit(x, out.limit); }, false},
};

outcome unknown(const std::string& name, bool is_stream) {
  std::string allowed;
  for (const auto& one : parameters)
    if (one.of_streams || !is_stream) append_item(allowed, one.name);
  return fail(error_code::invalid,
              "Unexpected arguments: " + name.substr(0, 64) + "; allowed: " + allowed + ".");
}

outcome read_parameter(const std::string& name, const std::string& value, bool is_stream,
                       events_request& out) {
  for (const auto& one : parameters)
    if (one.name == name && (one.of_streams || !is_stream)) return one.read(out, value);
  return unknown(name, is_stream);
}

/// A 410 with the limits of the log.
response gone(const std::string& why, const event_page& log) {
  auto out = error_response(410, why);
  auto body = json::parse(out.body);
  body["log"] = log.log;
  body["oldest"] = log.complete_after;
  body["newest"] = log.newest;
  out.body = to_text(body);
  return out;
}

}  // namespace

task<events_request> read_events_request(const call_ptr& call, bool is_stream) {
  events_request out;
  out.limit = limit_max;
  for (const auto& [name, value] : call->url.query)
    co_await read_parameter(name, value, is_stream, out);
  const std::string last{is_stream ? call->request.header("Last-Event-ID") : ""};
  if (!last.empty()) co_await read_place(last, "Last-Event-ID", out.since);
  if (!out.wanted.node.empty() && !is_uuid(out.wanted.node)) {  // A deleted node has events, too.
    co_await require_on_node(call, out.wanted.node, rule_names());
    out.wanted.node = co_await resolve_node(call, out.wanted.node);
  }
  co_return out;
}

event_viewer_ptr viewer_of(const call& call) {
  if (!is_limited(call)) return nullptr;
  return std::make_shared<const event_viewer>(call.who, call.rules);
}

std::optional<response> refusal_of(const events_request& asked, const event_page& log) {
  if (!asked.since) return std::nullopt;
  const auto named = "The position '" + asked.since->text() + "' in the event log ";
  switch (state_of(*asked.since, log)) {
    case position_state::good: return std::nullopt;
    case position_state::future:
      return error_response(400, named + "is after its end, " + std::to_string(log.newest) + ".");
    case position_state::foreign:
      return gone(named + "belongs to another store; the log of this store is " + log.log + ".",
                  log);
    case position_state::gone:
      if (asked.compacted) return std::nullopt;
      return gone(named + "is no longer stored; the log is complete after " +
                      std::to_string(log.complete_after) + ".",
                  log);
  }
  return std::nullopt;
}

}  // namespace ironbus::http
