#include "messages/contract/driver_contract_rows.hpp"
#include "messages/model/driver_catalog.hpp"

#include <array>

// Short names, for this table only.
namespace ironbus::machine_rows {

namespace {

using row = operation_contract;
using v = value_type;
using value = value_contract;
using word = std::string_view;

constexpr auto must = presence::required;
constexpr auto may = presence::optional;
constexpr auto ours = presence::from_service;

constexpr uint32_t clean = phase_clean;
constexpr uint32_t deploy = phase_deploy;
constexpr uint32_t service = phase_service;
constexpr uint32_t at_work = clean | deploy | service;

constexpr std::array power_targets{word{"power on"}, word{"power off"}, word{"rebooting"},
                                   word{"soft rebooting"}, word{"soft power off"}};
constexpr std::array boot_devices{word{"pxe"},    word{"disk"},      word{"cdrom"},
                                  word{"bios"},   word{"safe"},      word{"wanboot"},
                                  word{"floppy"}, word{"iscsiboot"}, word{"uefihttp"}};
constexpr std::array boot_modes{word{"bios"}, word{"uefi"}};
constexpr std::array light_states{word{"on"}, word{"off"}, word{"blinking"}};
constexpr std::array media_devices{word{"cdrom"}, word{"disk"}, word{"floppy"}};
constexpr std::array image_sources{word{"http"}, word{"local"}, word{"swift"}};

// -- arguments ------------------------------------------------------------------------------------

constexpr std::array settings{value{"settings", v::list, must}};
constexpr std::array power_change{value{"target", v::text, must, power_targets},
                                  value{"timeout", v::whole, may}};
constexpr std::array console_end{value{"bytes", v::whole, must}};
/// Arguments of the finishing calls of a failed workflow.
constexpr std::array failed_end{value{"power_off", v::boolean, ours},
                                value{"failed", v::boolean, ours}};
constexpr std::array boot_device{value{"device", v::text, must, boot_devices},
                                 value{"persistent", v::boolean, may}};
constexpr std::array boot_mode{value{"mode", v::text, must, boot_modes}};
constexpr std::array secure_boot{value{"state", v::boolean, must}};
constexpr std::array indicator{value{"indicator", v::text, must}};
constexpr std::array indicator_change{value{"indicator", v::text, must},
                                      value{"state", v::text, must, light_states}};
constexpr std::array medium{value{"device_type", v::text, must, media_devices},
                            value{"image_url", v::text, must},
                            value{"image_download_source", v::text, may, image_sources}};
constexpr std::array media{value{"device_types", v::list, may, media_devices}};
constexpr std::array images{value{"firmware_images", v::list, must}};
constexpr std::array clock_time{value{"target_datetime", v::text, may},
                                value{"datetime_local_offset", v::text, may}};
constexpr std::array new_password{value{"password", v::text, may}};
constexpr std::array volumes{value{"create_root_volume", v::boolean, may},
                             value{"create_nonroot_volumes", v::boolean, may},
                             value{"delete_existing", v::boolean, may}};
constexpr std::array raid_config{
    value{"raid_config", v::object, must}, value{"create_root_volume", v::boolean, may},
    value{"create_nonroot_volumes", v::boolean, may}, value{"delete_existing", v::boolean, may}};

// -- answers --------------------------------------------------------------------------------------

constexpr std::array console_members{value{"type", v::text, may}, value{"url", v::text, may}};
constexpr std::array console_text_members{value{"text", v::text, may}};
constexpr std::array device_members{value{"boot_device", v::text, may},
                                    value{"persistent", v::boolean, may}};
constexpr std::array indicator_members{
    value{"name", v::text, must}, value{"component", v::text, must},
    value{"readonly", v::boolean, must}, value{"states", v::list, must, light_states}};
constexpr std::array state_members{value{"state", v::text, must, light_states}};
constexpr std::array media_members{value{"media_types", v::list, must},
                                   value{"inserted", v::boolean, must},
                                   value{"image", v::text, may}};

constexpr answer_contract nothing{};
constexpr answer_contract anything{v::any};
constexpr answer_contract sensors{v::object};
constexpr answer_contract console{v::object, console_members};
constexpr answer_contract console_text{v::object, console_text_members};
constexpr answer_contract device{v::object, device_members};
constexpr answer_contract indicators{v::list, indicator_members};
constexpr answer_contract indicator_state{v::object, state_members};
constexpr answer_contract devices{v::list, media_members};

namespace power_calls = driver_operations::power;
namespace bmc = driver_operations::management;
namespace consoles = driver_operations::console;

constexpr uint32_t once_is_enough = op_idempotent;
constexpr uint32_t reads = op_reads | op_idempotent;
constexpr uint32_t task = op_by_task;
constexpr uint32_t every = op_required;

// What, about, arguments, answer, facts, traits, phases, call of the API.
// clang-format off
constexpr std::array rows{
  row{{"bios", "apply_configuration"}, "Sets BIOS settings: a list of {name, value}.", settings, nothing, fact_bios_settings, every | once_is_enough | task, at_work},
  row{{"bios", "factory_reset"}, "Resets all BIOS settings to their defaults.", {}, nothing, fact_bios_settings, every | once_is_enough | task, at_work},
  row{driver_operations::bios::cache_bios_settings, "Reads all BIOS settings.", {}, nothing, fact_bios_settings, every | reads, clean},

  row{consoles::start_console, "Opens the serial console; does nothing if it is open.", {}, nothing, fact_console, every | once_is_enough, 0, "PUT /v1/nodes/{ident}/states/console"},
  row{consoles::stop_console, "Closes the serial console.", {}, nothing, fact_console, every | once_is_enough, 0, "PUT /v1/nodes/{ident}/states/console"},
  row{consoles::get_console, "Returns how to reach the console.", {}, console, fact_none, every | reads, 0, "GET /v1/nodes/{ident}/states/console"},
  row{consoles::get_console_log, "Reads the last bytes of the serial console's log; no text: no log is kept.", console_end, console_text, fact_none, reads, 0, "GET /v1/nodes/{ident}/console/log"},
  row{consoles::start_recording, "Starts to record the serial console; succeeds even if it cannot be recorded.", {}, nothing, fact_none, once_is_enough},
  row{consoles::stop_recording, "Stops recording and returns the last 4 KiB; no text: nothing was recorded.", failed_end, console_text, fact_none, once_is_enough},

  row{{"firmware", "update"}, "Flashes components: a list of {component, url, wait}.", settings, nothing, fact_firmware_components, every | task, at_work},
  row{driver_operations::firmware::cache_firmware_components, "Reads the firmware versions of the components.", {}, nothing, fact_firmware_components, reads},

  row{bmc::get_boot_device, "Reads the boot device of the next boot.", {}, device, fact_none, every | reads, 0, "GET /v1/nodes/{ident}/management/boot_device"},
  row{bmc::set_boot_device, "Sets the boot device, once or permanently.", boot_device, nothing, fact_none, every | once_is_enough, 0, "PUT /v1/nodes/{ident}/management/boot_device"},
  row{bmc::get_boot_mode, "Reads the boot mode.", {}, nothing, fact_boot_mode, reads},
  row{bmc::set_boot_mode, "Sets the boot mode.", boot_mode, nothing, fact_boot_mode, once_is_enough | task, 0, "PUT /v1/nodes/{ident}/states/boot_mode"},
  row{bmc::get_secure_boot, "Reads whether secure boot is on.", {}, nothing, fact_secure_boot, reads},
  row{bmc::set_secure_boot, "Switches secure boot on or off.", secure_boot, nothing, fact_secure_boot, once_is_enough | task, 0, "PUT /v1/nodes/{ident}/states/secure_boot"},
  row{bmc::inject_nmi, "Sends the machine a non-maskable interrupt.", {}, nothing, fact_none, op_plain, 0, "PUT /v1/nodes/{ident}/management/inject_nmi"},
  row{bmc::get_indicators, "Lists the indicators, named <indicator>@<component>.", {}, indicators, fact_none, reads, 0, "GET /v1/nodes/{ident}/management/indicators"},
  row{bmc::get_indicator_state, "Reads the state of an indicator.", indicator, indicator_state, fact_none, reads, 0, "GET /v1/nodes/{ident}/management/indicators/{name}"},
  row{bmc::set_indicator_state, "Sets the state of an indicator.", indicator_change, nothing, fact_none, once_is_enough, 0, "PUT /v1/nodes/{ident}/management/indicators/{name}"},
  row{bmc::get_mac_addresses, "Reads the MAC addresses of the usable network cards.", {}, nothing, fact_mac_addresses, reads},
  row{bmc::get_node_health, "Reads the health of the machine.", {}, nothing, fact_health, reads},
  row{bmc::get_sensors_data, "Reads the sensors: {type: {id: {key: value}}}.", {}, sensors, fact_none, reads},
  row{bmc::detect_vendor, "Reads the machine's vendor (properties.vendor).", {}, nothing, fact_properties, reads},
  row{bmc::get_virtual_media, "Lists the virtual media devices and their media.", {}, devices, fact_none, reads, 0, "GET /v1/nodes/{ident}/vmedia"},
  row{bmc::attach_virtual_media, "Inserts an image into a virtual media device.", medium, nothing, fact_none, once_is_enough, 0, "POST /v1/nodes/{ident}/vmedia"},
  row{bmc::detach_virtual_media, "Ejects the media of the listed virtual media devices, or of all.", media, nothing, fact_none, once_is_enough, 0, "DELETE /v1/nodes/{ident}/vmedia"},
  row{{"management", "update_firmware"}, "Flashes images: a list of {url, checksum, wait, source}.", images, nothing, fact_firmware_components, task, clean | service},
  row{{"management", "set_bmc_clock"}, "Sets the clock of the BMC.", clock_time, nothing, fact_none, once_is_enough, clean},
  row{{"management", "verify_bmc_clock"}, "Checks and corrects the clock of the BMC.", {}, nothing, fact_none, once_is_enough, phase_verify},
  row{{"management", "reset_secure_boot_keys_to_default"}, "Resets the secure boot keys to their defaults.", {}, nothing, fact_none, once_is_enough, clean | deploy},
  row{{"management", "clear_secure_boot_keys"}, "Deletes the secure boot keys.", {}, nothing, fact_none, once_is_enough, clean | deploy},
  row{{"management", "clear_job_queue"}, "Deletes all jobs from the BMC's queue.", {}, nothing, fact_none, once_is_enough, clean | phase_verify},
  row{{"management", "reset_idrac"}, "Restarts the BMC.", {}, nothing, fact_none, op_plain, clean | phase_verify},
  row{{"management", "known_good_state"}, "Restarts the BMC and deletes all jobs from its queue.", {}, nothing, fact_none, op_plain, clean | phase_verify},
  row{{"management", "rotate_password"}, "Changes the password of the BMC account to the given or a random one.", new_password, nothing, fact_driver_info, op_plain, clean | service},

  row{power_calls::get_power_state, "Reads the power state.", {}, nothing, fact_power_state, every | reads},
  row{power_calls::set_power_state, "Changes the power state and waits up to timeout seconds until the machine has it.", power_change, nothing, fact_power_state, every | once_is_enough, 0, "PUT /v1/nodes/{ident}/states/power"},

  row{{"raid", "create_configuration"}, "Creates the volumes of target_raid_config.", volumes, nothing, fact_raid_config | fact_properties, every | once_is_enough | task, clean},
  row{{"raid", "apply_configuration"}, "Creates the volumes of raid_config.", raid_config, nothing, fact_raid_config | fact_properties, once_is_enough | task, deploy | service},
  row{{"raid", "delete_configuration"}, "Deletes all volumes.", {}, nothing, fact_raid_config | fact_properties, every | once_is_enough | task, at_work},

  row{{"vendor", "*"}, "A vendor method that the driver declares in the catalogue.", {}, anything, fact_none, op_open | op_by_agent | task, at_work, "POST /v1/nodes/{ident}/vendor_passthru/{method}"},
};
// clang-format on

}  // namespace

}  // namespace ironbus::machine_rows

namespace ironbus {

std::span<const operation_contract> machine_contract() { return machine_rows::rows; }

}  // namespace ironbus
