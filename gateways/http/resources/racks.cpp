#include "gateways/http/resources/handlers.hpp"
#include "gateways/http/resources/records.hpp"

namespace ironbus::http {

collection_routes rack_routes() {
  auto out = routes_of(racks);
  for (auto* row : {&out.list, &out.create, &out.show, &out.change, &out.remove})
    row->differs = "Ironic has no racks";
  return out;
}

}  // namespace ironbus::http
