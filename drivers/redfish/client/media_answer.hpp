#pragma once

#include "drivers/kit/order/answer_kind.hpp"

#include <optional>
#include <string_view>

namespace ironbus {

/// Kind of a rejected insertion of virtual media, by the BMC's message, whatever the status.
/// `already_so`: an image is inserted, and must be ejected. `transient`: an ejection is running.
/// Unset: the general table (kind_of_http) decides.
std::optional<answer_kind> insertion_answer(std::string_view words);

}  // namespace ironbus
