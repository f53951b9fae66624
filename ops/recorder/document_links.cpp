#include "ops/recorder/document_links.hpp"

#include "messages/base/text.hpp"

namespace ironbus::recorder {

namespace {

bool names_resource(std::string_view key, bool in_location) {
  return key == "@odata.id" || key == "@Redfish.ActionInfo" || (in_location && key == "Uri");
}

void add_links(const json& value, bool in_location, std::vector<std::string>& out) {
  if (value.is_array())
    for (const auto& item : value) add_links(item, in_location, out);
  if (!value.is_object()) return;
  for (const auto& [key, member] : value.items()) {
    if (member.is_string() && names_resource(key, in_location))
      out.push_back(member.get<std::string>());
    add_links(member, key == "Location", out);
  }
}

}  // namespace

std::vector<std::string> links_of(const json& document) {
  std::vector<std::string> out;
  add_links(document, false, out);
  return out;
}

std::string next_page_of(const json& document) {
  return member_text(document, "Members@odata.nextLink");
}

}  // namespace ironbus::recorder
