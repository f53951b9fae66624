#pragma once

#include "messages/base/json.hpp"
#include "messages/base/time.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace ironbus {

/// What every message on the bus is: a CloudEvents 1.0 object in JSON
/// (application/cloudevents+json). `sequence`, `traceparent` and `authid` are attributes of its
/// registered extensions.
struct envelope {
  std::string id;
  std::string type;     ///< Such as "ironbus.command.create_node".
  std::string source;   ///< "/ironbus/<role>/<member name>".
  std::string subject;  ///< UUID of the node.
  timestamp time{};
  std::optional<std::string> traceparent;  ///< W3C trace context.
  std::optional<uint64_t> sequence;        ///< Of events: per node, gap-free.
  json data;
  /// Of commands: the authenticated user who asked (extension "Auth Context"); empty: nobody known.
  std::string authid{};
};

std::string encode_envelope(const envelope& x);
/// `invalid` if the text is no CloudEvents object of ours.
result<envelope> decode_envelope(std::string_view text);

}  // namespace ironbus
