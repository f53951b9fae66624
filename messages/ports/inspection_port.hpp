#pragma once

#include "messages/model/snapshot.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ironbus {

/// How the UUIDs begin that built-in rules get by their place in the file.
inline constexpr std::string_view built_in_rule_prefix = "00000000-0000-0000-0000-";

/// A trial of inspection rules: what would they do to this?
struct inspection_trial {
  std::optional<node_snapshot> node;  ///< Unset: a node that has just been discovered.
  json inventory = json::object();
  json plugin_data = json::object();
  std::optional<json> rules;        ///< A list, as the API takes them; unset: those in force.
  std::vector<std::string> phases;  ///< Empty: preprocess and main, as for a node.
  bool hooks = false;               ///< Run the configured hooks as well.
};

/// What the rules of the phase `early` have made of the data.
struct early_result {
  json plugin_data;
  std::vector<std::pair<std::string, std::string>> logs;  ///< Level and text, for the log.
  std::optional<std::string> rejected;                    ///< Why the inspection fails.
};

/// What the gateway asks of inspection; the daemon joins the two. Thread safe, does no I/O.
class inspection_port {
public:
  virtual ~inspection_port() = default;

  /// The built-in rules as the API shows them, in their order.
  virtual const std::vector<json>& built_in_rules() const = 0;

  /// Applies the rules of the phase `early`, for which there is no node yet. `unavailable` as long
  /// as the rules have not been read.
  virtual result<early_result> apply_early_rules(const json& inventory, json plugin_data) const = 0;

  /// Tries rules and changes nothing; gives the report. `invalid` naming the rule that is none,
  /// `unavailable` as above.
  virtual result<json> try_rules(const inspection_trial& x) const = 0;
};

}  // namespace ironbus
