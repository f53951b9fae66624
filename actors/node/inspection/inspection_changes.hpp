#pragma once

#include "actors/inspection/values/documents.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// Makes true what hooks and rules have made of the node's documents: fields, traits, ports. Gives
/// `invalid`, and nothing is changed, if the whole is no node: an unknown driver, two ports with
/// one address, ….
result<std::monostate> adopt_documents(decision& decision, const inspection::documents& docs);

}  // namespace ironbus
