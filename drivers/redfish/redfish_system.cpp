#include "drivers/redfish/redfish_system.hpp"

#include "drivers/redfish/client/redfish_link.hpp"

namespace ironbus {

namespace {

using link_result = boost::asio::awaitable<redfish_result<std::string>>;

link_result find_only_system(redfish_client bmc) {
  const auto root = co_await bmc.get_known(bmc.account().root);
  if (!root) co_return tl::unexpected(root.error());
  const auto systems = link_at(root->body, {"Systems"});
  if (systems.empty()) co_return no_link(*root, "Systems");
  const auto list = co_await bmc.get_known(systems);
  if (!list) co_return tl::unexpected(list.error());
  const auto members = links_at(list->body, {"Members"});
  if (members.size() == 1) co_return members.front();
  co_return redfish_refusal("The BMC at " + bmc.account().place() + " has " +
                            std::to_string(members.size()) +
                            " systems: driver_info.redfish_system_id must name one of them.");
}

redfish_get get_first(redfish_client bmc, std::vector<std::string> links, std::string missing) {
  if (links.empty()) co_return redfish_refusal(missing, redfish_fault::missing);
  co_return co_await bmc.get(links.front());
}

std::string lacks(const redfish_resource& shown, const std::string& name) {
  return "The BMC does not report " + name + " in " + shown.path + ".";
}

}  // namespace

redfish_get get_system(redfish_client bmc, std::string named) {
  if (named.empty()) {
    const auto found = co_await find_only_system(bmc);
    if (!found) co_return tl::unexpected(found.error());
    named = *found;
  }
  auto out = co_await bmc.get(named);
  if (!out && out.error().fault == redfish_fault::missing)
    out.error().message += " Check driver_info.redfish_system_id.";
  co_return out;
}

redfish_get get_manager(redfish_client bmc, redfish_resource system) {
  auto links = links_at(system.body, {"Links", "ManagedBy"});
  if (links.empty()) links = links_at(system.body, {"Links", "Managers"});
  return get_first(std::move(bmc), std::move(links), lacks(system, "Links.ManagedBy"));
}

redfish_get get_chassis(redfish_client bmc, redfish_resource system) {
  return get_first(std::move(bmc), links_at(system.body, {"Links", "Chassis"}),
                   lacks(system, "Links.Chassis"));
}

redfish_list get_members(redfish_client bmc, std::string collection) {
  const auto list = co_await bmc.get(std::move(collection));
  if (!list) co_return tl::unexpected(list.error());
  auto links = links_at(list->body, {"Members"});
  co_return co_await get_all(std::move(bmc), std::move(links));
}

redfish_list get_all(redfish_client bmc, std::vector<std::string> links) {
  std::vector<redfish_resource> out;
  for (const auto& link : links) {
    if (out.size() >= redfish_members_max) break;
    auto one = co_await bmc.get(link);
    if (!one) co_return tl::unexpected(one.error());
    out.push_back(std::move(*one));
  }
  co_return out;
}

tl::unexpected<redfish_error> no_link(const redfish_resource& shown, const std::string& name) {
  return redfish_refusal(lacks(shown, name), redfish_fault::missing);
}

}  // namespace ironbus
