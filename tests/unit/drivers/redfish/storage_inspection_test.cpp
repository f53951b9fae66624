#include "tests/unit/drivers/redfish/redfish_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

BOOST_AUTO_TEST_SUITE(storage_inspection)

BOOST_AUTO_TEST_CASE(lists_controllers_of_the_newer_schema) {
  redfish_fixture x;
  x.link.instead = [&x](const http_request& request) -> std::optional<http_result> {
    http_response out;
    out.status = 200;
    const auto begin = request.target.find("/Storage/");
    if (begin == std::string::npos) return {};
    if (request.target.ends_with("/Controllers"))
      out.body = R"({"Members": [{"@odata.id": ")" + request.target + R"(/0"}]})";
    else if (holds(request.target, "/Controllers/"))
      out.body = R"({"Id": "0", "Name": "NVMe", "SpeedGbps": 32, "SupportedRAIDTypes": ["RAID1"],
                     "SupportedDeviceProtocols": ["NVMe"], "Status": {"Health": "OK"}})";
    if (!out.body.empty()) return out;
    if (request.target.find('/', begin + 9) != std::string::npos) return {};
    const auto own = x.link.bmc.answer_to({"GET", request.target, request.headers, {}});
    auto body = parse_json(own.response.body).value();
    body.erase("StorageControllers");
    body["Controllers"] = {{"@odata.id", request.target + "/Controllers"}};
    out.body = to_text(body);
    return out;
  };
  const auto storage = x.done("inspect", "inspect_hardware")
                           .observed.inventory["inventory"]["storage_controllers"][0];
  const auto& controller = storage["storage_controllers"][0];
  BOOST_TEST(controller["member_id"] == "0");
  BOOST_TEST(controller["name"] == "NVMe");
  BOOST_TEST(controller["speed_gbps"] == 32);
  BOOST_TEST(controller["device_protocols"] == json::array({"NVMe"}));
  BOOST_TEST(storage["drives"].size() == simulator::drive_count);
}

BOOST_AUTO_TEST_SUITE_END()
