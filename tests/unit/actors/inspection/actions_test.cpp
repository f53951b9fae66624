#include "tests/unit/actors/inspection/rule_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::inspection;
using namespace ironbus::test;

namespace {

outcome after(const std::string& action, apply_options options = {}) {
  return apply({numbered_rule(1, "[]", "[" + action + "]")}, std::move(options));
}

std::string path_refusal(const std::string& path) {
  return refusal_of_action(json{{"op", "set-attribute"}, {"args", {path, 1}}}.dump());
}

}  // namespace

BOOST_AUTO_TEST_CASE(rules_write_only_fields_that_a_patch_may_write) {
  for (const auto* path : {"uuid", "/provision_state", "power_state", "target_provision_state",
                           "driver_internal_info/x", "traits/0", "links", "last_error",
                           "created_at", "reservation", "fault", "clean_step/x", "console_enabled",
                           "inspection_started_at", "__class__", "/node/extra"})
    BOOST_TEST(path_refusal(path).find("can not write the field") != std::string::npos, path);
  BOOST_TEST(path_refusal("name/x").find("is not an object") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(tricks_in_a_path_are_rejected_when_stored) {
  for (const auto& path : {std::string{}, std::string{"/"}, std::string{"//extra"},
                           std::string{"."}, std::string{".extra"}, std::string{"../extra"},
                           std::string{"extra/\n"}, "extra/" + std::string(2000, 'a')})
    BOOST_TEST(path_refusal(path) != "", path.substr(0, 20));
  std::string deep = "extra";
  for (int i = 0; i < 60; ++i) deep += "/a";
  BOOST_TEST(path_refusal(deep).find("at most 40 steps") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_path_with_braces_is_stored_and_checked_when_the_rule_runs) {
  for (const auto* path : {"{{ /properties/cpu_model }}", "{{uuid}}", "/extra/{{x}}"})
    BOOST_TEST(path_refusal(path) == "", path);
  const auto done =
      after(R"({"op": "set-attribute", "args": ["{{ /properties/cpu_model }}", "x"]})");
  BOOST_REQUIRE(done.failed.has_value());
  BOOST_TEST(done.failed->message.find("can not write the field") != std::string::npos);
  BOOST_TEST(
      node_after(R"({"op": "set-attribute", "args": ["/extra/{{x}}", 1]})")["extra"]["{x}"] == 1);
}

BOOST_AUTO_TEST_CASE(a_path_from_a_loop_is_checked_when_it_is_known) {
  const auto done = after(
      R"({"op": "set-attribute", "args": ["{item}", 1], "loop": ["extra/a", "/provision_state"]})");
  BOOST_TEST(done.failed->message.find("can not write the field") != std::string::npos);
  BOOST_TEST(done.docs.node["extra"]["a"] == 1);  // earlier turns stay
  BOOST_TEST(done.docs.node["provision_state"] == "enroll");
}

BOOST_AUTO_TEST_CASE(pointers_are_unescaped_and_odd_keys_are_keys) {
  const auto extra = node_after(R"({"op": "set-attribute", "args": ["{item}", 1],
      "loop": ["/extra/a~1b", "/extra/a~0b", "/extra/..", "/extra/-", "/extra/0", "/extra/c.d"]})")
      ["extra"];
  for (const auto* key : {"a/b", "a~b", "..", "-", "0", "c.d"}) BOOST_TEST(extra[key] == 1);
}

BOOST_AUTO_TEST_CASE(a_failed_action_changes_nothing) {
  for (const auto* action : {R"({"op": "set-attribute", "args": ["extra/text/x", 1]})",
                             R"({"op": "set-attribute", "args": ["extra/list/2", 1]})",
                             R"({"op": "set-attribute", "args": ["extra/list/x", 1]})",
                             R"({"op": "set-attribute", "args": ["extra/list/00", 1]})",
                             R"({"op": "set-attribute", "args": ["extra/list/-1", 1]})",
                             R"({"op": "set-attribute", "args": ["extra/list/-/x", 1]})",
                             R"({"op": "set-attribute", "args": ["extra/list/0/x", 1]})",
                             R"({"op": "set-attribute", "args": ["extra/list/4000000000", 1]})",
                             R"({"op": "extend-attribute", "args": ["extra/text", 1]})",
                             R"({"op": "del-attribute", "args": ["extra/list/-"]})",
                             R"({"op": "del-attribute", "args": ["extra/list/x"]})",
                             R"({"op": "del-attribute", "args": ["driver"]})",
                             R"({"op": "set-attribute", "args": ["driver", null]})",
                             R"({"op": "set-attribute", "args": ["instance_uuid", "x"]})",
                             R"({"op": "set-port-attribute", "args": ["nope", "extra/x", 1]})",
                             R"({"op": "set-capability", "args": ["x", "a,b:c"]})",
                             R"({"op": "set-plugin-data", "args": ["tags.x", 1]})"}) {
    const auto done = after(action);
    BOOST_TEST(done.failed.has_value(), action);
    BOOST_TEST((done.docs == sample_documents()), action);
  }
}

BOOST_AUTO_TEST_CASE(steps_into_lists_are_indexes_as_in_json_patch) {
  const auto extra = [](const std::string& op, const std::string& path, json value = {}) {
    json args{{"path", path}};
    if (op != "del-attribute") args["value"] = std::move(value);
    return node_after(json{{"op", op}, {"args", args}}.dump())["extra"];
  };
  BOOST_TEST(extra("set-attribute", "/extra/list/0", "z")["list"] == json::array({"z"}));
  BOOST_TEST(extra("set-attribute", "/extra/list/-", "z")["list"] == json::array({"a", "z"}));
  BOOST_TEST(extra("set-attribute", "extra.list.1", "z")["list"] == json::array({"a", "z"}));
  BOOST_TEST(extra("del-attribute", "/extra/list/0")["list"] == json::array());
  BOOST_TEST(extra("del-attribute", "/extra/list/7")["list"] == json::array({"a"}));
  BOOST_TEST(extra("extend-attribute", "/extra/list/-", "z")["list"] ==
             json::parse(R"(["a", ["z"]])"));
  const auto deep = after(R"({"op": "set-attribute", "args": ["/extra/l", [{"x": [1, 2]}]]},
                             {"op": "del-attribute", "args": ["/extra/l/0/x/1"]},
                             {"op": "set-attribute", "args": ["/extra/l/0/y", 3]})");
  BOOST_TEST(deep.docs.node["extra"]["l"] == json::parse(R"([{"x": [1], "y": 3}])"));
  const auto data = after(R"({"op": "set-plugin-data", "args": ["tags.0", {"x": 1}]},
                             {"op": "unset-plugin-data", "args": ["tags.0.x"]})");
  BOOST_TEST(data.docs.plugin_data["tags"] == json::parse("[{}]"));
}

BOOST_AUTO_TEST_CASE(a_change_in_a_list_names_the_index_or_the_list) {
  const auto change_of = [](const std::string& action) {
    return after(action).trace.at(0).actions.at(0).changes.at(0);
  };
  const auto added = change_of(R"({"op": "set-attribute", "args": ["/extra/list/-", "z"]})");
  BOOST_TEST((added == change{"node/extra/list/1", nullptr, "z"}));
  const auto gone = change_of(R"({"op": "del-attribute", "args": ["/extra/list/0"]})");
  BOOST_TEST((gone == change{"node/extra/list", json::array({"a"}), json::array()}));
}

BOOST_AUTO_TEST_CASE(values_are_converted_to_their_field) {
  BOOST_TEST(
      node_after(
          R"({"op": "set-attribute", "args": ["owner", "{inventory[cpu][count]}"]})")["owner"] ==
      "4");
  BOOST_TEST(node_after(R"({"op": "set-attribute", "args": ["retired", "Yes"]})")["retired"] ==
             true);
  BOOST_TEST(node_after(R"({"op": "set-attribute", "args": ["extra", null]})")["extra"] ==
             json::object());
  BOOST_TEST(after(R"({"op": "set-attribute", "args": ["retired", "maybe"]})").failed.has_value());
}

BOOST_AUTO_TEST_CASE(a_change_names_its_path_and_hides_secrets) {
  const auto done =
      after(R"({"op": "set-attribute", "args": ["driver_info/ipmi_password", "new"]})");
  const auto& changes = done.trace.at(0).actions.at(0).changes;
  BOOST_TEST(changes.empty());  // both have the same text
  BOOST_TEST(done.docs.node["driver_info"]["ipmi_password"] == "new");
  const auto more =
      after(R"({"op": "set-attribute", "args": ["driver_info", {"a_password": "p", "b": 1}]})");
  const auto& change = more.trace.at(0).actions.at(0).changes.at(0);
  BOOST_TEST(change.where == "node/driver_info");
  BOOST_TEST(change.after == json({{"a_password", "******"}, {"b", 1}}));
}

BOOST_AUTO_TEST_CASE(ports_are_named_by_uuid_or_mac) {
  for (const auto* id :
       {"22222222-2222-2222-2222-222222222222", "52:54:00:00:00:02", "52-54-00-00-00-02"}) {
    const auto done =
        after(json{{"op", "set-port-attribute"}, {"args", {id, "pxe_enabled", false}}}.dump());
    BOOST_TEST(done.docs.ports[0]["pxe_enabled"] == true);
    BOOST_TEST(done.docs.ports[1]["pxe_enabled"] == false);
    BOOST_TEST(done.trace.at(0).actions.at(0).changes.at(0).where ==
               "ports/22222222-2222-2222-2222-222222222222/pxe_enabled");
  }
}

BOOST_AUTO_TEST_CASE(a_node_has_at_most_fifty_traits) {
  auto docs = sample_documents();
  for (int i = 0; i < 49; ++i) docs.traits.push_back("CUSTOM_" + std::to_string(i));
  const auto done =
      apply_to(docs, {numbered_rule(1, "[]", R"([{"op": "add-trait", "args": ["CUSTOM_OLD"]},
                                                            {"op": "add-trait", "args": ["CUSTOM_NEW"]}])")});
  BOOST_TEST(done.failed->message.find("at most 50 traits") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_host_of_a_call_must_be_allowed) {
  apply_options options;
  options.calls.hosts = {"cmdb.example.com", "[::1]"};
  const auto call = [&](const std::string& url) {
    return after(json{{"op", "api-call"}, {"args", {url}}}.dump(), options);
  };
  for (const auto* url :
       {"http://cmdb.example.com/x", "https://CMDB.example.com:8443?x", "http://[::1]:80/"})
    BOOST_TEST(call(url).wanted->url == url);
  for (const auto* url :
       {"http://evil.example.com/", "http://cmdb.example.com.evil.org/",
        "http://cmdb.example.com@evil.org/", "http://evil.org\\@cmdb.example.com/",
        "http://cmdb.example.com\t.evil.org", "http:///x", "http://"})
    BOOST_TEST((call(url).failed.has_value() && !call(url).wanted), url);
}

BOOST_AUTO_TEST_CASE(a_run_waits_for_a_call_and_continues_with_its_answer) {
  const std::vector rules{numbered_rule(1, "[]", R"([
      {"op": "set-attribute", "args": ["extra/before", 1]},
      {"op": "api-call", "args": {"url": "http://cmdb/{node.name}/{item}"}, "loop": ["a", "b"]},
      {"op": "set-attribute", "args": ["extra/after", 1]}])")};
  apply_options options;
  options.calls.hosts = {"cmdb"};
  auto done = apply(rules, options);
  BOOST_TEST(done.wanted->url == "http://cmdb/node-7/a");
  options.calls.answers.push_back({});
  done = apply(rules, options);
  BOOST_TEST(done.wanted->url == "http://cmdb/node-7/b");
  auto failing = options;
  failing.calls.answers.push_back({"503"});
  BOOST_TEST(apply(rules, failing).failed->message.find("api-call failed: 503") !=
             std::string::npos);
  options.calls.answers.push_back({});
  done = apply(rules, options);
  BOOST_TEST((!done.wanted && !done.failed));
  BOOST_TEST(done.docs.node["extra"]["after"] == 1);
  options.calls = {{"cmdb"}, true, {}};
  BOOST_TEST(!apply(rules, options).wanted);
}
