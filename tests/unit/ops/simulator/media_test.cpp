#include "bmc_fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace ironbus::test {

using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(simulated_media)

const json image{{"Image", "http://192.0.2.1/boot.iso"}};
const std::string insert = "/Actions/VirtualMedia.InsertMedia";
const std::string eject = "/Actions/VirtualMedia.EjectMedia";

BOOST_AUTO_TEST_CASE(image_is_inserted_and_ejected) {
  bmc_fixture one;
  const auto slot = one.system("/VirtualMedia/1");
  BOOST_TEST(one.post(slot + insert, image).status == 204U);
  BOOST_TEST(one.get(slot)["Inserted"] == true);
  BOOST_TEST(one.get(slot)["ImageName"] == "boot.iso");
  BOOST_TEST(message_of(one.post(slot + insert, image)) == "ResourceInUse");
  BOOST_TEST(one.post(slot + eject).status == 204U);
  BOOST_TEST(one.get(slot)["Inserted"] == false);
  BOOST_TEST(message_of(one.post(slot + eject)) == "VRM0009");
}

BOOST_AUTO_TEST_CASE(only_image_urls_are_accepted) {
  bmc_fixture one;
  const auto slot = one.system("/VirtualMedia/1");
  BOOST_TEST(message_of(one.post(slot + insert, {{"Image", "boot.iso"}})) ==
             "ActionParameterValueFormatError");
  BOOST_TEST(message_of(one.post(slot + insert)) == "ActionParameterMissing");
}

BOOST_AUTO_TEST_CASE(lenovo_accepts_patch_in_some_slots) {
  bmc_fixture one{"lenovo"};
  const auto slot = one.manager("/VirtualMedia/EXT1");
  BOOST_TEST(!one.get(slot).contains("Actions"));
  BOOST_TEST(one.post(slot + insert, image).status == 404U);
  BOOST_TEST(message_of(one.patch(slot, image)) == "PropertyValueConflict");
  auto wanted = image;
  wanted["Inserted"] = true;
  BOOST_TEST(one.patch(slot, wanted).status == 200U);
  BOOST_TEST(one.get(slot)["Inserted"] == true);
  BOOST_TEST(one.patch(slot, {{"Image", nullptr}, {"Inserted", false}}).status == 200U);
  BOOST_TEST(one.get(slot)["Inserted"] == false);
  BOOST_TEST(one.ask("PATCH", one.manager("/VirtualMedia/Remote1"), wanted).status == 405U);
}

BOOST_AUTO_TEST_CASE(media_parameters_follow_the_profile) {
  auto flagged = image;
  flagged["Inserted"] = true;
  bmc_fixture supermicro{"supermicro"};
  BOOST_TEST(message_of(supermicro.post(supermicro.manager("/VirtualMedia/VirtualMedia1" + insert),
                                        flagged)) == "ActionParameterNotSupported");
  bmc_fixture ami{"ami"};
  const auto refused = ami.post(ami.manager("/VirtualMedia/CD1" + insert), image);
  BOOST_TEST(message_of(refused) == "ActionParameterMissing");
  BOOST_TEST(body_of(refused)["error"]["@Message.ExtendedInfo"][0]["RelatedProperties"][0] ==
             "#/TransferProtocolType");
  bmc_fixture hpe{"hpe"};
  const auto slot = hpe.manager("/VirtualMedia/2");
  BOOST_TEST(hpe.post(slot + insert, image).status == 204U);
  BOOST_TEST(hpe.post(slot + eject).status == 400U);
  BOOST_TEST(hpe.post(slot + eject, json::object()).status == 204U);
}

BOOST_AUTO_TEST_CASE(subscriptions_are_stored_and_deleted) {
  bmc_fixture one;
  const std::string path = "/redfish/v1/EventService/Subscriptions";
  json wanted{{"Destination", "https://192.0.2.1/events"},
              {"Protocol", "Redfish"},
              {"EventTypes", {"Alert"}}};
  const auto made = one.post(path, wanted);
  BOOST_TEST(made.status == 201U);
  const std::string place{http::find_header(made.headers, "Location")};
  BOOST_TEST(one.get(place)["EventTypes"][0] == "Alert");
  BOOST_TEST(one.ask("DELETE", place).status == 204U);
  BOOST_TEST(one.ask("DELETE", place).status == 404U);
  wanted["EventTypes"] = {"Weather"};
  BOOST_TEST(message_of(one.post(path, wanted)) == "PropertyValueNotInList");
  wanted["Destination"] = "192.0.2.1";
  BOOST_TEST(message_of(one.post(path, wanted)) == "PropertyValueFormatError");
}

BOOST_AUTO_TEST_CASE(bmc_clock_can_be_set) {
  bmc_fixture one;
  BOOST_TEST(one.patch(one.manager(), {{"DateTime", "2030-01-01T00:00:00+00:00"}}).status == 204U);
  one.pass(1min);
  BOOST_TEST(one.get(one.manager())["DateTime"].get<std::string>().substr(0, 19) ==
             "2030-01-01T00:01:00");
  BOOST_TEST(message_of(one.patch(one.manager(), {{"DateTime", "noon"}})) ==
             "PropertyValueFormatError");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus::test
