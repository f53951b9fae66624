#pragma once

#include "gateways/http/resources/object_access.hpp"
#include "messages/wire/commands.hpp"

#include <vector>

namespace ironbus::http {

/// The policy rules that a patch of a node needs; one for each changed field.
rule_names rules_of_patch(const std::vector<patch_operation>& patch);

}  // namespace ironbus::http
