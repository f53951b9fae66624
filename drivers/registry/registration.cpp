#include "drivers/registry/registration.hpp"

#include "drivers/agent/agent_catalog.hpp"
#include "drivers/boot/network_boot_catalog.hpp"
#include "drivers/fake/fake_catalog.hpp"
#include "drivers/ipmi/ipmi_catalog.hpp"
#include "drivers/manual/manual_catalog.hpp"
#include "drivers/manual/manual_interface.hpp"
#include "drivers/noop/noop_catalog.hpp"
#include "drivers/noop/noop_interface.hpp"
#include "drivers/redfish/bios/redfish_bios_catalog.hpp"
#include "drivers/redfish/boot/boot_media.hpp"
#include "drivers/redfish/boot/redfish_boot_catalog.hpp"
#include "drivers/redfish/firmware/redfish_firmware_catalog.hpp"
#include "drivers/redfish/idrac/idrac_boot.hpp"
#include "drivers/redfish/idrac/idrac_catalog.hpp"
#include "drivers/redfish/idrac/idrac_inspection.hpp"
#include "drivers/redfish/inspection/redfish_inspection.hpp"
#include "drivers/redfish/raid/redfish_raid_catalog.hpp"
#include "drivers/redfish/redfish_catalog.hpp"
#include "drivers/redfish/vendor/redfish_vendor.hpp"

namespace ironbus {

namespace {

using made = std::shared_ptr<driver_interface>;

made make_fake(const driver_environment& x) { return std::make_shared<fake_interface>(x.fake); }
made make_noop(const driver_environment&) { return std::make_shared<noop_interface>(); }
made make_agent(const driver_environment& x) { return std::make_shared<agent_interface>(x.agents); }
template <size_t row>
made make_network_boot(const driver_environment& x) {
  return std::make_shared<network_boot_interface>(x.boot, network_boots[row]);
}
template <size_t row>
std::vector<interface_implementation> declared_network_boot(const driver_options& options) {
  return {network_boot_implementation(network_boots[row], options)};
}
made make_ipmi(const driver_environment& x) { return std::make_shared<ipmi_interface>(x.ipmi); }
made make_redfish(const driver_environment& x) {
  return std::make_shared<redfish_interface>(x.redfish);
}
template <redfish_operations (*acts)()>
made make_redfish_kind(const driver_environment& x) {
  return std::make_shared<redfish_interface>(x.redfish, acts());
}
made make_manual(const driver_environment&) { return std::make_shared<manual_interface>(); }
made make_unsupported(const driver_environment&) {
  return std::make_shared<unsupported_interface>();
}

struct family {
  std::vector<interface_implementation> (*declared)(const driver_options&);
  made (*make)(const driver_environment&);
};

static_assert(network_boots.size() == 4, "each has a row in families");

constexpr std::array families{
    family{&fake_implementations, &make_fake},
    family{&agent_implementations, &make_agent},
    family{&declared_network_boot<0>, &make_network_boot<0>},
    family{&declared_network_boot<1>, &make_network_boot<1>},
    family{&declared_network_boot<2>, &make_network_boot<2>},
    family{&declared_network_boot<3>, &make_network_boot<3>},
    family{&ipmi_implementations, &make_ipmi},
    family{&redfish_implementations, &make_redfish},
    family{&redfish_bios_implementations, &make_redfish_kind<&redfish_bios_acts>},
    family{&redfish_firmware_implementations, &make_redfish_kind<&redfish_firmware_acts>},
    family{&redfish_raid_implementations, &make_redfish_kind<&redfish_raid_acts>},
    family{&redfish_inspection_implementations, &make_redfish_kind<&redfish_inspection_acts>},
    family{&media_boot_implementations, &make_redfish_kind<&media_boot_acts>},
    family{&https_boot_implementations, &make_redfish_kind<&https_boot_acts>},
    family{&redfish_vendor_implementations, &make_redfish_kind<&redfish_vendor_acts>},
    family{&idrac_implementations, &make_redfish_kind<&idrac_machine_acts>},
    family{&idrac_raid_implementations, &make_redfish_kind<&redfish_raid_acts>},
    family{&idrac_boot_implementations, &make_redfish_kind<&idrac_boot_acts>},
    family{&as_idrac<&redfish_bios_implementations>, &make_redfish_kind<&redfish_bios_acts>},
    family{&as_idrac<&redfish_inspection_implementations>,
           &make_redfish_kind<&idrac_inspection_acts>},
    family{&as_idrac<&redfish_vendor_implementations>, &make_redfish_kind<&redfish_vendor_acts>},
    family{&noop_implementations, &make_noop},
    family{&manual_implementations, &make_manual},
    family{&unsupported_implementations, &make_unsupported},
};

}  // namespace

std::vector<registration> registrations(const driver_options& options) {
  std::vector<registration> out;
  for (const auto& row : families)
    for (auto& implementation : row.declared(options))
      out.push_back({std::move(implementation), row.make});
  return out;
}

std::vector<hardware_type> hardware_types() {
  return {fake_hardware(), idrac_hardware(), ipmi_hardware(), manual_hardware(),
          redfish_hardware()};
}

}  // namespace ironbus
