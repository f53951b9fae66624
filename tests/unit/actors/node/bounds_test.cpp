#include "messages/model/snapshot.hpp"
#include "tests/support/node_fixture/node_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

constexpr size_t field_bytes = 4096;

/// A node with small limits.
node_fixture small(node_fixture fixture) {
  fixture.installation.bounds = {.field_bytes_max = field_bytes,
                                 .field_depth_max = 5,
                                 .config_drive_bytes_max = 3 * field_bytes,
                                 .inventory_bytes_max = 2 * field_bytes,
                                 .node_bytes_max = 4 * field_bytes};
  return fixture;
}

std::string text_of(size_t bytes) { return std::string(bytes, 'x'); }

json nested(size_t levels) {
  json out = json::object();
  for (size_t i = 1; i < levels; ++i) out = {{"a", out}};
  return out;
}

std::string refusal(const reply& x) { return x.refused ? x.refused->message : ""; }

bool is_refused(const reply& x) { return x.refused && x.refused->code == error_code::invalid; }

bool says(const std::optional<std::string>& text, const std::string& part) {
  return text && text->find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(node_bounds)

BOOST_AUTO_TEST_CASE(successive_patches_cannot_exceed_the_depth) {
  auto x = small(node_fixture{json::object()});
  std::string path = "/extra";
  for (size_t depth = 2; depth <= 5; ++depth) {
    path += "/a";
    BOOST_TEST(refusal(x.patch("add", path, json::object())).empty());
  }
  const auto before = x.now().attributes.extra;
  BOOST_TEST(refusal(x.patch("add", path + "/a", json::object())) ==
             "The field 'extra' would be nested in 6 levels; at most 5 are allowed.");
  BOOST_TEST(refusal(x.patch("add", "/extra/b", nested(5))) ==
             "The field 'extra' would be nested in 6 levels; at most 5 are allowed.");
  BOOST_TEST(x.now().attributes.extra == before);
  BOOST_TEST(refusal(x.patch("add", "/extra/c", 1)).empty());
}

BOOST_AUTO_TEST_CASE(successive_patches_cannot_exceed_the_size) {
  auto x = small(node_fixture{json::object()});
  BOOST_TEST(refusal(x.patch("add", "/extra/a", text_of(3000))).empty());
  BOOST_TEST(refusal(x.patch("add", "/extra/b", text_of(3000))) ==
             "The field 'extra' would have 6015 bytes; at most 4096 are allowed.");
  BOOST_TEST(refusal(x.patch("add", "/properties/b", text_of(3000))).empty());
}

BOOST_AUTO_TEST_CASE(a_very_long_path_is_rejected_first) {
  auto x = small(node_fixture{json::object()});
  std::string path = "/extra";
  for (size_t i = 0; i < 20'000; ++i) path += "/a";
  BOOST_TEST(is_refused(x.patch("add", path, 1)));
}

BOOST_AUTO_TEST_CASE(a_field_over_its_limit_may_only_shrink) {
  auto x = small(node_fixture{json::object()});
  x.edit().attributes.extra = {{"a", text_of(3000)}, {"b", text_of(3000)}, {"deep", nested(9)}};
  BOOST_TEST(refusal(x.patch("add", "/properties/p", 1)).empty());
  BOOST_TEST(is_refused(x.patch("add", "/extra/c", 1)));
  BOOST_TEST(refusal(x.patch("remove", "/extra/a")).empty());
  BOOST_TEST(refusal(x.patch("remove", "/extra/deep")).empty());
}

BOOST_AUTO_TEST_CASE(limits_apply_to_new_nodes) {
  auto x = small(node_fixture{});
  x.tell(delete_node{});
  BOOST_REQUIRE(!x.exists());
  const auto answer = x.tell(create_node{{{"driver", "fake-hardware"}, {"extra", nested(6)}}, 115});
  BOOST_TEST(is_refused(answer));
  BOOST_TEST(!x.exists());
  auto y = small(node_fixture{json::object()});
  for (const char* kind : {"port", "portgroup"})
    BOOST_TEST(is_refused(y.tell(create_part{kind,
                                             {{"uuid", "22222222-bbbb-4bbb-8bbb-000000000001"},
                                              {"address", "52:54:00:aa:bb:cc"},
                                              {"extra", {{"a", text_of(field_bytes)}}}}})),
               kind);
  BOOST_TEST(y.now().ports.empty());
}

BOOST_AUTO_TEST_CASE(a_node_with_its_parts_has_a_limit) {
  auto x = small(node_fixture{json::object()});
  for (const char* field : {"extra", "properties", "driver_info"})
    BOOST_TEST(refusal(x.patch("add", "/" + std::string{field} + "/a", text_of(3500))).empty());
  const auto port = [&](int count) {
    return x.tell(
        create_part{"port",
                    {{"uuid", "22222222-bbbb-4bbb-8bbb-00000000000" + std::to_string(count)},
                     {"address", "52:54:00:aa:bb:0" + std::to_string(count)},
                     {"extra", {{"a", text_of(3000)}}}}});
  };
  BOOST_TEST(refusal(port(1)).empty());
  BOOST_TEST(refusal(port(2)).starts_with("Node " + std::string{test_uuid} + " would have "));
}

BOOST_AUTO_TEST_CASE(a_config_drive_counts_separately) {
  auto x = small(available());
  BOOST_TEST(is_refused(x.order("active", {{"configdrive", text_of(4 * field_bytes)}})));
  BOOST_TEST(refusal(x.order("active", {{"configdrive", text_of(2 * field_bytes)}})).empty());
  BOOST_TEST(x.now().attributes.instance_info["configdrive"].get<std::string>().size() ==
             2 * field_bytes);
}

BOOST_AUTO_TEST_CASE(too_much_data_of_a_driver_fails_the_step) {
  auto x = small(manageable());
  x.order("provide");
  step_outcome found;
  found.id = x.request().id;
  found.observed.driver_internal_info = {{"a", text_of(field_bytes)}};
  x.answer(found);
  BOOST_TEST(x.state() == "clean failed");
  BOOST_TEST(says(x.now().attributes.last_error, "'driver_internal_info' would have"));
  BOOST_TEST(!x.now().attributes.driver_internal_info.contains("a"));
}

BOOST_AUTO_TEST_CASE(texts_of_drivers_are_cut) {
  auto x = manageable();
  const json factory_reset{{"interface", "bios"}, {"step", "factory_reset"}};
  x.order("clean", {{"clean_steps", json::array({factory_reset})}});
  x.done();
  x.answer(step_status::failed, text_of(1'000'000));
  BOOST_REQUIRE(x.now().attributes.maintenance_reason.has_value());
  BOOST_TEST(x.now().attributes.last_error->size() <= x.options.error_text_max);
  BOOST_TEST(x.now().attributes.maintenance_reason->size() < 2 * x.options.error_text_max);
}

BOOST_AUTO_TEST_CASE(a_secret_on_the_edge_of_the_cut_is_masked) {
  auto x = manageable();
  x.order("provide");
  const std::string url = "https://user:hidden@host/";
  for (size_t offset = url.size(); offset > 0; --offset) {
    auto y = x;
    y.answer(step_status::failed, text_of(y.options.error_text_max - offset) + " " + url);
    BOOST_TEST(!says(y.now().attributes.last_error, "hid"), offset);
    for (const auto& entry : y.now().current->ledger)
      BOOST_TEST(entry.evidence.find("hid") == std::string::npos, offset);
  }
}

BOOST_AUTO_TEST_CASE(too_much_data_of_an_agent_is_rejected) {
  auto x = small(manageable());
  x.edit().attributes.driver_internal_info.edit()["agent_secret_token"] = "t";
  x.edit().attributes.state = provision_state::clean_wait;
  BOOST_TEST(is_refused(x.tell(agent_heartbeat{"https://10.0.0.1:9999", text_of(field_bytes), "t",
                                               std::nullopt, std::nullopt})));
  BOOST_TEST(!x.now().attributes.driver_internal_info.contains("agent_url"));
}

BOOST_AUTO_TEST_SUITE_END()
