#include "ops/simulator/bmc/mockup_routes.hpp"

#include "ops/simulator/mockup/mockup.hpp"
#include "ops/simulator/redfish/paths.hpp"

#include <algorithm>
#include <array>

namespace ironbus::simulator {

namespace {

enum class life : uint8_t {
  members,  ///< The mockup's document, with some members from the machine.
  action,   ///< The machine's action, if the mockup has its resource.
  whole,    ///< The machine's resource, if the mockup has the service.
};

struct live_row {
  std::string_view pattern;  ///< Pattern of the route.
  life how;
  std::string_view names = {};  ///< The members, separated by commas, or the service.
};

// Other resources of the mockup are shown as recorded and are read-only.
constexpr std::array live_rows{
    live_row{"/redfish", life::whole, ""},
    live_row{"/SessionService/Sessions", life::whole, "/SessionService"},
    live_row{"/SessionService/Sessions/*", life::whole, "/SessionService"},
    live_row{"/Systems/{system}", life::members,
             "PowerState,IndicatorLED,BiosVersion,BootProgress,Boot"},
    live_row{"/Systems/{system}/Actions/ComputerSystem.Reset", life::action},
    live_row{"/Systems/{system}/{boot}", life::members, "Boot"},
    live_row{"/Chassis/{chassis}", life::members, "PowerState,IndicatorLED"},
    live_row{"/Managers/{manager}", life::members, "DateTime,DateTimeLocalOffset,FirmwareVersion"},
    live_row{"/Managers/{manager}/Actions/Manager.Reset", life::action},
    live_row{"{media}/*", life::members, "Inserted,Image,ImageName,ConnectedVia,WriteProtected"},
    live_row{"{media}/*/Actions/VirtualMedia.InsertMedia", life::action},
    live_row{"{media}/*/Actions/VirtualMedia.EjectMedia", life::action},
    live_row{"/UpdateService/Actions/UpdateService.SimpleUpdate", life::action},
    live_row{"/TaskService/Tasks", life::whole, "/TaskService"},
    live_row{"/TaskService/Tasks/*", life::whole, "/TaskService"},
    live_row{"/TaskService/TaskMonitors/*", life::whole, "/TaskService"},
    live_row{"/EventService/Subscriptions", life::whole, "/EventService"},
    live_row{"/EventService/Subscriptions/*", life::whole, "/EventService"},
};

const live_row* find_live(const route& row) {
  const auto* found = std::ranges::find(live_rows, row.pattern, &live_row::pattern);
  return found == live_rows.end() ? nullptr : found;
}

answer show_document(const call& call) { return reply{200, *call.memory.played->find(call.path)}; }

void take_member(json& shown, const json& live, const std::string& name) {
  const auto found = live.find(name);
  const auto place = shown.find(name);
  if (found == live.end() || place == shown.end()) return;
  if (found->is_object() && place->is_object())
    place->update(*found);
  else
    *place = *found;
}

answer show_living_document(const call& call) {
  const auto own = find_route(call.kind(), call.path);
  auto shown = *call.memory.played->find(call.path);
  if (const auto live = own.row->get(call))
    for (const auto& name : items_of(find_live(*own.row)->names))
      take_member(shown, live->body, name);
  return reply{200, std::move(shown)};
}

bool is_there(const mockup& played, const live_row& live, const std::string& path) {
  if (live.how == life::whole) return played.find(service_path(live.names)) != nullptr;
  if (live.how == life::members) return played.find(path) != nullptr;
  return played.find(path.substr(0, path.find("/Actions/"))) != nullptr;
}

}  // namespace

route_match find_resource(const bmc_memory& memory, std::string_view path) {
  auto out = find_route(memory.machine.kind(), path);
  if (memory.played == nullptr) return out;
  const std::string place{path};
  const auto* live = out.row ? find_live(*out.row) : nullptr;
  if (live != nullptr && is_there(*memory.played, *live, place)) {
    if (live->how == life::members) out.row->get = show_living_document;
    return out;
  }
  if (memory.played->find(place) == nullptr) return {};
  route shown{"", show_document};
  if (place == root_path || place == service_path("/odata")) shown.open = "GET";
  return {shown, {}};
}

}  // namespace ironbus::simulator
