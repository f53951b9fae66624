#pragma once

#include "gateways/cli/follow_events.hpp"
#include "messages/rights/identity.hpp"
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
  verify_bmc,
  certificate,
  status,
  why,
  watch,
  timeline,
  oddities,
  rules_test,
  incident_export,
  incident_replay,
  policy_check,
  policy_show,
  policy_explain,
  token_create,
  token_list,
  token_show,
  token_revoke,
  completion,
  man,
};

/// A call of `ironbus status`, `why`, `watch`, `node timeline` or `node oddities`.
struct fleet_request {
  cli::gateway_access gateway;
  std::string node;   ///< UUID or name.
  bool all = false;   ///< All nodes instead of one.
  bool json = false;  ///< Print JSON.
};

/// A call of `ironbus events`.
struct events_request {
  cli::follow_options stream;
  bool follow = false;  ///< Follow new events after the end of the log.
};

/// A call of `ironbus rules test`. The texts are paths of files.
struct rules_request {
  std::string file;
  std::string inventory;
  std::string plugin_data;          ///< Empty: those in the inventory's file, if any.
  std::string node;                 ///< Empty: a newly discovered node.
  std::vector<std::string> phases;  ///< Empty: preprocess and main.
  bool hooks = false;               ///< Run the hooks of the configuration, too.
  bool json = false;
};

/// A call of `ironbusd policy`.
struct policy_request {
  std::string rule;
  std::vector<std::string> roles;
  bool system = false;   ///< The scope is the system instead of `who.project_id`.
  rights::identity who;  ///< Without its roles.
  // Of the object; empty: unset.
  std::string owner;
  std::string lessee;
};

/// A call of `ironbus token`.
struct token_request {
  cli::gateway_access gateway;
  std::string uuid;                ///< Of a token that exists.
  std::string name;                ///< Of a new token.
  std::vector<std::string> roles;  ///< Empty: those of the user.
  bool system = false;             ///< The scope is the system.
  std::string project;             ///< Or this project. Without a scope: that of the user.
  unsigned days = 0;               ///< Until a new token expires.
  bool json = false;
};

/// A call of `completion` or `man`.
struct manual_request {
  std::string shell;
  std::vector<std::string> command;  ///< The words of a command; empty: the program.
  bool markdown = false;             ///< Print docs/reference/command_line.md instead.
};

/// A call of `ironbusd store`.
struct store_request {
  std::string file;   ///< The backup to write or to read.
  bool json = false;  ///< Print the findings as JSON.
};

/// The options of the virtual machines of `ironbusd simulate --vm`, not yet validated.
struct vm_request {
  bool wanted = false;
  std::string firmware = "uefi";
  std::string network = "user";  ///< Or bridge:NAME.
  std::string user_network;      ///< Further settings of QEMU's user network.
  std::string disks = "virtio";  ///< Separated by commas.
  unsigned disk_gib = 5;
  unsigned memory_mib = 2'048;
  bool kvm = false;
  bool ipmi = false;
  std::string folder;  ///< Empty: a temporary folder.
};

/// A call of `ironbusd simulate`.
struct simulate_request {
  unsigned machines = 0;  ///< 0: one, or one for each mockup.
  std::string listen = "127.0.0.1:8000";
  std::string profiles;              ///< Names separated by commas; empty: all.
  std::string like;                  ///< URL of a gateway whose nodes are copied; empty: none.
  cli::identity who;                 ///< The user at that gateway.
  std::vector<std::string> mockups;  ///< Folders of recorded BMCs.
  std::string scenario_file;         ///< Empty: no faults.
  std::string quirks;                ///< Names separated by commas; empty: none.
  std::string random_quirks;         ///< MIN-MAX for each machine; empty: none.
  bool list_quirks = false;          ///< Print the book of quirks instead.
  bool in_the_clear = false;
  uint64_t seed = 1;
  std::string api;      ///< URL of the gateway for the machines' agents; empty: no agents.
  std::string ca_file;  ///< Authorities for that gateway; empty: the system's.
  vm_request vm;
};

/// A call of `ironbusd record-bmc`.
struct record_request {
  std::string address;
  cli::identity who;
  std::string ca_file;    ///< Authorities for the BMC's certificate; empty: the system's.
  bool insecure = false;  ///< Do not verify the certificate.
  std::string folder;
  bool anonymous = false;
  size_t resources_max = 5'000;
  unsigned seconds_max = 1'800;
};

/// A call of `ironbusd verify-bmc`.
struct verify_request {
  std::string address;
  cli::identity who;
  std::string driver = "redfish";
  std::string ca_file;    ///< Authorities for the BMC's certificate; empty: the system's.
  bool insecure = false;  ///< Do not verify the certificate.
  bool power = false;     ///< Also switch the machine off and on.
  std::string system_id;  ///< Of a BMC with several systems; empty: the only one.
  unsigned seconds_max = 300;
};

/// A call of `ironbus certificate`.
struct certificate_request {
  cli::gateway_access gateway;
  std::string node;             ///< UUID or name.
  std::string operation;        ///< UUID of the cleaning; empty: the last one.
  std::string file;             ///< A certificate to verify; no gateway is called.
  std::string public_key_file;  ///< The key that verifies it.
};

/// A call of `ironbusd config dnsmasq`. Empty texts: the value of dhcp.managed.
struct dnsmasq_request {
  std::string interface;
  std::string range;
};

/// A parsed command line.
struct command_line {
  program called = program::ironbusd;
  command_kind what = command_kind::serve;
  std::string config;                            ///< File; empty: $IRONBUS_CONFIG, else none.
  std::map<std::string, std::string> arguments;  ///< By option key.
  // One struct per command: CLI11 reads the environment for all commands, not only for the one that
  // is called, and would overwrite the arguments of that one.
  fleet_request status;
  fleet_request why;
  fleet_request watch;
  fleet_request timeline;
  fleet_request oddities;
  events_request events;
  rules_request rules;
  policy_request policy;
  token_request token_create;
  token_request token_list;
  token_request token_show;
  token_request token_revoke;
  incident_request incident;
  manual_request manual;
  store_request store;
  simulate_request simulate;
  record_request record;
  verify_request verify;
  certificate_request certificate;
  dnsmasq_request dnsmasq;
};

}  // namespace ironbus::daemon
