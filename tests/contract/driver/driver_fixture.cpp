#include "driver_fixture.hpp"

#include "drivers/registry/registration.hpp"
#include "messages/contract/step_needs.hpp"
#include "messages/wire/commands.hpp"
#include "messages/wire/routing.hpp"

#include <boost/test/unit_test.hpp>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

namespace ironbus::test {

namespace {

using namespace std::chrono_literals;

constexpr size_t probes_max = 100;
constexpr size_t parts_max = 20;

std::string own_folder() {
  auto text = (std::filesystem::temp_directory_path() / "ironbus_driver_XXXXXX").string();
  if (::mkdtemp(text.data()) == nullptr)
    throw std::runtime_error{"cannot create the folder " + text};
  return text;
}

executor_options quick() {
  executor_options out;
  out.retry_first = 1ms;
  out.retry_longest = 4ms;
  out.members_cached = 0ms;
  return out;
}

/// A valid value of that type.
json any_value(const value_contract& contract) {
  json word = contract.allowed.empty() ? "word" : std::string{contract.allowed.front()};
  switch (contract.type) {
    case value_type::boolean: return true;
    case value_type::whole:
    case value_type::number: return 30;
    case value_type::object: return json::object();
    case value_type::list: return contract.allowed.empty() ? json::array() : json::array({word});
    default: return word;
  }
}

workflow workflow_of(const declared_operation& operation) {
  if (operation.implementation.kind == "rescue") return workflow::rescue;
  if (operation.implementation.kind == "inspect") return workflow::inspect;
  if ((operation.step.phases & phase_clean) != 0) return workflow::manual_clean;
  return (operation.step.phases & phase_service) != 0 ? workflow::service : workflow::deploy;
}

bool waits_for(const std::vector<step_outcome>& outcomes, awaited whom) {
  return !outcomes.empty() && outcomes.back().status == step_status::waiting &&
         outcomes.back().waits_for == whom;
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

driver_fixture::driver_fixture(const hardware_row& hardware, bool counted)
    : hardware_{hardware}, counted_{counted}, folder_{own_folder()}, machine_{hardware.make()} {
  restart();
}

void driver_fixture::restart() {
  worker_.reset();
  auto made = hardware_.drivers(io_, folder_, counted_);
  BOOST_REQUIRE_MESSAGE(made.has_value(), (made ? "" : made.error().message));
  drivers_ = std::make_unique<registry>(std::move(*made));
  worker_ = std::make_unique<executor>(io_, messages_, records_, records_, *drivers_, held_, time_,
                                       std::make_shared<installation_policy>(), quick());
  worker_->start();
}

driver_fixture::~driver_fixture() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

json driver_fixture::arguments(const declared_operation& operation, bool all) {
  json out = json::object();
  const auto give = [&](const value_contract& argument) {
    const auto sample = machine_->sample(operation.contract->what, argument.name);
    out[std::string{argument.name}] = sample.is_null() ? any_value(argument) : sample;
  };
  for (const auto& argument : operation.step.arguments)
    if (operation.contract->is(op_open)) give({argument.name, value_type::text});
  for (const auto& argument : operation.contract->arguments)
    if (all || argument.given != presence::optional) give(argument);
  return out;
}

ironbus::machine driver_fixture::node_for(const interface_implementation& implementation,
                                          const step& what) {
  auto out = machine_->node_for(what);
  out.driver_info = needed_driver_info(implementation, out.driver_info);
  // GRUB boots files of the service, not an ISO.
  if (implementation.name == "pxe" || implementation.name == "http")
    out.instance_info = {{"kernel", "file:///etc/hostname"}, {"ramdisk", "file:///etc/hostname"}};
  return out;
}

step_request driver_fixture::request(const declared_operation& operation, json args) {
  step_request out;
  out.id = {"", "op-" + std::to_string(++attempts_), 0, 1};
  out.what.interface = operation.implementation.kind;
  out.what.name = operation.step.name;
  out.what.args = std::move(args);
  out.what.repeatable = operation.step.repeatable;
  out.what.in_agent = operation.step.in_agent;
  out.kind = workflow_of(operation);
  out.deadline = now() + 1h;
  out.machine = node_for(operation.implementation, out.what);
  out.machine.interfaces = {{operation.implementation.kind, operation.implementation.name}};
  out.id.node = out.machine.uuid;
  return out;
}

uint64_t driver_fixture::send(std::string_view type, const step_request& request) {
  envelope out;
  out.id = "request-of-" + claim_key(request.id);
  out.type = type;
  out.subject = request.id.node;
  out.data = request;
  return messages_.deliver(routing::step_queue(""), encode_envelope(out));
}

void driver_fixture::until_acked(uint64_t tag) {
  until([&] {
    const auto acked = messages_.acked();
    return std::find(acked.begin(), acked.end(), tag) != acked.end();
  });
}

std::vector<step_outcome> driver_fixture::outcomes(const step_id& step) const {
  std::vector<step_outcome> out;
  for (const auto& x : messages_.published()) {
    const auto read = decode_envelope(x.body);
    if (!read || read->type != step_outcome_type) continue;
    if (auto outcome = decode<step_outcome>(read->data).value(); outcome.id == step)
      out.push_back(std::move(outcome));
  }
  return out;
}

std::vector<step_outcome> driver_fixture::carry_out(step_request request) {
  auto out = attempt(request);
  for (size_t parts = 0; out.back().part_done && parts < parts_max; ++parts) {
    machine_->learn(out.back().observed);
    if (out.back().reboot_first) machine_->start_anew();
    ++request.id.attempt;
    request.machine.driver_internal_info = machine_->node_for(request.what).driver_internal_info;
    const auto more = attempt(request);
    out.insert(out.end(), more.begin(), more.end());
  }
  return out;
}

std::vector<step_outcome> driver_fixture::attempt(const step_request& request) {
  deliver(step_request_type, request);
  poll(request);
  const bool probed = request.what.in_agent;
  for (size_t i = 0; probed && i < probes_max && waits_for(outcomes(request.id), awaited::agent);
       ++i) {
    auto probe = request;
    machine_->learn(outcomes(request.id).back().observed);
    probe.machine.driver_internal_info = machine_->node_for(request.what).driver_internal_info;
    deliver(step_probe_type, probe);
  }
  auto out = outcomes(request.id);
  BOOST_REQUIRE(!out.empty());
  BOOST_TEST((!probed || !waits_for(out, awaited::agent)), "the agent never ends it");
  return out;
}

std::vector<step_outcome> driver_fixture::ask_for(const step_request& request) {
  deliver(step_request_type, request);
  return outcomes(request.id);
}

std::vector<step_outcome> driver_fixture::poll_once(const step_request& request) {
  deliver(step_probe_type, request);
  return outcomes(request.id);
}

/// Each poll comes from another worker, which knows only the handle of the task.
void driver_fixture::poll(const step_request& request) {
  for (size_t i = 0; i < probes_max && waits_for(outcomes(request.id), awaited::task); ++i) {
    auto probe = request;
    const auto told = outcomes(request.id);
    machine_->learn(told.front().observed);
    probe.machine.driver_internal_info = machine_->node_for(request.what).driver_internal_info;
    probe.task_handle = told.back().task_handle;
    restart();
    deliver(step_probe_type, probe);
  }
  BOOST_TEST(!waits_for(outcomes(request.id), awaited::task), "the task never ends");
}

driver_interface& driver_fixture::driver(const declared_operation& operation) const {
  return *drivers_->find(operation.implementation.kind, operation.implementation.name);
}

step_outcome driver_fixture::carry_out_after_a_lapse(const step_request& request) {
  const auto tag = send(step_request_type, request);
  until([&] { return !records_.moment(claim_key(request.id)).owner.empty(); });
  held_.lapse();
  held_.announce();
  until_acked(tag);
  return outcomes(request.id).at(0);
}

void driver_fixture::claim_by_the_dead(const step_request& x) {
  records_.set(claim_key(x.id), {"worker-2/a", ""});
  records_.set_alive({});
}

void driver_fixture::until(const std::function<bool()>& condition) {
  const auto limit = std::chrono::steady_clock::now() + 30s;
  io_.restart();
  while (!condition()) {
    BOOST_REQUIRE_MESSAGE(std::chrono::steady_clock::now() < limit, "it never came true");
    if (io_.run_one_for(50ms) == 0) io_.restart();
  }
}

uint32_t facts_in(const facts& facts) {
  uint32_t out = fact_none;
  const auto add = [&out](bool there, uint32_t fact) { out |= there ? fact : 0U; };
  add(facts.power_state.has_value(), fact_power_state);
  add(facts.boot_mode.has_value(), fact_boot_mode);
  add(facts.secure_boot.has_value(), fact_secure_boot);
  add(facts.console_enabled.has_value(), fact_console);
  add(facts.health.has_value(), fact_health);
  add(!facts.properties.empty(), fact_properties);
  add(facts.bios.has_value(), fact_bios_settings);
  add(!facts.firmware.empty(), fact_firmware_components);
  add(!facts.raid_config.is_null(), fact_raid_config);
  add(!facts.inventory.is_null(), fact_inventory);
  add(!facts.mac_addresses.empty(), fact_mac_addresses);
  add(!facts.driver_info.empty(), fact_driver_info);
  return out;
}

}  // namespace ironbus::test
