#include "ops/ironbusd/fleet_view/oddity_report.hpp"

#include "drivers/redfish/client/redfish_oddities.hpp"
#include "messages/base/text.hpp"

namespace ironbus::fleet_view {

json oddity_document(const json& node) {
  json out{{"uuid", member_text(node, "uuid")},
           {"name", member_text(node, "name")},
           {"oddities", json::array()}};
  const auto internal = node.find("driver_internal_info");
  if (internal == node.end() || !internal->is_object()) return out;
  const auto found = internal->find(oddities_key);
  if (found == internal->end() || !found->is_object()) return out;
  for (const auto& [kind, where] : found->items())
    out["oddities"].push_back({{"kind", kind},
                               {"meaning", meaning_of_oddity(kind)},
                               {"where", where.is_string() ? where : json("")}});
  return out;
}

std::string oddity_text(const json& document) {
  auto name = member_text(document, "name");
  if (name.empty()) name = member_text(document, "uuid");
  const auto& all = document.at("oddities");
  if (all.empty()) return name + ": the BMC has shown no deviation from Redfish.\n";
  std::string out = name + ": deviations of the BMC from Redfish\n";
  for (const auto& one : all) {
    out += "  " + member_text(one, "kind") + ": " + member_text(one, "meaning") + "\n";
    out += "      first: " + member_text(one, "where") + "\n";
  }
  return out;
}

}  // namespace ironbus::fleet_view
