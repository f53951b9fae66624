#include "drivers/redfish/inspection/inventory_walk.hpp"

#include "drivers/redfish/client/redfish_link.hpp"
#include "drivers/redfish/redfish_system.hpp"

namespace ironbus {

namespace {

/// An error of one resource only. A user who may log in but not read a resource gets 403.
bool is_of_one_resource(const redfish_error& wrong) {
  switch (wrong.fault) {
    case redfish_fault::missing:
    case redfish_fault::refused:
    case redfish_fault::broken:
    case redfish_fault::unreadable: return true;
    case redfish_fault::access: return wrong.status == 403;
    default: return false;
  }
}

}  // namespace

inventory_walk::one inventory_walk::get(std::string link) {
  if (link.empty() || broken_ || requests_ >= requests_max) co_return std::nullopt;
  ++requests_;
  auto found = co_await bmc_.get(std::move(link));
  if (found) co_return std::move(*found);
  if (!is_of_one_resource(found.error())) broken_ = std::move(found.error());
  co_return std::nullopt;
}

inventory_walk::list inventory_walk::members(std::string collection) {
  const auto shown = co_await get(std::move(collection));
  if (!shown) co_return std::vector<redfish_resource>{};
  auto links = links_at(shown->body, {"Members"});
  co_return co_await all(std::move(links));
}

inventory_walk::list inventory_walk::all(std::vector<std::string> links) {
  std::vector<redfish_resource> out;
  if (links.size() > redfish_members_max) links.resize(redfish_members_max);
  for (auto& link : links) {
    auto shown = co_await get(std::move(link));
    if (shown) out.push_back(std::move(*shown));
  }
  co_return out;
}

}  // namespace ironbus
