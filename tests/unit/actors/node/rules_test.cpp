#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/node_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

std::string code_of_reply(const reply& x) {
  return x.refused ? std::string{to_string(x.refused->code)} : "accepted";
}

}  // namespace

BOOST_AUTO_TEST_CASE(forbidden_verbs_are_rejected_and_change_nothing) {
  node_fixture n;
  const auto before = encode_snapshot(n.now());
  for (const auto* target : {"provide", "active", "deleted", "rebuild", "inspect", "abort", "adopt",
                             "unrescue", "unhold", "hold", "done", "bogus"}) {
    BOOST_TEST_CONTEXT(target) {
      BOOST_TEST(code_of_reply(n.order(target)) == "invalid");
      BOOST_TEST(encode_snapshot(n.now()) == before);
    }
  }
}

BOOST_AUTO_TEST_CASE(maintenance_refuses_a_deploy_and_not_a_provide) {
  node_fixture n;
  n.order("manage");
  n.run();
  n.tell(set_maintenance{true, "bad fan"});
  BOOST_TEST(n.now().attributes.maintenance_reason.value() == "bad fan");
  BOOST_TEST(code_of_reply(n.order("provide")) == "accepted");
  n.run();
  BOOST_TEST(code_of_reply(n.order("active")) == "invalid");
}

BOOST_AUTO_TEST_CASE(a_protected_node_is_neither_undeployed_nor_deleted) {
  node_fixture n;
  BOOST_TEST(code_of_reply(n.patch("replace", "/protected", true)) == "conflict");
  n.order("manage");
  n.run();
  n.order("adopt");
  n.run();
  BOOST_TEST(code_of_reply(n.patch("replace", "/protected", true)) == "accepted");
  BOOST_TEST(code_of_reply(n.order("deleted")) == "forbidden");
  BOOST_TEST(code_of_reply(n.order("rebuild")) == "forbidden");
  BOOST_TEST(code_of_reply(n.tell(delete_node{})) == "forbidden");
}

BOOST_AUTO_TEST_CASE(a_display_name_names_only_an_instance_without_a_name) {
  node_fixture n;
  n.patch("add", "/instance_info/display_name", "shown");
  BOOST_TEST(n.now().attributes.instance_name.value() == "shown");
  n.patch("replace", "/instance_name", "chosen");
  n.patch("add", "/instance_info/display_name", "another");
  BOOST_TEST(n.now().attributes.instance_name.value() == "chosen");
  n.patch("remove", "/instance_info/display_name");
  BOOST_TEST(n.now().attributes.instance_name.value() == "chosen");
  n.patch("replace", "/instance_name", "");
  n.patch("add", "/instance_info/display_name", "at last");
  BOOST_TEST(n.now().attributes.instance_name.value() == "at last");
}

BOOST_AUTO_TEST_CASE(traits_of_an_instance_are_a_list_of_texts) {
  node_fixture n;
  for (const json& wrong : {json("CUSTOM_A"), json{{"CUSTOM_A", true}}, json(nullptr),
                            json::array({1}), json::array({nullptr})}) {
    const auto answer = n.patch("add", "/instance_info/traits", wrong);
    BOOST_TEST(code_of_reply(answer) == "invalid", wrong);
    BOOST_TEST(answer.refused->message.find("instance_info/traits") != std::string::npos);
  }
  BOOST_TEST(code_of_reply(n.patch("add", "/instance_info/traits", json::array())) == "accepted");
}

BOOST_AUTO_TEST_CASE(a_runbook_that_does_not_fit_says_why) {
  auto n = manageable();
  const auto why = [&](json traits) {
    const json book{{"name", "CUSTOM_BOOK"}, {"traits", std::move(traits)}};
    const json steps = {{{"step", "hold"}}};
    return n.order("clean", {{"runbook", book}, {"clean_steps", steps}}).refused->message;
  };
  const auto begin =
      "The runbook 'CUSTOM_BOOK' does not fit node " + n.now().attributes.uuid + ": ";
  BOOST_TEST(why(json::array()) == begin + "the runbook has no traits, so it fits no node.");
  BOOST_TEST(why({"CUSTOM_A"}) == begin + "the node lacks its trait CUSTOM_A.");
  BOOST_TEST(why({"CUSTOM_A", "CUSTOM_B"}) ==
             begin + "the node has none of its traits CUSTOM_A, CUSTOM_B.");
}

BOOST_AUTO_TEST_CASE(a_step_of_the_conductor_needs_no_interface) {
  auto n = manageable();
  n.order("clean", {{"clean_steps", {{{"step", "hold"}}, {{"step", "power_on"}}}}});
  while (n.is_out()) n.done();
  BOOST_TEST(n.state() == "clean hold");
  n.order("unhold");
  n.run();
  BOOST_TEST(n.state() == "manageable");
}

BOOST_AUTO_TEST_CASE(a_deploy_needs_the_traits_it_asks_for) {
  node_fixture n;
  n.order("manage");
  n.run();
  n.order("provide");
  n.run();
  n.patch("add", "/instance_info/traits", json::array({"CUSTOM_GPU"}));
  BOOST_TEST(code_of_reply(n.order("active")) == "invalid");
  n.tell(set_traits{set_traits::how::add, {"CUSTOM_GPU"}});
  BOOST_TEST(code_of_reply(n.order("active")) == "accepted");
}

BOOST_AUTO_TEST_CASE(forbidden_patches_are_rejected) {
  node_fixture n{{{"extra", {{"rack", "r1"}}}}};
  const auto before = encode_snapshot(n.now());
  struct bad_patch {
    const char* op;
    const char* path;
    json value;
    const char* code;
  };
  const bad_patch table[]{
      {"replace", "/uuid", "x", "invalid"},
      {"replace", "/provision_state", "active", "invalid"},
      {"add", "/bogus", 1, "invalid"},
      {"add", "extra", 1, "invalid"},
      {"replace", "/extra/nope/deeper", 1, "invalid"},
      {"remove", "/extra/nope", nullptr, "invalid"},
      {"remove", "/driver", nullptr, "invalid"},
      {"replace", "/driver", "no-such", "invalid"},
      {"replace", "/power_interface", "no-such", "invalid"},
      {"replace", "/maintenance", "yes", "invalid"},
      {"replace", "/properties", "text", "invalid"},
      {"add", "/properties/memory_mb", -1, "invalid"},
      {"add", "/instance_uuid", "zz", "invalid"},
      {"add", "/protected_reason", "why", "invalid"},
      {"add", "/retired_reason", "why", "invalid"},
      {"add", "/description", std::string(4097, 'x'), "invalid"},
  };
  for (const auto& x : table) BOOST_TEST_CONTEXT(x.op << " " << x.path) {
      BOOST_TEST(code_of_reply(n.patch(x.op, x.path, x.value)) == x.code);
      BOOST_TEST(encode_snapshot(n.now()) == before);
    }
}

BOOST_AUTO_TEST_CASE(a_patch_that_fails_in_its_last_operation_changes_nothing) {
  node_fixture n;
  const auto before = encode_snapshot(n.now());
  const auto reply = n.tell(update_node{
      {{"add", "/extra/a", 1}, {"add", "/name", "web-1"}, {"remove", "/extra/b", {}}}, false, 115});
  BOOST_TEST(code_of_reply(reply) == "invalid");
  BOOST_TEST(encode_snapshot(n.now()) == before);
}

BOOST_AUTO_TEST_CASE(a_field_newer_than_the_version_is_not_acceptable) {
  node_fixture n;
  n.api_version = 20;
  BOOST_TEST(code_of_reply(n.patch("replace", "/resource_class", "x")) == "not_acceptable");
}

BOOST_AUTO_TEST_CASE(a_patch_appends_replaces_and_removes_below_a_field) {
  node_fixture n{{{"extra", {{"list", json::array({1, 2})}}}}};
  n.patch("add", "/extra/list/-", 3);
  n.patch("replace", "/extra/list/0", 9);
  n.patch("add", "/extra/a~1b", "slash");
  BOOST_TEST(n.now().attributes.extra == (json{{"list", {9, 2, 3}}, {"a/b", "slash"}}));
  n.patch("remove", "/extra");
  BOOST_TEST(n.now().attributes.extra == json::object());
}

BOOST_AUTO_TEST_CASE(the_mask_written_back_keeps_the_secret) {
  node_fixture n{{{"driver_info", {{"password", "sesame"}, {"address", "192.0.2.9"}}}}};
  BOOST_TEST(code_of_reply(n.patch("replace", "/driver_info/password", "******")) == "accepted");
  BOOST_TEST(n.now().attributes.driver_info["password"] == "sesame");
}

BOOST_AUTO_TEST_CASE(masks_in_an_object_keep_the_secrets) {
  node_fixture n{
      {{"driver_info",
        {{"password", "sesame"}, {"hops", {{{"token", "t"}}}}, {"address", "192.0.2.9"}}}}};
  n.patch("replace", "/driver_info",
          {{"password", "******"}, {"hops", {{{"token", "******"}}}}, {"address", "bmc-1"}});
  BOOST_TEST(n.now().attributes.driver_info ==
             (json{{"password", "sesame"}, {"hops", {{{"token", "t"}}}}, {"address", "bmc-1"}}));
  n.patch("replace", "/driver_info/password", "opened");
  BOOST_TEST(n.now().attributes.driver_info["password"] == "opened");
}

BOOST_AUTO_TEST_CASE(an_interface_that_is_removed_gets_its_default) {
  node_fixture n;
  n.patch("replace", "/rescue_interface", "no-rescue");
  BOOST_TEST(n.now().attributes.rescue_interface.value() == "no-rescue");
  n.patch("remove", "/rescue_interface");
  BOOST_TEST(n.now().attributes.rescue_interface.value() == "fake");
}

BOOST_AUTO_TEST_CASE(interfaces_do_not_change_while_a_node_is_in_use) {
  node_fixture n;
  n.order("manage");
  n.run();
  n.order("adopt");
  n.run();
  BOOST_TEST(code_of_reply(n.patch("replace", "/rescue_interface", "no-rescue")) == "conflict");
  n.tell(set_maintenance{true, {}});
  BOOST_TEST(code_of_reply(n.patch("replace", "/rescue_interface", "no-rescue")) == "accepted");
}

BOOST_AUTO_TEST_CASE(rescue_needs_an_interface_that_can) {
  node_fixture n{{{"rescue_interface", "no-rescue"}}};
  n.order("manage");
  n.run();
  n.order("adopt");
  n.run();
  const auto reply = n.order("rescue", {{"hashed_rescue_password", "x"}});
  BOOST_TEST(code_of_reply(reply) == "invalid");
  BOOST_TEST(reply.refused->message.find("does not support rescue") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_node_in_use_is_deleted_in_maintenance_only) {
  node_fixture n;
  n.order("manage");
  n.run();
  n.order("adopt");
  n.run();
  BOOST_TEST(code_of_reply(n.tell(delete_node{})) == "conflict");
  n.tell(set_maintenance{true, {}});
  BOOST_TEST(code_of_reply(n.tell(delete_node{})) == "accepted");
  BOOST_TEST(!n.exists());
  BOOST_TEST(code_of_reply(n.order("manage")) == "not_found");
}

BOOST_AUTO_TEST_CASE(a_repeated_command_gets_the_same_answer) {
  node_fixture n;
  const auto reply = n.tell(create_part{
      "port",
      {{"uuid", "22222222-bbbb-4bbb-8bbb-000000000001"}, {"address", "52:54:00:AA:BB:CC"}}});
  BOOST_TEST(code_of_reply(reply) == "accepted");
  BOOST_TEST(json::parse(reply.body)["address"] == "52:54:00:aa:bb:cc");
  const auto again = n.repeat_last();
  BOOST_TEST(again.duplicate);
  BOOST_TEST(again.answer.body == reply.body);
  BOOST_TEST(n.now().ports.size() == 1U);
}

BOOST_AUTO_TEST_CASE(two_ports_of_a_node_do_not_share_an_address) {
  node_fixture n;
  const std::string first = "22222222-bbbb-4bbb-8bbb-000000000001";
  const std::string second = "22222222-bbbb-4bbb-8bbb-000000000002";
  n.tell(create_part{"port", {{"uuid", first}, {"address", "52:54:00:00:00:01"}}});
  const auto twice =
      n.tell(create_part{"port", {{"uuid", second}, {"address", "52:54:00:00:00:01"}}});
  BOOST_TEST(code_of_reply(twice) == "conflict");
  n.tell(create_part{"port", {{"uuid", second}, {"address", "52:54:00:00:00:02"}}});
  const auto moved =
      n.tell(update_part{"port", second, {{"replace", "/address", "52:54:00:00:00:01"}}, 115});
  BOOST_TEST(code_of_reply(moved) == "conflict");
  BOOST_TEST(n.now().ports.size() == 2U);
}

BOOST_AUTO_TEST_CASE(more_than_fifty_traits_are_refused) {
  node_fixture n;
  std::vector<std::string> traits;
  traits.reserve(51);
  for (int i = 0; i < 51; ++i) traits.push_back("CUSTOM_" + std::to_string(i));
  BOOST_TEST(code_of_reply(n.tell(set_traits{set_traits::how::all, traits})) == "invalid");
  traits.pop_back();
  BOOST_TEST(code_of_reply(n.tell(set_traits{set_traits::how::all, traits})) == "accepted");
}
