#pragma once

#include "messages/base/json.hpp"
#include "messages/base/time.hpp"

#include <string>

namespace ironbus::fleet_view {

/// The wait of GET /v1/nodes/{node}/why with its timeout and result: "the agent in the machine;
/// until … (in 27 min), then the inspection operation fails". Empty: the node waits for nothing.
std::string wait_words(const json& waiting, timestamp now);

/// One line per way to unblock a node, each followed by a line with its command, if any.
std::string unblocker_lines(const json& unblockers, const std::string& node,
                            const std::string& indent);

/// GET /v1/nodes/{node}/why for a terminal, in several lines.
std::string why_text(const json& why, timestamp now);

/// The output of --json: the API's answer, with a "command" in each item of `unblocked_by` whose
/// call has one.
json why_document(json why);

}  // namespace ironbus::fleet_view
