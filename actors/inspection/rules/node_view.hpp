#pragma once

#include "actors/inspection/values/documents.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ironbus::inspection {

/// One change by an action. Secrets are masked.
struct change {
  std::string
      where;    ///< For example "node/extra/rack", "ports/<uuid>/pxe_enabled", "plugin_data/tags".
  json before;  ///< Null: there was no value.
  json after;   ///< Null: the value was removed.

  bool operator==(const change&) const = default;
};

/// A line for the service's log.
struct log_line {
  std::string level;  ///< debug, info, warning, error or critical.
  std::string text;
};

/// The request of an `api-call`: GET, repeated on 429 and 5xx.
struct api_request {
  std::string url;
  json headers = json::object();
  json proxies = json::object();
  double timeout_seconds = 5;
  int retries = 3;
  double backoff_factor = 0.3;

  bool operator==(const api_request&) const = default;
};

/// The result of a call: nothing, or why it failed.
struct api_answer {
  std::optional<std::string> error;
};

/// How an api-call is handled.
struct api_policy {
  std::vector<std::string> hosts;   ///< In lower case; a call to any other host fails.
  bool pretend = false;             ///< A dry run: every allowed call succeeds without being made.
  std::vector<api_answer> answers;  ///< Answers of the calls so far, in the order of the run.
};

/// The data that actions change.
struct node_view {
  documents& docs;
  budget& left;
  const api_policy& calls;

  std::vector<change> changes;
  std::vector<log_line> logs;
  size_t calls_seen = 0;
  std::optional<api_request> wanted;  ///< The run waits for this call; see apply_rules().

  void log(std::string level, std::string text) {
    logs.push_back({std::move(level), std::move(text)});
  }
  void note(std::string where, json before, json after) {
    changes.push_back({std::move(where), std::move(before), std::move(after)});
  }
};

}  // namespace ironbus::inspection
