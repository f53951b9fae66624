// Who may do what: each rule for each persona, against a table that was written from the
// documentation of Ironic's access control and not from the texts of the rules.

#include "messages/rights/rule_set.hpp"

#include <boost/test/unit_test.hpp>

#include <map>
#include <set>

using namespace ironbus;
using rights::identity;

namespace {

using names = std::vector<std::string>;

const names admin{"admin", "manager", "member", "reader"};
const names manager{"manager", "member", "reader"};
const names member{"member", "reader"};
const names reader{"reader"};
const names service{"service"};

struct persona {
  const char* name;
  names roles;
  const char* project;  ///< Null: the system.
};

// The elevated service (ES) is that of the project "service". X is an administrator elsewhere.
const std::vector<persona> personas{
    {"SA", admin, nullptr},   {"SM", member, nullptr},    {"SR", reader, nullptr},
    {"SS", service, nullptr}, {"ES", service, "service"}, {"OA", admin, "owner"},
    {"OG", manager, "owner"}, {"OM", member, "owner"},    {"OR", reader, "owner"},
    {"OS", service, "owner"}, {"LA", admin, "lessee"},    {"LG", manager, "lessee"},
    {"LM", member, "lessee"}, {"LR", reader, "lessee"},   {"LS", service, "lessee"},
    {"X", admin, "third"},
};

// Y: granted to the persona at that place above.
const std::map<std::string, std::string> classes{
    {"ADMIN", "Y..............."},  {"SYSW", "YY..Y..........."},  {"SYSR", "YYYYY..........."},
    {"SEE", "YYYYYYYYYYYYYY.."},    {"OWNR", "YYYYYYYYYY......"},  {"USE", "YY.YYYYY..YYY..."},
    {"OPER", "YY.YYYYY.YYY...."},   {"OWNM", "YY.YYYYY.Y......"},  {"OWNA", "YY.YYYY..Y......"},
    {"PORTCD", "Y..Y.YY..Y......"}, {"VOLCD", "YY.YYYY..YYY...."}, {"ANYR", "YYYYYYYYYYYYYYYY"},
    {"S-R", "YYYY............"},    {"S-M", "YY.............."},   {"S-A", "Y..............."},
    {"ALL", "YYYYYYYYYYYYYYYY"},    {"NONE", "................"},
};

// All rules but those of allocations and runbooks, which ask for other owners.
const std::map<std::string, std::set<std::string>> rules_of_class{
    {"ADMIN",
     {"node:delete",
      "node:update:chassis_uuid",
      "node:update:shard",
      "node:update:disable_power_off",
      "node:disable_cleaning",
      "node:vendor_passthru",
      "deploy_template:create",
      "deploy_template:update",
      "deploy_template:delete",
      "inspection_rule:create",
      "inspection_rule:update",
      "inspection_rule:delete",
      "webhook:get",
      "webhook:create",
      "webhook:update",
      "webhook:delete",
      "token:create_all",
      "token:list_all",
      "token:get",
      "token:delete"}},
    {"SYSW", {"node:update:owner", "node:update:conductor_group", "node:update:parent_node"}},
    {"SYSR",
     {"node:list_all", "node:get:filter_threshold", "port:list_all", "portgroup:list_all",
      "volume:list_all", "conductor:get", "shards:get", "deploy_template:get",
      "inspection_rule:get", "metrics:get"}},
    {"SEE",
     {"node:get", "node:get_indicator_state", "node:get_states", "node:vif:list",
      "node:traits:list", "node:bios:get", "node:firmware:get", "node:vmedia:get", "port:get",
      "portgroup:get", "volume:get"}},
    {"OWNR",
     {"node:get:last_error", "node:get:reservation", "node:get:driver_internal_info",
      "node:get:driver_info", "node:history:get", "node:inventory:get"}},
    {"USE",
     {"node:update", "node:update_extra", "node:set_power_state", "node:set_boot_mode",
      "node:set_secure_boot", "node:vmedia:attach", "node:vmedia:detach"}},
    {"OPER",
     {"node:update_instance_info", "node:validate", "node:set_maintenance",
      "node:clear_maintenance", "node:set_provision_state", "node:set_provision_state:clean_steps",
      "node:set_provision_state:service_steps", "node:vif:attach", "node:vif:detach",
      "volume:update"}},
    {"OWNM",
     {"node:update:driver_info", "node:update:properties", "node:update:instance_uuid",
      "node:update:lessee", "node:update:network_data", "node:update:name", "node:update:retired",
      "node:set_indicator_state", "node:set_raid_state", "node:get_console",
      "node:set_console_state"}},
    {"OWNA",
     {"node:update:driver_interfaces", "node:get_boot_device", "node:set_boot_device",
      "node:inject_nmi", "node:traits:set", "node:traits:delete", "port:update",
      "portgroup:update"}},
    {"PORTCD", {"port:create", "port:delete", "portgroup:create", "portgroup:delete"}},
    {"VOLCD", {"volume:create", "volume:delete"}},
    {"ANYR",
     {"node:list", "port:list", "portgroup:list", "volume:list", "allocation:list", "runbook:list",
      "durations:get", "events:list", "token:create", "token:list"}},
    {"S-R",
     {"chassis:get", "driver:get", "driver:get_properties",
      "driver:get_raid_logical_disk_properties"}},
    {"S-M", {"chassis:update"}},
    {"S-A",
     {"chassis:create", "chassis:delete", "driver:vendor_passthru", "events:post",
      "node:update_owner_provisioned"}},
    {"ALL", {"node:ipa_heartbeat", "driver:ipa_lookup", "driver:ipa_continue_inspection"}},
};

// Rules with a line of their own.
const std::map<std::string, std::string> single_rules{
    {"node:create", "Y..Y............"},
    {"node:create:self_owned_node", "Y..YYY...YY...YY"},
    {"node:delete:self_owned_node", ".....Y.........."},
    {"volume:view_target_properties", "YYYYYY....Y....Y"},
    {"allocation:list_all", "YYYYY..........."},
    {"allocation:get", "YYYYYYYYY......."},
    {"allocation:create", "YY..YYYY..YYY..Y"},
    {"allocation:create_restricted", "YY..Y..........."},
    {"allocation:update", "YY..YYYY........"},
    {"allocation:delete", "YY..YYYY........"},
    {"runbook:list_all", "YYYYY..........."},
    {"runbook:get", "YYYYYYYYYY....Y."},
    {"runbook:create", "YY.YYYY..YYY..YY"},
    {"runbook:update", "YY.YYYY..Y....Y."},
    {"runbook:update:owner", "YY..Y..........."},
    {"runbook:update:public", "YY..Y..........."},
    {"runbook:delete", "YY.YYYY..Y....Y."},
    {"runbook:use", "YY.YYYY..Y....Y."},
};

identity identity_of(const persona& x) {
  identity out;
  out.roles = x.roles;
  out.is_system = x.project == nullptr;
  if (x.project != nullptr) out.project_id = out.project_name = x.project;
  return out;
}

/// The allocation and the runbook belong to the owner of the node.
rights::subject object() {
  rights::subject out;
  out.node_owner = out.allocation_owner = out.runbook_owner = "owner";
  out.node_lessee = "lessee";
  return out;
}

std::string granted_to(const rights::rule_set& rules, const std::string& rule) {
  std::string out;
  for (const auto& one : personas)
    out += rules.allows("baremetal:" + rule, identity_of(one), object()) ? 'Y' : '.';
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(rule_matrix)

BOOST_AUTO_TEST_CASE(each_rule_grants_what_its_class_says) {
  const rights::rule_set rules{rights::rule_options{"service"}};
  std::set<std::string> seen;
  const auto compare = [&](const std::string& rule, const std::string& expected) {
    BOOST_TEST(granted_to(rules, rule) == expected, rule << ": " << granted_to(rules, rule));
    seen.insert("baremetal:" + rule);
  };
  for (const auto& [kind, names] : rules_of_class)
    for (const auto& rule : names) compare(rule, classes.at(kind));
  for (const auto& [rule, expected] : single_rules) compare(rule, expected);
  for (const auto& row : rights::rule_table())
    if (row.name.starts_with("baremetal:"))
      BOOST_TEST(seen.count(std::string{row.name}) == 1U, row.name);
}

BOOST_AUTO_TEST_CASE(without_elevation_the_service_project_has_no_rights_of_its_own) {
  const rights::rule_set rules;
  for (const auto* rule : {"node:get", "node:list_all", "node:update", "conductor:get"})
    BOOST_TEST(granted_to(rules, rule)[4] == '.', rule);
}

BOOST_AUTO_TEST_SUITE_END()
