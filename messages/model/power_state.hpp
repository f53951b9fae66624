#pragma once

#include "messages/base/json_text.hpp"
#include "messages/base/time.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace ironbus {

/// The known power state of a machine: "power on", "power off", "error" in texts. Unknown: an empty
/// optional, null in texts.
enum class power_state : uint8_t { on, off, error, count_ };

std::string_view to_string(power_state x);
bool from_string(std::string_view name, power_state& out);

/// The recorded power state is not confirmed: an order may have changed it, and the machine did not
/// show the end.
struct unconfirmed_power {
  std::string order;   ///< "power off", or the step: "firmware.update".
  timestamp since{};   ///< When the order ended without a result.
  std::string sender;  ///< The requesting user, or "power sync"; empty: unknown.
  std::string reason;  ///< The driver's words.

  bool operator==(const unconfirmed_power&) const = default;
};

/// The power sync has read another state than the recorded one. It acts on a second reading.
struct power_difference {
  power_state found = power_state::off;
  timestamp since{};

  bool operator==(const power_difference&) const = default;
};

member_codecs<unconfirmed_power> members_of(const unconfirmed_power*);
member_codecs<power_difference> members_of(const power_difference*);

}  // namespace ironbus
