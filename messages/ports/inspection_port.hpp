#pragma once

#include "messages/base/errors.hpp"
#include "messages/base/json.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ironbus {

struct node_snapshot;

/// Prefix of the UUIDs of built-in rules; the rest is their position in the file.
inline constexpr std::string_view built_in_rule_prefix = "00000000-0000-0000-0000-";

/// A trial of inspection rules on given data.
struct inspection_trial {
  std::shared_ptr<const node_snapshot> node;  ///< Null: a newly discovered node.
  json inventory = json::object();
  json plugin_data = json::object();
  std::optional<json> rules;        ///< A list in API form; unset: the rules in force.
  std::vector<std::string> phases;  ///< Empty: preprocess and main, as for a node.
  bool hooks = false;               ///< Run the configured hooks as well.
};

/// The data after the rules of the phase `early`.
struct early_result {
  json plugin_data;
  std::vector<std::pair<std::string, std::string>> logs;  ///< Level and text, for the log.
  std::optional<std::string> rejected;                    ///< Why the inspection fails.
};

/// The inspection functions that the gateway needs; the daemon connects the two. Thread safe,
/// without I/O.
class inspection_port {
public:
  virtual ~inspection_port() = default;

  /// The built-in rules in API form, in order.
  virtual const std::vector<json>& built_in_rules() const = 0;

  /// Applies the rules of the phase `early`, in which there is no node yet. `unavailable` until the
  /// rules are loaded.
  virtual result<early_result> apply_early_rules(const json& inventory, json plugin_data) const = 0;

  /// Tries rules without changes; returns the report. `invalid` with the name of an invalid rule,
  /// `unavailable` as above.
  virtual result<json> try_rules(const inspection_trial& x) const = 0;
};

}  // namespace ironbus
