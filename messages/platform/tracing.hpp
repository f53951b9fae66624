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

// The traces of the service: what a request leads to, as spans. Off until somebody opens it; then
// whoever begins something asks `records` first, and makes nothing of what nobody records.
namespace ironbus::trace_key {

// Those of OpenTelemetry's semantic conventions.
inline constexpr std::string_view request_method = "http.request.method";
inline constexpr std::string_view response_status = "http.response.status_code";
inline constexpr std::string_view route = "http.route";
inline constexpr std::string_view path = "url.path";
inline constexpr std::string_view scheme = "url.scheme";
inline constexpr std::string_view server_address = "server.address";
inline constexpr std::string_view server_port = "server.port";
/// A status, or the class of a failure; of what has not failed there is none.
inline constexpr std::string_view error_type = "error.type";
inline constexpr std::string_view message_id = "messaging.message.id";
// Our own.
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

/// As OTLP numbers them.
enum class kind : uint8_t { internal = 1, server = 2, client = 3, consumer = 5 };

struct attribute {
  std::string_view key;  ///< One of trace_key.
  std::variant<std::string, int64_t> value;
};

/// Something that was done, once it has ended.
struct span {
  trace_context self;
  std::array<uint8_t, 8> parent{};  ///< All 0: none.
  std::string name;                 ///< Of few different ones: without ids and paths.
  kind how = kind::internal;
  timestamp begin{};
  timestamp end{};
  std::vector<attribute> attributes{};
  std::vector<trace_context> links{};  ///< Spans of other traces that it has to do with.
  /// Why it has failed; unset: it has not.
  std::optional<std::string> error{};
};

/// The beginnings of a span within `parent`.
span span_in(const trace_context& parent, trace_context self, std::string name, kind how,
             timestamp begin);

/// Takes every span; called on any thread, and must neither block nor throw. Secrets are masked by
/// whoever shows them.
using sink = std::function<void(span)>;

/// Where spans go from now on. `ratio`: see begin_trace.
void open(sink receiver, double ratio);
/// They go nowhere again; a write that is under way may still reach the receiver.
void close();

bool is_on();
/// Which part of the traces that begin here is sampled; 0 while tracing is off.
double sampling_ratio();
/// Whether spans of that trace are worth making.
inline bool records(const trace_context& x) { return x.sampled && is_on(); }

void write(span x);

/// Adds trace_id and span_id, where there is a trace.
void add_ids(std::vector<log::field>& fields, const trace_context& x);

}  // namespace ironbus::tracing
