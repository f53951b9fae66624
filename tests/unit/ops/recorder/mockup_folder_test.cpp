#include "ops/recorder/mockup_folder.hpp"

#include "ops/recorder/anonymizer.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace ironbus::test {

namespace {

namespace fs = std::filesystem;
using namespace recorder;

struct with_folder {
  std::string place = [] {
    auto out = (fs::temp_directory_path() / "ironbus-recorder.XXXXXX").string();
    BOOST_TEST_REQUIRE(::mkdtemp(out.data()) != nullptr);
    return out;
  }();
  ~with_folder() { fs::remove_all(place); }

  size_t entries() const {
    return static_cast<size_t>(std::distance(fs::directory_iterator{place}, {}));
  }
};

json read_file(const std::string& path) {
  std::ifstream file{path};
  return json::parse(file);
}

recording small_recording() {
  return {{{"/redfish/v1", {{"Name", "Root"}}}, {"/redfish/v1/Systems/1", {{"Id", "1"}}}},
          {{"/redfish/v1/X", "is answered with 404"}},
          false};
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(recorder_mockup_folder, with_folder)

BOOST_AUTO_TEST_CASE(recording_has_the_layout_of_dmtf_tools) {
  const auto target = place + "/a/b";
  BOOST_TEST(write_mockup(small_recording(), target + "/").has_value());
  BOOST_TEST(read_file(target + "/redfish/v1/index.json")["Name"] == "Root");
  BOOST_TEST(read_file(target + "/redfish/v1/Systems/1/index.json")["Id"] == "1");
  const auto report = read_file(target + "/recording.json");
  BOOST_TEST(report["resources"] == 2);
  BOOST_TEST(report["unread"][0]["path"] == "/redfish/v1/X");
  BOOST_TEST(std::distance(fs::directory_iterator{place + "/a"}, {}) == 1);
}

BOOST_AUTO_TEST_CASE(empty_folder_is_filled_and_others_are_rejected) {
  fs::create_directory(place + "/empty");
  BOOST_TEST(write_mockup(small_recording(), place + "/empty").has_value());
  const auto again = write_mockup(small_recording(), place + "/empty");
  BOOST_TEST_REQUIRE(!again.has_value());
  BOOST_TEST(again.error().message.find("is not empty") != std::string::npos);
  std::ofstream{place + "/file"} << "mine";
  BOOST_TEST(check_target(place + "/file").error().message.find("not a folder") !=
             std::string::npos);
  fs::create_symlink(place + "/empty", place + "/link");
  BOOST_TEST(!check_target(place + "/link").has_value());
  BOOST_TEST(entries() == 3U);
}

BOOST_AUTO_TEST_CASE(failed_write_leaves_nothing) {
  auto what = small_recording();
  what.resources["/redfish/v1/index.json/x"] = json::object();  // no folder can have that name
  const auto out = write_mockup(what, place + "/a");
  BOOST_TEST_REQUIRE(!out.has_value());
  BOOST_TEST(entries() == 0U);
}

BOOST_AUTO_TEST_CASE(anonymous_recording_has_same_content_without_identity) {
  recording what;
  what.resources["/redfish/v1/Chassis/SN12345"] = {
      {"@odata.id", "/redfish/v1/Chassis/SN12345"}, {"SerialNumber", "SN12345"}, {"Model", "R1"}};
  what.resources["/redfish/v1/Nic"] = {{"MACAddress", "52:54:00:AA:bb:01"},
                                       {"Name", "NIC (52:54:00:aa:bb:01)"},
                                       {"UUID", "4C4C4544-0033-3010-8052-B4C04F4D3432"},
                                       {"HostName", "db7.example"},
                                       {"Address", "10.1.2.3"},
                                       {"SubnetMask", "255.255.255.0"},
                                       {"AssetTag", ""},
                                       {"Chassis", {{"@odata.id", "/redfish/v1/Chassis/SN12345"}}}};
  what.unread.push_back({"/redfish/v1/Chassis/SN12345", "x"});
  const auto out = anonymous(what);
  const auto& nic = out.resources.at("/redfish/v1/Nic");
  const auto path = nic["Chassis"]["@odata.id"].get<std::string>();
  BOOST_TEST(path == "/redfish/v1/Chassis/serial-00001");
  BOOST_TEST(out.resources.at(path)["SerialNumber"] == "serial-00001");
  BOOST_TEST(out.resources.at(path)["Model"] == "R1");
  BOOST_TEST(nic["MACAddress"] == "02:00:00:00:00:01");
  BOOST_TEST(nic["Name"] == "NIC (02:00:00:00:00:01)");
  BOOST_TEST(nic["UUID"] == "00000000-0000-4000-8000-000000000001");
  BOOST_TEST(nic["HostName"] == "host-00001");
  BOOST_TEST(nic["Address"] == "2001:db8::1");
  BOOST_TEST(nic["SubnetMask"] == "255.255.255.0");
  BOOST_TEST(nic["AssetTag"] == "");
  BOOST_TEST(out.unread[0].path == path);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus::test
