#include "drivers/redfish/client/media_transport.hpp"

#include "tests/unit/drivers/redfish/redfish_fixture.hpp"

#include <boost/test/unit_test.hpp>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

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

namespace fs = std::filesystem;

/// A node that boots an ISO built from local files, and two shares.
struct share_fixture : redfish_fixture {
  share_fixture() {
    for (const auto* folder : {"images", "nfs", "cifs"}) fs::create_directories(root / folder);
    for (const auto* name : {"kernel", "ramdisk", "esp.img"})
      std::ofstream{root / "images" / name, std::ios::binary} << std::string(5000, name[0]);
    policy.boot_root = (root / "http").string();
    policy.service_url = "http://192.0.2.5:6385";
    policy.drivers.images.file_url_allowed_paths = {(root / "images").string()};
    policy.drivers.ramdisks.deploy_kernel = "file://" + (root / "images/kernel").string();
    policy.drivers.ramdisks.deploy_ramdisk = "file://" + (root / "images/ramdisk").string();
    policy.drivers.ramdisks.bootloader = "file://" + (root / "images/esp.img").string();
    options.nfs = {"nfs://192.0.2.9/export/", (root / "nfs").string(), "", ""};
    options.cifs = {"smb://192.0.2.9/media", (root / "cifs").string(), "robot", "s3cret"};
    node.interfaces["boot"] = "redfish-virtual-media";
    use(options);
  }
  ~share_fixture() { fs::remove_all(root); }
  share_fixture(const share_fixture&) = delete;
  share_fixture& operator=(const share_fixture&) = delete;

  void transport(const std::string& protocol) {
    node.driver_info.edit()["vmedia_transport_protocol"] = protocol;
  }
  step_outcome prepare() { return run("boot", "prepare_ramdisk"); }
  std::vector<std::string> inserted() {
    std::vector<std::string> out;
    const auto state = link.bmc.state();
    for (const auto& one : state["media"]) out.push_back(one.get<std::string>());
    return out;
  }
  /// The names of the node's files on a share, without the mark.
  std::vector<std::string> on(const char* share) const {
    std::vector<std::string> out;
    std::error_code none;
    for (const auto& one : fs::directory_iterator{root / share / node.uuid, none})
      if (const auto name = one.path().filename().string(); !name.starts_with('.'))
        out.push_back(name);
    return out;
  }
  std::string content(const char* share, const std::string& name) const {
    std::ifstream file{root / share / node.uuid / name, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
  }

  const fs::path root = fs::temp_directory_path() / ("shared_disc_" + std::to_string(::getpid()));
};

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

BOOST_AUTO_TEST_CASE(an_automatic_transport_is_one_that_all_devices_need) {
  const auto nfs = offering(json::array({"CIFS", "NFS"}));
  const auto both = offering(json::array({"HTTP", "NFS"}));
  const auto chosen = [](const std::vector<json>& devices, const std::vector<std::string>& shares) {
    return chosen_transport("auto", "http://h/a.iso", devices, shares);
  };
  BOOST_TEST(chosen({nfs}, {"NFS", "CIFS"}) == "NFS");
  BOOST_TEST(chosen({nfs, nfs}, {"CIFS"}) == "CIFS");
  BOOST_TEST(chosen({nfs}, {}) == "auto");
  BOOST_TEST(chosen({nfs, both}, {"NFS"}) == "auto");
  BOOST_TEST(chosen({nfs, json::object()}, {"NFS"}) == "auto");
  BOOST_TEST(chosen({}, {"NFS"}) == "auto");
  BOOST_TEST(chosen_transport("HTTP", "http://h/a.iso", {nfs}, {"NFS"}) == "HTTP");
}

BOOST_FIXTURE_TEST_CASE(a_built_iso_is_read_by_nfs, share_fixture) {
  transport("NFS");
  BOOST_TEST((prepare().status == step_status::done));
  const auto names = on("nfs");
  BOOST_REQUIRE(names.size() == 1U);
  BOOST_REQUIRE(inserted().size() == 1U);
  BOOST_TEST(inserted()[0] == "nfs://192.0.2.9/export/" + node.uuid + "/" + names[0]);
  BOOST_TEST(link.bodies(R"("TransferProtocolType":"NFS")") == 1U);
  BOOST_TEST(link.bodies(R"("UserName":"robot")") == 0U);
  const auto disc = content("nfs", names[0]);
  for (const char letter : {'k', 'r', 'e'})
    BOOST_TEST(holds(disc, std::string(5000, letter)), letter);
  const auto time = fs::last_write_time(root / "nfs" / node.uuid / names[0]);
  BOOST_TEST((prepare().status == step_status::done));
  BOOST_TEST((fs::last_write_time(root / "nfs" / node.uuid / names[0]) == time));
  done("boot", "clean_up_ramdisk");
  BOOST_TEST(inserted().empty());
  BOOST_TEST(!fs::exists(root / "nfs" / node.uuid));
}

BOOST_FIXTURE_TEST_CASE(a_share_has_the_latest_iso_only, share_fixture) {
  transport("NFS");
  prepare();
  const auto first = on("nfs");
  node.driver_info.edit()["kernel_append_params"] = "%default% quiet";
  prepare();
  BOOST_REQUIRE(on("nfs").size() == 1U);
  BOOST_TEST(on("nfs") != first);
}

BOOST_FIXTURE_TEST_CASE(cifs_has_a_login_that_no_error_shows, share_fixture) {
  transport("CIFS");
  node.driver_info.edit()["config_via_removable"] = true;
  BOOST_TEST((prepare().status == step_status::done));
  BOOST_TEST(on("cifs").size() == 2U);
  BOOST_REQUIRE(inserted().size() == 2U);
  for (const auto& url : inserted())
    BOOST_TEST(url.starts_with("smb://192.0.2.9/media/" + node.uuid + "/"), url);
  BOOST_TEST(link.bodies(R"("Password":"s3cret")") == 2U);
  BOOST_TEST(link.bodies(R"("UserName":"robot")") == 2U);
  done("boot", "clean_up_ramdisk");
  BOOST_TEST(inserted().empty());
  BOOST_TEST(!fs::exists(root / "cifs" / node.uuid));
  answer_instead("VirtualMedia.InsertMedia", 400,
                 R"({"error": {"message": "robot may not log in with s3cret"}})");
  const auto out = prepare();
  BOOST_TEST((out.status == step_status::failed));
  BOOST_TEST(holds(out.reason, "robot may not log in with ******"), out.reason);
}

BOOST_FIXTURE_TEST_CASE(names_a_share_that_cannot_be_used, share_fixture) {
  transport("NFS");
  fs::remove_all(root / "nfs");
  auto out = prepare();
  BOOST_TEST(holds(out.reason, "of the option nfs.share_path does not exist"), out.reason);
  BOOST_TEST(!fs::exists(root / "nfs"));
  fs::create_directories(root / "nfs");
  fs::create_directories(root / "elsewhere");
  fs::create_symlink(root / "elsewhere", root / "nfs" / node.uuid);
  out = prepare();
  BOOST_TEST(holds(out.reason, "is not a folder"), out.reason);
  BOOST_TEST(fs::is_empty(root / "elsewhere"));
  options.nfs = {};
  use(options);
  out = prepare();
  BOOST_TEST((out.why == error_code::invalid));
  BOOST_TEST(holds(out.reason, "the options nfs.base_url and nfs.share_path are not set"),
             out.reason);
  BOOST_TEST(inserted().empty());
}

BOOST_AUTO_TEST_SUITE_END()
