// The rows of the sections `drivers` and `fake`.

#include "drivers/fake/fake_delay.hpp"
#include "ops/ironbusd/options/flow_text.hpp"
#include "ops/ironbusd/options/limits_of.hpp"
#include "ops/ironbusd/options/option_table.hpp"

namespace ironbus::daemon {

using namespace std::chrono_literals;

namespace {

/// The field of a map's entry `key`; unset as long as there is no entry.
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
          "all that this release has",
          "[fake]"};
}

option preferred(const std::string& kind) {
  return {"drivers",
          "default_" + kind + "_interface",
          entry(kind, defaults_of),
          "What nodes use for " + kind + " if they name nothing.",
          {},
          secrecy::open,
          "the first one that is enabled and that the hardware type supports",
          "fake"};
}

option delay(const std::string& kind) {
  option out{"fake",
             kind + "_delay",
             entry(kind, delays_of),
             "Seconds that each simulated step of " + kind +
                 " takes: \"A\", or \"A,B\" for a random time between them.",
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
       "Drivers that nodes may have.", not_empty()},
      {"drivers", "autodetect_deploy_interfaces", member_option([](auto& x) -> auto& {
         return x.policy.drivers.autodetect_deploy_interfaces;
       }),
       "What the deploy interface autodetect chooses from; the first that fits what instance_info "
       "says.",
       not_empty()},
      {"drivers", "conductor_groups",
       member_option([](auto& x) -> auto& { return x.executor.groups; }),
       "Conductor groups whose machines this process talks to; \"\" is the group of the nodes "
       "without one.",
       not_empty()},
      {"drivers", "prefetch", member_option([](auto& x) -> auto& { return x.executor.prefetch; }),
       "Steps of a group in work at once, at most.", within(1, 1000)},
      {"drivers", "threads", member_option([](auto& x) -> auto& { return x.driver_threads; }),
       "Threads on which drivers work; a step in progress holds none.", within(1, 64)},
      {"drivers", "overdue_grace",
       member_option([](auto& x) -> auto& { return x.executor.overdue_grace; }),
       "How long after its deadline a step whose driver never answered is given up.",
       within(0s, 1h)},
      {"drivers", "power_survey_reads",
       member_option([](auto& x) -> auto& { return x.executor.survey_reads_max; }),
       "Power states that are read at once, at most.", within(1, 10'000)},
      {"drivers", "power_survey_timeout",
       member_option([](auto& x) -> auto& { return x.executor.survey_read_timeout; }),
       "How long a machine may take to say its power state.", within(1s, 1h)},
  };
  for (const auto kind : interface_kinds) out.push_back(enabled(std::string{kind}));
  for (const auto kind : interface_kinds) out.push_back(preferred(std::string{kind}));
  return out;
}

std::vector<option> fake_option_rows() {
  std::vector<option> out{
      {"fake", "seed", member_option([](auto& x) -> auto& { return x.fake.seed; }),
       "Makes random times, which need it. The same seed gives the same step the same time.",
       within(0, INT64_MAX), secrecy::open, "no random times", "42"},
      {"fake", "journal", member_option([](auto& x) -> auto& { return x.fake.journal; }),
       "File to which the start and end of every simulated step is appended. Empty: none."},
      {"fake", "failures", member_option([](auto& x) -> auto& { return x.fake.failures; }),
       "Faults to inject. `interface`, `step` and `node` say where (* is any), `how` is fail, "
       "wait, interrupt or never-answer, `after_seconds` when in the step, `times` how often (0: "
       "always), `reason` what is reported."},
  };
  for (const auto kind : interface_kinds) out.push_back(delay(std::string{kind}));
  return out;
}

}  // namespace ironbus::daemon
