#pragma once

#include "ops/ironbusd/commands/requests.hpp"
#include "ops/ironbusd/configuration/configuration.hpp"

namespace ironbus::daemon {

/// `ironbus rules test`: runs the inspection rules of a file on the inventory of a file, with the
/// hooks and limits of the configuration, and prints the trace. Calls no service. Returns the exit
/// code.
int run_rules_test(const rules_request& asked, const configuration& configuration);

/// A report of inspection_port::try_rules for a terminal. Rules are named by their description, if
/// any.
std::string trial_text(const json& report);

}  // namespace ironbus::daemon
