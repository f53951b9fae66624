#include "tests/unit/actors/inspection/rule_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

BOOST_AUTO_TEST_CASE(a_number_from_the_inventory_equals_its_digits) {
  BOOST_TEST(
      holds_for_sample(R"({"op": "eq", "args": ["{inventory[memory][physical_mb]}", 8192]})"));
  BOOST_TEST(
      holds_for_sample(R"({"op": "eq", "args": ["{inventory[memory][physical_mb]}", "8192"]})"));
  BOOST_TEST(holds_for_sample(R"({"op": "eq", "args": [8192, "{node.properties[memory_mb]}"]})"));
  BOOST_TEST(holds_for_sample(
      R"({"op": "eq", "args": ["{node.properties[memory_mb]}", "{inventory[memory][physical_mb]}"]})"));
  BOOST_TEST(!holds_for_sample(R"({"op": "eq", "args": [8192, "8192"]})"));
  BOOST_TEST(holds_for_sample(R"({"op": "eq", "args": ["{node.maintenance}", "False"]})"));
}

BOOST_AUTO_TEST_CASE(numeric_texts_are_ordered_by_size) {
  BOOST_TEST(holds_for_sample(R"({"op": "gt", "args": ["{inventory[disks][1][size]}", 900, 5]})"));
  BOOST_TEST(holds_for_sample(R"({"op": "lt", "args": ["{inventory[disks][0][size]}", "1000"]})"));
  const auto done = apply({numbered_rule(1, R"([{"op": "lt", "args": ["{inventory[cpu]}", 1]}])",
                                         R"([{"op": "log", "args": ["x"]}])")});
  BOOST_TEST(done.failed->message ==
             "Inspection rule 00000000-0000-0000-0000-000000000001 failed: lt: a value of type "
             "object cannot be compared with one of type number");
}

BOOST_AUTO_TEST_CASE(a_loop_may_come_from_the_inventory) {
  const std::string loop = R"("loop": "{inventory[interfaces]}")";
  const std::string eth1 = R"({"op": "eq", "args": ["{item[name]}", "eth1"], )" + loop;
  BOOST_TEST(holds_for_sample(eth1 + "}"));
  BOOST_TEST(!holds_for_sample(eth1 + R"(, "multiple": "all"})"));
  BOOST_TEST(!holds_for_sample(eth1 + R"(, "multiple": "first"})"));
  BOOST_TEST(holds_for_sample(eth1 + R"(, "multiple": "last"})"));
  BOOST_TEST(holds_for_sample(
      R"({"op": "! eq", "args": ["{item[name]}", "eth2"], "multiple": "all", )" + loop + "}"));
}

BOOST_AUTO_TEST_CASE(an_object_is_one_item_and_an_empty_list_from_data_is_none) {
  BOOST_TEST(holds_for_sample(
      R"({"op": "eq", "args": ["{item[count]}", 4], "loop": "{inventory[cpu]}"})"));
  const std::string none = R"({"op": "is-true", "args": [true], "loop": "{plugin_data[none]}")";
  BOOST_TEST(!holds_for_sample(none + "}"));
  BOOST_TEST(holds_for_sample(none + R"(, "multiple": "all"})"));
}

BOOST_AUTO_TEST_CASE(a_loop_compares_values_unchanged_by_default) {
  const auto larger = [](const std::string& than, const std::string& further = "") {
    return holds_for_sample(R"({"op": "gt", "loop": "{inventory[disks]}", "multiple": "all",
                               "args": {"values": ["{item[size]}", )" +
                            than + "]" + further + "}}");
  };
  BOOST_TEST(larger("800"));
  BOOST_TEST(!larger("1000"));  // one has 900
  BOOST_TEST(larger("1000", R"(, "force_strings": true)"));
  BOOST_TEST(!larger("1000", R"(, "force_strings": false)"));
  BOOST_TEST(holds_for_sample(
      R"({"op": "gt", "args": ["{inventory[disks][1][size]}", "{item}"], "loop": [900]})"));
  BOOST_TEST(!holds_for_sample(R"({"op": "eq", "args": [1, "1"], "loop": [1]})"));
}

BOOST_AUTO_TEST_CASE(a_loop_over_something_else_fails) {
  const auto done = apply(
      {numbered_rule(1, R"([{"op": "is-true", "args": [true], "loop": "{inventory[cpu][count]}"}])",
                     R"([{"op": "log", "args": ["x"]}])")});
  BOOST_TEST(done.failed.has_value());
}

BOOST_AUTO_TEST_CASE(missing_values_are_none_and_empty) {
  for (const auto* op : {"is-none", "is-empty"})
    for (const auto* value : {"{inventory[a][b]}", "{node.nope}", "{inventory[disks][9]}"})
      BOOST_TEST(holds_for_sample(json{{"op", op}, {"args", {value}}}.dump()));
}

BOOST_AUTO_TEST_CASE(networks_of_both_families) {
  BOOST_TEST(holds_for_sample(
      R"({"op": "in-net", "args": ["{inventory[bmc_v6address]}", "2001:db8::/32"]})"));
  BOOST_TEST(holds_for_sample(R"({"op": "in-net", "args": ["2001:db9::1", "2001:db8::/31"]})"));
  BOOST_TEST(!holds_for_sample(R"({"op": "in-net", "args": ["10.0.128.0", "10.0.0.0/17"]})"));
  BOOST_TEST(holds_for_sample(R"({"op": "in-net", "args": ["10.0.127.255", "10.0.0.0/17"]})"));
  for (const auto* net : {"10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0.0/255.0.255.0",
                          "::/129", "10.0.0.0/8/8", "::/255.0.0.0"})
    BOOST_TEST(refusal_of_condition(json{{"op", "in-net"}, {"args", {"10.0.0.1", net}}}.dump()) !=
               "");
}
