#pragma once

#include <tl/expected.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace ironbus {

/// Classes of errors, by what the caller should do next. The table is in `errors.cpp`.
enum class error_code : uint8_t {
  /// The request is wrong; a retry cannot help. HTTP 400.
  invalid,
  /// No such node, port or other resource. HTTP 404.
  not_found,
  /// The resource exists, but a rule such as `protected` forbids the request. HTTP 403.
  forbidden,
  /// Conflicts with existing data: a duplicate, or a state that does not allow the change. HTTP
  /// 409.
  conflict,
  /// The requested API version has no such field, verb or value. HTTP 406.
  not_acceptable,
  /// The body is larger than the limit of its endpoint. HTTP 413.
  too_large,
  /// Broker, store or worker cannot be reached now; retry the whole request with back-off. HTTP
  /// 503.
  unavailable,
  /// No answer in time; the work may still be done. Read before a retry. HTTP 503.
  timeout,
  /// The store holds another version than expected: reload and decide again. Never leaves the
  /// conductor.
  stale_version,
  /// A newer owner has taken over the shard: drop all state in memory. Never leaves the conductor.
  fenced,
  /// The owner or lessee is no longer the one on which the permission was based: check it again.
  /// HTTP 409 if it keeps changing.
  access_changed,
  /// The machine, its BMC or its agent failed to do what a driver requested. HTTP 500.
  driver_failed,
  /// A bug in ironbus. Logged with its cause. HTTP 500.
  internal,
  count_  ///< Not a code: the number of codes.
};

std::string_view to_string(error_code x);
/// The code of that name; `internal` for an unknown name, so that an error of a newer peer stays an
/// error.
error_code error_code_from(std::string_view name);
inline bool from_string(std::string_view name, error_code& out) {
  out = error_code_from(name);
  return true;
}

/// Whether the same request may succeed later.
bool retryable(error_code x);

/// An error with the sentence that the operator reads. The sentence names the field, the value and
/// the allowed values, and contains no secret.
struct failure {
  error_code code = error_code::internal;
  std::string message;
  /// Of a store that is `unavailable`: it has certainly written nothing.
  bool nothing_done = false;

  bool operator==(const failure&) const = default;
};

template <class T>
using result = tl::expected<T, failure>;

inline tl::unexpected<failure> fail(error_code code, std::string message) {
  return tl::unexpected<failure>(failure{code, std::move(message)});
}

}  // namespace ironbus
