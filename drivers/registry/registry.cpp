#include "drivers/registry/registry.hpp"

#include "drivers/registry/boot_mode_check.hpp"
#include "drivers/registry/registration.hpp"
#include "messages/contract/declaration_check.hpp"

#include <algorithm>

namespace ironbus {

namespace {

std::optional<failure> check_kind(const std::string& kind, const std::string& option) {
  if (std::find(interface_kinds.begin(), interface_kinds.end(), kind) != interface_kinds.end())
    return std::nullopt;
  return failure{error_code::invalid, option + ": unknown interface kind '" + kind + "'."};
}

std::optional<failure> check_kinds(const driver_options& options) {
  for (const auto& [kind, names] : options.interfaces)
    if (auto bad = check_kind(kind, "enabled_" + kind + "_interfaces")) return bad;
  for (const auto& [kind, name] : options.defaults)
    if (auto bad = check_kind(kind, "default_" + kind + "_interface")) return bad;
  return std::nullopt;
}

}  // namespace

result<driver_catalog> build_catalog(driver_options options) {
  if (auto bad = check_kinds(options)) return tl::unexpected(*bad);
  std::vector<interface_implementation> declared;
  for (auto& row : registrations(options)) declared.push_back(std::move(row.implementation));
  if (auto bad = check_declarations(declared)) return tl::unexpected(*bad);
  add_boot_mode_checks(declared);
  return driver_catalog::build(hardware_types(), std::move(declared), std::move(options));
}

registry::registry(driver_catalog catalog, table interfaces)
    : catalog_{std::move(catalog)}, interfaces_{std::move(interfaces)} {}

std::shared_ptr<driver_interface> registry::find(const std::string& kind,
                                                 const std::string& name) const {
  auto found = interfaces_.find({kind, name});
  return found == interfaces_.end() ? nullptr : found->second;
}

void registry::release_machines(const permit& allowed,
                                std::chrono::steady_clock::time_point deadline,
                                std::function<void()> done) const {
  // Called when the last reference is released, so each driver may answer at once.
  const std::shared_ptr<void> all_left{nullptr, [done = std::move(done)](void*) { done(); }};
  for (const auto& [key, driver] : interfaces_)
    driver->release_machines(allowed, deadline, [all_left] {});
}

result<registry> build_registry(const policy_ptr& policy, const fake_options& fake,
                                boost::asio::io_context& io, const agent_options& agents,
                                boot_options boot, http_exchange agent_exchange, ipmi_options ipmi,
                                redfish_options redfish, http_exchange bmc_exchange) {
  auto catalog = build_catalog(policy->drivers);
  if (!catalog) return tl::unexpected(catalog.error());
  if (const auto rows = read_vendor_rows(redfish.vendor_rows); !rows)
    return tl::unexpected(rows.error());
  auto context = make_fake_context(fake, io);
  if (!context) return tl::unexpected(context.error());
  redfish.agent_debug = boot.agent_debug;
  redfish.boot_place = boot.place;
  const auto booted = std::make_shared<boot_images>(*policy, agents.images);
  const driver_environment environment{
      policy,
      std::move(*context),
      std::make_shared<agent_context>(io, policy, agents, std::move(agent_exchange)),
      std::make_shared<network_boot_context>(io, policy, std::move(boot), booted),
      std::make_shared<ipmi_context>(io, std::move(ipmi)),
      std::make_shared<redfish_context>(io, std::move(redfish), std::move(bmc_exchange), policy,
                                        booted)};
  registry::table interfaces;
  for (const auto& row : registrations())
    interfaces.emplace(registry::key{row.implementation.kind, row.implementation.name},
                       row.make(environment));
  return registry{std::move(*catalog), std::move(interfaces)};
}

}  // namespace ironbus
