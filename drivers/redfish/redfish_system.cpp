#include "drivers/redfish/redfish_system.hpp"

#include "drivers/kit/pause.hpp"
#include "drivers/redfish/client/redfish_link.hpp"
#include "messages/base/host_source.hpp"
#include "messages/base/text.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

using link_result = boost::asio::awaitable<redfish_result<std::string>>;

link_result find_only_system(redfish_client bmc) {
  const auto root = co_await bmc.get_known(bmc.account().root);
  if (!root) co_return tl::unexpected(root.error());
  const auto systems = link_at(root->body, {"Systems"});
  if (systems.empty()) co_return no_link(*root, "Systems");
  auto members = co_await get_known_member_links(bmc, systems);
  if (members && members->empty()) members = co_await get_member_links(bmc, systems);
  if (!members) co_return tl::unexpected(members.error());
  if (members->size() == 1) co_return members->front();
  co_return redfish_refusal("The BMC at " + bmc.account().place() + " has " +
                            std::to_string(members->size()) +
                            " systems: driver_info.redfish_system_id must name one of them.");
}

/// The client repeats what other failures may pass.
bool may_pass(const redfish_error& wrong) {
  const auto is = [&wrong](redfish_fault fault) { return wrong.fault == fault; };
  return wrong.status != 0 &&
         (is(redfish_fault::broken) || is(redfish_fault::refused) || is(redfish_fault::missing));
}

/// How well a resource suits; the highest is chosen, and of equals the first.
using suitability = int (*)(const json& resource, const std::string& needed);

bool has_needed(const json& resource, const std::string& needed) {
  return !needed.empty() && !member_at(resource, {needed}).is_null();
}

/// Members of a machine's own BMC. Controllers of GPU boards call themselves BMC, but have none.
constexpr std::array<std::string_view, 4> services_of_bmc{"VirtualMedia", "NetworkProtocol",
                                                          "EthernetInterfaces", "DateTime"};

int manager_suits(const json& manager, const std::string& needed) {
  const bool is_bmc = member_text(manager, "ManagerType") == "BMC";
  const bool serves =
      std::any_of(services_of_bmc.begin(), services_of_bmc.end(),
                  [&](std::string_view name) { return !member_at(manager, {name}).is_null(); });
  return (has_needed(manager, needed) ? 4 : 0) + (is_bmc ? 2 : 0) + (serves ? 1 : 0);
}

int chassis_suits(const json& chassis, const std::string& needed) {
  return has_needed(chassis, needed) ? 1 : 0;
}

/// A single one is not compared, so its error is returned.
redfish_get get_best(redfish_client bmc, std::vector<std::string> links, std::string needed,
                     suitability suits, std::string missing) {
  if (links.empty()) co_return redfish_refusal(missing, redfish_fault::missing);
  if (links.size() == 1) co_return co_await bmc.get(links.front());
  auto all = co_await get_all(bmc, links);
  if (!all) co_return tl::unexpected(all.error());
  if (all->empty()) co_return co_await bmc.get(links.front());
  auto best = std::max_element(all->begin(), all->end(), [&](const auto& left, const auto& right) {
    return suits(left.body, needed) < suits(right.body, needed);
  });
  co_return std::move(*best);
}

redfish_list get_list(redfish_client bmc, std::string collection, redfish_gaps gaps) {
  const auto read = reading_from(bmc);
  const auto pages = co_await read_pages(bmc, read, std::move(collection), gaps);
  if (!pages) co_return tl::unexpected(pages.error());
  auto links = links_of_pages(*pages);
  co_return co_await read_listed(bmc, read, std::move(links), gaps);
}

redfish_links get_links(redfish_client bmc, redfish_reader read, std::string collection) {
  const auto pages = co_await read_pages(std::move(bmc), std::move(read), std::move(collection),
                                         redfish_gaps::refused);
  if (!pages) co_return tl::unexpected(pages.error());
  co_return links_of_pages(*pages);
}

std::vector<std::string> chassis_links(const redfish_resource& system) {
  return links_at(system.body, {"Links", "Chassis"});
}

std::string lacks(const redfish_resource& shown, const std::string& name) {
  return "The BMC does not report " + name + " in " + shown.path + ".";
}

}  // namespace

redfish_get look_at_system(redfish_client bmc, std::string named) {
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

redfish_get get_system(redfish_client bmc, std::string named) {
  const auto& options = bmc.options();
  const auto give_up = steady_clock::now() + options.system_read_timeout;
  for (auto pause = options.retry_first;; pause = std::min(2 * pause, options.retry_longest)) {
    auto out = co_await look_at_system(bmc, named);
    if (out || !may_pass(out.error()) || steady_clock::now() + pause >= give_up) co_return out;
    co_await pause_for(pause);
  }
}

redfish_get get_manager(redfish_client bmc, redfish_resource system, std::string needed) {
  auto links = links_at(system.body, {"Links", "ManagedBy"});
  if (links.empty()) links = links_at(system.body, {"Links", "Managers"});
  return get_best(std::move(bmc), std::move(links), std::move(needed), &manager_suits,
                  lacks(system, "Links.ManagedBy"));
}

redfish_get get_chassis(redfish_client bmc, redfish_resource system, std::string needed) {
  return get_best(std::move(bmc), chassis_links(system), std::move(needed), &chassis_suits,
                  lacks(system, "Links.Chassis"));
}

redfish_list get_all_chassis(redfish_client bmc, redfish_resource system) {
  return get_all(std::move(bmc), chassis_links(system));
}

redfish_list get_members(redfish_client bmc, std::string collection) {
  return get_list(std::move(bmc), std::move(collection), redfish_gaps::skipped);
}

redfish_list get_all(redfish_client bmc, std::vector<std::string> links) {
  auto read = reading_from(bmc);
  return read_listed(std::move(bmc), std::move(read), std::move(links), redfish_gaps::skipped);
}

redfish_list get_every_member(redfish_client bmc, std::string collection) {
  return get_list(std::move(bmc), std::move(collection), redfish_gaps::refused);
}

redfish_list get_every(redfish_client bmc, std::vector<std::string> links) {
  auto read = reading_from(bmc);
  return read_listed(std::move(bmc), std::move(read), std::move(links), redfish_gaps::refused);
}

redfish_links get_member_links(redfish_client bmc, std::string collection) {
  auto read = reading_from(bmc);
  return get_links(std::move(bmc), std::move(read), std::move(collection));
}

redfish_links get_known_member_links(redfish_client bmc, std::string collection) {
  auto read = reading_known_from(bmc);
  return get_links(std::move(bmc), std::move(read), std::move(collection));
}

tl::unexpected<redfish_error> no_link(const redfish_resource& shown, const std::string& name) {
  return redfish_refusal(lacks(shown, name), redfish_fault::missing);
}

}  // namespace ironbus
