#pragma once

#include "messages/base/errors.hpp"
#include "messages/base/json.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace ironbus {

/// One entry of the settings of firmware.update.
struct update_order {
  std::string component;                     ///< "bios", "bmc", "nic:<id>".
  std::string url;                           ///< Source of the image, http or https.
  std::optional<std::chrono::seconds> wait;  ///< Pause after the update.
};

inline constexpr size_t update_orders_max = 32;

/// `invalid` names the entry, the error and the allowed values.
result<std::vector<update_order>> read_update_orders(const json& settings);

}  // namespace ironbus
