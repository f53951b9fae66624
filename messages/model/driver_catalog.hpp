#pragma once

#include "messages/base/errors.hpp"
#include "messages/model/components.hpp"
#include "messages/model/interface_kinds.hpp"
#include "messages/model/node_parts.hpp"
#include "messages/model/operation.hpp"
#include "messages/model/power_state.hpp"
#include "messages/model/provision_state.hpp"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace ironbus {

struct node;
struct node_snapshot;

/// The phases in which a declared step runs automatically. A mask.
enum step_phase : uint32_t {
  phase_none = 0,  ///< Only called by workflows (prepare_cleaning, set_power_state, …).
  phase_verify = 1U << 0,
  phase_clean = 1U << 1,
  phase_deploy = 1U << 2,
  phase_service = 1U << 3,
};

/// The instances that a call applies to, by where they run from.
enum class instance_place : uint8_t {
  anywhere,
  on_disk,
  /// Run from the media that the boot interface provides at each start; nothing is installed.
  live,
};

/// A call that a step brings along, of the same or another interface: {"boot", "prepare_ramdisk"}.
/// With the kind "power" also the reserved steps power_on, power_off, reboot.
struct step_call {
  std::string interface;
  std::string name;
  /// Boots or stops the agent's ramdisk: skipped if the agent may keep running (fast-track).
  bool unless_agent_stays = false;
  json args = json::object();
  instance_place instances = instance_place::anywhere;  ///< Skipped for other instances.
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
  step_priority priority;  ///< 0: runs only on request.
  bool abortable = false;
  bool requires_ramdisk = false;
  bool repeatable = true;
  /// Needs the agent in the machine: waits until the agent has sent a heartbeat.
  bool in_agent = false;
  /// Reads the agent's steps; the rest of the plan is rebuilt with them.
  bool collects_steps = false;
  std::vector<step_argument> arguments;
  /// Calls that run right after it, in this order, if the workflow uses the agent's ramdisk.
  std::vector<step_call> then;
};

/// A method of a vendor interface under vendor_passthru; it is also declared as a step.
struct vendor_method {
  std::string name;
  std::string description;
  std::vector<std::string> http_methods{"POST"};
  bool async = true;  ///< The request is answered before the method runs.
  bool require_exclusive_lock = true;
};

/// A key of driver_info that an interface reads; the API shows it with its description.
struct driver_property {
  std::string name;
  std::string description;
  bool required = false;
};

/// One implementation of an interface kind, as data.
struct interface_implementation {
  std::string kind;
  std::string name;
  bool supported = true;  ///< False for the "no-…" ones: every call is rejected.
  /// An agent in the machine does its work and offers more steps (agent_steps.hpp).
  bool through_agent = false;
  /// Of a boot interface: whether only that node can read the boot files of its ramdisk, so that
  /// they may contain the agent's token (agent_secret_token in driver_internal_info). Null: never.
  bool (*hands_over_token)(const node& x) = nullptr;
  /// Its work starts with the agent's ramdisk, which the boot interface must be able to boot.
  bool boots_ramdisk = false;
  /// Of a deploy interface: its instances run live.
  bool runs_live = false;
  /// Of a deploy interface: another one is chosen instead for each instance.
  bool chooses_by_instance = false;
  /// Of a deploy interface that can be chosen: whether it can deploy this instance_info.
  bool (*supports_deploy)(const json& instance_info) = nullptr;
  std::vector<step_declaration> steps;
  std::vector<driver_property> properties;
  /// Keys of driver_info that its steps need in addition: names, `redfish_*`, `*_address`, or `*`
  /// for all, with the secrets masked.
  std::vector<std::string> further_keys;
  /// Checks the node's own data for this interface; does not contact the machine. Empty: always
  /// valid. The failure is `invalid` with a sentence.
  std::function<std::optional<failure>(const node_snapshot&)> validate;
  /// Of a boot interface: it provides a config drive to an instance that runs live.
  bool brings_config_drive = false;
  /// Of a boot interface: checks, in the same way as `validate`, the boot source of an instance
  /// that runs live. Empty: it cannot boot one.
  std::function<std::optional<failure>(const node_snapshot&)> validate_live;
  std::vector<std::string> power_states;  ///< Targets that a power interface supports.
  std::vector<std::string> boot_devices;  ///< Devices that a management interface supports.
  std::vector<vendor_method> vendor_methods;

  const step_declaration* find_step(std::string_view name) const;
};

/// A hardware type: the implementations it can use of each kind, best first.
struct hardware_type {
  std::string name;
  std::map<std::string, std::vector<std::string>, std::less<>> supported;
};

/// Rules for images that agents write. The names are those of the options.
struct image_rules {
  bool allow_md5_checksum = true;
  /// A checksum must not be the URL of a checksum file.
  bool disable_support_for_checksum_files = false;
  /// Folders that file:// URLs may point into.
  std::vector<std::string> file_url_allowed_paths{"/var/lib/ironic"};
  std::vector<std::string> permitted_image_formats{"raw", "gpt", "qcow2", "iso"};
  bool disable_deep_image_inspection = false;  ///< Images are not inspected.
  /// Who downloads images if neither the instance nor the node says so: "http", the agent; "local",
  /// this service, which caches them.
  std::string image_download_source = "http";
  /// Agents may run the boot loader's programs of an image that has no loader to copy.
  bool enable_bios_bootloader_install = false;
};

/// Texts by processor architecture, named as in properties.cpu_arch: "aarch64".
using texts_by_arch = std::map<std::string, std::string, std::less<>>;

/// Boot files for nodes without their own in driver_info: URLs (http, https, file), named as the
/// options. Empty: none.
struct ramdisk_images {
  std::string deploy_kernel;
  std::string deploy_ramdisk;
  std::string rescue_kernel;
  std::string rescue_ramdisk;
  /// An EFI system partition with a boot loader, for a boot ISO built from kernel and ramdisk.
  std::string bootloader;
  /// The same for single architectures (deploy_kernel_by_arch, …), if they differ.
  texts_by_arch deploy_kernel_by_arch;
  texts_by_arch deploy_ramdisk_by_arch;
  texts_by_arch rescue_kernel_by_arch;
  texts_by_arch rescue_ramdisk_by_arch;
  texts_by_arch bootloader_by_arch;

  /// The images for this architecture; the general ones if it is unknown.
  ramdisk_images of_arch(std::string_view arch) const;
};

/// Options of inspection through an agent. Comments name the options.
struct inspection_boot {
  bool power_off = true;         ///< At the end.
  bool pre_create_ports = true;  ///< For the MAC addresses that a BMC lists.
};

/// The enabled drivers: `enabled_hardware_types`, `enabled_<kind>_interfaces`,
/// `default_<kind>_interface`.
struct driver_options {
  std::vector<std::string> hardware_types{"fake-hardware"};
  /// Kind → names; if a kind is missing, all built-in implementations are enabled.
  std::map<std::string, std::vector<std::string>, std::less<>> interfaces;
  std::map<std::string, std::string, std::less<>> defaults;
  /// The candidates of a deploy interface that chooses by instance; the first that fits is used.
  std::vector<std::string> autodetect_deploy_interfaces{"ramdisk", "direct"};
  image_rules images;
  ramdisk_images ramdisks;
  inspection_boot inspection;
};

/// Replaces a driver name from before hardware types: a hardware type, and for deploy an interface
/// that works through the agent. Null for other names, and for those without a successor.
struct old_driver {
  std::string_view name;
  std::string_view type;
  std::string_view deploy_interface;
};
const old_driver* find_old_driver(std::string_view name);
/// Whether old agents may use this driver's name.
bool is_old_driver(std::string_view name);

/// The drivers of this installation as data: supported implementations and their declarations.
/// Immutable, so every thread may read it.
class driver_catalog {
public:
  driver_catalog() = default;

  /// Checks and builds. Failures (`invalid`) name the option and the value: an unknown type or
  /// interface, a type without an enabled implementation of a kind, a default that is not
  /// supported.
  static result<driver_catalog> build(std::vector<hardware_type> types,
                                      std::vector<interface_implementation> implementations,
                                      driver_options options);

  /// Enabled types, sorted by name.
  std::span<const hardware_type> types() const { return types_; }
  /// An enabled type; null if there is none of that name.
  const hardware_type* find_type(std::string_view name) const;

  /// Enabled implementations of a kind that the type supports, best first.
  std::vector<std::string> enabled(const hardware_type& type, std::string_view kind) const;
  /// The default for a node of that type; unset if nothing is enabled.
  std::optional<std::string> default_interface(const hardware_type& type,
                                               std::string_view kind) const;
  /// Rejects (`invalid`) an interface that is not enabled or not supported by the type.
  result<std::monostate> check_interface(const hardware_type& type, std::string_view kind,
                                         std::string_view name) const;

  /// Chooses the deploy interface for an instance; `invalid` if none fits.
  result<std::string> choose_deploy_interface(const hardware_type& type,
                                              const json& instance_info) const;

  /// The declaration of an implementation; null if unknown.
  const interface_implementation* find(std::string_view kind, std::string_view name) const;
  /// The implementation in use for a kind, the instance's or the node's own; null if there is none.
  const interface_implementation* find(const node& x, std::string_view kind) const;

  /// Validates the node for an interface kind of GET …/validate; unset: valid. For a deploy
  /// interface whose instances run live this includes their boot source.
  std::optional<failure> validate(const node_snapshot& snapshot, std::string_view kind) const;

private:
  result<std::monostate> check_choice() const;
  std::optional<failure> validate_live_boot(const node_snapshot& snapshot) const;

  std::vector<hardware_type> types_;
  std::vector<interface_implementation> implementations_;
  driver_options options_;
};

}  // namespace ironbus
