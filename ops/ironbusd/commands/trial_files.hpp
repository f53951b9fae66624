#pragma once

#include "messages/ports/inspection_port.hpp"
#include "ops/ironbusd/commands/requests.hpp"

namespace ironbus::daemon {

/// What a trial of rules takes from files: rules as a list, as an object that has one, or as one
/// rule, in YAML or JSON; an inventory, alone or with `plugin_data`, as the API gives it; a node as
/// the API shows it, of which what is not given is as a new node has it. `invalid` naming the file.
result<inspection_trial> read_trial_files(const rules_request& asked);

}  // namespace ironbus::daemon
