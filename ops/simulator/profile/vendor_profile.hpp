#pragma once

#include "ops/simulator/profile/profile.hpp"

namespace ironbus::simulator {

/// The profile for a vendor's name as reported by machines or people ("Dell Inc.", "Hewlett Packard
/// Enterprise"). For an unknown vendor the profile with the fewest peculiarities.
const profile& profile_of_vendor(std::string_view vendor);

}  // namespace ironbus::simulator
