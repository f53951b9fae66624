#pragma once

#include "actors/inspection/values/documents.hpp"
#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// Applies the documents that hooks and rules have changed: fields, traits, ports. Returns
/// `invalid` without a change if the result is not a valid node: an unknown driver, two ports with
/// one address, ….
result<std::monostate> adopt_documents(decision& decision, const inspection::documents& docs);

}  // namespace ironbus
