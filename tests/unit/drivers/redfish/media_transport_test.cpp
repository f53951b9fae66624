#include "drivers/redfish/client/media_transport.hpp"

#include "tests/unit/drivers/redfish/redfish_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

/// A device that lists these protocols.
json offering(const json& protocols) {
  return {{"Actions",
           {{"#VirtualMedia.InsertMedia",
             {{"TransferProtocolType@Redfish.AllowableValues", protocols}}}}}};
}

step_outcome attach(redfish_fixture& x, const std::string& image) {
  return x.run("management", "attach_virtual_media",
               {{"device_type", "cdrom"}, {"image_url", image}});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(media_transports)

BOOST_AUTO_TEST_CASE(names_the_protocol_of_an_image) {
  BOOST_TEST(image_protocol("http://h/a.iso") == "HTTP");
  BOOST_TEST(image_protocol("HTTPS://h/a.iso") == "HTTPS");
  BOOST_TEST(image_protocol("nfs://h/a.iso") == "NFS");
  BOOST_TEST(image_protocol("smb://h/a.iso") == "CIFS");
}

BOOST_AUTO_TEST_CASE(sends_the_images_protocol_if_the_device_lists_it) {
  const auto device = offering(json::array({"HTTP", "NFS"}));
  BOOST_TEST(transfer_protocol("auto", "http://h/a.iso", device).value() == "HTTP");
  BOOST_TEST(transfer_protocol("auto", "https://h/a.iso", device).value().empty());
  BOOST_TEST(transfer_protocol("auto", "http://h/a.iso", json::object()).value().empty());
  const json of_resource{{"TransferProtocolType@Redfish.AllowableValues", json::array({"HTTPS"})}};
  BOOST_TEST(transfer_protocol("auto", "https://h/a.iso", of_resource).value() == "HTTPS");
}

BOOST_AUTO_TEST_CASE(a_named_protocol_must_be_possible) {
  const auto device = offering(json::array({"HTTP", "NFS"}));
  BOOST_TEST(transfer_protocol("HTTP", "http://h/a.iso", device).value() == "HTTP");
  BOOST_TEST(transfer_protocol("HTTP", "http://h/a.iso", json::object()).value() == "HTTP");
  const auto other = transfer_protocol("HTTPS", "http://h/a.iso", device);
  BOOST_TEST_REQUIRE(!other.has_value());
  BOOST_TEST(holds(other.error().message, "has the protocol HTTP."), other.error().message);
  const auto missing = transfer_protocol("CIFS", "cifs://h/a.iso", device);
  BOOST_TEST_REQUIRE(!missing.has_value());
  BOOST_TEST(holds(missing.error().message, "offers: HTTP, NFS"), missing.error().message);
}

BOOST_AUTO_TEST_CASE(the_node_names_the_protocol_else_the_option) {
  for (const bool by_node : {true, false}) BOOST_TEST_CONTEXT("by the node " << by_node) {
      redfish_fixture x{"dell"};
      auto options = x.options;
      if (!by_node) options.vmedia_transport_protocol = "HTTP";
      x.use(options);
      if (by_node) x.node.driver_info.edit()["vmedia_transport_protocol"] = "HTTP";
      BOOST_TEST((attach(x, "http://h/a.iso").status == step_status::done));
      BOOST_TEST(x.link.bodies(R"("TransferProtocolType":"HTTP")") == 1U);
      const auto end = attach(x, "https://h/b.iso");
      BOOST_TEST((end.status == step_status::failed));
      BOOST_TEST(holds(end.reason, "vmedia_transport_protocol is HTTP, but"), end.reason);
    }
}

BOOST_AUTO_TEST_CASE(rejects_an_unknown_protocol_without_a_call) {
  redfish_fixture x;
  x.node.driver_info.edit()["vmedia_transport_protocol"] = "FTP";
  const auto end = attach(x, "http://h/a.iso");
  BOOST_TEST((end.why == error_code::invalid));
  BOOST_TEST(holds(end.reason, "allowed: auto, HTTP, HTTPS, NFS, CIFS"), end.reason);
  BOOST_TEST(x.link.total() == 0U);
}

BOOST_AUTO_TEST_SUITE_END()
