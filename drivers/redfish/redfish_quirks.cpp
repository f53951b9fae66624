#include "drivers/redfish/redfish_quirks.hpp"

#include "drivers/redfish/redfish_system.hpp"
#include "messages/base/text.hpp"

namespace ironbus {

boost::asio::awaitable<redfish_result<known_system>> find_known_system(redfish_call call) {
  const auto root = co_await call.bmc.get_known(call.bmc.account().root);
  if (!root) co_return tl::unexpected(root.error());
  auto system = co_await get_system(call.bmc, call.system);
  if (!system) co_return tl::unexpected(system.error());
  known_system out;
  out.maker = manufacturer_of(root->body, system->body, call.request.machine.properties);
  const auto& own = call.context->vendors;
  if (firmware_decides(out.maker, own)) {
    const auto manager = co_await get_manager(call.bmc, *system, "FirmwareVersion");
    if (!manager && manager.error().fault != redfish_fault::missing)
      co_return tl::unexpected(manager.error());
    if (manager) out.maker.firmware = member_text(manager->body, "FirmwareVersion");
  }
  out.habits = quirks_of(out.maker, own);
  out.system = std::move(*system);
  co_return out;
}

}  // namespace ironbus
