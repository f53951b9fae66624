#include "drivers/redfish/bios/bios_values.hpp"
#include "tests/unit/drivers/redfish/parts_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;
using namespace std::chrono_literals;

namespace {

json setting(const std::string& name, json value) {
  return {{"name", name}, {"value", std::move(value)}};
}

json some_settings() {
  return {{"settings",
           {setting("NumLock", "Off"), setting("AcPwrRcvryUserDelay", "120"),
            setting("QuietBoot", false)}}};
}

parts_report apply(parts_fixture& x, json args) {
  return x.carry_out("bios", "apply_configuration", std::move(args));
}

json bios_of(redfish_fixture& x) {
  return x.link.bmc.with_machine([](const auto& machine) { return machine.bios(); });
}

const bios_setting* find_setting(const step_outcome& told, const std::string& name) {
  BOOST_REQUIRE(told.observed.bios.has_value());
  for (const auto& one : *told.observed.bios)
    if (one.name == name) return &one;
  return nullptr;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(redfish_bios)

BOOST_AUTO_TEST_CASE(reads_settings_with_their_registry) {
  for (const auto& profile : all_profiles()) BOOST_TEST_CONTEXT(profile) {
      redfish_fixture x{profile};
      const auto told = x.done("bios", "cache_bios_settings");
      const auto* lock = find_setting(told, "NumLock");
      BOOST_REQUIRE(lock != nullptr);
      BOOST_TEST(lock->value.value() == "On");
      BOOST_TEST(lock->attribute_type.value() == "Enumeration");
      BOOST_TEST(lock->allowable_values == json::array({"On", "Off"}));
      BOOST_TEST(lock->reset_required.value());
      const auto* delay = find_setting(told, "AcPwrRcvryUserDelay");
      BOOST_TEST(delay->value.value() == "60");
      BOOST_TEST(delay->lower_bound.value() == 60);
      BOOST_TEST(delay->upper_bound.value() == 600);
      BOOST_TEST(find_setting(told, "SystemBiosVersion")->read_only.value());
      BOOST_TEST(find_setting(told, "QuietBoot")->value.value() == "true");
    }
}

BOOST_AUTO_TEST_CASE(without_a_registry_there_are_names_and_values) {
  redfish_fixture x{"dell"};
  x.link.instead = [](const http_request& request) -> std::optional<http_result> {
    http_response out;
    out.status = 500;
    if (holds(request.target, "registry.json")) return out;
    return {};
  };
  const auto told = x.done("bios", "cache_bios_settings");
  BOOST_TEST(find_setting(told, "NumLock")->value.value() == "On");
  BOOST_TEST(!find_setting(told, "NumLock")->attribute_type.has_value());
}

BOOST_AUTO_TEST_CASE(settings_apply_at_the_next_start_with_all_vendors) {
  for (const auto& profile : all_profiles()) BOOST_TEST_CONTEXT(profile) {
      parts_fixture x{profile};
      const auto report = apply(x, some_settings());
      BOOST_TEST_REQUIRE(to_string(report.end.status) == "done", report.end.reason);
      BOOST_TEST(report.story == (std::vector<std::string>{"reboot", "task", "done"}),
                 boost::test_tools::per_element());
      const auto now = bios_of(x);
      BOOST_TEST(now["NumLock"] == "Off");
      BOOST_TEST(now["AcPwrRcvryUserDelay"] == 120);
      BOOST_TEST(now["QuietBoot"] == false);
      BOOST_TEST(find_setting(report.end, "NumLock")->value.value() == "Off");
      BOOST_TEST(!x.node.driver_internal_info.contains("redfish_parts"));
      BOOST_TEST(x.link.bodies("NumLock") >= 1U);
    }
}

BOOST_AUTO_TEST_CASE(unchanged_settings_need_no_restart) {
  for (const auto& profile : all_profiles()) BOOST_TEST_CONTEXT(profile) {
      parts_fixture x{profile};
      const auto report = apply(x, {{"settings", {setting("NumLock", "On")}}});
      BOOST_TEST(report.story == std::vector<std::string>{"done"},
                 boost::test_tools::per_element());
      BOOST_TEST(x.link.count("PATCH") == 0U);
    }
}

// Some BMCs show pending settings as current.
BOOST_AUTO_TEST_CASE(does_not_send_pending_settings_again) {
  for (const auto& profile : all_profiles()) BOOST_TEST_CONTEXT(profile) {
      parts_fixture x{profile};
      x.link.bmc.with_machine([](auto& machine) {
        machine.set_pending_bios({{"NumLock", "Off"}});
        return 0;
      });
      const auto report = apply(x, {{"settings", {setting("NumLock", "Off")}}});
      BOOST_TEST(to_string(report.end.status) == "done", report.end.reason);
      BOOST_TEST(report.count("reboot") == 1U);
      BOOST_TEST(x.link.count("PATCH") == 0U);
    }
}

BOOST_AUTO_TEST_CASE(settings_that_were_answered_with_an_error_may_be_pending) {
  for (const bool taken : {true, false})
    for (const unsigned status : {400U, 500U}) BOOST_TEST_CONTEXT(taken << status) {
        parts_fixture x{"dell"};
        x.link.instead = [&](const http_request& request) -> std::optional<http_result> {
          if (request.method != http_method::patch) return {};
          if (taken) x.link.bmc.answer_to({"PATCH", request.target, request.headers, request.body});
          http_response out;
          out.status = status;
          out.body = R"({"error": {"message": "pending values are already committed"}})";
          return out;
        };
        const auto report = apply(x, some_settings());
        BOOST_TEST((report.end.status == step_status::done) == taken, report.end.reason);
        if (!taken) BOOST_TEST(holds(report.end.reason, "already committed"), report.end.reason);
      }
}

BOOST_AUTO_TEST_CASE(names_settings_that_were_not_applied) {
  for (const auto& profile : all_profiles()) BOOST_TEST_CONTEXT(profile) {
      parts_fixture x{profile};
      x.link.instead = [&x](const http_request& request) -> std::optional<http_result> {
        if (request.method != http_method::patch) return {};
        x.link.bmc.with_machine([](auto& machine) {
          machine.set_pending_bios({{"QuietBoot", false}});  // and no other setting
          return 0;
        });
        http_response out;
        out.status = 204;
        return out;
      };
      const auto report = apply(x, some_settings());
      BOOST_TEST(to_string(report.end.status) == "failed");
      BOOST_TEST(
          holds(report.end.reason, "did not apply these settings: AcPwrRcvryUserDelay, NumLock"),
          report.end.reason);
      BOOST_TEST(!holds(report.end.reason, "QuietBoot"));
    }
}

BOOST_AUTO_TEST_CASE(a_failed_job_fails_the_step_with_the_bmcs_message) {
  parts_fixture x{"dell",
                  with_fault(simulator::fault_kind::task_failure, "*Bios/Settings", 1, "PATCH")};
  const auto report = apply(x, some_settings());
  BOOST_TEST(to_string(report.end.status) == "failed");
  BOOST_TEST(holds(report.end.reason, "The BMC reports: Exception"), report.end.reason);
  BOOST_TEST(holds(report.end.reason, "NumLock"), report.end.reason);
}

BOOST_AUTO_TEST_CASE(rejects_all_forbidden_values_together) {
  parts_fixture x{"dell"};
  const auto end =
      x.run("bios", "apply_configuration",
            {{"settings",
              {setting("NumLock", "Perhaps"), setting("AcPwrRcvryUserDelay", 5),
               setting("SystemBiosVersion", "9"), setting("AssetTag", std::string(64, 'a'))}}});
  BOOST_TEST((end.why == error_code::invalid));
  for (const char* part :
       {"'NumLock' is 'Perhaps', allowed: On, Off", "a whole number from 60 to 600", "is read-only",
        "a text of 0 to 63 bytes"})
    BOOST_TEST(holds(end.reason, part), end.reason);
  BOOST_TEST(x.link.count("PATCH") == 0U);
}

BOOST_AUTO_TEST_CASE(rejects_malformed_settings_without_a_call) {
  parts_fixture x{"dell"};
  for (const json& odd :
       {json::array(), json::array({7}), json::array({setting("", 1)}),
        json::array({setting("a", nullptr)}), json::array({setting("a", json::array())}),
        json::array({setting("a", 1), setting("a", 2)}), json::array({{{"name", "a"}}})}) {
    const auto end = x.run("bios", "apply_configuration", {{"settings", odd}});
    BOOST_TEST((end.why == error_code::invalid), to_text(odd) << ": " << end.reason);
  }
  BOOST_TEST(x.link.total() == 0U);
}

BOOST_AUTO_TEST_CASE(applies_settings_whenever_its_worker_dies) {
  for (const char* profile : {"dell", "ami"}) {
    bool died = true;
    for (size_t call = 0; died && call < 200; ++call)
      BOOST_TEST_CONTEXT(profile << ", its worker dies with call " << call) {
        parts_fixture x{profile};
        const auto report =
            x.carry_out_with_death("bios", "apply_configuration", some_settings(), call);
        died = x.has_died();
        BOOST_TEST(to_string(report.end.status) == "done", report.end.reason);
        BOOST_TEST(bios_of(x)["NumLock"] == "Off");
      }
    BOOST_TEST(!died);
  }
}

BOOST_AUTO_TEST_CASE(a_reset_restores_all_settings) {
  for (const auto& profile : all_profiles()) BOOST_TEST_CONTEXT(profile) {
      parts_fixture x{profile};
      apply(x, some_settings());
      const auto report = x.carry_out("bios", "factory_reset");
      BOOST_TEST(to_string(report.end.status) == "done", report.end.reason);
      BOOST_TEST(bios_of(x)["NumLock"] == "On");
      BOOST_TEST(find_setting(report.end, "NumLock")->value.value() == "On");
    }
}

// -- what BMCs say --------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(reads_registries_with_any_content) {
  for (const json& odd : {json{}, json(5), json::array(), json{{"RegistryEntries", 5}},
                          json{{"RegistryEntries", {{"Attributes", {1, "a", json::object()}}}}}})
    BOOST_TEST(read_bios_registry(odd).empty());
  json many = json::array();
  for (int i = 0; i < 5000; ++i)
    many.push_back({{"AttributeName", "a" + std::to_string(i)}, {"LowerBound", "x"}});
  const auto read = read_bios_registry({{"RegistryEntries", {{"Attributes", std::move(many)}}}});
  BOOST_TEST(read.size() == bios_attributes_max);
  BOOST_TEST(!read.begin()->second.lower_bound.has_value());
}

BOOST_AUTO_TEST_CASE(integers_have_the_whole_range) {
  const json attributes = json::array(
      {{{"AttributeName", "A/b"}, {"Type", "Integer"}, {"UpperBound", 18446744073709551615U}},
       {{"AttributeName", "C"}, {"Type", "Integer"}, {"LowerBound", "-5"}, {"UpperBound", "7"}}});
  const auto registry = read_bios_registry({{"RegistryEntries", {{"Attributes", attributes}}}});
  BOOST_REQUIRE(registry.size() == 2U);
  BOOST_TEST(!registry.at("A/b").upper_bound.has_value());
  BOOST_TEST(registry.at("C").lower_bound.value() == -5);
  BOOST_TEST(registry.at("C").upper_bound.value() == 7);
  const auto sent = [&](const char* name, const json& value) {
    const auto out = as_attributes({{name, value}}, registry, json::object());
    return out ? out->at(name) : json(out.error().message);
  };
  BOOST_TEST(sent("A/b", "18446744073709551615") == 18446744073709551615U);
  BOOST_TEST(sent("A/b", 12) == 12);
  BOOST_TEST(sent("C", -5) == -5);
  for (const json& odd : {json(8), json(-6), json(18446744073709551615U), json("x")})
    BOOST_TEST(holds(sent("C", odd).get<std::string>(), "a whole number from -5 to 7"), odd);
}

BOOST_AUTO_TEST_CASE(shows_no_password_setting) {
  const auto registry = read_bios_registry(
      {{"RegistryEntries",
        {{"Attributes", {{{"AttributeName", "SetupPassword"}, {"Type", "Password"}}}}}}});
  const auto all = all_settings({{"SetupPassword", "hunter2"}}, registry);
  BOOST_TEST(all.size() == 1U);
  BOOST_TEST(!all.front().value.has_value());
}

BOOST_AUTO_TEST_SUITE_END()
