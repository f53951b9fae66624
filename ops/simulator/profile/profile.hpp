#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::simulator {

/// How a machine says no. Status 0: it does not.
struct refusal {
  unsigned status = 0;
  std::string_view message_id = {};  ///< With its registry; a bare name is one of Base.
  std::string_view text = {};        ///< Of messages that are not of Base.

  constexpr explicit operator bool() const { return status != 0; }
};

enum class insertion : uint8_t {
  action,  ///< POST to InsertMedia and EjectMedia.
  patch,   ///< PATCH of the slot; it has no actions.
  none,    ///< Neither: only the web console inserts.
};

struct media_slot {
  std::string_view id = {};
  std::string_view types = {};  ///< MediaTypes, a list with commas.
  insertion way = insertion::action;
};

/// What a PATCH has to say of the state it knows.
enum class etag_demand : uint8_t {
  none,      ///< No ETags at all.
  optional,  ///< An If-Match is compared: 412.
  required,  ///< Without one: 428.
};

enum class access : uint8_t { writable, read_only, absent };

/// Where a 202 says which task it is.
enum class task_place : uint8_t {
  monitor,    ///< Location: TaskMonitors/ID, which is 202 while the task runs.
  task,       ///< Location: the task itself, which is 200 always.
  body_only,  ///< In the body; no Location.
};

/// A row: all that makes one vendor's BMC unlike another's. There is nothing about vendors outside
/// of the table.
struct profile {
  std::string_view name = {};
  // who it is
  std::string_view vendor = {};  ///< Of the service root; empty: not there.
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
  std::chrono::seconds session_timeout{1'800};  ///< Without a request.
  refusal session_limit{503, "SessionLimitExceeded"};
  // form of requests and answers
  std::string_view base_registry = "Base.1.8.1";
  bool message_texts = true;  ///< False: refusals have a MessageId only.
  std::string_view encoded =
      {};  ///< Segments whose resources are 406 for `Accept-Encoding: identity`.
  etag_demand etags = etag_demand::optional;
  bool weak_etags = false;
  bool patch_shows = false;  ///< PATCH is answered 200 with the resource, else 204.
  // power and boot
  std::string_view reset_types = {};
  refusal no_power_change = {};          ///< Reset to the state that is.
  std::chrono::seconds power_settles{};  ///< On after Off is a conflict for so long.
  std::string_view boot_targets = {};
  std::string_view boot_settings = {};  ///< Segment of the resource that takes Boot; empty: System.
  access boot_mode = access::writable;
  bool boot_whole = false;            ///< Boot is taken with target, Enabled and mode only.
  bool enabled_forgotten = false;     ///< A target without Enabled disables the override.
  bool enabled_needs_target = false;  ///< Enabled is refused while the target is None.
  bool continuous = true;
  refusal busy_in_post = {};  ///< PATCH of Boot, Bios and the like during POST.
  // firmware settings
  std::string_view bios_settings = "Settings";
  std::string_view bios_apply_times = {};  ///< Empty: not said, and not taken.
  bool bios_job = false;                   ///< A task for pending values; answered 202.
  bool bios_shown_early = false;           ///< Pending values are shown as current ones.
  refusal bios_pending = {};               ///< A second PATCH before the reboot.
  // storage and network
  std::string_view volume_apply_times = {};  ///< Empty: done at once, 201.
  std::string_view raid_types = {};
  bool simple_storage = true;
  bool interfaces_listed = true;  ///< EthernetInterfaces has members.
  bool empty_mac = false;         ///< The last interface shows a MAC address of "".
  // virtual media
  bool media_under_system = false;  ///< Else under the Manager.
  std::span<const media_slot> slots = {};
  bool media_flags = true;        ///< Inserted and WriteProtected are taken by InsertMedia.
  bool media_protocol = false;    ///< TransferProtocolType has to be given.
  bool eject_needs_body = false;  ///< EjectMedia without `{}`: 400.
  refusal eject_empty = {};       ///< EjectMedia of an empty slot.
  // tasks, updates, events, services, licences
  std::string_view task_first = "New";
  task_place task_is = task_place::monitor;
  std::chrono::seconds task_hidden{};     ///< 404 for so long after the 202.
  std::chrono::seconds task_kept{3'600};  ///< After its end.
  bool event_types = true;                ///< Else RegistryPrefixes.
  std::string_view bmc_resets = "GracefulRestart,ForceRestart";
  /// What the vendor's own services below Oem are called; empty: it has none.
  std::string_view oem = {};
  std::string_view unlicensed = {};  ///< Last segments that are answered by the next one.
  refusal no_licence = {};
};

/// All of them; the names are lower case.
std::span<const profile> profiles();
/// Null if there is none of that name.
const profile* find_profile(std::string_view name);

/// The items of a list with commas.
std::vector<std::string> items_of(std::string_view list);
bool has_item(std::string_view list, std::string_view item);

}  // namespace ironbus::simulator
