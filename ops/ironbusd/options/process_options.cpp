// The rows of the option table that describe the process.

#include "ops/ironbusd/options/address_check.hpp"
#include "ops/ironbusd/options/limits_of.hpp"
#include "ops/ironbusd/options/option_table.hpp"

#include <algorithm>
#include <cctype>

namespace ironbus::daemon {

using namespace std::chrono_literals;

namespace {

option with_check(option x, std::optional<std::string> (*check)(const std::string&)) {
  x.check = check;
  return x;
}

std::optional<std::string> check_installation_id(const std::string& text) {
  constexpr size_t length_max = 64;
  const bool good =
      text.size() <= length_max && std::all_of(text.begin(), text.end(), [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || c == '.';
      });
  if (good) return std::nullopt;
  return "allowed: at most 64 letters, digits, dots, dashes and underscores";
}

/// The address of the metadata service.
std::vector<option> place_of_instances() {
  return {
      {"",
       "metadata_listen",
       member_option([](auto& x) -> auto& { return x.metadata_listen; }),
       "Address of the metadata service: metadata and user data in the formats of EC2, OpenStack "
       "and NoCloud, for cloud-init without a config drive. Plain HTTP, no TLS.",
       {},
       secrecy::open,
       "off",
       "192.0.2.1:8775"},
  };
}

std::vector<option> places() {
  return {
      {"", "listen", member_option([](auto& x) -> auto& { return x.listen; }),
       "Address of the API. Port 0 takes any free port; the ready line names it."},
      {"",
       "ramdisk_listen",
       member_option([](auto& x) -> auto& { return x.ramdisk_listen; }),
       "Separate address for the calls of ramdisks: lookup, heartbeat and discovery. `listen` then "
       "answers 404 to them, so that each address can be limited to its network.",
       {},
       secrecy::open,
       "at `listen`",
       "192.0.2.1:6388"},
      {"",
       "health_listen",
       member_option([](auto& x) -> auto& { return x.health_listen; }),
       "Further address for /healthz, /readyz and this process' counters at /metrics. Meant for "
       "processes without the role gateway.",
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
      with_check({"",
                  "bus",
                  member_option([](auto& x) -> auto& { return x.bus; }),
                  "`local`: within this process, which must then have all roles. "
                  "`amqp://[USER:PASSWORD@]HOST[:PORT][/VHOST]`: RabbitMQ. `amqps` in place of "
                  "`amqp` uses TLS.",
                  {},
                  secrecy::url},
                 check_bus),
      with_check(
          {"",
           "store",
           member_option([](auto& x) -> auto& { return x.store; }),
           "`sqlite`: the file ironbus.db in the data folder, for a single process. "
           "`redis://[USER:PASSWORD@]HOST[:PORT][/DATABASE]`: Redis. "
           "`redis+sentinel://[USER:PASSWORD@]HOST[:PORT][,HOST[:PORT]]/SERVICE[/DATABASE]`: the "
           "Redis that the Sentinels monitor as SERVICE. `rediss` in place of `redis` uses TLS.",
           {},
           secrecy::url},
          check_store),
  };
}

std::vector<option> manners() {
  return {
      {"", "roles", member_option([](auto& x) -> auto& { return x.roles; }),
       "Roles of this process: gateway serves the API, conductor owns nodes, driver talks to "
       "machines.",
       some_of({"gateway", "conductor", "driver"})},
      {"",
       "ramdisk",
       member_option([](auto& x) -> auto& { return x.ramdisk; }),
       "Folder made by ops/ramdisk. Machines boot its kernel, ramdisk and esp.img unless "
       "conductor.deploy_kernel and related options name others. Its folder network has the boot "
       "loaders.",
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
      with_check(
          {"",
           "installation_id",
           member_option([](auto& x) -> auto& { return x.installation_id; }),
           "Marks the folders that this installation uses for itself. Processes that share a "
           "folder need the same one.",
           {},
           secrecy::open,
           "an id kept in the store",
           "datacenter-1"},
          check_installation_id),
      {"", "shards", member_option([](auto& x) -> auto& { return x.policy.shards; }),
       "Number of parts of the fleet; one conductor at a time owns each. Must be the same in every "
       "process. Nodes do not move when it changes, so choose it before the first node.",
       within(1, 4096)},
      {"", "log_level", member_option([](auto& x) -> auto& { return x.log_level; }),
       "Lowest level that is logged.", one_of({"trace", "debug", "info", "warn", "error", "off"})},
      {"", "log_format", member_option([](auto& x) -> auto& { return x.log_format; }),
       "Format of log records on standard error, one line each.", one_of({"logfmt", "json"})},
      {"", "log_records_per_second",
       member_option([](auto& x) -> auto& { return x.log_budget.records_per_second; }),
       "Most log records of each level per second, and a tenth of it for warnings and for errors. "
       "Bursts of up to ten seconds' worth are allowed. Further records are counted and dropped. "
       "0: no limit.",
       within(0, 1'000'000)},
      {"", "secret_keys", member_option([](auto& x) -> auto& { return x.secret_keys; }),
       "Further words that mark a key as secret if they are part of it, in any case. Its value is "
       "masked in answers, events, history and log. Must be the same in every process."},
      {"", "drain_timeout", member_option([](auto& x) -> auto& { return x.drain_timeout; }),
       "How long running requests and steps may take to finish after SIGTERM or SIGINT; a second "
       "signal stops the process at once. Unfinished work continues in another process, or after "
       "the next start. Must be shorter than the pause of the supervisor before SIGKILL, by "
       "default 30 s in Kubernetes and 90 s in systemd.",
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
