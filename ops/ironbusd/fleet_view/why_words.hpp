#pragma once

#include "messages/base/json.hpp"
#include "messages/base/time.hpp"

#include <string>

namespace ironbus::fleet_view {

/// Whom a wait of GET /v1/nodes/{node}/why is for, until when and what then: "the agent in the
/// machine; until … (in 27 min), then the inspection operation fails". Empty: for nobody.
std::string wait_words(const json& waiting, timestamp now);

/// A line for each who can unblock a node, with the command that does it; each ends with a line
/// end.
std::string unblocker_lines(const json& unblockers, const std::string& node,
                            const std::string& indent);

/// GET /v1/nodes/{node}/why in words, several lines.
std::string why_text(const json& why, timestamp now);

/// The same for programs: as the API has it, and in each of `unblocked_by` the "command" that
/// stands for the call, where there is one.
json why_document(json why);

}  // namespace ironbus::fleet_view
