#pragma once

#include "ops/simulator/profile/profile.hpp"

namespace ironbus::simulator {

/// The profile of a vendor, by what machines and people call it ("Dell Inc.", "Hewlett Packard
/// Enterprise"); of those that nobody knows the one with the fewest peculiarities.
const profile& profile_of_vendor(std::string_view vendor);

}  // namespace ironbus::simulator
