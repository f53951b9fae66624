#include "ops/ironbusd/machines/like_fleet.hpp"

#include "ops/ironbusd/fleet_view/gateway_reader.hpp"
#include "ops/simulator/fleet/machine_plan.hpp"

namespace ironbus::daemon {

result<std::vector<simulator::node_model>> read_like(const simulate_request& asked) {
  auto service = fleet_view::gateway_reader::make({asked.like, asked.who, asked.ca_file}, "--like");
  if (!service) return tl::unexpected(service.error());
  const auto read = [&](const std::string& target) { return service->read(target); };
  auto out = simulator::read_nodes(read, simulator::machines_max);
  if (out) return out;
  return fail(error_code::unavailable,
              "--like names " + asked.like + ", which cannot be read: " + out.error().message);
}

}  // namespace ironbus::daemon
