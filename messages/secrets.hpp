#pragma once

#include <string_view>

namespace ironbus {

/// Compares a secret with what somebody claims it is. How long that takes tells nothing of where
/// the first difference is, only of the lengths.
bool equal_in_constant_time(std::string_view secret, std::string_view claimed);

}  // namespace ironbus
