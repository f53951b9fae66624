#pragma once

#include "actors/inspection/processing/engine.hpp"
#include "actors/node/base/context.hpp"
#include "messages/wire/decision_record.hpp"

#include <memory>
#include <span>
#include <string>

namespace ironbus::daemon {

/// The drivers, options and inspection policy of an installation, rebuilt from its decision
/// records. Reads no files of the host.
class past_installation {
public:
  /// `options` as written_options() returns them. `invalid` if this release rejects them.
  static result<past_installation> make(const json& options);

  /// The context of a decision. It refers to the arguments, which must outlive it.
  context context_of(const decision_record& record, const envelope& message,
                     std::span<const std::string> taken_macs) const;

private:
  policy_ptr policy_;
  conductor_options options_;
  std::unique_ptr<driver_catalog> drivers_;
  std::unique_ptr<inspection::engine> inspecting_;
};

/// The compiled rules of a record. `invalid` if this release rejects them.
result<inspection::rules_in_force> read_rules(const json& recorded);

}  // namespace ironbus::daemon
