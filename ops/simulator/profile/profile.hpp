#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::simulator {

/// An error response of a BMC. Status 0: the request is accepted.
struct refusal {
  unsigned status = 0;
  std::string_view message_id = {};  ///< With registry; a bare name belongs to Base.
  std::string_view text = {};        ///< Of messages outside Base.

  constexpr explicit operator bool() const { return status != 0; }
};

enum class insertion : uint8_t {
  action,  ///< POST to InsertMedia and EjectMedia.
  patch,   ///< PATCH of the slot, without actions.
  none,    ///< Only by the web console.
};

struct media_slot {
  std::string_view id = {};
  std::string_view types = {};  ///< MediaTypes, separated by commas.
  insertion way = insertion::action;
};

/// Use of If-Match in a PATCH.
enum class etag_demand : uint8_t {
  none,      ///< The BMC has no ETags.
  optional,  ///< A wrong If-Match returns 412.
  required,  ///< A missing If-Match returns 428.
};

enum class access : uint8_t { writable, read_only, absent };

/// Location of the task's id in a 202 response.
enum class task_place : uint8_t {
  monitor,    ///< Location: TaskMonitors/ID, which returns 202 while the task runs.
  task,       ///< Location: the task, which always returns 200.
  body_only,  ///< Only in the body, without Location.
};

/// All peculiarities of one vendor's BMC, as a row of the table of profiles. Other code does not
/// depend on vendors.
struct profile {
  std::string_view name = {};
  // identity
  std::string_view vendor = {};  ///< Of the service root; empty: absent.
  std::string_view manufacturer = {};
  std::string_view model = {};
  std::string_view bmc_model = {};
  std::string_view redfish_version = {};
  std::string_view bmc_version = {};
  std::string_view bios_version = {};
  std::string_view nic_version = {};
  std::string_view system_id = {};
  std::string_view manager_id = {};
  std::string_view chassis_id = {};
  std::string_view user = {};
  // sessions
  unsigned sessions_max = 16;
  std::chrono::seconds session_timeout{1'800};  ///< Of an idle session.
  refusal session_limit{503, "SessionLimitExceeded"};
  // requests and responses
  std::string_view base_registry = "Base.1.8.1";
  bool message_texts = true;  ///< False: error responses have a MessageId only.
  std::string_view encoded =
      {};  ///< Path segments that return 406 for `Accept-Encoding: identity`.
  etag_demand etags = etag_demand::optional;
  bool weak_etags = false;
  bool patch_shows = false;  ///< PATCH returns 200 with the resource instead of 204.
  // power and boot
  std::string_view reset_types = {};
  refusal no_power_change = {};          ///< For a reset to the current power state.
  std::chrono::seconds power_settles{};  ///< Time after Off in which On returns a conflict.
  std::string_view boot_targets = {};
  std::string_view boot_settings = {};  ///< Segment of the resource with Boot; empty: System.
  access boot_mode = access::writable;
  bool boot_whole = false;            ///< Boot requires target, Enabled and mode together.
  bool enabled_forgotten = false;     ///< A target without Enabled disables the override.
  bool enabled_needs_target = false;  ///< Enabled is rejected while the target is None.
  bool continuous = true;
  refusal busy_in_post = {};  ///< For a PATCH of Boot, Bios and the like during POST.
  // firmware settings
  std::string_view bios_settings = "Settings";
  std::string_view bios_apply_times = {};  ///< Empty: neither shown nor accepted.
  bool bios_job = false;                   ///< Pending values create a task and return 202.
  bool bios_shown_early = false;           ///< Pending values are shown as current values.
  refusal bios_pending = {};               ///< For a second PATCH before the reboot.
  // storage and network
  std::string_view volume_apply_times = {};  ///< Empty: immediate, with 201.
  std::string_view raid_types = {};
  bool simple_storage = true;
  bool interfaces_listed = true;  ///< EthernetInterfaces has members.
  bool empty_mac = false;         ///< The last interface shows a MAC address of "".
  // virtual media
  bool media_under_system = false;  ///< Instead of under the Manager.
  std::span<const media_slot> slots = {};
  bool media_flags = true;        ///< InsertMedia accepts Inserted and WriteProtected.
  bool media_protocol = false;    ///< InsertMedia requires TransferProtocolType.
  bool eject_needs_body = false;  ///< EjectMedia without `{}` returns 400.
  refusal eject_empty = {};       ///< For EjectMedia of an empty slot.
  // tasks, updates, events, services, licences
  std::string_view task_first = "New";
  task_place task_is = task_place::monitor;
  std::chrono::seconds task_hidden{};     ///< Time after the 202 in which the task returns 404.
  std::chrono::seconds task_kept{3'600};  ///< Time after the task's end.
  bool event_types = true;                ///< Event types instead of RegistryPrefixes.
  std::string_view bmc_resets = "GracefulRestart,ForceRestart";
  /// Name of the vendor's services below Oem; empty: none.
  std::string_view oem = {};
  std::string_view unlicensed = {};  ///< Last path segments that return `no_licence`.
  refusal no_licence = {};
};

/// All profiles; their names are in lower case.
std::span<const profile> profiles();
/// Null if there is no profile of that name.
const profile* find_profile(std::string_view name);

/// The items of a list that is separated by commas.
std::vector<std::string> items_of(std::string_view list);
bool has_item(std::string_view list, std::string_view item);

}  // namespace ironbus::simulator
