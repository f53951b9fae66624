#pragma once

#include <tl/expected.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace ironbus {

/// What went wrong, classed by what the caller should do next. `errors.cpp` holds the table.
enum class error_code : uint8_t {
  /// The request is wrong here; repeating it is useless. HTTP 400.
  invalid,
  /// No such node, port or other resource. HTTP 404.
  not_found,
  /// Known, but refused by a rule the caller may not override, such as `protected`. HTTP 403.
  forbidden,
  /// Clashes with what is there: a duplicate, or a state that does not allow the change. HTTP 409.
  conflict,
  /// The requested API version has no such field, verb or value. HTTP 406.
  not_acceptable,
  /// The body is larger than the limit of its endpoint. HTTP 413.
  too_large,
  /// Broker, store or worker cannot be reached now; repeat the whole with back-off. HTTP 503.
  unavailable,
  /// No answer in time; the work may still be done. Read before repeating. HTTP 503.
  timeout,
  /// The store holds another version than the one expected: reload and decide again. Never leaves
  /// the conductor.
  stale_version,
  /// A newer owner has taken the shard over: drop what is in memory. Never leaves the conductor.
  fenced,
  /// The machine, its BMC or its agent could not do what a driver asked of it. HTTP 500.
  driver_failed,
  /// A defect of ours. Logged with its cause. HTTP 500.
  internal,
  count_  ///< Not a code: how many there are.
};

std::string_view to_string(error_code x);
/// The code of that name; `internal` for an unknown one, so that a newer peer's error stays one.
error_code error_code_from(std::string_view name);
inline bool from_string(std::string_view name, error_code& out) {
  out = error_code_from(name);
  return true;
}

/// Whether the same request may succeed later without a change.
bool retryable(error_code x);

/// An error with the sentence the operator reads. The sentence names the field, the value and what
/// is allowed; it never holds a secret.
struct failure {
  error_code code = error_code::internal;
  std::string message;
  bool nothing_done = false;  ///< Of a store that is `unavailable`: it has certainly not written.

  bool operator==(const failure&) const = default;
};

template <class T>
using result = tl::expected<T, failure>;

inline tl::unexpected<failure> fail(error_code code, std::string message) {
  return tl::unexpected<failure>(failure{code, std::move(message)});
}

}  // namespace ironbus
