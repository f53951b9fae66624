#include "messages/contract/step_list.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

namespace {

/// The error of a list; empty: it is accepted.
std::string refusal_of(const step_list_form& form, const json& steps) {
  const auto checked = check_step_list(form, "steps", steps);
  if (checked) return {};
  BOOST_TEST((checked.error().code == error_code::invalid));
  return checked.error().message;
}

struct named_form {
  const char* name;
  const step_list_form& form;
};

const std::vector<named_form> forms{{"deploy request", deploy_request_steps},
                                    {"work request", work_request_steps},
                                    {"template", template_steps},
                                    {"runbook", runbook_steps}};

/// A step that is valid in every list except for the order key.
json good_step(const step_list_form& form) {
  json out{{"interface", "bios"}, {"step", "reset"}, {"args", json::object()}};
  out[std::string{form.order_key}] = 1;
  return out;
}

struct step_case {
  const char* member;
  const char* value;    ///< JSON; empty: the member is missing.
  const char* refusal;  ///< Prefix of the error; empty: accepted.
};

const std::vector<step_case> everywhere{
    {"args", "{}", ""},
    {"args", R"({"a":[1]})", ""},
    {"args", "[]", "steps/0/args must be an object."},
    {"args", "null", "steps/0/args must be an object."},
    {"step", "", "steps/0/step must be the name of a step."},
    {"step", R"("")", "steps/0/step must be the name of a step."},
    {"step", "7", "steps/0/step must be the name of a step."},
    {"interface", R"("raid")", ""},
    {"interface", R"("fan")", "Invalid value for 'steps/0/interface'; allowed: "},
    {"interface", "null", "Invalid value for 'steps/0/interface'; allowed: "},
    {"interface", "", "Invalid value for 'steps/0/interface'; allowed: "},
    {"when", "1", "Unexpected key 'when' in steps/0; allowed: interface, step, args, "},
};

/// The result of a case applied to a valid step of a form.
std::string judged(const step_list_form& form, const step_case& step_case) {
  auto step = good_step(form);
  step.erase(step_case.member);
  if (*step_case.value != '\0') step[step_case.member] = json::parse(step_case.value);
  return refusal_of(form, json::array({step}));
}

void check_cases(const step_list_form& form, const std::vector<step_case>& cases) {
  for (const auto& x : cases) BOOST_TEST_CONTEXT(x.member << ": " << x.value) {
      const auto said = judged(form, x);
      BOOST_TEST((*x.refusal == '\0' ? said.empty() : said.starts_with(x.refusal)), said);
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(step_lists)

BOOST_AUTO_TEST_CASE(a_step_has_the_same_form_everywhere) {
  for (const auto& [name, form] : forms) BOOST_TEST_CONTEXT(name) {
      BOOST_TEST(refusal_of(form, json::array({good_step(form)})) == "");
      BOOST_TEST(refusal_of(form, "x") == "'steps' must be a list of steps.");
      BOOST_TEST(refusal_of(form, json::object()) == "'steps' must be a list of steps.");
      BOOST_TEST(refusal_of(form, json::array({1})) == "steps/0 must be an object.");
      check_cases(form, everywhere);
    }
}

BOOST_AUTO_TEST_CASE(an_error_names_the_path_of_the_step) {
  const auto good = good_step(work_request_steps);
  BOOST_TEST(refusal_of(work_request_steps, json::array({good, good, 1})) ==
             "steps/2 must be an object.");
}

BOOST_AUTO_TEST_CASE(the_conductors_own_steps_need_no_interface) {
  for (const auto& [name, form] : forms)
    for (const auto* own : {"hold", "wait", "power_on", "power_off", "reboot"}) {
      auto step = good_step(form);
      step.erase("interface");
      step["step"] = own;
      BOOST_TEST(refusal_of(form, json::array({step})) == "", name << ": " << own);
    }
}

BOOST_AUTO_TEST_CASE(requests_allow_steps_of_fewer_interfaces) {
  const step_case boot{"interface", R"("boot")", ""};
  BOOST_TEST(judged(template_steps, boot) == "");
  BOOST_TEST(judged(runbook_steps, boot) == "");
  const std::string refused =
      "Invalid value for 'steps/0/interface'; allowed: vendor, power, management, firmware, "
      "deploy, bios, raid.";
  BOOST_TEST(judged(deploy_request_steps, boot) == refused);
  BOOST_TEST(judged(work_request_steps, boot) == refused);
}

BOOST_AUTO_TEST_CASE(the_order_key_differs) {
  const std::string priority = "steps/0/priority must be a number from 0 to 1000000.";
  check_cases(template_steps, {{"priority", "10.5", ""},
                               {"priority", "0", ""},
                               {"priority", "1000001", priority.c_str()},
                               {"priority", "-1", priority.c_str()},
                               {"priority", R"("5")", priority.c_str()},
                               {"priority", "", priority.c_str()},
                               {"order", "1", "Unexpected key 'order' in steps/0"}});
  check_cases(deploy_request_steps, {{"priority", "10.5", ""},
                                     {"priority", R"("5")", ""},
                                     {"priority", R"("5x")", priority.c_str()},
                                     {"priority", R"("1234567890")", priority.c_str()},
                                     {"priority", "-1", priority.c_str()},
                                     {"priority", "null", priority.c_str()},
                                     {"priority", "", priority.c_str()},
                                     {"order", "1", "Unexpected key 'order' in steps/0"}});
  const std::string whole = "steps/0/order must be an integer of at least 0.";
  check_cases(runbook_steps, {{"order", "0", ""},
                              {"order", "1.5", whole.c_str()},
                              {"order", "-1", whole.c_str()},
                              {"order", R"("5")", whole.c_str()},
                              {"order", "", whole.c_str()},
                              {"priority", "1", "Unexpected key 'priority' in steps/0"}});
  const std::string count = "steps/0/order must be a whole number from 0.";
  check_cases(work_request_steps, {{"order", "0", ""},
                                   {"order", R"("5")", ""},
                                   {"order", "", ""},
                                   {"order", "1.5", count.c_str()},
                                   {"order", "-1", count.c_str()},
                                   {"order", R"("")", count.c_str()},
                                   {"priority", "1", "Unexpected key 'priority' in steps/0"}});
}

BOOST_AUTO_TEST_CASE(a_deploy_request_requires_arguments_for_each_step) {
  const step_case without{"args", "", ""};
  BOOST_TEST(judged(deploy_request_steps, without) == "steps/0/args is missing; it may be {}.");
  for (const auto* form : {&work_request_steps, &template_steps, &runbook_steps})
    BOOST_TEST(judged(*form, without) == "");
}

BOOST_AUTO_TEST_CASE(stored_lists_have_steps_and_templates_have_each_once) {
  for (const auto* form : {&template_steps, &runbook_steps})
    BOOST_TEST(refusal_of(*form, json::array()) == "'steps' must hold at least one step.");
  for (const auto* form : {&deploy_request_steps, &work_request_steps})
    BOOST_TEST(refusal_of(*form, json::array()) == "");
  for (const auto& [name, form] : forms) {
    const auto step = good_step(form);
    const auto said = refusal_of(form, json::array({step, step}));
    BOOST_TEST(
        said == (&form == &template_steps ? "steps/1: the step bios.reset is there already." : ""),
        name << ": " << said);
  }
  json held{{"step", "hold"}, {"priority", 1}};
  auto named = held;
  named["interface"] = "power";  // the interface shown for such a step
  BOOST_TEST(refusal_of(template_steps, json::array({held, named})) ==
             "steps/1: the step power.hold is there already.");
}

BOOST_AUTO_TEST_CASE(steps_of_a_work_request_may_run_on_children) {
  check_cases(work_request_steps,
              {{"execute_on_child_nodes", "true", ""},
               {"execute_on_child_nodes", "1", "steps/0/execute_on_child_nodes must be a boolean."},
               {"limit_child_node_execution", "[]", ""},
               {"limit_child_node_execution", R"(["11111111-aaaa-4aaa-8aaa-000000000001"])", ""},
               {"limit_child_node_execution", R"(["web-1"])",
                "steps/0/limit_child_node_execution must be a list of node UUIDs."},
               {"limit_child_node_execution", "null",
                "steps/0/limit_child_node_execution must be a list of node UUIDs."}});
  for (const auto* own : {"hold", "wait"}) {
    json step{{"step", own}, {"execute_on_child_nodes", true}};
    BOOST_TEST(refusal_of(work_request_steps, json::array({step})) ==
               std::string{"steps/0/execute_on_child_nodes cannot be used with the step "} + own +
                   ".");
    step["execute_on_child_nodes"] = false;
    BOOST_TEST(refusal_of(work_request_steps, json::array({step})) == "");
  }
  for (const auto* form : {&deploy_request_steps, &template_steps, &runbook_steps})
    for (const auto* key : {"execute_on_child_nodes", "limit_child_node_execution"})
      BOOST_TEST(judged(*form, {key, "true", ""}).starts_with("Unexpected key"));
}

BOOST_AUTO_TEST_SUITE_END()
