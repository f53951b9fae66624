#pragma once

#include "messages/base/time.hpp"
#include "messages/base/trace_context.hpp"
#include "messages/platform/log.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

// The traces of the service: the work that a request causes, as spans. Off until open() is called.
// Callers check `records` first and create no spans that are not recorded.
namespace ironbus::trace_key {

// Keys of OpenTelemetry's semantic conventions.
inline constexpr std::string_view request_method = "http.request.method";
inline constexpr std::string_view response_status = "http.response.status_code";
inline constexpr std::string_view route = "http.route";
inline constexpr std::string_view path = "url.path";
inline constexpr std::string_view scheme = "url.scheme";
inline constexpr std::string_view server_address = "server.address";
inline constexpr std::string_view server_port = "server.port";
/// A status, or the class of a failure; unset if the operation succeeded.
inline constexpr std::string_view error_type = "error.type";
inline constexpr std::string_view message_id = "messaging.message.id";
// Keys of ironbus.
inline constexpr std::string_view request_id = "ironbus.request.id";
inline constexpr std::string_view message_type = "ironbus.message.type";
inline constexpr std::string_view node = "ironbus.node.uuid";
inline constexpr std::string_view record = "ironbus.record";
inline constexpr std::string_view workflow = "ironbus.workflow";
inline constexpr std::string_view operation = "ironbus.operation.id";
inline constexpr std::string_view step = "ironbus.step.name";
inline constexpr std::string_view step_attempt = "ironbus.step.attempt";
inline constexpr std::string_view step_status = "ironbus.step.status";
inline constexpr std::string_view worker = "ironbus.worker";
inline constexpr std::string_view ipmi_command = "ironbus.ipmi.command";

}  // namespace ironbus::trace_key

namespace ironbus::tracing {

/// Numbered as in OTLP.
enum class kind : uint8_t { internal = 1, server = 2, client = 3, consumer = 5 };

struct attribute {
  std::string_view key;  ///< One of trace_key.
  std::variant<std::string, int64_t> value;
};

/// A finished operation.
struct span {
  trace_context self;
  std::array<uint8_t, 8> parent{};  ///< All 0: none.
  std::string name;                 ///< From a small set: without ids and paths.
  kind how = kind::internal;
  timestamp begin{};
  timestamp end{};
  std::vector<attribute> attributes{};
  std::vector<trace_context> links{};  ///< Related spans of other traces.
  /// Why the operation failed; unset: it succeeded.
  std::optional<std::string> error{};
};

/// Creates a span within `parent`.
span span_in(const trace_context& parent, trace_context self, std::string name, kind how,
             timestamp begin);

/// Receives every span, on any thread. Must neither block nor throw. The receiver masks secrets.
using sink = std::function<void(span)>;

/// Sets the receiver of spans. `ratio`: see begin_trace.
void open(sink receiver, double ratio);
/// Stops recording; a running write may still reach the receiver.
void close();

bool is_on();
/// The fraction of new traces that is sampled; 0 while tracing is off.
double sampling_ratio();
/// Whether spans of that trace are recorded.
inline bool records(const trace_context& x) { return x.sampled && is_on(); }

void write(span x);

/// Adds trace_id and span_id if there is a trace.
void add_ids(std::vector<log::field>& fields, const trace_context& x);

}  // namespace ironbus::tracing
