#pragma once

#include "messages/base/json_text.hpp"
#include "messages/base/time.hpp"
#include "messages/base/trace_context.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace ironbus {

/// What every message on the bus is: a CloudEvents 1.0 object in JSON
/// (application/cloudevents+json). `sequence`, `traceparent`, `tracestate`, `expirytime` and
/// `authid` are attributes of its registered extensions, `requestid` of our own.
struct envelope {
  std::string id;
  std::string type;     ///< Such as "ironbus.command.create_node".
  std::string source;   ///< "/ironbus/<role>/<member name>".
  std::string subject;  ///< UUID of the node.
  timestamp time{};
  trace_context trace{};             ///< The span under which it was sent (Distributed Tracing).
  std::optional<uint64_t> sequence;  ///< Of events: per node, gap-free.
  json_text data;
  /// Of commands: the authenticated user who asked (extension "Auth Context"); empty: nobody known.
  std::string authid{};
  /// Of commands: the API request that it comes from, as its answer names it; empty: none.
  std::string request_id{};
  /// Of commands: when whoever asked stops waiting for the answer (extension "Expiry Time"); see
  /// expiry_of.
  std::optional<timestamp> expires{};
};

/// How long gateways wait for the answer to a command that does not say so.
inline constexpr std::chrono::seconds command_lifetime{30};

/// When nobody waits for the answer to the command any more.
inline timestamp expiry_of(const envelope& x) {
  return x.expires.value_or(x.time + command_lifetime);
}

member_codecs<envelope> members_of(const envelope*);

std::string encode_envelope(const envelope& x);
/// `invalid` if the text is no CloudEvents object of ours.
result<envelope> decode_envelope(std::string_view text);

}  // namespace ironbus
