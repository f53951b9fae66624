#pragma once

#include "messages/base/codec.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus {

/// A span of a trace, as those need it who go on from it (W3C Trace Context, level 1:
/// https://www.w3.org/TR/trace-context/). Without a trace it costs no memory of its own.
///
/// JSON: {"traceparent", "tracestate"}. What no traceparent can be is read as no trace: it is never
/// worth a message or a record.
struct trace_context {
  std::array<uint8_t, 16> trace{};  ///< All 0: there is no trace.
  std::array<uint8_t, 8> span{};
  bool sampled = false;  ///< Its spans are recorded.
  std::string state{};   ///< The value of the header tracestate, which is others'; empty: none.

  bool is_set() const { return trace != decltype(trace){}; }
  bool operator==(const trace_context&) const = default;
};

/// Reads the header traceparent; of a later version than 00 what is known of 00. Unset: it is not
/// valid, and a new trace begins.
std::optional<trace_context> parse_traceparent(std::string_view text);
/// Of version 00.
std::string to_traceparent(const trace_context& x);

/// The list that several headers tracestate make, in their order; empty if it breaks the rules, has
/// more than 32 members, or more than 512 characters, which is what has to be passed on.
std::string join_tracestate(const std::vector<std::string_view>& headers);

/// The span of what is called so and is done within `parent`: the same of the same name, so that
/// whoever does it again after a death is the same span. Of no trace there is none.
trace_context child_of(const trace_context& parent, std::string_view name);

/// The first span of a new trace. `ratio`: which part of all traces is sampled, from 0 to 1.
trace_context begin_trace(double ratio);
/// A span within `parent` that nobody has to find again.
trace_context fresh_child_of(const trace_context& parent);

/// As texts have an id: two small hexadecimal digits for each byte.
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

/// traceparent first.
member_codecs<trace_context> members_of(const trace_context*);

}  // namespace ironbus
