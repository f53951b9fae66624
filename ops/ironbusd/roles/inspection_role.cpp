#include "ops/ironbusd/roles/inspection_role.hpp"

#include "messages/base/text.hpp"
#include "messages/platform/log.hpp"

#include <fstream>
#include <set>
#include <sstream>

namespace ironbus::daemon {

namespace {

using strings = std::vector<std::string>;

constexpr size_t rules_file_max = 16 * 1024 * 1024;

tl::unexpected<failure> refuse_option(const std::string& option, const std::string& why) {
  return fail(error_code::invalid, option + ": " + why);
}

/// Splits "a:b:c" at its colons.
strings parts_of(const std::string& text) {
  strings out;
  std::istringstream input{text};
  for (std::string part; std::getline(input, part, ':');) out.push_back(part);
  return out;
}

result<std::monostate> read_cpu_capabilities(const strings& rows, inspection::hook_options& out) {
  out.cpu_capabilities.clear();
  for (const auto& row : rows) {
    const auto parts = parts_of(row);
    if (parts.size() != 2 || parts[0].empty() || parts[1].empty())
      return refuse_option("inspector.cpu_capabilities",
                           "'" + row + "' is not FLAG:CAPABILITY, such as vmx:cpu_vt");
    out.cpu_capabilities.push_back({parts[0], parts[1]});
  }
  return {};
}

bool is_pci_number(const std::string& text) {
  return text.size() == 4 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

result<std::monostate> read_pci_aliases(const strings& rows, inspection::hook_options& out) {
  for (const auto& row : rows) {
    const auto parts = parts_of(row);
    if (parts.size() != 3 || !is_pci_number(parts[0]) || !is_pci_number(parts[1]) ||
        parts[2].empty() || parts[2].find(',') != std::string::npos)
      return refuse_option("inspector.pci_device_alias",
                           "'" + row + "' is not VENDOR:PRODUCT:NAME, such as 10de:1eb8:gpu_t4");
    out.pci_aliases.push_back({parts[0], parts[1], parts[2]});
  }
  return {};
}

result<std::monostate> read_networks(const strings& rows, inspection::hook_options& out) {
  for (const auto& row : rows) {
    const auto colon = row.rfind(':');
    const auto network = inspection::parse_network(row.substr(0, colon));
    if (colon == std::string::npos || !network || colon + 1 == row.size() || row.find('/') > colon)
      return refuse_option("inspector.physical_network_cidr_map",
                           "'" + row + "' is not NETWORK:NAME, such as 192.0.2.0/24:rack1");
    out.networks.push_back({*network, row.substr(colon + 1)});
  }
  return {};
}

result<std::monostate> check_kernel_params(const std::string& text) {
  std::set<std::string> seen;
  std::istringstream input{text};
  for (std::string word; input >> word;)
    if (const auto name = word.substr(0, word.find('=')); !seen.insert(name).second)
      return refuse_option("inspector.extra_kernel_params", "'" + name + "' is set twice");
  return {};
}

result<inspection::policy> read_policy(const inspection_settings& inspection_settings) {
  auto options = inspection_settings.policy;
  for (auto ok : {read_cpu_capabilities(inspection_settings.cpu_capabilities, options.work),
                  read_pci_aliases(inspection_settings.pci_device_alias, options.work),
                  read_networks(inspection_settings.physical_network_cidr_map, options.work),
                  check_kernel_params(inspection_settings.extra_kernel_params)})
    if (!ok) return tl::unexpected(ok.error());
  for (auto& host : options.api_call_hosts) host = lower(host);
  return inspection::make_policy(options);
}

result<std::vector<inspection::built_in_rule>> read_rules_file(const std::string& path) {
  if (path.empty()) return std::vector<inspection::built_in_rule>{};
  constexpr auto option = "inspection_rules.built_in";
  std::ifstream file{path, std::ios::binary};
  std::string text(rules_file_max + 1, '\0');
  if (!file) return refuse_option(option, "the file '" + path + "' cannot be read");
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<size_t>(file.gcount()));
  if (text.size() > rules_file_max)
    return refuse_option(option, "the file '" + path + "' is larger than 16 MiB");
  auto rules = inspection::read_built_in_rules(text);
  if (!rules) return refuse_option(option, "'" + path + "': " + rules.error().message);
  return rules;
}

}  // namespace

result<std::unique_ptr<inspection::engine>> make_engine(const settings& settings) {
  auto policy = read_policy(settings.inspection);
  if (!policy) return tl::unexpected(policy.error());
  auto rules = read_rules_file(settings.inspection.built_in_rules);
  if (!rules) return tl::unexpected(rules.error());
  return std::make_unique<inspection::engine>(std::move(*policy), std::move(*rules));
}

std::string inspection_kernel_params(const inspection_settings& settings,
                                     const std::string& service_url) {
  std::string out;
  const auto add = [&](const std::string& text) { out += (out.empty() ? "" : " ") + text; };
  if (!service_url.empty())
    add("ipa-inspection-callback-url=" + service_url +
        (service_url.ends_with("/v1") ? "/continue_inspection" : "/v1/continue_inspection"));
  if (!settings.extra_kernel_params.empty()) add(settings.extra_kernel_params);
  if (settings.force_dhcp) add("ipa-collect-lldp=1");
  return out;
}

result<std::unique_ptr<inspection_role>> inspection_role::make(const settings& settings,
                                                               bus& messages, store& records) {
  auto made = make_engine(settings);
  if (!made) return tl::unexpected(made.error());
  auto out = std::make_unique<inspection_role>();
  out->engine_ = std::move(*made);
  out->follower_ = std::make_unique<inspection::rule_follower>(
      messages, records, records, out->engine_->rules(),
      [](const std::string& text) { log::error(text); });
  return out;
}

}  // namespace ironbus::daemon
