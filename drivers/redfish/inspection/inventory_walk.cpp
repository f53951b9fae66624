#include "drivers/redfish/inspection/inventory_walk.hpp"

#include <algorithm>

namespace ironbus {

redfish_get inventory_walk::read(std::string link) {
  if (broken_) co_return tl::unexpected(*broken_);
  if (requests_ >= requests_max)
    co_return redfish_refusal("The inspection reached the limit of its requests.");
  ++requests_;
  auto found = co_await bmc_.get(std::move(link));
  if (!found && !is_of_one_resource(found.error())) broken_ = found.error();
  co_return found;
}

redfish_reader inventory_walk::reader() {
  return [this](std::string link) { return read(std::move(link)); };
}

inventory_walk::one inventory_walk::get(std::string link) {
  if (link.empty()) co_return std::nullopt;
  auto found = co_await read(std::move(link));
  if (!found) co_return std::nullopt;
  co_return std::move(*found);
}

inventory_walk::list inventory_walk::pages(std::string collection) {
  if (collection.empty()) co_return std::vector<redfish_resource>{};
  auto read_one = reader();
  auto found =
      co_await read_pages(bmc_, std::move(read_one), std::move(collection), redfish_gaps::skipped);
  if (!found) co_return std::vector<redfish_resource>{};
  co_return std::move(*found);
}

inventory_walk::list inventory_walk::members(std::string collection) {
  const auto shown = co_await pages(std::move(collection));
  auto links = links_of_pages(shown);
  co_return co_await all(std::move(links));
}

inventory_walk::list inventory_walk::all(std::vector<std::string> links) {
  links.resize(std::min(links.size(), requests_max - requests_));
  auto read_one = reader();
  auto found =
      co_await read_listed(bmc_, std::move(read_one), std::move(links), redfish_gaps::skipped);
  if (!found) co_return std::vector<redfish_resource>{};
  co_return std::move(*found);
}

}  // namespace ironbus
