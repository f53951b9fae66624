#include "tests/unit/drivers/redfish/redfish_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

const json listener{{"Destination", "https://events.example.org/e"}};

json subscribe(redfish_fixture& x, const json& args = listener) {
  return x.done("vendor", "create_subscription", args).answer;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(redfish_vendor)

BOOST_AUTO_TEST_CASE(creates_shows_and_deletes_subscriptions_with_all_vendors) {
  for (const auto& profile : all_profiles()) BOOST_TEST_CONTEXT(profile) {
      redfish_fixture x{profile};
      auto args = listener;
      args["Context"] = "rack 7";
      const auto made = subscribe(x, args);
      BOOST_TEST(made["Destination"] == listener["Destination"]);
      BOOST_TEST(made["Context"] == "rack 7");
      BOOST_TEST(made["Protocol"] == "Redfish");
      const bool typed = x.link.bmc.kind().event_types;
      BOOST_TEST(made["EventTypes"] == (typed ? json::array({"Alert"}) : json{}));
      BOOST_TEST(made.size() == 5U);
      const json by_id{{"id", made["Id"]}};
      BOOST_TEST(x.done("vendor", "get_subscription", by_id).answer == made);
      BOOST_TEST(x.done("vendor", "get_all_subscriptions").answer["Members"].size() == 1U);
      BOOST_TEST(x.done("vendor", "delete_subscription", by_id).answer.is_null());
      BOOST_TEST(x.done("vendor", "get_all_subscriptions").answer["Members"].empty());
      const auto again = x.run("vendor", "delete_subscription", by_id);
      BOOST_TEST((again.why == error_code::not_found), again.reason);
      BOOST_TEST((x.run("vendor", "get_subscription", by_id).status == step_status::failed));
    }
}

BOOST_AUTO_TEST_CASE(rejects_destinations_near_the_bmc) {
  redfish_fixture x;
  for (const auto* url :
       {"", "events", "ftp://h/e", "http://", "http://user:pw@h/e", "http://localhost/e",
        "http://a.localhost/e", "http://127.0.0.1/e", "http://[::1]/e", "http://169.254.169.254/e",
        "http://[::ffff:127.0.0.1]/e", "http://0.0.0.0/e", "http://224.0.0.1/e",
        "http://2130706433/e", "http://h/e#x", "http://h/a b", "http://h/\n"}) {
    const auto end = x.run("vendor", "create_subscription", {{"Destination", url}});
    BOOST_TEST((end.why == error_code::invalid), url);
    BOOST_TEST(holds(end.reason, "Destination"), end.reason);
    BOOST_TEST(!holds(end.reason, "pw"), end.reason);
  }
  BOOST_TEST(x.link.count("POST /redfish/v1/EventService") == 0U);
  BOOST_TEST(subscribe(x, {{"Destination", "http://192.0.2.9:8080/e?node=1"}})["Id"] == "1");
}

BOOST_AUTO_TEST_CASE(rejects_malformed_arguments) {
  redfish_fixture x;
  for (const auto& [key, value] : {std::pair{"EventTypes", json{"Nonsense"}},
                                   {"EventTypes", json("Alert")},
                                   {"EventTypes", json::array()},
                                   {"EventTypes", json(std::vector<int>(100, 1))},
                                   {"Context", json(7)},
                                   {"Context", json(std::string(5'000, 'c'))},
                                   {"Protocol", json::object()},
                                   {"HttpHeaders", json("X: y")},
                                   {"HttpHeaders", json::array({json{{"X", 1}}})},
                                   {"HttpHeaders", json::array({"X"})}}) {
    auto args = listener;
    args[key] = value;
    const auto end = x.run("vendor", "create_subscription", args);
    BOOST_TEST((end.why == error_code::invalid), key << " " << end.reason);
    BOOST_TEST(holds(end.reason, key), end.reason);
  }
}

BOOST_AUTO_TEST_CASE(sends_headers_without_showing_them) {
  redfish_fixture x;
  auto args = listener;
  args["HttpHeaders"] = json::array({json{{"X-Token", "hunter2"}}});
  args["EventTypes"] = {"Alert", "StatusChange"};
  BOOST_TEST(!holds(subscribe(x, args).dump(), "hunter2"));
  BOOST_TEST(x.link.bodies("hunter2") == 1U);
}

BOOST_AUTO_TEST_CASE(a_response_without_a_subscription_is_a_failure) {
  redfish_fixture x;
  const std::string path = "/EventService/Subscriptions";
  x.answer_instead(path, 200, "{}");
  const auto end = x.run("vendor", "create_subscription", listener);
  BOOST_TEST((end.status == step_status::failed));
  BOOST_TEST(holds(end.reason, "200 and no Location"), end.reason);
}

BOOST_AUTO_TEST_CASE(reports_a_bmc_without_events) {
  redfish_fixture x;
  x.answer_instead("/EventService", 200, "{}");
  for (const auto* name : {"create_subscription", "get_all_subscriptions"}) {
    const auto end = x.run("vendor", name, listener);
    BOOST_TEST((end.status == step_status::failed));
    BOOST_TEST(holds(end.reason, "Subscriptions"), end.reason);
  }
}

BOOST_AUTO_TEST_CASE(an_id_leads_nowhere_else) {
  redfish_fixture x;
  for (const auto* id : {"", "..", "../1", "1/2", "1?x", "1#x", "%2e%2e", "1 2"})
    for (const auto* name : {"get_subscription", "delete_subscription"}) {
      const auto end = x.run("vendor", name, {{"id", id}});
      BOOST_TEST((end.why == error_code::invalid), id);
    }
  BOOST_TEST(x.link.total() == 0U);
}

BOOST_AUTO_TEST_CASE(an_id_has_any_characters_of_a_path_segment) {
  redfish_fixture x;
  for (const auto* id : {"...", ".a", "a%20b", "~1;x=2@(3)!$&'*+,:"}) {
    const auto end = x.run("vendor", "get_subscription", {{"id", id}});
    BOOST_TEST((end.why != error_code::invalid), id);
    BOOST_TEST(x.link.count("/" + std::string{id} + " 404") == 1U);
  }
}

BOOST_AUTO_TEST_CASE(ejects_all_media_or_one_kind) {
  redfish_fixture x{"hpe"};
  const auto attach = [&](const char* type) {
    x.done("management", "attach_virtual_media",
           {{"device_type", type}, {"image_url", "http://h/" + std::string{type}}});
  };
  attach("cdrom");
  attach("floppy");
  x.done("vendor", "eject_vmedia", {{"boot_device", "dvd"}});
  BOOST_TEST(x.link.bmc.state()["media"] == (json{{"1", "http://h/floppy"}}));
  attach("cdrom");
  x.done("vendor", "eject_vmedia");
  BOOST_TEST(x.link.bmc.state()["media"].empty());
  const auto end = x.run("vendor", "eject_vmedia", {{"boot_device", "tape"}});
  BOOST_TEST(holds(end.reason, "cd, dvd, usb, floppy"), end.reason);
}

BOOST_AUTO_TEST_SUITE_END()
