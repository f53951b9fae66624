#pragma once

#include "messages/base/json.hpp"

#include <string_view>

namespace ironbus {

/// What `sdr -v` tells as {type: {sensor: {key: value}}}, values as they are printed. Whatever the
/// text is; blocks that are no sensors with a reading are passed over.
json read_sensors(std::string_view text);

}  // namespace ironbus
