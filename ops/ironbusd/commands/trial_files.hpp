#pragma once

#include "messages/ports/inspection_port.hpp"
#include "ops/ironbusd/commands/requests.hpp"

namespace ironbus::daemon {

/// Reads the files of a trial of rules. `invalid` with the name of the file.
///  * Rules, in YAML or JSON: a list, an object with a list, or one rule.
///  * An inventory as the API returns it, alone or with `plugin_data`.
///  * A node as the API returns it; missing fields are those of a new node.
result<inspection_trial> read_trial_files(const rules_request& asked);

}  // namespace ironbus::daemon
