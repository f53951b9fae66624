#pragma once

#include "messages/base/json.hpp"

#include <string_view>

namespace ironbus {

/// Converts the output of `sdr -v` to {type: {sensor: {key: value}}}, with values as printed.
/// Accepts any text. Skips blocks without a sensor reading.
json read_sensors(std::string_view text);

}  // namespace ironbus
