#pragma once

#include "gateways/cli/follow_events.hpp"
#include "ops/ironbusd/incident/incident_command.hpp"
#include "ops/ironbusd/manual/command_end.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ironbus::daemon {

enum class command_kind {
  serve,
  check,
  show,
  reference,
  sample,
  dnsmasq,
  events,
  store_check,
  store_repair,
  store_backup,
  store_restore,
  simulate,
  record_bmc,
  certificate,
  status,
  why,
  watch,
  timeline,
  rules_test,
  incident_export,
  incident_replay,
  completion,
  man,
};

/// What is asked of a gateway by `ironbus status`, `why`, `watch` and `node timeline`.
struct fleet_request {
  cli::asked_gateway gateway;
  std::string node;   ///< UUID or name.
  bool all = false;   ///< All nodes instead.
  bool json = false;  ///< For programs.
};

/// What is asked of `ironbus events`.
struct events_request {
  cli::follow_options stream;
  bool follow = false;  ///< Goes on where the log ends.
};

/// What is asked of `ironbus rules test`; files.
struct rules_request {
  std::string file;
  std::string inventory;
  std::string plugin_data;          ///< Empty: as the inventory's file has it, or none.
  std::string node;                 ///< Empty: one that has just been discovered.
  std::vector<std::string> phases;  ///< Empty: preprocess and main.
  bool hooks = false;               ///< Those of the configuration run, too.
  bool json = false;
};

/// What is asked of `ironbus completion` and `ironbus man`.
struct manual_request {
  std::string shell;
  std::vector<std::string> command;  ///< Its words; empty: the program.
  bool markdown = false;             ///< All commands as docs/reference/command_line.md.
};

/// What is asked of `ironbusd store`.
struct store_request {
  std::string file;   ///< The back-up to write or to read.
  bool json = false;  ///< Findings for programs.
};

/// What is asked of the virtual machines of `ironbusd simulate --vm`; as it was written.
struct vm_request {
  bool wanted = false;
  std::string firmware = "uefi";
  std::string network = "user";  ///< Or bridge:NAME.
  std::string user_network;      ///< Further settings of QEMU's own network.
  std::string disks = "virtio";  ///< With commas.
  unsigned disk_gib = 5;
  unsigned memory_mib = 2'048;
  bool kvm = false;
  bool ipmi = false;
  std::string folder;  ///< Empty: one of its own.
};

/// What is asked of `ironbusd simulate`.
struct simulate_request {
  unsigned machines = 0;  ///< 0: one, or one for each mockup.
  std::string listen = "127.0.0.1:8000";
  std::string profiles;              ///< Names, with commas; empty: all.
  std::string like;                  ///< A gateway whose nodes the machines are like; empty: none.
  cli::identity who;                 ///< Who asks it.
  std::vector<std::string> mockups;  ///< Folders; empty: none is played.
  std::string scenario_file;         ///< Empty: nothing goes wrong.
  bool in_the_clear = false;
  uint64_t seed = 1;
  std::string api;      ///< Where the machines' agents call; empty: no ramdisk has one.
  std::string ca_file;  ///< What that is checked with; empty: what the machine trusts.
  vm_request vm;
};

/// What is asked of `ironbusd record-bmc`.
struct record_request {
  std::string address;
  cli::identity who;
  std::string ca_file;    ///< What the BMC's certificate is checked with; empty: the machine's.
  bool insecure = false;  ///< It is not checked.
  std::string folder;
  bool anonymous = false;
  size_t resources_max = 5'000;
  unsigned seconds_max = 1'800;
};

/// What is asked of `ironbusd certificate`.
struct certificate_request {
  cli::asked_gateway gateway;
  std::string node;             ///< UUID or name.
  std::string operation;        ///< Whose certificate; empty: the last one.
  std::string file;             ///< To be checked, instead of all that.
  std::string public_key_file;  ///< With what.
};

/// What is asked of `ironbusd config dnsmasq`; empty: as dhcp.managed has it.
struct dnsmasq_request {
  std::string interface;
  std::string range;
};

/// What the user asks for.
struct command_line {
  command_kind what = command_kind::serve;
  std::string config;                            ///< The file; empty: $IRONBUS_CONFIG, else none.
  std::map<std::string, std::string> arguments;  ///< By option key.
  // One each: the library reads the environment for all commands, not only for the one that is
  // asked for, and would write over what that was given.
  fleet_request status;
  fleet_request why;
  fleet_request watch;
  fleet_request timeline;
  events_request events;
  rules_request rules;
  incident_request incident;
  manual_request manual;
  store_request store;
  simulate_request simulate;
  record_request record;
  certificate_request certificate;
  dnsmasq_request dnsmasq;
};

}  // namespace ironbus::daemon
