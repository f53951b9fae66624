#pragma once

#include "messages/model/snapshot.hpp"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace ironbus {

/// When a declared step takes part without being asked for by name. A mask.
enum step_phase : uint32_t {
  phase_none = 0,  ///< Called by workflows only (prepare_cleaning, set_power_state, …).
  phase_verify = 1U << 0,
  phase_clean = 1U << 1,
  phase_deploy = 1U << 2,
  phase_service = 1U << 3,
};

/// Of which instances a call is, by where they run from.
enum class instance_place : uint8_t {
  anywhere,
  on_disk,
  live,  ///< From what the boot interface brings at each start; nothing is installed.
};

/// A call that a step brings with it, of the same or another interface: {"boot",
/// "prepare_ramdisk"}. Of the kind "power" also the reserved steps power_on, power_off, reboot.
struct step_call {
  std::string interface;
  std::string name;
  /// Boots the agent's ramdisk or ends it: left out where the agent may stay (fast-track).
  bool unless_agent_stays = false;
  json args = json::object();
  instance_place instances = instance_place::anywhere;  ///< Left out for those that run elsewhere.
};

struct step_argument {
  std::string name;
  std::string description;
  bool required = false;
};

/// A step that an interface implementation can run.
struct step_declaration {
  std::string name;
  uint32_t phases = phase_none;
  step_priority priority;  ///< 0: only when asked for.
  bool abortable = false;
  bool requires_ramdisk = false;
  bool repeatable = true;
  /// Needs the agent in the machine: it waits until the agent has called.
  bool in_agent = false;
  /// Reads from the agent which steps it offers; what is left of the plan is made anew with them.
  bool collects_steps = false;
  std::vector<step_argument> arguments;
  /// Run right after it, in this order, where the workflow takes the agent's ramdisk.
  std::vector<step_call> then;
};

/// A method that a vendor interface offers under vendor_passthru, besides being declared as a step.
struct vendor_method {
  std::string name;
  std::string description;
  std::vector<std::string> http_methods{"POST"};
  bool async = true;  ///< Answered before it is carried out.
  bool require_exclusive_lock = true;
};

/// A key of driver_info that an interface reads; clients are shown it with its description.
struct driver_property {
  std::string name;
  std::string description;
  bool required = false;
};

/// One implementation of an interface kind, as data.
struct interface_implementation {
  std::string kind;
  std::string name;
  bool supported = true;  ///< False for the "no-…" ones: every call is refused.
  /// Its work is done by an agent in the machine, which offers further steps (agent_steps.hpp).
  bool through_agent = false;
  /// Of a boot interface: whether what it boots that node's ramdisk from reaches nobody else, so
  /// that it can bring the agent's token (agent_secret_token in driver_internal_info) along. Null:
  /// never.
  bool (*hands_over_token)(const node& x) = nullptr;
  /// Its work begins with the agent's ramdisk, which the boot interface must be able to boot.
  bool boots_ramdisk = false;
  /// Of a deploy interface: its instances run live.
  bool runs_live = false;
  /// Of a deploy interface: another one is chosen in its place for each instance.
  bool chooses_by_instance = false;
  /// Of a deploy interface that can be chosen: whether the instance of this instance_info is for
  /// it.
  bool (*supports_deploy)(const json& instance_info) = nullptr;
  std::vector<step_declaration> steps;
  std::vector<driver_property> properties;
  /// Further keys of driver_info that its steps carry: names, `redfish_*`, `*_address`; or `*` for
  /// all, but with the secrets among them masked.
  std::vector<std::string> further_keys;
  /// Checks what the node says about itself for this interface; touches no machine. Empty: always
  /// valid. The failure is `invalid` with a sentence.
  std::function<std::optional<failure>(const node_snapshot&)> validate;
  /// Of a boot interface: it brings a config drive to an instance that runs live.
  bool brings_config_drive = false;
  /// Of a boot interface: checks in the same way what an instance that runs live is booted from.
  /// Empty: it boots none.
  std::function<std::optional<failure>(const node_snapshot&)> validate_live;
  std::vector<std::string> power_states;  ///< Targets that a power interface supports.
  std::vector<std::string> boot_devices;  ///< Devices that a management interface supports.
  std::vector<vendor_method> vendor_methods;

  const step_declaration* find_step(std::string_view name) const;
};

/// A hardware type: for each kind the implementations it can use, best first.
struct hardware_type {
  std::string name;
  std::map<std::string, std::vector<std::string>, std::less<>> supported;
};

/// What images agents may be told to write. Names are those of the options.
struct image_rules {
  bool allow_md5_checksum = true;
  /// A checksum may not be the URL of a file of sums.
  bool disable_support_for_checksum_files = false;
  /// Folders that file:// URLs may lead into.
  std::vector<std::string> file_url_allowed_paths{"/var/lib/ironic"};
  std::vector<std::string> permitted_image_formats{"raw", "gpt", "qcow2", "iso"};
  bool disable_deep_image_inspection = false;  ///< Images are not looked into.
  /// Who fetches them where neither the instance nor the node says: "http", the agent; "local",
  /// this service, which keeps them in its cache.
  std::string image_download_source = "http";
  /// Agents may run the boot loader's programs of an image that has no loader ready to be copied.
  bool enable_bios_bootloader_install = false;
};

/// Texts by the name of a processor architecture, as properties.cpu_arch has it: "aarch64".
using texts_by_arch = std::map<std::string, std::string, std::less<>>;

/// What machines boot where their nodes do not name it in driver_info: URLs (http, https, file) by
/// the names of the options. Empty: nothing.
struct ramdisk_images {
  std::string deploy_kernel;
  std::string deploy_ramdisk;
  std::string rescue_kernel;
  std::string rescue_ramdisk;
  /// An EFI system partition with a boot loader, for a disc that is made of kernel and ramdisk.
  std::string bootloader;
  /// The same for one architecture (deploy_kernel_by_arch, …), where it is another one.
  texts_by_arch deploy_kernel_by_arch;
  texts_by_arch deploy_ramdisk_by_arch;
  texts_by_arch rescue_kernel_by_arch;
  texts_by_arch rescue_ramdisk_by_arch;
  texts_by_arch bootloader_by_arch;

  /// Those for a machine of this architecture; for one that is unknown those of any.
  ramdisk_images of_arch(std::string_view arch) const;
};

/// How machines are inspected through an agent. Names in comments are the options' names.
struct inspection_boot {
  bool power_off = true;         ///< When it is over.
  bool pre_create_ports = true;  ///< Of the MAC addresses that a BMC lists.
};

/// What may be enabled, and what is: `enabled_hardware_types`, `enabled_<kind>_interfaces`,
/// `default_<kind>_interface` by their known names.
struct driver_options {
  std::vector<std::string> hardware_types{"fake-hardware"};
  /// Kind → names; a kind that is missing has all built-in implementations enabled.
  std::map<std::string, std::vector<std::string>, std::less<>> interfaces;
  std::map<std::string, std::string, std::less<>> defaults;
  /// What a deploy interface that chooses by instance chooses from; the first that fits.
  std::vector<std::string> autodetect_deploy_interfaces{"ramdisk", "direct"};
  image_rules images;
  ramdisk_images ramdisks;
  inspection_boot inspection;
};

/// What a node enrolled with the name of a driver from before hardware types gets: the hardware
/// type, and for deploy an interface that works through the agent. Null for other names, and for
/// those that nothing today stands for.
struct old_driver {
  std::string_view name;
  std::string_view type;
  std::string_view deploy_interface;
};
const old_driver* find_old_driver(std::string_view name);
/// Whether agents of that time may call by this driver's name.
bool is_old_driver(std::string_view name);

/// The drivers of this installation as data: who supports what, and what is declared. Immutable
/// once built, so it may be read from every thread.
class driver_catalog {
public:
  driver_catalog() = default;

  /// Checks and builds. Failures (`invalid`) name the option and the value: an unknown type or
  /// interface, a type without any enabled implementation of a kind, a default that is not
  /// supported.
  static result<driver_catalog> build(std::vector<hardware_type> types,
                                      std::vector<interface_implementation> implementations,
                                      driver_options options);

  /// Enabled types, by name.
  std::span<const hardware_type> types() const { return types_; }
  /// An enabled type; null if there is none of that name.
  const hardware_type* find_type(std::string_view name) const;

  /// Enabled implementations of a kind that the type supports, best first.
  std::vector<std::string> enabled(const hardware_type& type, std::string_view kind) const;
  /// What a node of that type gets if it names nothing; unset if nothing is enabled.
  std::optional<std::string> default_interface(const hardware_type& type,
                                               std::string_view kind) const;
  /// Refuses (`invalid`) an interface that is not enabled or not supported by the type.
  result<std::monostate> check_interface(const hardware_type& type, std::string_view kind,
                                         std::string_view name) const;

  /// The deploy interface that an instance is for, of those to be chosen from; `invalid` if none.
  result<std::string> choose_deploy_interface(const hardware_type& type,
                                              const json& instance_info) const;

  /// The declaration of an implementation; null if unknown.
  const interface_implementation* find(std::string_view kind, std::string_view name) const;
  /// The implementation in use for a kind, its instance's or the node's own; null if none is.
  const interface_implementation* find(const node& x, std::string_view kind) const;

  /// The result of each interface's validation: unset = valid. Kinds of GET …/validate. Of a deploy
  /// interface whose instances run live, with that of what they are booted from.
  std::optional<failure> validate(const node_snapshot& snapshot, std::string_view kind) const;

private:
  result<std::monostate> check_choice() const;
  std::optional<failure> validate_live_boot(const node_snapshot& snapshot) const;

  std::vector<hardware_type> types_;
  std::vector<interface_implementation> implementations_;
  driver_options options_;
};

}  // namespace ironbus
