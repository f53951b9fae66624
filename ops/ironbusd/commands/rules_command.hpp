#pragma once

#include "ops/ironbusd/commands/requests.hpp"
#include "ops/ironbusd/configuration/configuration.hpp"

namespace ironbus::daemon {

/// `ironbus rules test`: tries inspection rules of a file on an inventory of a file, as the
/// configuration has hooks and policy, and prints the trace. Asks no service. Gives the exit code.
int run_rules_test(const rules_request& asked, const configuration& configuration);

/// A report of inspection_port::try_rules in words; a rule that has a "description" is named by it.
std::string trial_text(const json& report);

}  // namespace ironbus::daemon
