#pragma once

#include "actors/inspection/processing/policy.hpp"

namespace ironbus::inspection {

/// What one inspection is processed with.
struct processing {
  const inspection::policy& policy;
  std::span<const rule_ptr> rules;    ///< All in force.
  std::string inspect_interface;      ///< Of the node; not every one runs rules.
  std::string scope;                  ///< Of the node; empty: none.
  std::vector<api_answer> answers{};  ///< Of the api-calls made so far.
  std::span<const std::string> taken_macs{};
  /// A driver has found the data by itself: no gateway has applied the rules of the phase early.
  bool by_driver = false;
};

/// What became of it.
struct processed {
  documents docs;
  std::vector<log_line> logs;
  std::optional<failure> failed;
  /// Set if an api-call has to be made first; then process the same documents again.
  std::optional<api_request> wanted;
};

/// Takes what a machine's agent sent, or a driver found, through the hooks and the rules: the
/// preparing parts of all hooks, the rules of the phase preprocess, the main parts, the rules of
/// the phase main. Without an inventory (null) there is nothing for hooks, and only rules are
/// applied. Pure: whoever calls makes all of it true or nothing. `ids` are those of new ports.
processed process_data(documents docs, const processing& processing, id_source ids);

}  // namespace ironbus::inspection
