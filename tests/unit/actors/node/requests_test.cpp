#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/node_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

// Options of provision requests: runbooks, deploy templates, and historical targets.

using namespace ironbus;
using namespace ironbus::test;

namespace {

json with_runbook(json traits) {
  return {{"clean_steps",
           {{{"interface", "bios"}, {"step", "factory_reset"}, {"order", 2}},
            {{"interface", "deploy"}, {"step", "erase_devices"}, {"order", 1}}}},
          {"runbook", {{"uuid", "u"}, {"name", "CUSTOM_RB"}, {"traits", std::move(traits)}}}};
}

node_fixture clean_failed_at_reset() {
  node_fixture n;
  n.installation.clean_step_priority_override = {{"bios.factory_reset", 10}};
  n.order("manage");
  n.run();
  n.order("provide");
  while (n.request().what.name != "factory_reset") n.done();
  n.answer(step_status::failed, "a disk is stuck");
  n.run();
  BOOST_REQUIRE(n.state() == "clean failed");
  n.states();
  return n;
}

bool has(const std::vector<std::string>& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

}  // namespace

BOOST_AUTO_TEST_CASE(each_workflow_has_its_own_forbidden_steps) {
  const json reset = {{{"interface", "bios"}, {"step", "factory_reset"}, {"priority", 150}}};
  const std::string text = "Step 'bios.factory_reset' is not allowed by configuration.";
  auto cleaned = manageable();
  cleaned.options.disallowed_deploy_steps =
      cleaned.options.disallowed_service_steps = {"bios.factory_reset"};
  BOOST_TEST(!cleaned.order("clean", {{"clean_steps", reset}}).refused);
  auto refused = manageable();
  refused.options.disallowed_clean_steps = {"bios.factory_reset"};
  BOOST_TEST(refused.order("clean", {{"clean_steps", reset}}).refused.value().message == text);

  auto n = available();
  n.options.disallowed_deploy_steps = {"bios.factory_reset"};
  BOOST_TEST(n.order("active", {{"deploy_steps", reset}}).refused.value().message == text);
  n.options.disallowed_deploy_steps.clear();
  BOOST_TEST(!n.order("active", {{"deploy_steps", reset}}).refused);
  n.run();
  n.options.disallowed_service_steps = {"bios.factory_reset"};
  BOOST_TEST(n.order("service", {{"service_steps", reset}}).refused.value().message == text);
}

BOOST_AUTO_TEST_CASE(a_runbook_fits_a_node_with_one_of_its_traits) {
  auto n = manageable();
  const auto refused = n.order("clean", with_runbook({"CUSTOM_A", "CUSTOM_B"}));
  BOOST_REQUIRE(refused.refused);
  BOOST_TEST(refused.refused->message.find("CUSTOM_B") != std::string::npos);
  BOOST_TEST(n.order("clean", with_runbook(json::array())).refused.has_value());
  n.tell(set_traits{set_traits::how::add, {"CUSTOM_B"}});
  BOOST_TEST(!n.order("clean", with_runbook({"CUSTOM_A", "CUSTOM_B"})).refused);
}

BOOST_AUTO_TEST_CASE(the_steps_of_a_runbook_run_in_their_order) {
  auto n = manageable();
  n.tell(set_traits{set_traits::how::add, {"CUSTOM_A"}});
  n.order("clean", with_runbook({"CUSTOM_A"}));
  n.run();
  const auto asked = n.asked();
  const auto erase = std::find(asked.begin(), asked.end(), "deploy.erase_devices");
  BOOST_TEST((std::find(erase, asked.end(), "bios.factory_reset") != asked.end()));
  BOOST_TEST(n.state() == "manageable");
}

BOOST_AUTO_TEST_CASE(the_request_overrides_steps_of_deploy_templates) {
  auto n = available();
  const auto step = [](int priority) {
    return json{{"interface", "bios"},
                {"step", "factory_reset"},
                {"args", json::object()},
                {"priority", priority}};
  };
  const json books = {{{"name", "CUSTOM_T"}, {"steps", {step(150)}}}};
  n.order("active", {{"deploy_templates", books}});
  n.run();
  BOOST_TEST(has(n.asked(), "bios.factory_reset"));
  n.order("rebuild", {{"deploy_templates", books}, {"deploy_steps", {step(0)}}});
  n.run();
  BOOST_TEST(!has(n.asked(), "bios.factory_reset"));
}

BOOST_AUTO_TEST_CASE(a_template_with_an_unknown_step_is_rejected) {
  auto n = available();
  const auto refused = n.order(
      "active", {{"deploy_templates",
                  {{{"name", "CUSTOM_T"},
                    {"steps", {{{"interface", "bios"}, {"step", "fly"}, {"priority", 1}}}}}}}});
  BOOST_REQUIRE(refused.refused);
  BOOST_TEST(refused.refused->message.find("bios.fly") != std::string::npos);
  BOOST_TEST(n.state() == "available");
}

BOOST_AUTO_TEST_CASE(the_core_of_a_deployment_can_be_named_but_not_moved) {
  auto n = available();
  const auto asked_at = [&n](int priority) {
    return n.order("active", {{"deploy_steps",
                               {{{"interface", "deploy"},
                                 {"step", "deploy"},
                                 {"args", json::object()},
                                 {"priority", priority}}}}});
  };
  for (int priority : {0, 10, 200}) {
    const auto refused = asked_at(priority);
    BOOST_REQUIRE(refused.refused);
    BOOST_TEST(refused.refused->message.find("deploy.deploy") != std::string::npos);
  }
  BOOST_TEST(n.state() == "available");
  BOOST_TEST(!asked_at(100).refused);
  n.run();
  BOOST_TEST(n.state() == "active");
}

BOOST_AUTO_TEST_CASE(cleaned_leaves_a_failed_cleaning_in_one_request) {
  for (const auto* target : {"cleaned", "cleaning"}) {
    auto n = clean_failed_at_reset();
    BOOST_TEST(n.now().attributes.maintenance);
    BOOST_TEST(!n.order(target).refused);
    BOOST_TEST(!n.now().attributes.maintenance);
    BOOST_TEST(!n.now().attributes.fault);
    n.run();
    BOOST_TEST(n.state() == "available");
    BOOST_TEST(n.states().front() == "manageable");
  }
}

BOOST_AUTO_TEST_CASE(cleaned_does_not_end_other_maintenance) {
  auto n = clean_failed_at_reset();
  n.tell(set_maintenance{false, std::nullopt});
  n.tell(set_maintenance{true, "bad fan"});
  const auto before = encode_snapshot(n.now());
  BOOST_TEST(n.order("cleaned").refused.has_value());
  BOOST_TEST(encode_snapshot(n.now()) == before);
}

BOOST_AUTO_TEST_CASE(cleaned_is_provide_elsewhere) {
  auto n = manageable();
  BOOST_TEST(!n.order("cleaned").refused);
  n.run();
  BOOST_TEST(n.state() == "available");
  BOOST_TEST(n.order("cleaned").refused.has_value());
}

BOOST_AUTO_TEST_CASE(cleaning_is_rejected_if_it_would_clean_nothing) {
  for (const bool by_node : {true, false}) {
    auto n = manageable();
    n.options.automated_clean = by_node;
    if (by_node) n.patch("add", "/automated_clean", false);
    const auto answer = n.order("cleaning");
    BOOST_REQUIRE(answer.refused);
    BOOST_TEST((answer.refused->code == error_code::invalid));
    BOOST_TEST(answer.refused->message.find(by_node ? "its field automated_clean"
                                                    : "conductor.automated_clean") !=
               std::string::npos);
    BOOST_TEST(n.state() == "manageable");
    BOOST_TEST(!n.order("cleaned").refused);
    BOOST_TEST(n.state() == "available");
  }
}

BOOST_AUTO_TEST_CASE(cleaning_is_skipped_only_after_a_failure_if_allowed) {
  auto n = clean_failed_at_reset();
  const auto closed = n.order("available");
  BOOST_REQUIRE(closed.refused);
  BOOST_TEST((closed.refused->code == error_code::invalid));
  BOOST_TEST(closed.refused->message.find("conductor.allow_skip_cleaning") != std::string::npos);
  n.options.allow_skip_cleaning = true;
  n.asked();
  BOOST_TEST(!n.order("available").refused);
  BOOST_TEST(n.state() == "available");
  BOOST_TEST(!n.now().attributes.maintenance);
  BOOST_TEST(!n.now().attributes.last_error);
  n.run();
  BOOST_TEST(n.state() == "available");
  auto unfailed = manageable();
  unfailed.options.allow_skip_cleaning = true;
  BOOST_TEST(unfailed.order("available").refused.has_value());
  BOOST_TEST(unfailed.state() == "manageable");
}

BOOST_AUTO_TEST_CASE(skipped_cleaning_is_noted_in_history_and_ledger) {
  auto n = clean_failed_at_reset();
  n.options.allow_skip_cleaning = true;
  n.order("available");
  const auto last = [&n](const std::string& collection) {
    json out;
    for (const auto& row : n.rows())
      if (row.collection == collection) out = json::parse(row.summary);
    return out;
  };
  BOOST_TEST(last("history")["event"].get<std::string>().find("without being cleaned") !=
             std::string::npos);
  const auto ledger = last("operations")["ledger"];
  BOOST_REQUIRE(ledger.size() == 1U);
  BOOST_TEST(ledger[0]["status"] == "skipped");
}
