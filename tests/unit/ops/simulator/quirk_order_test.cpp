#include "bmc_fixture.hpp"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

namespace ironbus::test {

using namespace std::chrono_literals;

namespace {

const std::string reset_action = "/Actions/ComputerSystem.Reset";

bmc_fixture odd_machine(std::string_view quirk, std::string_view profile = "dell") {
  return bmc_fixture{profile, {}, quirk};
}

struct passing_row {
  const char* quirk;
  unsigned status;
  const char* text;  ///< Part of the body; empty: the body is empty.
};

const passing_row passing_rows[]{
    {"reset-then-500", 500, "InternalError"},
    {"reset-then-404", 404, "ResourceMissingAtURI"},
    {"reset-then-400", 400, "GeneralError"},
    {"reset-then-html", 200, "<html>"},
    {"reset-then-empty", 200, ""},
    {"reset-then-not-ready", 400, "iLO.2.14.ResourceNotReadyRetry"},
    {"reset-then-no-sources", 503, "IDRAC.2.8.SYS518"},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(quirks_of_orders)

BOOST_AUTO_TEST_CASE(system_fails_for_a_while_after_a_reset_that_is_carried_out) {
  for (const auto& row : passing_rows) {
    BOOST_TEST_CONTEXT(row.quirk) {
      auto one = odd_machine(row.quirk);
      BOOST_TEST(one.get(one.system())["PowerState"] == "Off");
      BOOST_TEST(one.post(one.system(reset_action), {{"ResetType", "On"}}).status == 204U);
      for (int i = 0; i < 3; ++i) {
        const auto shown = one.ask("GET", one.system());
        BOOST_TEST(shown.status == row.status);
        BOOST_TEST(shown.body.find(row.text) != std::string::npos);
        BOOST_TEST((shown.body.empty() == std::string{row.text}.empty()));
        one.pass(900ms);
      }
      BOOST_TEST(one.ask("GET", one.manager()).status == 200U);
      one.pass(300ms);
      BOOST_TEST(one.get(one.system())["PowerState"] == "On");
      BOOST_TEST(one.bmc.report()["quirks"][row.quirk] == 3U);
    }
  }
}

BOOST_AUTO_TEST_CASE(rejected_reset_has_no_errors_after_it) {
  auto one = odd_machine("reset-then-500");
  BOOST_TEST(one.post(one.system(reset_action), {{"ResetType", "ForceOff"}}).status == 409U);
  BOOST_TEST(one.ask("GET", one.system()).status == 200U);
}

BOOST_AUTO_TEST_CASE(reset_is_carried_out_although_its_answer_is_an_error) {
  auto one = odd_machine("reset-answers-500");
  const auto answer = one.post(one.system(reset_action), {{"ResetType", "On"}});
  BOOST_TEST(answer.status == 500U);
  BOOST_TEST(message_of(answer) == "SYS446");
  one.pass(3s);
  BOOST_TEST(one.get(one.system())["PowerState"] == "On");
  BOOST_TEST(one.post(one.system(reset_action), {{"ResetType", "On"}}).status == 409U);
}

BOOST_AUTO_TEST_CASE(first_power_state_after_a_reset_is_the_old_one) {
  auto one = odd_machine("power-state-stale");
  one.post(one.system(reset_action), {{"ResetType", "On"}});
  one.pass(3s);
  BOOST_TEST(one.get(one.system())["PowerState"] == "Off");
  BOOST_TEST(one.get(one.system())["PowerState"] == "On");
}

BOOST_AUTO_TEST_CASE(first_power_state_after_a_reset_is_the_wanted_one) {
  auto one = odd_machine("power-state-early");
  one.post(one.system(reset_action), {{"ResetType", "On"}});
  BOOST_TEST(one.get(one.system())["PowerState"] == "On");
  BOOST_TEST(one.get(one.system())["PowerState"] == "PoweringOn");
}

BOOST_AUTO_TEST_CASE(report_has_each_power_order_and_the_change_that_it_caused) {
  auto one = odd_machine("reset-then-500");
  one.boot();
  one.post(one.system(reset_action), {{"ResetType", "On"}});
  one.pass(1s);
  one.post(one.system(reset_action), {{"ResetType", "ForceOff"}});
  one.pass(5s);
  const auto report = one.bmc.report();
  BOOST_TEST(report["power_order_count"] == 3U);
  BOOST_TEST(report["orders"] == 3U);
  const auto& orders = report["power_orders"];
  BOOST_TEST(orders[0]["type"] == "On");
  BOOST_TEST(orders[0]["had_effect"] == true);
  BOOST_TEST(orders[1]["had_effect"] == false);
  BOOST_TEST(orders[2]["type"] == "ForceOff");
  BOOST_TEST(orders[2]["from"] == "bmc");
  const auto& changes = report["power_changes"];
  BOOST_TEST_REQUIRE(changes.size() == 2U);
  BOOST_TEST(changes[0]["on"] == true);
  BOOST_TEST(changes[0]["order"] == 1U);
  BOOST_TEST(changes[1]["on"] == false);
  BOOST_TEST(changes[1]["order"] == 3U);
  BOOST_TEST(report["boots"][0]["device"] == "Hdd");
}

BOOST_AUTO_TEST_CASE(order_of_the_running_system_is_recorded_as_such) {
  auto one = odd_machine("");
  one.boot();
  one.bmc.with_machine(
      [](auto& machine) { machine.reset("GracefulShutdown", simulator::order_source::system); });
  BOOST_TEST(one.bmc.report()["power_orders"][1]["from"] == "system");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(quirks_of_access)

BOOST_AUTO_TEST_CASE(paths_without_slash_are_redirected) {
  struct redirect_row {
    const char* quirk;
    const char* method;
    std::string path;
    unsigned status;
  };
  const redirect_row rows[]{
      {"redirect-root", "GET", "/redfish/v1", 301},
      {"redirect-system", "GET", "/redfish/v1/Systems/System.Embedded.1", 308},
      {"redirect-system", "PATCH", "/redfish/v1/Systems/System.Embedded.1", 308},
      {"redirect-session", "POST", "/redfish/v1/SessionService/Sessions", 307},
      {"redirect-session-301", "POST", "/redfish/v1/SessionService/Sessions", 301}};
  for (const auto& row : rows) {
    BOOST_TEST_CONTEXT(row.quirk) {
      auto one = odd_machine(row.quirk);
      const auto moved = one.ask(row.method, row.path);
      BOOST_TEST(moved.status == row.status);
      BOOST_TEST(http::find_header(moved.headers, "Location") == row.path + "/");
      const auto there = one.ask("GET", row.path + "/").status;
      BOOST_TEST(there == 200U);
    }
  }
  auto away = odd_machine("redirect-away");
  const auto moved = away.ask("GET", away.system());
  BOOST_TEST(http::find_header(moved.headers, "Location")
                 .starts_with("https://bmc.internal.invalid/redfish/v1/Systems/"));
}

BOOST_AUTO_TEST_CASE(session_ends_after_some_requests_with_a_cut_answer) {
  auto one = odd_machine("session-cut");
  const auto open = [&one] {
    return one.ask("POST", "/redfish/v1/SessionService/Sessions",
                   {{"UserName", one.bmc.kind().user}, {"Password", one.bmc.who().password}});
  };
  auto token = one.token(open());
  for (int i = 0; i < 11; ++i)
    BOOST_TEST(one.ask("GET", one.system(), nullptr, token).status == 200U);
  const auto ended = one.ask("GET", one.system(), nullptr, token);
  BOOST_TEST(ended.status == 401U);
  BOOST_TEST(!parse_json(ended.body).has_value());
  BOOST_TEST(one.ask("GET", one.system(), nullptr, one.token(open())).status == 200U);
}

BOOST_AUTO_TEST_CASE(change_needs_a_tag_that_is_stale_at_first) {
  const json led{{"IndicatorLED", "Blinking"}};
  for (const auto* profile : {"dell", "supermicro", "ami"}) {
    auto one = odd_machine("etag-required", profile);
    BOOST_TEST(one.ask("PATCH", one.system(), led).status == 428U);
    BOOST_TEST(one.patch(one.system(), led).status < 300U);
    auto stale = odd_machine("etag-stale", profile);
    BOOST_TEST(stale.patch(stale.system(), led).status == 412U);
    BOOST_TEST(stale.patch(stale.system(), led).status < 300U);
  }
}

BOOST_AUTO_TEST_CASE(password_is_a_part_of_other_words) {
  auto one = odd_machine("password-in-words");
  BOOST_TEST(one.bmc.who().password == "Simulated");
  BOOST_TEST(one.get(one.system("/Processors/CPU.1"))["Model"] == "Simulated CPU");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(quirks_of_texts)

BOOST_AUTO_TEST_CASE(document_has_a_byte_that_json_forbids) {
  auto broken = odd_machine("broken-utf8");
  BOOST_TEST(broken.ask("GET", "/redfish/v1").body.find('\xff') != std::string::npos);
  auto raw = odd_machine("control-character");
  const auto body = raw.ask("GET", raw.system()).body;
  BOOST_TEST(body.find('\x01') != std::string::npos);
  BOOST_TEST(!parse_json(body).has_value());
  auto typed = odd_machine("wrong-content-type");
  BOOST_TEST(typed.ask("GET", typed.system()).content_type == "text/plain");
}

BOOST_AUTO_TEST_CASE(system_has_an_odd_id_and_no_other) {
  for (const auto& [quirk, id, shown] : {std::tuple{"system-id-dots", "node..1.", "node..1."},
                                         std::tuple{"system-id-escape", "Node%201", "Node 1"}}) {
    BOOST_TEST_CONTEXT(quirk) {
      auto one = odd_machine(quirk, "hpe");
      const auto path = std::string{"/redfish/v1/Systems/"} + id;
      BOOST_TEST(one.bmc.shown_system_path() == path);
      BOOST_TEST(one.get("/redfish/v1/Systems")["Members"][0]["@odata.id"] == path);
      const auto system = one.get(path);
      BOOST_TEST(system["Id"] == shown);
      BOOST_TEST(system["Bios"]["@odata.id"] == path + "/Bios");
      BOOST_TEST(one.get(path + "/Bios").contains("Attributes"));
      BOOST_TEST(one.ask("GET", one.system()).status == 404U);
      BOOST_TEST(one.get("/redfish/v1/Chassis/1")["@odata.id"] == "/redfish/v1/Chassis/1");
      const auto target = system["Actions"]["#ComputerSystem.Reset"]["target"].get<std::string>();
      BOOST_TEST(one.post(target, {{"ResetType", "On"}}).status == 204U);
    }
  }
}

BOOST_AUTO_TEST_CASE(links_have_an_odd_end_that_is_accepted) {
  auto slash = odd_machine("link-slash", "hpe");
  const auto link = slash.get("/redfish/v1/Systems")["Members"][0]["@odata.id"].get<std::string>();
  BOOST_TEST(link == "/redfish/v1/Systems/1/");
  BOOST_TEST(slash.get(link)["@odata.id"] == "/redfish/v1/Systems/1");
  auto fragment = odd_machine("link-fragment", "hpe");
  BOOST_TEST(fragment.get("/redfish/v1/Systems")["Members"][0]["@odata.id"] ==
             "/redfish/v1/Systems/1#");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus::test
