// The rows of the option table that describe the process.

#include "ops/ironbusd/options/address_check.hpp"
#include "ops/ironbusd/options/limits_of.hpp"
#include "ops/ironbusd/options/option_table.hpp"

namespace ironbus::daemon {

using namespace std::chrono_literals;

namespace {

option with_check(option x, std::optional<std::string> (*check)(const std::string&)) {
  x.check = check;
  return x;
}

/// Where instances ask.
std::vector<option> place_of_instances() {
  return {
      {"",
       "metadata_listen",
       member_option([](auto& x) -> auto& { return x.metadata_listen; }),
       "Where instances ask about themselves: metadata and user data in the forms of EC2, "
       "OpenStack and NoCloud, for cloud-init without a config drive. In the clear.",
       {},
       secrecy::open,
       "off",
       "192.0.2.1:8775"},
  };
}

std::vector<option> places() {
  return {
      {"", "listen", member_option([](auto& x) -> auto& { return x.listen; }),
       "Where the API is served. Port 0 takes any free one; the ready line names it."},
      {"",
       "ramdisk_listen",
       member_option([](auto& x) -> auto& { return x.ramdisk_listen; }),
       "Where what ramdisks call is served: lookup, heartbeat and discovery. `listen` then answers "
       "404 for it, so that each address can be kept to the network it is for.",
       {},
       secrecy::open,
       "at `listen`",
       "192.0.2.1:6388"},
      {"",
       "health_listen",
       member_option([](auto& x) -> auto& { return x.health_listen; }),
       "Where /healthz, /readyz and the counters of this process' roles at /metrics are served in "
       "addition, for processes without the role gateway above all.",
       {},
       secrecy::open,
       "off",
       "127.0.0.1:6386"},
      {"",
       "data",
       member_option([](auto& x) -> auto& { return x.data; }),
       "Folder of the SQLite file. Created with mode 0700.",
       {},
       secrecy::open,
       "/var/lib/ironbus for root, else $XDG_STATE_HOME/ironbus or ~/.local/state/ironbus",
       "/var/lib/ironbus"},
      with_check(
          {"",
           "bus",
           member_option([](auto& x) -> auto& { return x.bus; }),
           "`local`: within this process, which then needs all roles. "
           "`amqp://[USER:PASSWORD@]HOST[:PORT][/VHOST]`: RabbitMQ; with `amqps` for `amqp` over "
           "TLS.",
           {},
           secrecy::url},
          check_bus),
      with_check(
          {"",
           "store",
           member_option([](auto& x) -> auto& { return x.store; }),
           "`sqlite`: the file ironbus.db in the data folder, for a single process. "
           "`redis://[USER:PASSWORD@]HOST[:PORT][/DATABASE]`: Redis. "
           "`redis+sentinel://[USER:PASSWORD@]HOST[:PORT][,HOST[:PORT]]/SERVICE[/DATABASE]`: "
           "the Redis that Sentinels know by that name. With `rediss` for `redis` over TLS.",
           {},
           secrecy::url},
          check_store),
  };
}

std::vector<option> manners() {
  return {
      {"", "roles", member_option([](auto& x) -> auto& { return x.roles; }),
       "What this process does: serve the API, own nodes, talk to machines.",
       some_of({"gateway", "conductor", "driver"})},
      {"",
       "ramdisk",
       member_option([](auto& x) -> auto& { return x.ramdisk; }),
       "Folder made by ops/ramdisk. What machines boot is its kernel, ramdisk and esp.img, where "
       "conductor.deploy_kernel and the like do not say otherwise; what they load first is in its "
       "folder network.",
       {},
       secrecy::open,
       "none",
       "/usr/share/ironbus/ramdisk"},
      {"",
       "name",
       member_option([](auto& x) -> auto& { return x.name; }),
       "Name of this process. Stable across restarts, unique in the installation.",
       {},
       secrecy::open,
       "HOSTNAME-ROLES",
       "rack1-conductor"},
      {"", "shards", member_option([](auto& x) -> auto& { return x.policy.shards; }),
       "Parts the fleet is divided into, each owned by one conductor at a time. The same in every "
       "process; nodes are not moved when it changes, so settle it before the first node.",
       within(1, 4096)},
      {"", "log_level", member_option([](auto& x) -> auto& { return x.log_level; }),
       "The least urgent records that are logged.",
       one_of({"trace", "debug", "info", "warn", "error", "off"})},
      {"", "log_format", member_option([](auto& x) -> auto& { return x.log_format; }),
       "How records are written to standard error, one line each.", one_of({"logfmt", "json"})},
      {"", "log_records_per_second",
       member_option([](auto& x) -> auto& { return x.log_budget.records_per_second; }),
       "Records of each level at most, and a tenth of it of warnings and of errors; ten seconds' "
       "worth may come at once. More are counted and not written. 0: all are written.",
       within(0, 1'000'000)},
      {"", "secret_keys", member_option([](auto& x) -> auto& { return x.secret_keys; }),
       "Further words that make a key a secret wherever they stand in it, whatever their case; its "
       "value is masked in answers, events, history and log. The same in every process."},
      {"", "drain_timeout", member_option([](auto& x) -> auto& { return x.drain_timeout; }),
       "How long running requests and steps may take to finish once the process is told to end "
       "(SIGTERM, SIGINT); a second signal ends it at once. What is not finished then goes on in "
       "another process, or after the next start. Whoever ends the process waits longer than that "
       "before SIGKILL: Kubernetes 30 s unless told otherwise, systemd 90 s.",
       within(1s, 1h)},
  };
}

}  // namespace

std::vector<option> process_options() {
  auto out = places();
  for (auto part : {place_of_instances, manners}) {
    auto more = part();
    std::move(more.begin(), more.end(), std::back_inserter(out));
  }
  return out;
}

}  // namespace ironbus::daemon
