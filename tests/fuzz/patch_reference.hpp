#pragma once

#include "messages/wire/commands.hpp"

#include <optional>
#include <vector>

namespace ironbus {

/// What a JSON patch makes of a node, as RFC 6901 and 6902 say it, slowly and with nothing of the
/// library's. A field of the node always exists: removed, it is left at its default. Unset: some
/// operation has no place.
std::optional<json> patched_by_the_letter(json document, const std::vector<patch_operation>& patch);

}  // namespace ironbus
