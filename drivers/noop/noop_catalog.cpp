#include "drivers/noop/noop_catalog.hpp"

namespace ironbus {

namespace {

interface_implementation named(std::string kind, std::string name) {
  interface_implementation out;
  out.kind = std::move(kind);
  out.name = std::move(name);
  return out;
}

}  // namespace

std::vector<interface_implementation> noop_implementations(const driver_options&) {
  auto storage = named("storage", "noop");
  for (const char* step : {"attach_volumes", "detach_volumes"}) {
    step_declaration declared;
    declared.name = step;
    storage.steps.push_back(std::move(declared));
  }
  auto network = named("network", "noop");
  for (const char* step : {"vif_list", "vif_attach", "vif_detach"}) {
    step_declaration declared;
    declared.name = step;
    if (declared.name == "vif_attach")
      declared.arguments = {{"vif", "Object with the VIF's id and optional further keys.", true}};
    if (declared.name == "vif_detach") declared.arguments = {{"id", "Of the VIF.", true}};
    network.steps.push_back(std::move(declared));
  }
  return {std::move(network), std::move(storage)};
}

std::vector<interface_implementation> unsupported_implementations(const driver_options&) {
  std::vector<interface_implementation> out;
  for (std::string kind : {"bios", "console", "firmware", "inspect", "raid", "rescue", "vendor"}) {
    auto x = named(kind, "no-" + kind);
    x.supported = false;
    out.push_back(std::move(x));
  }
  return out;
}

}  // namespace ironbus
