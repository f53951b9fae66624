#include "messages/model/fast_track.hpp"

#include "messages/base/text.hpp"

namespace ironbus {

bool may_keep_agent(bool option, const json& driver_info) {
  if (!driver_info.is_object()) return option;
  const auto own = driver_info.find("fast_track");
  if (own == driver_info.end()) return option;
  if (own->is_boolean()) return own->get<bool>();
  if (!own->is_string()) return option;
  const auto text = lower(own->get_ref<const std::string&>());
  if (text == "true") return true;
  return text == "false" ? false : option;
}

}  // namespace ironbus
