#pragma once

#include "messages/wire/commands.hpp"

#include <optional>
#include <vector>

namespace ironbus {

/// Applies a JSON patch to a node by RFC 6901 and 6902, slowly and without the library. A field of
/// the node always exists: removing it restores its default. Unset: an operation has no target.
std::optional<json> patched_by_the_letter(json document, const std::vector<patch_operation>& patch);

}  // namespace ironbus
