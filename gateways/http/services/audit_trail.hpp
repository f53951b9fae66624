#pragma once

#include "messages/platform/metrics.hpp"

#include <array>
#include <chrono>
#include <mutex>
#include <string>
#include <string_view>

namespace ironbus::http {

/// How an audited request ended.
enum class audit_outcome : uint8_t {
  success,
  failure,  ///< The request was allowed and failed.
  denied,
  count_
};

std::string_view outcome_name(audit_outcome x);

/// A request for the audit. It contains no query and no body, which may hold secrets.
struct audit_entry {
  std::string user;        ///< Proved; empty: none.
  std::string project;     ///< Id; empty: the scope is the system, or the user has no roles.
  std::string roles;       ///< Separated by commas.
  std::string client;      ///< Address. Behind a trusted proxy, that of its client.
  std::string_view proof;  ///< How the user proved it: a value of api.auth_strategy.
  std::string method;
  std::string path;
  std::string rule;    ///< The policy rule of the route, or the one that denied the request.
  std::string object;  ///< The first name or UUID in the path.
  unsigned status = 0;
  std::string request_id;
  bool is_change = false;   ///< The method changes something.
  bool is_refusal = false;  ///< 401, 403, 409, 429, or 404 for an object that the policy hides.

  audit_outcome outcome() const;
};

/// Records who changed what, and who was refused: one line of the log for each. Refusals of
/// unknown clients are limited, so that they cannot fill the log; all are counted. Thread safe.
class audit_trail {
public:
  using time_point = std::chrono::steady_clock::time_point;

  /// `extent`: "off", "refusals" or "all", see api.audit.
  explicit audit_trail(std::string_view extent);

  void take(const audit_entry& entry, time_point now);

  /// Lines about unknown clients in a second.
  static constexpr size_t strangers_per_second = 10;

private:
  bool is_wanted(const audit_entry& entry) const;
  bool has_room_for_stranger(time_point now);

  const bool takes_changes_;
  const bool takes_refusals_;
  std::mutex mutex_;
  time_point second_{};   ///< The start of the second that is counted.
  size_t strangers_ = 0;  ///< Lines about unknown clients since.
  metrics::labelled<metrics::counter_value> counted_;
  metrics::counter unwritten_{
      {"ironbus_http_audit_unwritten_total",
       "Refusals of unknown clients that were counted and not written to the log."}};
};

}  // namespace ironbus::http
