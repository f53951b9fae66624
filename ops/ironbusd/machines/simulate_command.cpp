#include "ops/ironbusd/machines/simulate_command.hpp"

#include "gateways/cli/tls_trust.hpp"
#include "messages/base/text.hpp"
#include "messages/platform/http_url.hpp"
#include "ops/ironbusd/commands/signals.hpp"
#include "ops/ironbusd/log/log.hpp"
#include "ops/ironbusd/machines/like_fleet.hpp"
#include "ops/ironbusd/machines/vm_request.hpp"
#include "ops/ironbusd/manual/exit_codes.hpp"
#include "ops/ironbusd/roles/descriptors.hpp"
#include "ops/ironbusd/text/host_port.hpp"
#include "ops/simulator/fleet/fleet.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>

namespace ironbus::daemon {

namespace {

// Connections of clients, in addition to the listeners.
constexpr size_t connections_wanted = 1'024;
constexpr uint16_t gateway_port = 6385;

int complain(exit_code code, const std::string& why) {
  std::cerr << "ironbusd simulate: " << why << std::endl;
  return code;
}

result<std::vector<const simulator::profile*>> read_profiles(const std::string& names) {
  std::vector<const simulator::profile*> out;
  for (const auto& name : simulator::items_of(names)) {
    out.push_back(simulator::find_profile(name));
    if (out.back() != nullptr) continue;
    return fail(error_code::invalid,
                "--profile names '" + name + "'; allowed: " +
                    join(simulator::profiles(), [](const auto& row) { return row.name; }));
  }
  return out;
}

result<std::vector<simulator::named_mockup>> read_mockups(const std::vector<std::string>& folders) {
  std::vector<simulator::named_mockup> out;
  for (const auto& folder : folders) {
    auto played = simulator::mockup::read(folder);
    if (!played) return fail(error_code::invalid, "--mockup is invalid: " + played.error().message);
    out.push_back({folder, std::move(*played)});
  }
  return out;
}

result<std::monostate> read_quirk_options(simulator::fleet_members& out,
                                          const simulate_request& asked) {
  auto fixed = simulator::read_quirks(asked.quirks);
  if (!fixed) return tl::unexpected(fixed.error());
  out.quirks = std::move(*fixed);
  if (asked.random_quirks.empty()) return {};
  const auto drawn = simulator::read_quirk_draw(asked.random_quirks);
  if (!drawn) return tl::unexpected(drawn.error());
  out.random_quirks = *drawn;
  return {};
}

result<simulator::fleet_members> read_members(const simulate_request& asked) {
  simulator::fleet_members out;
  if (!asked.like.empty()) {
    auto like = read_like(asked);
    if (!like) return tl::unexpected(like.error());
    out.like = std::move(*like);
    out.count = static_cast<unsigned>(out.like.size());
    return out;
  }
  auto kinds = read_profiles(asked.profiles);
  if (!kinds) return tl::unexpected(kinds.error());
  auto mockups = read_mockups(asked.mockups);
  if (!mockups) return tl::unexpected(mockups.error());
  out.kinds = std::move(*kinds);
  out.mockups = std::move(*mockups);
  out.count = asked.machines;
  if (out.count == 0) out.count = std::max(1U, static_cast<unsigned>(out.mockups.size()));
  return out;
}

result<simulator::scenario> read_scenario_file(const std::string& path,
                                               const simulator::timing& usual) {
  if (path.empty()) return simulator::scenario{{}, usual};
  std::ifstream file{path};
  std::ostringstream text;
  if (!file || !(text << file.rdbuf()))
    return fail(error_code::invalid, "--scenario names '" + path + "', which cannot be read: " +
                                         std::strerror(errno != 0 ? errno : EIO));
  return simulator::read_scenario(text.str(), usual);
}

/// The gateway for agents; unset: the machines have no agents.
result<std::optional<simulator::api_address>> read_api(const simulate_request& asked) {
  if (asked.api.empty()) return std::nullopt;
  const auto url = parse_http_url(asked.api, gateway_port);
  if (!url) return fail(error_code::invalid, "--api is invalid: " + url.error().message + ".");
  simulator::api_address out{url->host, url->port, url->path, nullptr};
  while (out.path.ends_with('/')) out.path.pop_back();
  if (!url->secure) return out;
  auto trust = cli::read_trust(asked.ca_file);
  if (!trust) return tl::unexpected(trust.error());
  out.trust = std::move(*trust);
  return out;
}

result<simulator::fleet_options> read_options(const simulate_request& asked) {
  simulator::fleet_options out;
  const auto listen = parse_host_port(asked.listen);
  if (!listen)
    return fail(error_code::invalid, "--listen is '" + asked.listen + "'; allowed: IP:PORT");
  auto machines = read_members(asked);
  if (!machines) return tl::unexpected(machines.error());
  if (const auto odd = read_quirk_options(*machines, asked); !odd)
    return tl::unexpected(odd.error());
  auto vm = read_vm_options(asked.vm);
  if (!vm) return tl::unexpected(vm.error());
  out.vm = std::move(*vm);
  auto plan = read_scenario_file(asked.scenario_file, out.vm ? vm_timing() : simulator::timing{});
  if (!plan) return tl::unexpected(plan.error());
  out.host = listen->host;
  out.port = listen->port;
  out.machines = std::move(*machines);
  out.plan = std::move(*plan);
  auto api = read_api(asked);
  if (!api) return tl::unexpected(api.error());
  out.api = std::move(*api);
  out.tls = !asked.in_the_clear;
  out.seed = asked.seed;
  return out;
}

result<std::monostate> reserve_descriptors(unsigned machines) {
  const auto found = raise_descriptor_limit();
  if (!found) return tl::unexpected(found.error());
  const size_t wanted = machines + own_descriptors + connections_wanted;
  if (*found >= wanted) return {};
  return fail(error_code::unavailable,
              "the limit of open files (ulimit -n) is " + std::to_string(*found) + "; " +
                  std::to_string(machines) + " machines need " + std::to_string(wanted));
}

}  // namespace

int run_simulation(const simulate_request& asked) {
  if (asked.list_quirks) {
    std::cout << simulator::quirk_table() << std::flush;
    return exit_ok;
  }
  auto options = read_options(asked);
  if (!options)
    return complain(options.error().code == error_code::invalid ? exit_usage : exit_start,
                    options.error().message);
  if (const auto enough = reserve_descriptors(options->machines.count); !enough)
    return complain(exit_start, enough.error().message);
  hold_signals();
  if (options->vm) start_logging("warn", "logfmt", {});
  const auto host = options->host;
  const auto machine_count = options->machines.count;
  const system_clock clock;
  simulator::fleet machines{std::move(*options), clock};
  if (const auto started = machines.start(); !started)
    return complain(started.error().code == error_code::invalid ? exit_usage : exit_start,
                    started.error().message);
  std::cout << "ironbusd simulate ready listen=" << to_string(host_port{host, machines.port()})
            << " tls=" << (asked.in_the_clear ? "off" : "on") << " machines=" << machine_count
            << std::endl;
  await_end_signal();
  machines.stop();
  return exit_ok;
}

}  // namespace ironbus::daemon
