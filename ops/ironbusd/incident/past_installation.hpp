#pragma once

#include "actors/inspection/processing/engine.hpp"
#include "actors/node/base/context.hpp"
#include "messages/wire/decision_record.hpp"

#include <memory>
#include <span>
#include <string>

namespace ironbus::daemon {

/// What decisions of an installation went by, made of what records of them say: drivers, options,
/// the policy of inspection. No file and no host is looked at.
class past_installation {
public:
  /// `options` as written_options() has them. `invalid` if this release does not take them.
  static result<past_installation> make(const json& options);

  /// The context of a decision; what it refers to must outlive it.
  context context_of(const decision_record& record, const envelope& message,
                     std::span<const std::string> taken_macs) const;

private:
  policy_ptr policy_;
  conductor_options options_;
  std::unique_ptr<driver_catalog> drivers_;
  std::unique_ptr<inspection::engine> inspecting_;
};

/// The rules that a record has, compiled; `invalid` if this release does not take them.
result<inspection::rules_in_force> read_rules(const json& recorded);

}  // namespace ironbus::daemon
