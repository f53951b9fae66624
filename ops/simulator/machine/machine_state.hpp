#pragma once

#include "ops/simulator/machine/boot_order.hpp"
#include "ops/simulator/machine/happening.hpp"
#include "ops/simulator/machine/identity.hpp"
#include "ops/simulator/machine/machine_body.hpp"
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

/// What the BMC's own attributes put before all else.
struct first_boot {
  std::string device = "Normal";  ///< One of first_boot_devices.
  bool once = true;
};

struct medium {
  std::string image;  ///< Empty: nothing is inserted.
  bool write_protected = true;
  std::string user;
};

enum class boot_source : uint8_t {
  nothing,
  disk,
  network,   ///< Whatever the network has to offer, if anything.
  image,     ///< A medium that is inserted, or what the firmware fetches by HTTP.
  firmware,  ///< Its own pages and shells.
  body       ///< Whatever a body has found.
};

/// What the machine runs.
struct booted {
  boot_source source = boot_source::nothing;
  std::string device = {};  ///< As in BootSourceOverrideTarget; empty: nothing runs.
  std::string image = {};   ///< Of Cd, Usb, Floppy and UefiHttp.
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
  bool current = false;  ///< Of the last boot.
  std::string keys = "Factory";

  bool has_keys() const { return keys == "Factory"; }
};

struct firmware {
  std::string bios;
  std::string bmc;
  std::string nic;
};

/// A machine behind its BMC. All that it does by itself is decided when somebody looks: `advance`
/// carries out, in their order, whatever was due by then. Not thread safe.
class machine_state {
public:
  machine_state(identity who, const profile& kind, const timing& speed, timestamp now);

  void advance(timestamp now);
  timestamp now() const { return now_; }

  /// Has another do the running; null: what it runs is said, and nothing runs. While it is off.
  void attach(machine_body* body) { body_ = body; }
  /// What the body has to tell: that start's system has ended by itself, with the power, or to
  /// begin anew. Of an earlier start it changes nothing.
  void system_ended(unsigned run, bool begins_anew);

  const identity& who() const { return who_; }
  const profile& kind() const { return kind_; }
  const timing& speed() const { return speed_; }
  std::string_view manufacturer() const;
  std::string_view model() const;

  /// Whether what happens is kept for `take_happenings`, the last of it; false forgets it.
  void watch(bool wanted);
  std::vector<happening> take_happenings() { return std::exchange(happenings_, {}); }

  // power
  machine_power power() const { return power_; }
  bool in_post() const { return post_; }
  const booted& runs() const { return runs_; }
  /// Another one whenever something else runs than before, or the same anew.
  unsigned run() const { return run_; }
  /// What was booted as that run was nothing: the next in the order is tried.
  void boot_next(unsigned run);
  timestamp power_changed() const { return power_changed_; }
  /// When it next does something by itself; unset: it waits for whoever tells it to.
  std::optional<timestamp> next_due() const;
  /// A ResetType of the profile; false if it asks for the state that is.
  bool reset(std::string_view type);
  /// The next POST does not end before the power goes off.
  void stick_in_post() { stuck_ = true; }

  // the BMC itself
  bool bmc_answers() const { return !bmc_restarting_; }
  unsigned bmc_restarts() const { return bmc_restarts_; }  ///< Sessions are of one of them.
  void restart_bmc(timing::duration pause);

  // settings
  boot_override boot;
  first_boot first;
  /// What is tried, in this order, if nothing else is asked for or that is not there.
  std::vector<std::string> boot_order = usual_boot_order();
  secure_boot secure;
  std::map<std::string, std::string, std::less<>> indicators;  ///< By resource; those not Off.
  bool disk_boots = true;  ///< Whether there is a system on the disk.
  const json& bios() const { return bios_; }
  const json& pending_bios() const { return pending_bios_; }
  bool bios_reset_pending() const { return bios_reset_; }
  void want_bios(const json& attributes);
  void want_bios_reset() { bios_reset_ = true; }
  /// By slot; those with something.
  const std::map<std::string, medium, std::less<>>& media() const { return media_; }
  void insert(const std::string& slot, medium what);
  bool eject(const std::string& slot);  ///< False: there was nothing.

  // volumes, firmware, tasks
  const std::vector<volume>& volumes() const { return volumes_; }
  const volume* find_volume(std::string_view id) const;
  const firmware& versions() const { return versions_; }
  std::string add_volume(volume wanted);
  bool remove_volume(std::string_view id);
  /// `after_reset`: it waits until the machine starts anew.
  machine_task& begin_task(task_kind kind, bool after_reset, std::string subject = {},
                           json details = nullptr);
  const std::map<unsigned, machine_task>& tasks() const { return tasks_; }
  /// Null if it is not there, or no more.
  const machine_task* find_task(std::string_view id) const;
  bool forget_task(std::string_view id);
  /// All but those that run; the settings that wait for a start by one of them are gone with it.
  void forget_tasks();
  unsigned updates_begun() const { return updates_begun_; }  ///< Of firmware, ever.

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
    unsigned number = 0;  ///< The power's generation, or the task.
  };

  void expect(timing::duration later, event_kind what, unsigned number = 0);
  void carry_out(const event& what);
  void note(happening_kind what, std::string task = {});
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
  void end_system(bool begins_anew);
  void start_body();
  void boot_first(const std::string& target);
  void become(booted what);
  void try_boots();
  booted boot_from(const std::string& target) const;
  void forget_old_tasks();

  const identity who_;
  const profile& kind_;
  const timing& speed_;
  machine_body* body_ = nullptr;
  timestamp now_;
  std::multimap<timestamp, event> events_;
  bool watched_ = false;
  std::vector<happening> happenings_;

  machine_power power_ = machine_power::powered_off;
  unsigned generation_ = 0;  ///< Of the power: what was expected of an earlier one does not come.
  timestamp power_changed_;
  bool post_ = false;
  bool stuck_ = false;
  booted runs_;
  unsigned run_ = 0;
  std::vector<std::string> boots_left_;  ///< What is tried if what runs turns out to be nothing.

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
