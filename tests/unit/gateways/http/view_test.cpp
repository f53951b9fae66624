#include "gateways/http/view/view.hpp"

#include "fakes.hpp"
#include "messages/model/field.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace ironbus;
using namespace ironbus::http;

json shown(const node_snapshot& node, const selection& wanted, int version) {
  const json snapshot = parse_own_json(encode_snapshot(node)).value();
  std::string out;
  append_object(out, wanted, shown_document{snapshot.at(attributes_key), &snapshot},
                {version, "http://api.test", "nodes"});
  return json::parse(out);
}

json full(const node_snapshot& node, int version) {
  return shown(node, select_full(node_resource(), version), version);
}

node_snapshot sample() { return test::sample_node(test::node_1, "web-1"); }

BOOST_AUTO_TEST_SUITE(view)

BOOST_AUTO_TEST_CASE(a_field_is_shown_from_its_version_on) {
  for (const auto& row : node_resource().columns) {
    const std::string name{row.spec.name};
    BOOST_TEST(full(sample(), row.spec.since).contains(name), name);
    if (row.spec.since > 1) BOOST_TEST(!full(sample(), row.spec.since - 1).contains(name), name);
  }
}

BOOST_AUTO_TEST_CASE(secrets_are_masked) {
  auto node = sample();
  node.attributes.instance_info = {
      {"configdrive", "abc"}, {"image_url", "http://u:p@h"}, {"ok", 1}};
  node.attributes.driver_internal_info = {{"agent_secret_token", "t"}, {"agent_url", "http://a"}};
  const auto out = full(node, 115);
  BOOST_TEST(out["driver_info"]["ipmi_password"] == "******");
  BOOST_TEST(out["driver_info"]["address"] == "10.0.0.1");
  BOOST_TEST(out["instance_info"]["configdrive"] == "******");
  BOOST_TEST(out["instance_info"]["image_url"] == "******");
  BOOST_TEST(out["instance_info"]["ok"] == 1);
  BOOST_TEST(out["driver_internal_info"]["agent_secret_token"] == "******");
}

BOOST_AUTO_TEST_CASE(a_rule_is_shown_as_written_unless_it_is_sensitive_or_the_user_only_reads) {
  const json actions{{{"op", "set-attribute"},
                      {"args", {{"path", "/driver_info/x"}, {"value", "{item[password]}"}}},
                      {"loop", {{{"password", "geheim"}}}}}};
  const auto shown_rule = [&](bool sensitive, bool reads_only) {
    const json rule{{"sensitive", sensitive}, {"actions", actions}};
    const auto wanted = select_fields(record_resource("inspection_rule"), 115, "actions").value();
    std::string out;
    append_object(out, wanted, shown_document{rule},
                  {115, "http://api.test", "inspection_rules", false, reads_only});
    return json::parse(out).at("actions");
  };
  BOOST_TEST(shown_rule(false, false) == actions);
  BOOST_TEST(shown_rule(false, true)[0]["loop"][0]["password"] == "******");
  BOOST_TEST(shown_rule(true, false).is_null());
}

BOOST_AUTO_TEST_CASE(old_versions_see_old_state_names) {
  auto node = sample();
  node.attributes.state = provision_state::available;
  BOOST_TEST(full(node, 1)["provision_state"].is_null());
  BOOST_TEST(full(node, 2)["provision_state"] == "available");
  node.attributes.state = provision_state::inspect_wait;
  BOOST_TEST(full(node, 38)["provision_state"] == "inspecting");
  BOOST_TEST(full(node, 39)["provision_state"] == "inspect wait");
}

BOOST_AUTO_TEST_CASE(links_have_the_version_in_self_only) {
  const auto out = full(sample(), 115);
  BOOST_TEST(out["links"][0]["href"] == "http://api.test/v1/nodes/" + test::node_1);
  BOOST_TEST(out["links"][1]["href"] == "http://api.test/nodes/" + test::node_1);
  BOOST_TEST(out["ports"][0]["href"] == "http://api.test/v1/nodes/" + test::node_1 + "/ports");
}

BOOST_AUTO_TEST_CASE(fields_are_selected_by_name) {
  const auto chosen = select_fields(node_resource(), 115, "UUID, name,uuid").value();
  const auto out = shown(sample(), chosen, 115);
  BOOST_TEST(out.size() == 3U);
  BOOST_TEST(out["name"] == "web-1");
  BOOST_TEST(out.contains("links"));
}

BOOST_AUTO_TEST_CASE(unknown_and_newer_fields_are_rejected) {
  const auto code = [](int version, std::string_view list) {
    return select_fields(node_resource(), version, list).error().code;
  };
  BOOST_TEST((code(115, "uuid,nope") == error_code::invalid));
  BOOST_TEST((code(115, "links") == error_code::invalid));
  BOOST_TEST((code(115, "") == error_code::invalid));
  BOOST_TEST((code(20, "resource_class") == error_code::not_acceptable));
}

BOOST_AUTO_TEST_CASE(a_summary_is_copied_only_if_nothing_is_masked) {
  BOOST_TEST(select_listed(node_resource(), 115).plain_summary);
  BOOST_TEST(select_listed(node_resource(), 39).plain_summary);
  BOOST_TEST(!select_listed(node_resource(), 38).plain_summary);
  BOOST_TEST(!select_listed(node_resource(), 4).plain_summary);
}

BOOST_AUTO_TEST_CASE(text_and_document_give_the_same_output) {
  auto node = sample();
  node.attributes.extra = {
      {"quotes", "\"\\\n\u00e9"}, {"deep", {{{"a", json::array()}}}}, {"n", -1.5e300}};
  node.attributes.instance_info = {{"configdrive", "abc"}, {"token", "t"}};
  node.traits = {"CUSTOM_A"};
  const auto text = encode_snapshot(node);
  text_reader reader;
  for (const int version : {1, 38, 115}) {
    const auto selection = select_full(node_resource(), version);
    const view_context context{version, "http://api.test", "nodes"};
    const auto snapshot = json::parse(text);
    std::string wanted, got;
    append_object(wanted, selection, shown_document{snapshot.at(attributes_key), &snapshot},
                  context);
    append_object(got, selection, reader.read_snapshot(text), context);
    BOOST_TEST(got == wanted);
  }
}

BOOST_AUTO_TEST_CASE(stored_text_that_is_not_json_is_an_error) {
  text_reader reader;
  std::string out;
  for (const std::string text : {"", "{", "[]", "nothing", R"({"about": 1})", R"({"about": {"a")"})
    BOOST_CHECK_THROW(reader.read_snapshot(text), json::exception);
  BOOST_CHECK_THROW(reader.read_fields("7"), json::exception);
  reader.read_fields(R"({"name": "n"})").append(out, "name");
  BOOST_TEST(out == "\"n\"");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
