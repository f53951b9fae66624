#pragma once

#include <string>
#include <string_view>

namespace ironbus {

/// The id that the first release derived from a name. It claims to be random (version 4), which it
/// is not. Only used to find rows and nodes of that release. Remove it when no store contains them
/// any more.
std::string legacy_derived_uuid(std::string_view name);

}  // namespace ironbus
