#include "messages/model/snapshot.hpp"
#include "tests/unit/actors/catalog/record_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

json one_step(const char* order_key) {
  return json::array({{{"interface", "bios"}, {"step", "factory_reset"}, {order_key, 1}}});
}

json a_template() { return {{"name", "CUSTOM_DT"}, {"steps", one_step("priority")}}; }

json a_runbook() { return {{"name", "CUSTOM_RB"}, {"steps", one_step("order")}}; }

}  // namespace

BOOST_AUTO_TEST_CASE(a_record_lives_from_create_to_delete) {
  record_fixture chassis{"chassis"};
  BOOST_TEST(code_of_answer(chassis.patch("replace", "/extra", json::object())) == "not_found");
  const auto made = json::parse(chassis.create({{"description", "rack 1"}}).body);
  BOOST_TEST(made["uuid"] == record_fixture::uuid);
  BOOST_TEST(made["extra"] == json::object());
  BOOST_TEST(made["updated_at"] == json{});
  BOOST_TEST(code_of_answer(chassis.create(json::object())) == "conflict");
  const auto changed = json::parse(chassis.patch("add", "/extra/rack", 7).body);
  BOOST_TEST(changed["extra"]["rack"] == 7);
  BOOST_TEST(changed["updated_at"] != json{});
  BOOST_TEST(code_of_answer(chassis.tell(record_command{delete_record{}})) == "accepted");
  BOOST_TEST(!chassis.exists());
}

BOOST_AUTO_TEST_CASE(a_patch_is_applied_whole_or_not_at_all) {
  record_fixture chassis{"chassis"};
  chassis.create({{"description", "rack 1"}});
  const auto answer = chassis.tell(record_command{update_record{
      {{"replace", "/description", "rack 2"}, {"remove", "/extra/nope", nullptr}}, 115}});
  BOOST_TEST(code_of_answer(answer) == "invalid");
  BOOST_TEST(chassis.attributes()["description"] == "rack 1");
  BOOST_TEST(code_of_answer(chassis.patch("replace", "/uuid", "x")) == "invalid");
}

BOOST_AUTO_TEST_CASE(the_steps_of_a_template_are_checked) {
  const std::vector<std::pair<const char*, json>> cases{
      {"empty", json::array()},
      {"no object", json::array({1})},
      {"unknown interface", json::array({{{"interface", "fan"}, {"step", "x"}, {"priority", 1}}})},
      {"no step", json::array({{{"interface", "bios"}, {"priority", 1}}})},
      {"no priority", json::array({{{"interface", "bios"}, {"step", "x"}}})},
      {"negative", json::array({{{"interface", "bios"}, {"step", "x"}, {"priority", -1}}})},
      {"args", json::array({{{"interface", "bios"}, {"step", "x"}, {"priority", 1}, {"args", 1}}})},
      {"key", json::array({{{"interface", "bios"}, {"step", "x"}, {"priority", 1}, {"a", 1}}})},
  };
  for (const auto& [name, steps] : cases) {
    BOOST_TEST_CONTEXT(name) {
      record_fixture x{"deploy_template"};
      auto fields = a_template();
      fields["steps"] = steps;
      BOOST_TEST(code_of_answer(x.create(fields)) == "invalid");
      BOOST_TEST(!x.exists());
    }
  }
  auto twice = a_template();
  twice["steps"].push_back(twice["steps"][0]);
  BOOST_TEST(code_of_answer(record_fixture{"deploy_template"}.create(twice)) == "invalid");
  BOOST_TEST(code_of_answer(record_fixture{"deploy_template"}.create(a_template())) == "accepted");
}

BOOST_AUTO_TEST_CASE(a_step_of_the_conductor_needs_no_interface) {
  for (const auto* step : {"hold", "wait", "power_on", "power_off", "reboot"}) {
    auto fields = a_template();
    fields["steps"] = {{{"step", step}, {"priority", 1}}};
    BOOST_TEST(code_of_answer(record_fixture{"deploy_template"}.create(fields)) == "accepted",
               step);
    auto book = a_runbook();
    book["steps"] = {{{"step", step}, {"order", 1}}};
    BOOST_TEST(code_of_answer(record_fixture{"runbook"}.create(book)) == "accepted", step);
  }
  auto fields = a_template();
  fields["steps"] = {{{"step", "erase"}, {"priority", 1}}};
  BOOST_TEST(code_of_answer(record_fixture{"deploy_template"}.create(fields)) == "invalid");
}

BOOST_AUTO_TEST_CASE(a_priority_need_not_be_whole_and_an_order_must) {
  auto fields = a_template();
  fields["steps"][0]["priority"] = 10.5;
  record_fixture x{"deploy_template"};
  BOOST_TEST(code_of_answer(x.create(fields)) == "accepted");
  BOOST_TEST(x.attributes()["steps"][0]["priority"] == 10.5);
  auto book = a_runbook();
  book["steps"][0]["order"] = 1.5;
  BOOST_TEST(record_fixture{"runbook"}.create(book).refused->message ==
             "steps/0/order must be an integer of at least 0.");
}

BOOST_AUTO_TEST_CASE(a_template_is_named_like_a_trait) {
  auto fields = a_template();
  for (const auto* name : {"dt", "CUSTOM_", "CUSTOM_x", "HW_NOPE"}) {
    fields["name"] = name;
    BOOST_TEST(code_of_answer(record_fixture{"deploy_template"}.create(fields)) == "invalid");
  }
  fields["name"] = "HW_CPU_X86_AVX";
  BOOST_TEST(code_of_answer(record_fixture{"deploy_template"}.create(fields)) == "accepted");
}

BOOST_AUTO_TEST_CASE(runbook_names_are_free_since_112) {
  auto fields = a_runbook();
  fields["name"] = "my-runbook";
  BOOST_TEST(code_of_answer(record_fixture{"runbook"}.create(fields, 111)) == "invalid");
  BOOST_TEST(code_of_answer(record_fixture{"runbook"}.create(fields, 112)) == "accepted");
}

BOOST_AUTO_TEST_CASE(a_public_runbook_has_no_owner) {
  record_fixture x{"runbook"};
  auto fields = a_runbook();
  fields["owner"] = "o1";
  fields["public"] = true;
  BOOST_TEST(code_of_answer(x.create(fields)) == "invalid");
  fields["public"] = false;
  x.create(fields);
  x.patch("replace", "/public", true);
  BOOST_TEST(x.attributes()["owner"] == json{});
  BOOST_TEST(code_of_answer(x.patch("replace", "/owner", "o2")) == "invalid");
}

BOOST_AUTO_TEST_CASE(traits_of_a_runbook_are_set_apart) {
  record_fixture x{"runbook"};
  x.create(a_runbook());
  using how = set_traits::how;
  x.tell(record_command{set_traits{how::all, {"CUSTOM_B", "CUSTOM_A", "CUSTOM_B"}}});
  BOOST_TEST(x.attributes()["traits"] == (json{"CUSTOM_A", "CUSTOM_B"}));
  x.tell(record_command{set_traits{how::remove, {"CUSTOM_A"}}});
  BOOST_TEST(x.attributes()["traits"] == json::array({"CUSTOM_B"}));
  const auto again = x.tell(record_command{set_traits{how::remove, {"CUSTOM_A"}}});
  BOOST_TEST(code_of_answer(again) == "accepted");
  BOOST_TEST(x.attributes()["traits"] == json::array({"CUSTOM_B"}));
  record_fixture chassis{"chassis"};
  chassis.create(json::object());
  BOOST_TEST(code_of_answer(chassis.tell(record_command{set_traits{}})) == "invalid");
}

BOOST_AUTO_TEST_CASE(an_inspection_rule_is_checked_when_stored) {
  const json log = {{"op", "log"}, {"args", {{"msg", "x"}}}};
  BOOST_TEST(code_of_answer(record_fixture{"inspection_rule"}.create(
                 {{"actions", {{{"op", "nope"}, {"args", json::object()}}}}})) == "invalid");
  record_fixture rule{"inspection_rule"};
  const auto made = json::parse(rule.create({{"actions", {log}}, {"phase", nullptr}}).body);
  BOOST_TEST(made["phase"] == "main");
  BOOST_TEST(made["conditions"] == json::array());
  BOOST_TEST(made["built_in"] == false);
  record_fixture nulls{"inspection_rule"};
  nulls.create({{"actions", {log}}, {"sensitive", nullptr}, {"conditions", nullptr}});
  BOOST_TEST(nulls.attributes()["sensitive"] == false);
  BOOST_TEST(nulls.attributes()["conditions"] == json::array());
  BOOST_TEST(code_of_answer(rule.patch("replace", "/actions", json::array())) == "invalid");
  BOOST_TEST(code_of_answer(rule.patch("replace", "/priority", 10000)) == "invalid");
  BOOST_TEST(code_of_answer(rule.patch("add", "/actions/-", log)) == "accepted");
  BOOST_TEST(code_of_answer(rule.patch("replace", "/actions/1/op", "nope")) == "invalid");
  const auto early = json::parse(rule.patch("replace", "/phase", "early").body);
  BOOST_TEST(early["phase"] == "early");
  const json set = {{"op", "set-attribute"}, {"args", {"extra/x", 1}}};
  BOOST_TEST(code_of_answer(rule.patch("replace", "/actions/0", set)) == "invalid");
}

BOOST_AUTO_TEST_CASE(a_sensitive_rule_stays_sensitive) {
  const json log = {{"op", "log"}, {"args", {{"msg", "x"}}}};
  record_fixture rule{"inspection_rule"};
  rule.create({{"actions", {log}}, {"sensitive", true}});
  BOOST_TEST(code_of_answer(rule.patch("replace", "/sensitive", false)) == "invalid");
  BOOST_TEST(code_of_answer(rule.patch("replace", "/sensitive", nullptr)) == "invalid");
  BOOST_TEST(code_of_answer(rule.patch("remove", "/sensitive", nullptr)) == "invalid");
  BOOST_TEST(code_of_answer(rule.patch("replace", "/description", "d")) == "accepted");
}

BOOST_AUTO_TEST_CASE(errors_of_a_sensitive_rule_quote_nothing) {
  record_fixture rule{"inspection_rule"};
  rule.create({{"conditions", {{{"op", "is-true"}, {"args", {"topsecret"}}}}},
               {"actions", {{{"op", "log"}, {"args", {"x"}}}}},
               {"sensitive", true}});
  const auto answer = rule.patch(
      "replace", "/conditions/0",
      {{"op", "in-net"}, {"args", {{"address", "topsecret"}, {"subnet", "10.0.0.0/8"}}}});
  BOOST_TEST(code_of_answer(answer) == "invalid");
  const auto by_op = rule.patch("replace", "/conditions/0/op", "matches");
  BOOST_TEST(code_of_answer(by_op) == "invalid");
  BOOST_TEST(by_op.refused->message.find("topsecret") == std::string::npos);
  BOOST_TEST(answer.refused->message.find("topsecret") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_permission_for_another_owner_of_a_record_does_not_count) {
  record_fixture runbook{"runbook"};
  auto fields = a_runbook();
  fields["owner"] = "p1";
  runbook.create(fields);
  runbook.seen = seen_access{"p2", {}};
  BOOST_TEST(code_of_answer(runbook.patch("replace", "/name", "CUSTOM_2")) == "access_changed");
  BOOST_TEST(code_of_answer(runbook.tell(record_command{delete_record{}})) == "access_changed");
  BOOST_TEST(runbook.exists());
  BOOST_TEST(runbook.attributes()["name"] == "CUSTOM_RB");
  runbook.seen = seen_access{"p1", {}};
  BOOST_TEST(code_of_answer(runbook.patch("replace", "/name", "CUSTOM_2")) == "accepted");
  runbook.seen.reset();
  BOOST_TEST(code_of_answer(runbook.tell(record_command{delete_record{}})) == "accepted");
}
