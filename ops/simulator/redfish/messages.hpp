#pragma once

#include "messages/base/json.hpp"
#include "ops/simulator/profile/profile.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::simulator {

/// The reason why a request is rejected.
struct fault {
  std::string message_id;  ///< A bare name is a message of Base, which sets status and text.
  std::vector<std::string> args = {};
  std::string property = {};  ///< A pointer such as "#/Boot/BootSourceOverrideTarget".
  unsigned status = 0;        ///< 0: the status of the Base message.
  std::string text = {};      ///< For messages outside Base.
};

/// A message of the registry Base.
struct base_message {
  std::string_view name;
  unsigned status;
  std::string_view severity;
  std::string_view text;  ///< %1, %2, … are replaced by the arguments.
  std::string_view resolution;
};

std::span<const base_message> base_messages();

fault to_fault(const refusal& x);
unsigned status_of(const fault& x);
/// The response body for a fault, in the form of the profile.
json error_body(const profile& kind, const fault& why);
/// One entry of a list of messages.
json message_entry(const profile& kind, const fault& what);

}  // namespace ironbus::simulator
