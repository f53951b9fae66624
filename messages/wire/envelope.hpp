#pragma once

#include "messages/base/json_text.hpp"
#include "messages/base/time.hpp"
#include "messages/base/trace_context.hpp"
#include "messages/rights/seen_access.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace ironbus {

/// The form of every bus message: a CloudEvents 1.0 object in JSON (application/cloudevents+json).
/// `sequence`, `traceparent`, `tracestate`, `expirytime` and `authid` are attributes of registered
/// extensions, `requestid`,
/// `seenaccess` and `lessee` of an extension of ironbus.
struct envelope {
  std::string id;
  std::string type;     ///< For example "ironbus.command.create_node".
  std::string source;   ///< "/ironbus/<role>/<member name>".
  std::string subject;  ///< UUID of the node.
  timestamp time{};
  trace_context trace{};             ///< The span in which it was sent (Distributed Tracing).
  std::optional<uint64_t> sequence;  ///< Of events: counted per node, without gaps.
  json_text data;
  /// Of events of a node: its lessee at the time of the event; empty: none.
  std::string lessee{};
  /// Of commands: the authenticated user (extension "Auth Context"); empty: unknown.
  std::string authid{};
  /// Of commands: the id of the API request, as its response shows it; empty: none.
  std::string request_id{};
  /// Of commands: when the client stops waiting for the reply (extension "Expiry Time"); see
  /// expiry_of.
  std::optional<timestamp> expires{};
  /// Of commands: what the sender's permission is based on; unset: not on the object. Attribute
  /// `seenaccess`: a JSON object as text, because attributes are no objects.
  std::optional<seen_access> seen{};
};

/// How long gateways wait for the reply if the command does not say.
inline constexpr std::chrono::seconds command_lifetime{30};

/// When the client stops waiting for the reply to the command.
inline timestamp expiry_of(const envelope& x) {
  return x.expires.value_or(x.time + command_lifetime);
}

member_codecs<envelope> members_of(const envelope*);

std::string encode_envelope(const envelope& x);
/// `invalid` if the text is not a CloudEvents object of ironbus.
result<envelope> decode_envelope(std::string_view text);

}  // namespace ironbus
