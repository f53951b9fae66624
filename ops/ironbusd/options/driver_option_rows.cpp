// The rows of the sections `drivers` and `fake`.

#include "drivers/fake/fake_delay.hpp"
#include "ops/ironbusd/options/limits_of.hpp"
#include "ops/ironbusd/options/option_table.hpp"
#include "ops/ironbusd/text/flow_text.hpp"

namespace ironbus::daemon {

using namespace std::chrono_literals;

namespace {

/// The field of a map's entry `key`; unset without an entry.
template <class Map>
field entry(std::string key, Map (*where)(settings&)) {
  using value = typename std::remove_cvref_t<Map>::mapped_type;
  return {type_of(value{}),
          [key, where](settings& chosen, const json& document, const limits& allowed) {
            value read;
            if (!read_value(document, allowed, read)) return false;
            where(chosen)[key] = std::move(read);
            return true;
          },
          [key, where](const settings& source, const limits& how) {
            settings copy = source;
            const auto& map = where(copy);
            const auto found = map.find(key);
            return found == map.end() ? std::string{} : show_value(how, found->second);
          }};
}

auto& interfaces_of(settings& x) { return x.policy.drivers.interfaces; }
auto& defaults_of(settings& x) { return x.policy.drivers.defaults; }
auto& delays_of(settings& x) { return x.fake.delays; }

option enabled(const std::string& kind) {
  return {"drivers",
          "enabled_" + kind + "_interfaces",
          entry(kind, interfaces_of),
          "Implementations of " + kind + " that nodes may use.",
          not_empty(),
          secrecy::open,
          "all of this release",
          "[fake]"};
}

option preferred(const std::string& kind) {
  return {"drivers",
          "default_" + kind + "_interface",
          entry(kind, defaults_of),
          "What nodes use for " + kind + " if they name nothing.",
          {},
          secrecy::open,
          "the first enabled one that the hardware type supports",
          "fake"};
}

option delay(const std::string& kind) {
  option out{"fake",
             kind + "_delay",
             entry(kind, delays_of),
             "Seconds that each simulated step of " + kind +
                 " takes: \"A\", or \"A,B\" for a random time between A and B.",
             {},
             secrecy::open,
             "0",
             "\"1,5\""};
  out.check = [name = "fake." + kind + "_delay"](const std::string& text) {
    const auto read = parse_fake_delay(name, text);
    return read ? std::nullopt
                : std::optional<std::string>{
                      "allowed: seconds from 0 to 86400, as A or A,B with A <= B"};
  };
  return out;
}

}  // namespace

std::vector<option> driver_option_rows() {
  std::vector<option> out{
      {"drivers", "enabled_hardware_types",
       member_option([](auto& x) -> auto& { return x.policy.drivers.hardware_types; }),
       "Hardware types that nodes may use as driver.", not_empty()},
      {"drivers", "autodetect_deploy_interfaces", member_option([](auto& x) -> auto& {
         return x.policy.drivers.autodetect_deploy_interfaces;
       }),
       "Candidates of the deploy interface autodetect. It uses the first that fits instance_info.",
       not_empty()},
      {"drivers", "conductor_groups",
       member_option([](auto& x) -> auto& { return x.executor.groups; }),
       "Conductor groups whose machines this process talks to; \"\" means nodes without a group.",
       not_empty()},
      {"drivers", "prefetch", member_option([](auto& x) -> auto& { return x.executor.prefetch; }),
       "Most steps of one group in work at once.", within(1, 1000)},
      {"drivers", "threads", member_option([](auto& x) -> auto& { return x.driver_threads; }),
       "Threads of drivers; a running step does not occupy one.", within(1, 64)},
      {"drivers", "overdue_grace",
       member_option([](auto& x) -> auto& { return x.executor.overdue_grace; }),
       "A step whose driver never answers is abandoned this long after its deadline.",
       within(0s, 1h)},
      {"drivers", "power_survey_reads",
       member_option([](auto& x) -> auto& { return x.executor.power_sync_reads_max; }),
       "Most power states that are read at once.", within(1, 10'000)},
      {"drivers", "power_survey_timeout",
       member_option([](auto& x) -> auto& { return x.executor.survey_read_timeout; }),
       "How long a machine may take to report its power state.", within(1s, 1h)},
  };
  for (const auto kind : interface_kinds) out.push_back(enabled(std::string{kind}));
  for (const auto kind : interface_kinds) out.push_back(preferred(std::string{kind}));
  return out;
}

std::vector<option> fake_option_rows() {
  std::vector<option> out{
      {"fake", "seed", member_option([](auto& x) -> auto& { return x.fake.seed; }),
       "Seed of random delays, which require it. The same seed gives the same step the same delay.",
       within(0, INT64_MAX), secrecy::open, "no random times", "42"},
      {"fake", "journal", member_option([](auto& x) -> auto& { return x.fake.journal; }),
       "File to which the start and end of each simulated step are appended. Empty: none."},
      {"fake", "failures", member_option([](auto& x) -> auto& { return x.fake.failures; }),
       "Faults to inject. `interface`, `step` and `node` select steps (* is any). `how`: fail, "
       "wait, interrupt or never-answer. `after_seconds`: time in the step. `times`: how often (0: "
       "always). `reason`: the reported error."},
  };
  for (const auto kind : interface_kinds) out.push_back(delay(std::string{kind}));
  return out;
}

}  // namespace ironbus::daemon
