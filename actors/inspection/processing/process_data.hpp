#pragma once

#include "actors/inspection/processing/policy.hpp"

namespace ironbus::inspection {

/// The input of processing, besides the documents.
struct processing {
  const inspection::policy& policy;
  std::span<const rule_ptr> rules;    ///< All rules in force.
  std::string inspect_interface;      ///< Of the node; some interfaces run no rules.
  std::string scope;                  ///< Of the node; empty: none.
  std::vector<api_answer> answers{};  ///< Answers of the api-calls so far.
  std::span<const std::string> taken_macs{};
  /// A driver has found the data itself, so no gateway has applied the rules of the phase early.
  bool by_driver = false;
};

/// The result of processing.
struct processed {
  documents docs;
  std::vector<log_line> logs;
  std::optional<failure> failed;
  /// An api-call that must be made first; then process the same documents again.
  std::optional<api_request> wanted;
};

/// Processes the data of an agent or a driver: the preparing parts of all hooks, the rules of the
/// phase preprocess, the main parts of the hooks, the rules of the phase main. Without an inventory
/// (null) only the rules run. Pure: the caller applies the whole result or nothing. `ids` are for
/// new ports.
processed process_data(documents docs, const processing& processing, id_source ids);

}  // namespace ironbus::inspection
