#pragma once

#include "ops/simulator/machine/boot_order.hpp"
#include "ops/simulator/machine/identity.hpp"
#include "ops/simulator/machine/machine_backend.hpp"
#include "ops/simulator/machine/machine_event.hpp"
#include "ops/simulator/machine/machine_log.hpp"
#include "ops/simulator/machine/task.hpp"
#include "ops/simulator/machine/timing.hpp"
#include "ops/simulator/profile/profile.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ironbus::simulator {

enum class machine_power : uint8_t { powered_off, powering_on, powered_on, powering_off, count_ };

struct boot_override {
  std::string target = "None";
  std::string enabled = "Disabled";
  std::string mode = "UEFI";
  std::string http_uri;
};

/// The boot device set by OEM attributes of the BMC; it has precedence over the boot override.
struct first_boot {
  std::string device = "Normal";  ///< One of first_boot_devices.
  bool once = true;
};

struct medium {
  std::string image;  ///< Empty: no medium.
  bool write_protected = true;
  std::string user;
};

enum class boot_source : uint8_t {
  nothing,
  disk,
  network,   ///< The network; it may offer nothing.
  image,     ///< An inserted medium, or the URL that the firmware fetches by HTTP.
  firmware,  ///< The firmware's own setup or shell.
  body       ///< Decided by the machine_backend.
};

/// The running system of a machine.
struct booted {
  boot_source source = boot_source::nothing;
  std::string device = {};  ///< Value of BootSourceOverrideTarget; empty: nothing runs.
  std::string image = {};   ///< URL for Cd, Usb, Floppy and UefiHttp.
  std::string slot = {};    ///< Of the inserted medium.
};

struct volume {
  std::string id;
  std::string name;
  std::string raid_type;
  int64_t bytes = 0;
  std::vector<unsigned> drives;
};

struct secure_boot {
  bool enabled = false;
  bool current = false;  ///< In effect since the last boot.
  std::string keys = "Factory";

  bool has_keys() const { return keys == "Factory"; }
};

struct firmware {
  std::string bios;
  std::string bmc;
  std::string nic;
};

/// A machine behind its BMC. It is passive: `advance` carries out all events that are due by then,
/// in order. Not thread safe.
class machine_state {
public:
  machine_state(identity who, const profile& kind, const timing& speed, timestamp now);

  void advance(timestamp now);
  timestamp now() const { return now_; }

  /// Sets the implementation that runs the system; null: states are simulated only. The machine
  /// must be off.
  void attach(machine_backend* body) { body_ = body; }
  /// Called by the body: the system of start `run` has ended, for power-off or restart.
  /// Ignored if `run` is not the current start.
  void system_ended(unsigned run, bool restarts);

  const identity& who() const { return who_; }
  const profile& kind() const { return kind_; }
  const timing& speed() const { return speed_; }
  std::string_view manufacturer() const;
  std::string_view model() const;

  /// Whether events are kept for `take_machine_events` (the latest ones). False deletes them.
  void watch(bool wanted);
  std::vector<machine_event> take_machine_events() { return std::exchange(machine_events_, {}); }

  // power
  machine_power power() const { return power_; }
  bool in_post() const { return post_; }
  const booted& runs() const { return runs_; }
  /// Changes whenever another system starts, or the same one restarts.
  unsigned run() const { return run_; }
  /// The boot source of that run has no system: tries the next one of the boot order.
  void boot_next(unsigned run);
  timestamp power_changed() const { return power_changed_; }
  /// Time of the next event; unset: none is due.
  std::optional<timestamp> next_due() const;
  /// Carries out a ResetType of the profile. Returns false if the machine already has the requested
  /// state.
  bool reset(std::string_view type, order_source origin = order_source::bmc);
  /// The received orders, the power changes and the boots.
  machine_log log;
  /// The next POST lasts until the power is switched off.
  void stick_in_post() { stuck_ = true; }

  // the BMC itself
  bool bmc_answers() const { return !bmc_restarting_; }
  unsigned bmc_restarts() const { return bmc_restarts_; }  ///< Sessions end when it changes.
  void restart_bmc(timing::duration pause);

  // settings
  boot_override boot;
  first_boot first;
  /// Boot order, unless a request sets another device that is available.
  std::vector<std::string> boot_order = usual_boot_order();
  secure_boot secure;
  std::map<std::string, std::string, std::less<>> indicators;  ///< By resource, without Off.
  bool disk_boots = true;                                      ///< The disk contains a system.
  const json& bios() const { return bios_; }
  const json& pending_bios() const { return pending_bios_; }
  bool bios_reset_pending() const { return bios_reset_; }
  void set_pending_bios(const json& attributes);
  void request_bios_reset() { bios_reset_ = true; }
  /// Slot → medium, without empty slots.
  const std::map<std::string, medium, std::less<>>& media() const { return media_; }
  void insert(const std::string& slot, medium what);
  bool eject(const std::string& slot);  ///< False: the slot was empty.

  // volumes, firmware, tasks
  const std::vector<volume>& volumes() const { return volumes_; }
  const volume* find_volume(std::string_view id) const;
  const firmware& versions() const { return versions_; }
  std::string add_volume(volume wanted);
  bool remove_volume(std::string_view id);
  /// `after_reset`: the task waits for the next start of the machine.
  machine_task& begin_task(task_kind kind, bool after_reset, std::string subject = {},
                           json details = nullptr);
  const std::map<unsigned, machine_task>& tasks() const { return tasks_; }
  /// Null if the task does not exist.
  const machine_task* find_task(std::string_view id) const;
  bool forget_task(std::string_view id);
  /// Deletes all tasks that do not run, and BIOS settings that wait for one of them.
  void forget_tasks();
  unsigned updates_begun() const { return updates_begun_; }  ///< Number of firmware updates.

private:
  enum class event_kind : uint8_t {
    powered_on,
    post_done,
    powered_off,
    task_done,
    bmc_down,
    bmc_up
  };
  struct event {
    event_kind what;
    unsigned number = 0;  ///< Power generation, or task.
  };

  bool carry_out_reset(std::string_view type);
  void expect(timing::duration later, event_kind what, unsigned number = 0);
  void carry_out(const event& what);
  void note(machine_event_kind what, std::string task = {});
  void power_up(timing::duration later);
  void power_down(timing::duration later);
  void begin_post();
  timing::duration begin_waiting_tasks();
  timing::duration length_of(task_kind kind) const;
  void run_task(unsigned number);
  void end_task(unsigned number);
  void take_effect(const machine_task& task);
  void apply_bios();
  void choose_boot();
  void end_override();
  void end_system(bool restarts);
  void start_body();
  void boot_first(const std::string& target);
  void become(booted what);
  void try_boots();
  void note_boot(const booted& what);
  booted boot_from(const std::string& target) const;
  void forget_old_tasks();

  const identity who_;
  const profile& kind_;
  const timing& speed_;
  machine_backend* body_ = nullptr;
  timestamp now_;
  std::multimap<timestamp, event> events_;
  bool watched_ = false;
  std::vector<machine_event> machine_events_;

  machine_power power_ = machine_power::powered_off;
  unsigned generation_ = 0;  ///< Of the power; events of an earlier generation are ignored.
  timestamp power_changed_;
  bool post_ = false;
  bool stuck_ = false;
  booted runs_;
  unsigned run_ = 0;
  std::string wanted_boot_;              ///< Target of the override at this start; empty: none.
  std::vector<std::string> boots_left_;  ///< Remaining boot sources after the current one.

  bool bmc_restarting_ = false;
  unsigned bmc_restarts_ = 0;
  timing::duration bmc_pause_{};

  std::map<std::string, medium, std::less<>> media_;

  json bios_;
  json pending_bios_ = json::object();
  bool bios_reset_ = false;

  std::vector<volume> volumes_;
  unsigned volumes_made_ = 0;
  firmware versions_;
  std::map<unsigned, machine_task> tasks_;
  unsigned tasks_made_ = 0;
  unsigned updates_begun_ = 0;
};

}  // namespace ironbus::simulator
