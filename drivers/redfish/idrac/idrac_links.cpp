#include "drivers/redfish/idrac/idrac_links.hpp"

#include "drivers/redfish/client/redfish_link.hpp"
#include "messages/base/text.hpp"

#include <charconv>

namespace ironbus {

std::string idrac_link(const json& resource, std::string_view name) {
  return link_at(resource, {"Links", "Oem", "Dell", name});
}

std::string idrac_attributes_link(const json& manager) {
  const auto own = "/" + member_text(manager, "Id");
  for (auto& link : links_at(manager, {"Links", "Oem", "Dell", "DellAttributes"})) {
    const auto path = std::string_view{link}.substr(0, link.find_last_not_of('/') + 1);
    if (path.ends_with(own) || path.ends_with(own + "/Attributes")) return link;
  }
  return {};
}

unsigned idrac_generation(const json& manager) {
  const auto model = member_text(manager, "Model");
  unsigned out = 0;
  std::from_chars(model.data(), model.data() + model.size(), out);
  return out;
}

}  // namespace ironbus
