#pragma once

#include "messages/base/codec.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus {

/// Identifies a span of a trace for those who continue the trace (W3C Trace Context, level 1:
/// https://www.w3.org/TR/trace-context/). Takes no memory of its own if there is no trace.
///
/// JSON: {"traceparent", "tracestate"}. An invalid traceparent is read as "no trace": it must never
/// cost a message or a record.
struct trace_context {
  std::array<uint8_t, 16> trace{};  ///< All 0: there is no trace.
  std::array<uint8_t, 8> span{};
  bool sampled = false;  ///< Its spans are recorded.
  std::string state{};   ///< The value of the header tracestate of other systems; empty: none.

  bool is_set() const { return trace != decltype(trace){}; }
  bool operator==(const trace_context&) const = default;
};

/// Reads the header traceparent. Of a version later than 00 it reads the parts known from 00.
/// Unset: the header is invalid, and a new trace begins.
std::optional<trace_context> parse_traceparent(std::string_view text);
/// Writes version 00.
std::string to_traceparent(const trace_context& x);

/// Joins several tracestate headers in order. Empty if the result is malformed, has more than 32
/// members, or has more than 512 characters.
std::string join_tracestate(const std::vector<std::string_view>& headers);

/// The span of that name within `parent`. The same name gives the same span, so that a retry after
/// a crash continues it. Without a trace there is none.
trace_context child_of(const trace_context& parent, std::string_view name);

/// The first span of a new trace. `ratio`: the fraction of all traces that is sampled, from 0 to 1.
trace_context begin_trace(double ratio);
/// A new random span within `parent`.
trace_context fresh_child_of(const trace_context& parent);

/// Two lower-case hexadecimal digits for each byte.
template <size_t Size>
std::string to_hex(const std::array<uint8_t, Size>& id) {
  static constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  out.reserve(2 * Size);
  for (const auto byte : id) {
    out += digits[byte >> 4];
    out += digits[byte & 15];
  }
  return out;
}

/// traceparent comes first.
member_codecs<trace_context> members_of(const trace_context*);

}  // namespace ironbus
