#pragma once

#include <string>
#include <string_view>

namespace ironbus {

/// The id that the first release derived from a name; it calls itself random (version 4), which it
/// is not. Nothing new is named so: rows and nodes of that release are found by it. To be removed
/// when no store can hold any of them.
std::string legacy_derived_uuid(std::string_view name);

}  // namespace ironbus
