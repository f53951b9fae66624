#include "messages/contract/driver_contract.hpp"

#include "messages/contract/declaration_check.hpp"
#include "messages/contract/driver_contract_rows.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <set>

using namespace ironbus;

namespace {

const operation_contract& operation_of(const driver_operation& what) {
  const auto* out = find_operation(what.interface, what.name);
  BOOST_REQUIRE(out != nullptr);
  return *out;
}

std::string wrong(const driver_operation& what, const json& args) {
  return wrong_values(operation_of(what), args);
}

step_declaration declared(std::string name, std::vector<step_argument> arguments = {}) {
  step_declaration out;
  out.name = std::move(name);
  out.arguments = std::move(arguments);
  return out;
}

/// A power interface that matches the contract.
interface_implementation good_power() {
  interface_implementation out;
  out.kind = "power";
  out.name = "fine";
  out.steps = {declared("get_power_state"),
               declared("set_power_state", {{"target", "", true}, {"timeout", "", false}})};
  return out;
}

std::string refusal(const interface_implementation& implementation) {
  const auto found = check_declarations(std::array{implementation});
  if (!found) return {};
  BOOST_TEST((found->code == error_code::invalid));
  return found->message;
}

constexpr std::string_view begins = "Driver declarations do not match the contract:";

std::string said(const std::string& faults) { return std::string{begins} + faults; }

}  // namespace

BOOST_AUTO_TEST_SUITE(driver_contracts)

BOOST_AUTO_TEST_CASE(every_kind_has_unique_operations) {
  std::set<std::string_view> kinds;
  std::set<std::pair<std::string_view, std::string_view>> names;
  for (const auto& row : driver_contract()) {
    kinds.insert(row.what.interface);
    BOOST_TEST(names.insert({row.what.interface, row.what.name}).second, row.what.name);
    BOOST_TEST(row.description.ends_with('.'), row.what.name);
    BOOST_TEST(row.is(op_open) == (row.what.name == "*"));
    // Reads can be repeated, so they are idempotent.
    BOOST_TEST((!row.is(op_reads) || row.is(op_idempotent)), row.what.name);
    std::set<std::string_view> arguments;
    for (const auto& argument : row.arguments) {
      BOOST_TEST(arguments.insert(argument.name).second, argument.name);
      const bool words = argument.type == value_type::text || argument.type == value_type::list;
      BOOST_TEST((argument.allowed.empty() || words), argument.name);
    }
  }
  BOOST_TEST(kinds.size() == interface_kinds.size());
  BOOST_TEST(names.size() == machine_contract().size() + workflow_contract().size());
}

BOOST_AUTO_TEST_CASE(an_operation_is_found_by_kind_and_name) {
  using namespace driver_operations;
  BOOST_TEST((operation_of(rescue::clean_up).what == rescue::clean_up));
  BOOST_TEST((operation_of(deploy::clean_up).what == deploy::clean_up));
  BOOST_TEST(find_operation("power", "clean_up") == nullptr);
  BOOST_TEST(find_operation("levitation", "*") == nullptr);
  BOOST_TEST(find_operation("vendor", "whatever")->is(op_open));
  BOOST_TEST((argument_of(power::set_power_state, "timeout").type == value_type::whole));
  BOOST_CHECK_THROW(argument_of(power::set_power_state, "time"), std::logic_error);
  BOOST_TEST(allowed_words(argument_of(management::set_boot_mode, "mode")) == "bios, uefi");
}

BOOST_AUTO_TEST_CASE(wrong_values_are_named_with_the_allowed_ones) {
  using namespace driver_operations;
  BOOST_TEST(wrong(power::set_power_state, {{"target", "power on"}, {"timeout", 1}}) == "");
  BOOST_TEST(wrong(power::set_power_state, {{"target", "power on"}, {"timeout", nullptr}}) == "");
  BOOST_TEST(wrong(power::set_power_state, {{"target", "up"}, {"timeout", 0}}) ==
             "'target' is \"up\"; allowed: power on, power off, rebooting, soft rebooting, soft "
             "power off, 'timeout' must be a whole number from 1");
  BOOST_TEST(wrong(power::set_power_state, {{"target", nullptr}}) == "'target' is missing");
  BOOST_TEST(wrong(power::set_power_state, json::object()) == "'target' is missing");
  BOOST_TEST(wrong(power::set_power_state, "power on") == "'target' is missing");
  BOOST_TEST(wrong(management::set_secure_boot, {{"state", "yes"}}) == "'state' must be a boolean");
  BOOST_TEST(wrong(management::detach_virtual_media, {{"device_types", {"tape"}}}) ==
             "'device_types' is [\"tape\"]; allowed: cdrom, disk, floppy");
  BOOST_TEST(wrong(management::detach_virtual_media, {{"device_types", json::array()}}) == "");
  BOOST_TEST(wrong(network::vif_attach, {{"vif", "v1"}}) == "'vif' must be an object");
  BOOST_TEST(wrong_values(*find_operation("bios", "apply_configuration"), {{"settings", "x"}}) ==
             "'settings' must be a list");
  BOOST_TEST(wrong_values(*find_operation("vendor", "any"), {{"x", 1}}) == "");
}

BOOST_AUTO_TEST_CASE(a_long_word_is_cut) {
  const auto text =
      wrong(driver_operations::management::set_boot_mode, {{"mode", std::string(100'000, 'x')}});
  BOOST_TEST(text.size() < 200U);
}

BOOST_AUTO_TEST_CASE(answers_must_match_the_table) {
  using namespace driver_operations;
  const auto wrong_one = [](const driver_operation& what, const json& answer) {
    return wrong_answer(operation_of(what), answer);
  };
  BOOST_TEST(wrong_one(power::get_power_state, nullptr) == "");
  BOOST_TEST(wrong_one(power::get_power_state, "on") == "the answer must be nothing");
  BOOST_TEST(wrong_one(management::get_boot_device, json::object()) == "");
  BOOST_TEST(wrong_one(management::get_boot_device, nullptr) == "the answer must be an object");
  BOOST_TEST(wrong_one(management::get_boot_device, {{"persistent", "yes"}}) ==
             "'persistent' must be a boolean");
  BOOST_TEST(wrong_one(network::vif_list, json::array()) == "");
  BOOST_TEST(wrong_one(network::vif_list, {{{"id", "v"}}, json::object()}) == "'id' is missing");
  BOOST_TEST(wrong_one(network::vif_list, {7}) == "'id' is missing");
  BOOST_TEST(wrong_one({"vendor", "any"}, 7) == "");
}

BOOST_AUTO_TEST_CASE(valid_declarations_pass) {
  BOOST_TEST(refusal(good_power()) == "");
  auto none = good_power();
  none.steps.clear();
  none.supported = false;
  BOOST_TEST(refusal(none) == "");
  none.supported = none.through_agent = true;  // the agent provides its steps
  BOOST_TEST(refusal(none) == "");
}

BOOST_AUTO_TEST_CASE(every_error_of_a_declaration_is_named) {
  auto x = good_power();
  x.steps[1].name = "levitate";
  BOOST_TEST(refusal(x) ==
             said(" power 'fine': the kind has no operation 'levitate'; power 'fine': "
                  "lacks the operation 'set_power_state'."));
  x = good_power();
  x.steps[1].arguments = {{"speed", "", false}, {"timeout", "", true}};
  BOOST_TEST(refusal(x) ==
             said(" power 'fine': set_power_state: has no argument 'speed'; power 'fine': "
                  "set_power_state: the argument 'timeout' is not required; power 'fine': "
                  "set_power_state: lacks the required argument 'target'."));
  x = good_power();
  x.steps[1].arguments[0].required = false;
  BOOST_TEST(refusal(x) ==
             said(" power 'fine': set_power_state: the argument 'target' is required."));
  x = good_power();
  x.steps[0].repeatable = false;
  x.steps[0].phases = phase_clean;
  x.steps[1].priority = 10;
  BOOST_TEST(
      refusal(x) ==
      said(" power 'fine': get_power_state: has a phase that the contract does not allow; power "
           "'fine': get_power_state: only reads, so it must be repeatable; power 'fine': "
           "set_power_state: runs automatically, but needs arguments."));
}

BOOST_AUTO_TEST_CASE(key_patterns_have_one_star_at_an_end) {
  auto x = good_power();
  x.further_keys = {"*", "redfish_*", "*_address", "ipmi_bridging"};
  BOOST_TEST(refusal(x) == "");
  for (const char* wrong : {"", "a*b", "*a*", "**"}) {
    x.further_keys = {wrong};
    BOOST_TEST(refusal(x) == said(" power 'fine': '" + std::string{wrong} +
                                  "' is not a valid key pattern (one * at its beginning or end)."));
  }
}

BOOST_AUTO_TEST_CASE(drivers_cannot_declare_arguments_of_the_service) {
  interface_implementation x;
  x.kind = "inspect";
  x.name = "fine";
  x.steps = {declared("inspect_hardware"), declared("abort", {{"failed", "", false}})};
  BOOST_TEST(refusal(x) == said(" inspect 'fine': abort: has no argument 'failed'."));
}

BOOST_AUTO_TEST_CASE(vendor_methods_may_have_any_arguments) {
  interface_implementation x;
  x.kind = "vendor";
  x.name = "fine";
  x.steps = {declared("sing", {{"song", "", true}})};
  BOOST_TEST(refusal(x) == "");
}

BOOST_AUTO_TEST_CASE(arguments_must_be_declared) {
  const auto step = good_power().steps[1];
  BOOST_TEST(wrong_arguments(step, {{"target", "power on"}}) == "");
  BOOST_TEST(wrong_arguments(step, {{"x", 1}}) ==
             " unexpected argument 'x'; missing argument 'target';");
  BOOST_TEST(wrong_arguments(step, {{"target", ""}}) == " missing argument 'target';");
}

BOOST_AUTO_TEST_SUITE_END()
