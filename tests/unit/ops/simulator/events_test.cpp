#include "bmc_fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace ironbus::test {

namespace {

const std::string events_path = "/redfish/v1/EventService/Subscriptions";

json subscription_for(json types) {
  return {{"Destination", "http://192.0.2.1/e?x=1"},
          {"Protocol", "Redfish"},
          {"Context", "mine"},
          {"HttpHeaders", json::array({{{"X-Key", "canary"}}})},
          {"EventTypes", std::move(types)}};
}

json record_of(const simulator::outgoing_event& event) {
  return json::parse(event.body)["Events"][0];
}

}  // namespace

BOOST_AUTO_TEST_SUITE(simulated_events)

BOOST_AUTO_TEST_CASE(power_changes_are_sent_to_subscribers) {
  bmc_fixture one{"dell"};
  const auto made = one.post(events_path, subscription_for(json::array({"StatusChange"})));
  BOOST_TEST(made.status == 201U);
  BOOST_TEST(made.body.find("canary") == std::string::npos);
  one.boot();
  const auto due = one.bmc.take_events();
  BOOST_TEST_REQUIRE(due.events.size() == 1U);
  const auto& event = due.events[0];
  BOOST_TEST(event.destination == "http://192.0.2.1/e?x=1");
  BOOST_TEST(http::find_header(event.headers, "X-Key") == "canary");
  const auto body = json::parse(event.body);
  BOOST_TEST(body["Context"] == "mine");
  const auto record = record_of(event);
  BOOST_TEST(record["EventType"] == "StatusChange");
  BOOST_TEST(record["MessageId"] == "ResourceEvent.1.3.ResourcePoweredOn");
  BOOST_TEST(record["OriginOfCondition"]["@odata.id"] == one.system());
  BOOST_TEST(one.bmc.take_events().events.empty());
}

BOOST_AUTO_TEST_CASE(task_ends_are_sent) {
  bmc_fixture one{"hpe"};
  one.post(events_path, subscription_for(json::array({"Alert"})));
  one.post("/redfish/v1/UpdateService/Actions/UpdateService.SimpleUpdate",
           {{"ImageURI", "http://192.0.2.1/bios-9.9.exe"}});
  one.boot();
  const auto due = one.bmc.take_events();
  BOOST_TEST_REQUIRE(due.events.size() == 2U);
  const auto record = record_of(due.events[1]);
  BOOST_TEST(record["MessageId"] == "TaskEvent.1.0.TaskCompletedOK");
  BOOST_TEST(record["OriginOfCondition"]["@odata.id"] == "/redfish/v1/TaskService/Tasks/1");
}

BOOST_AUTO_TEST_CASE(unsubscribed_types_are_not_sent) {
  bmc_fixture one{"dell"};
  one.post(events_path, subscription_for(json::array({"ResourceAdded"})));
  one.boot();
  BOOST_TEST(one.bmc.take_events().events.empty());
}

BOOST_AUTO_TEST_CASE(machine_without_subscriptions_keeps_no_events) {
  bmc_fixture one{"dell"};
  one.boot();
  BOOST_TEST(!one.bmc.has_subscribers());
  one.post(events_path, subscription_for(json::array({"Alert"})));
  BOOST_TEST(one.bmc.has_subscribers());
  BOOST_TEST(one.bmc.take_events().events.empty());
  one.ask("DELETE", events_path + "/1");
  BOOST_TEST(!one.bmc.has_subscribers());
  BOOST_TEST(!one.bmc.take_events().more_in.has_value());
}

BOOST_AUTO_TEST_CASE(registry_prefixes_select_events) {
  bmc_fixture one{"openbmc"};
  json wanted{{"Destination", "http://192.0.2.1/e"}, {"Protocol", "Redfish"}};
  wanted["RegistryPrefixes"] = json::array({"TaskEvent"});
  BOOST_TEST(one.post(events_path, wanted).status == 201U);
  wanted["RegistryPrefixes"] = json::array({"ResourceEvent"});
  BOOST_TEST(one.post(events_path, wanted).status == 201U);
  one.boot();
  BOOST_TEST(one.bmc.take_events().events.size() == 1U);
}

BOOST_AUTO_TEST_CASE(invalid_destinations_are_rejected) {
  bmc_fixture one{"dell"};
  for (const auto* place : {"ftp://h/e", "http://", "http://user:secret@h/e", "h"}) {
    auto wanted = subscription_for(json::array());
    wanted["Destination"] = place;
    BOOST_TEST(message_of(one.post(events_path, wanted)) == "PropertyValueFormatError");
  }
  auto wanted = subscription_for(json::array());
  wanted["HttpHeaders"] = json::array({{{"X-Key", "a\r\nb"}}});
  BOOST_TEST(message_of(one.post(events_path, wanted)) == "PropertyValueTypeError");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus::test
