#include "gateways/http/routes/route_rules.hpp"

#include "gateways/http/nodes/patch_rules.hpp"
#include "gateways/http/routes/routes.hpp"
#include "messages/rights/rule_set.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace ironbus;
using namespace ironbus::http;

patch_operation replace(const std::string& path, json value) {
  patch_operation out;
  out.op = "replace";
  out.path = path;
  out.value = std::move(value);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(route_rules)

BOOST_AUTO_TEST_CASE(each_route_of_users_has_an_existing_rule) {
  const rights::rule_set rules;
  for (const auto& x : routes()) {
    const auto rule = rule_of(x);
    const auto name = std::string{x.method} + " " + x.path;
    if (x.path == "/v1/access" || x.who == ironbus::http::access::own)
      continue;  // What is the user's own.
    BOOST_TEST(needs_password(x.who) == !rule.empty(), name);
    if (!rule.empty()) BOOST_TEST(rules.has(rule), name);
    const bool is_list = rule.ends_with(":list") && x.path.find('{') == std::string::npos;
    if (is_list && rule != "baremetal:events:list")
      BOOST_TEST(rules.has(std::string{rule} + "_all"), name);
  }
}

BOOST_AUTO_TEST_CASE(each_patched_field_has_its_rule) {
  const rights::rule_set rules;
  const std::pair<patch_operation, const char*> rows[] = {
      {replace("/instance_info/x", 1), "update_instance_info"},
      {replace("/driver_info/x", 1), "update:driver_info"},
      {replace("/driver", "x"), "update:driver_interfaces"},
      {replace("/bios_interface", "x"), "update:driver_interfaces"},
      {replace("/retired_reason", "x"), "update:retired"},
      {replace("/automated_clean", false), "disable_cleaning"},
      {replace("/automated_clean", true), "update"},
      {replace("/description", "x"), "update"},
      {replace("/owner", "x"), "update:owner"},
  };
  for (const auto& [one, rule] : rows) {
    const auto name = "baremetal:node:" + std::string{rule};
    BOOST_TEST(rules_of_patch({one}) == rule_names(1, name));
    BOOST_TEST(rules.has(name));
  }
  const auto both =
      rules_of_patch({replace("/extra/a", 1), replace("/extra/b", 1), replace("/name", "x")});
  BOOST_TEST(both == (rule_names{"baremetal:node:update_extra", "baremetal:node:update:name"}));
}

BOOST_AUTO_TEST_SUITE_END()
