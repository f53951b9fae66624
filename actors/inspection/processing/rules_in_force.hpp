#pragma once

#include <memory>
#include <vector>

namespace ironbus::inspection {

struct policy;
struct rule;

using rules_in_force = std::shared_ptr<const std::vector<std::shared_ptr<const rule>>>;

/// The policy without any configuration.
const policy& default_policy();

}  // namespace ironbus::inspection
