#include "bench.hpp"

#include "drivers/registry/registration.hpp"
#include "messages/wire/commands.hpp"

#include <boost/test/unit_test.hpp>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

namespace ironbus::test {

namespace {

using namespace std::chrono_literals;

constexpr size_t probes_max = 100;

std::string own_folder() {
  auto text = (std::filesystem::temp_directory_path() / "ironbus_driver_XXXXXX").string();
  if (::mkdtemp(text.data()) == nullptr) throw std::runtime_error{"no folder " + text};
  return text;
}

executor_options quick() {
  executor_options out;
  out.name = "worker-1";
  out.incarnation = "b";
  out.retry_first = 1ms;
  out.retry_longest = 4ms;
  out.members_cached = 0ms;
  return out;
}

/// A value that its type allows.
json any_value(const value_contract& x) {
  const json word = x.allowed.empty() ? "word" : std::string{x.allowed.front()};
  switch (x.type) {
    case value_type::boolean: return true;
    case value_type::whole:
    case value_type::number: return 30;
    case value_type::object: return json::object();
    case value_type::list: return x.allowed.empty() ? json::array() : json::array({word});
    default: return word;
  }
}

workflow workflow_of(const declared_operation& x) {
  if (x.implementation.kind == "rescue") return workflow::rescue;
  if (x.implementation.kind == "inspect") return workflow::inspect;
  if ((x.step.phases & phase_clean) != 0) return workflow::manual_clean;
  return (x.step.phases & phase_service) != 0 ? workflow::service : workflow::deploy;
}

bool waits_for(const std::vector<step_outcome>& told, awaited whom) {
  return !told.empty() && told.back().status == step_status::waiting &&
         told.back().waits_for == whom;
}

}  // namespace

std::string declared_operation::title() const {
  return std::string{hardware->type} + " " + implementation.kind + "/" + implementation.name + " " +
         step.name;
}

std::vector<declared_operation> declared_operations() {
  std::vector<declared_operation> out;
  for (const auto& hardware : hardware_rows()) {
    driver_options options;
    options.hardware_types = {std::string{hardware.type}};
    const auto catalog = build_catalog(options).value();
    for (const auto& [kind, names] : catalog.types().front().supported)
      for (const auto& name : names) {
        const auto& implementation = *catalog.find(kind, name);
        for (const auto& step : implementation.steps)
          out.push_back({&hardware, implementation, step, find_operation(kind, step.name)});
      }
  }
  return out;
}

driver_bench::driver_bench(const hardware_row& hardware)
    : folder_{own_folder()}, machine_{hardware.make()} {
  auto made = hardware.drivers(io_, folder_);
  BOOST_REQUIRE_MESSAGE(made.has_value(), (made ? "" : made.error().message));
  drivers_ = std::make_unique<registry>(std::move(*made));
  worker_ = std::make_unique<executor>(io_, messages_, records_, *drivers_, time_, quick());
  worker_->start();
}

driver_bench::~driver_bench() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

json driver_bench::arguments(const declared_operation& x, bool all) {
  json out = json::object();
  const auto give = [&](const value_contract& argument) {
    const auto sample = machine_->sample(x.contract->what, argument.name);
    out[std::string{argument.name}] = sample.is_null() ? any_value(argument) : sample;
  };
  for (const auto& argument : x.step.arguments)
    if (x.contract->is(op_open)) give({argument.name, value_type::text});
  for (const auto& argument : x.contract->arguments)
    if (all || argument.given != presence::optional) give(argument);
  return out;
}

step_request driver_bench::request(const declared_operation& x, json args) {
  step_request out;
  out.id = {"", "op-" + std::to_string(++attempts_), 0, 1};
  out.what.interface = x.implementation.kind;
  out.what.name = x.step.name;
  out.what.args = std::move(args);
  out.what.repeatable = x.step.repeatable;
  out.what.in_agent = x.step.in_agent;
  out.kind = workflow_of(x);
  out.deadline = now() + 1h;
  out.on = machine_->node_for(out.what);
  out.on.interfaces = {{x.implementation.kind, x.implementation.name}};
  out.id.node = out.on.uuid;
  return out;
}

void driver_bench::deliver(std::string_view type, const step_request& x) {
  envelope out;
  out.id = "request-of-" + claim_key(x.id);
  out.type = type;
  out.subject = x.id.node;
  out.data = x;
  const auto tag = messages_.deliver(routing::step_queue(""), encode_envelope(out));
  until([&] {
    const auto acked = messages_.acked();
    return std::find(acked.begin(), acked.end(), tag) != acked.end();
  });
}

std::vector<step_outcome> driver_bench::outcomes(const step_id& of) const {
  std::vector<step_outcome> out;
  for (const auto& x : messages_.published()) {
    const auto read = decode_envelope(x.body);
    if (!read || read->type != step_outcome_type) continue;
    if (auto told = read->data.get<step_outcome>(); told.id == of) out.push_back(std::move(told));
  }
  return out;
}

std::vector<step_outcome> driver_bench::carry_out(const step_request& x) {
  deliver(step_request_type, x);
  until([&] { return !waits_for(outcomes(x.id), awaited::task); });
  const bool probed = x.what.in_agent;
  for (size_t i = 0; probed && i < probes_max && waits_for(outcomes(x.id), awaited::agent); ++i) {
    auto probe = x;
    machine_->learn(outcomes(x.id).back().learnt);
    probe.on.driver_internal_info = machine_->node_for(x.what).driver_internal_info;
    deliver(step_probe_type, probe);
  }
  auto out = outcomes(x.id);
  BOOST_REQUIRE(!out.empty());
  BOOST_TEST((!probed || !waits_for(out, awaited::agent)), "the agent never ends it");
  return out;
}

void driver_bench::claim_by_the_dead(const step_request& x) {
  records_.set(claim_key(x.id), {"worker-2/a", ""});
  records_.set_alive({});
}

void driver_bench::until(const std::function<bool()>& condition) {
  const auto limit = std::chrono::steady_clock::now() + 30s;
  io_.restart();
  while (!condition()) {
    BOOST_REQUIRE_MESSAGE(std::chrono::steady_clock::now() < limit, "it never came true");
    if (io_.run_one_for(50ms) == 0) io_.restart();
  }
}

uint32_t facts_in(const facts& x) {
  uint32_t out = fact_none;
  const auto add = [&out](bool there, uint32_t fact) { out |= there ? fact : 0U; };
  add(x.power_state.has_value(), fact_power_state);
  add(x.boot_mode.has_value(), fact_boot_mode);
  add(x.secure_boot.has_value(), fact_secure_boot);
  add(x.console_enabled.has_value(), fact_console);
  add(x.health.has_value(), fact_health);
  add(!x.properties.empty(), fact_properties);
  add(x.bios.has_value(), fact_bios_settings);
  add(!x.firmware.empty(), fact_firmware_components);
  add(!x.raid_config.is_null(), fact_raid_config);
  add(!x.inventory.is_null(), fact_inventory);
  add(!x.mac_addresses.empty(), fact_mac_addresses);
  return out;
}

}  // namespace ironbus::test
