#include "ops/simulator/mockup/mockup.hpp"

#include "bmc_fixture.hpp"
#include "ops/recorder/anonymizer.hpp"
#include "ops/recorder/mockup_folder.hpp"
#include "ops/recorder/walk.hpp"
#include "ops/simulator/profile/vendor_profile.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace ironbus::test {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using simulator::mockup;
using simulator::mockup_ptr;

struct mockup_folder {
  std::string place = [] {
    auto out = (fs::temp_directory_path() / "ironbus-mockup.XXXXXX").string();
    BOOST_TEST_REQUIRE(::mkdtemp(out.data()) != nullptr);
    return out;
  }();
  ~mockup_folder() { fs::remove_all(place); }

  void write(const std::string& path, const std::string& text) const {
    fs::create_directories(place + path);
    std::ofstream{place + path + "/index.json"} << text;
  }
  std::string refusal() const {
    const auto out = mockup::read(place);
    return out ? std::string{} : out.error().message;
  }
};

recorder::recording record(bmc_fixture& bmc) {
  const auto read = [&](const std::string& target) -> result<std::string> {
    auto answer = bmc.ask("GET", target);
    if (answer.status == 200) return answer.body;
    return fail(error_code::invalid, "the BMC returned " + std::to_string(answer.status));
  };
  auto out = recorder::walk_bmc(read, {});
  BOOST_TEST_REQUIRE(out.has_value());
  return *out;
}

/// Plays the recording of a machine of the profile, as its own machine.
class played_fixture : public mockup_folder {
public:
  explicit played_fixture(std::string_view profile) : recorded(profile) {
    what = record(recorded);
    BOOST_TEST_REQUIRE(recorder::write_mockup(what, place + "/m").has_value());
    auto read = mockup::read(place + "/m");
    BOOST_TEST_REQUIRE(read.has_value());
    played = *read;
    bmc = std::make_unique<bmc_fixture>(played);
  }

  bmc_fixture recorded;
  recorder::recording what;
  mockup_ptr played;
  std::unique_ptr<bmc_fixture> bmc;
};

constexpr const char* small_root =
    R"({"Vendor": "Acme", "Systems": {"@odata.id": "/redfish/v1/Systems"}})";
constexpr const char* small_systems = R"({"Members": [{"@odata.id": "/redfish/v1/Systems/9/"}]})";
constexpr const char* small_system = R"({"Id": "9", "PowerState": "On",
  "Boot": {"BootSourceOverrideTarget": "None"}})";

}  // namespace

BOOST_AUTO_TEST_SUITE(simulator_mockup)

BOOST_AUTO_TEST_CASE(machines_of_all_profiles_are_read_completely) {
  for (const auto& kind : simulator::profiles()) {
    bmc_fixture bmc{kind.name};
    const auto what = record(bmc);
    BOOST_TEST_CONTEXT(kind.name) {
      BOOST_TEST(what.resources.size() > 30U);
      BOOST_TEST(what.resources.contains(bmc.system("/Bios")));
      BOOST_TEST(
          what.resources.contains("/redfish/v1/Registries/BiosAttributeRegistry/registry.json"));
      // Resources that the profile has no licence for.
      BOOST_TEST(what.unread.empty() == kind.unlicensed.empty());
    }
  }
}

BOOST_AUTO_TEST_CASE(recorded_resources_are_shown_again) {
  for (const auto& kind : simulator::profiles()) {
    played_fixture it{kind.name};
    for (const auto& [path, document] : it.what.resources) {
      if (path.find("/TaskService") != std::string::npos) continue;  // it contains the time
      BOOST_TEST_CONTEXT(kind.name << " " << path) {
        const auto answer = it.bmc->ask("GET", path);
        BOOST_TEST(answer.status == 200U);
        auto shown = body_of(answer);
        auto wanted = document;
        for (auto* one : {&shown, &wanted}) {
          one->erase("@odata.etag");
          one->erase("DateTime");
        }
        BOOST_TEST(to_text(shown) == to_text(wanted));
      }
    }
    BOOST_TEST(it.bmc->bmc.who().macs == it.recorded.bmc.who().macs,
               boost::test_tools::per_element());
    BOOST_TEST(it.bmc->bmc.who().uuid == it.recorded.bmc.who().uuid);
  }
}

BOOST_AUTO_TEST_CASE(power_and_boot_settings_are_live) {
  played_fixture it{"dell"};
  auto& bmc = *it.bmc;
  const json once{
      {"Boot", {{"BootSourceOverrideTarget", "Pxe"}, {"BootSourceOverrideEnabled", "Once"}}}};
  BOOST_TEST(bmc.patch(bmc.system(), once).status == 204U);
  BOOST_TEST(bmc.get(bmc.system())["Boot"]["BootSourceOverrideTarget"] == "Pxe");
  bmc.boot();
  BOOST_TEST(bmc.get(bmc.system())["PowerState"] == "On");
  BOOST_TEST(bmc.get(bmc.system())["Boot"]["BootSourceOverrideTarget"] == "None");
  BOOST_TEST(bmc.get("/redfish/v1/Chassis/System.Embedded.1")["PowerState"] == "On");
  BOOST_TEST(bmc.boots()["device"] == "Pxe");
}

BOOST_AUTO_TEST_CASE(image_is_inserted_and_booted) {
  for (const auto* name : {"dell", "lenovo", "hpe"}) {
    played_fixture it{name};
    auto& bmc = *it.bmc;
    const auto media = it.played->kind().media_under_system ? bmc.system("/VirtualMedia")
                                                            : bmc.manager("/VirtualMedia");
    const json image{{"Image", "http://192.0.2.1/a.iso"}};
    const bool by_patch = it.played->kind().slots[0].way == simulator::insertion::patch;
    const auto slot = media + "/" + std::string{it.played->kind().slots[by_patch ? 0 : 1].id};
    const json whole{{"Image", "http://192.0.2.1/a.iso"}, {"Inserted", true}};
    const auto done = by_patch ? bmc.patch(slot, whole)
                               : bmc.post(slot + "/Actions/VirtualMedia.InsertMedia", image);
    BOOST_TEST_CONTEXT(name << " " << done.body) {
      BOOST_TEST(done.status < 300U);
      BOOST_TEST(bmc.get(slot)["Inserted"] == true);
      BOOST_TEST(bmc.get(slot)["Image"] == "http://192.0.2.1/a.iso");
    }
  }
}

BOOST_AUTO_TEST_CASE(sessions_and_tasks_belong_to_the_machine) {
  played_fixture it{"hpe"};
  auto& bmc = *it.bmc;
  const json login{{"UserName", "Administrator"}, {"Password", bmc.bmc.who().password}};
  const auto opened = bmc.post("/redfish/v1/SessionService/Sessions", login);
  BOOST_TEST(opened.status == 201U);
  BOOST_TEST(bmc.ask("GET", bmc.system(), nullptr, bmc.token(opened)).status == 200U);
  const json update{{"ImageURI", "http://192.0.2.1/bios-9.9.exe"}};
  const auto begun =
      bmc.post("/redfish/v1/UpdateService/Actions/UpdateService.SimpleUpdate", update);
  BOOST_TEST(begun.status == 202U);
  bmc.boot();
  BOOST_TEST(bmc.get("/redfish/v1/TaskService/Tasks/1")["TaskState"] == "Completed");
  BOOST_TEST(bmc.get(bmc.system())["BiosVersion"] == "9.9");
}

BOOST_AUTO_TEST_CASE(recorded_resources_are_read_only) {
  played_fixture it{"openbmc"};
  auto& bmc = *it.bmc;
  const auto refused = bmc.patch(bmc.system("/SecureBoot"), {{"SecureBootEnable", true}});
  BOOST_TEST(refused.status == 405U);
  BOOST_TEST(http::find_header(refused.headers, "Allow") == "GET, HEAD");
  BOOST_TEST(bmc.ask("GET", bmc.system("/Nowhere")).status == 404U);
  // Without a password only the service root is accessible.
  http::header_list nobody{{"Authorization", "Basic eA=="}};
  BOOST_TEST(bmc.ask("GET", bmc.system("/Bios"), nullptr, nobody).status == 401U);
  BOOST_TEST(bmc.ask("GET", "/redfish/v1/", nullptr, nobody).status == 200U);
}

BOOST_AUTO_TEST_CASE(lists_are_expanded) {
  played_fixture it{"openbmc"};
  const auto all = it.bmc->get("/redfish/v1/Systems?$expand=.($levels=1)");
  BOOST_TEST(all["Members"][0]["PowerState"] == "Off");
}

BOOST_FIXTURE_TEST_CASE(resources_outside_the_mockup_do_not_exist, mockup_folder) {
  write("/redfish/v1", small_root);
  write("/redfish/v1/Systems", small_systems);
  write("/redfish/v1/Systems/9", small_system);
  const auto played = mockup::read(place);
  BOOST_TEST_REQUIRE(played.has_value());
  BOOST_TEST((*played)->kind().name == "openbmc");
  bmc_fixture bmc{*played};
  BOOST_TEST(bmc.get("/redfish/v1/Systems/9")["PowerState"] == "Off");
  for (const auto* path : {"/redfish/v1/TaskService/Tasks", "/redfish/v1/Managers/bmc",
                           "/redfish/v1/SessionService/Sessions", "/redfish/v1/Systems/9/Bios"})
    BOOST_TEST(bmc.ask("GET", path).status == 404U);
  bmc.boot();
  BOOST_TEST(!bmc.get("/redfish/v1/Systems/9")["Boot"].contains("BootSourceOverrideMode"));
}

BOOST_FIXTURE_TEST_CASE(dmtf_bundles_start_below_v1, mockup_folder) {
  write("", small_root);
  write("/Systems", small_systems);
  write("/Systems/9", small_system);
  BOOST_TEST(refusal().empty());
}

BOOST_FIXTURE_TEST_CASE(documents_are_read_as_by_the_driver, mockup_folder) {
  write("", small_root);
  write("/Systems", small_systems);
  write("/Systems/9", small_system);
  write("/Volume", R"({"CapacityBytes": 23058430092136940000, "Name": "a", "Name": "b"})");
  const auto read = mockup::read(place).value();
  BOOST_TEST(read->find("/redfish/v1/Volume")->at("Name") == "b");
  BOOST_TEST(read->find("/redfish/v1/Volume")->at("CapacityBytes").is_number_float());
}

BOOST_FIXTURE_TEST_CASE(invalid_mockup_is_reported, mockup_folder) {
  BOOST_TEST(mockup::read("/nowhere").error().message ==
             "'/nowhere' has no redfish/v1/index.json and no index.json");
  write("/redfish/v1", "{");
  BOOST_TEST(refusal().find("redfish/v1/index.json' is not JSON") != std::string::npos);
  write("/redfish/v1", "[]");
  BOOST_TEST(refusal().find("is not a JSON object") != std::string::npos);
  write("/redfish/v1", small_root);
  BOOST_TEST(refusal().find("has no system") != std::string::npos);
  write("/redfish/v1/Systems", R"({"Members": [{"@odata.id": "/redfish/v1/Elsewhere/9"}]})");
  write("/redfish/v1/Elsewhere/9", small_system);
  BOOST_TEST(refusal().find("'/redfish/v1/Elsewhere/9', which must be") != std::string::npos);
}

BOOST_FIXTURE_TEST_CASE(symbolic_links_are_not_followed, mockup_folder) {
  write("/redfish/v1", small_root);
  write("/redfish/v1/Systems", small_systems);
  write("/redfish/v1/Systems/9", small_system);
  fs::create_directory_symlink(place + "/redfish/v1/Systems", place + "/redfish/v1/Loop");
  const auto played = mockup::read(place);
  BOOST_TEST_REQUIRE(played.has_value());
  BOOST_TEST((*played)->find("/redfish/v1/Loop/9") == nullptr);
}

BOOST_AUTO_TEST_CASE(vendors_are_recognized_by_name) {
  using simulator::profile_of_vendor;
  BOOST_TEST(profile_of_vendor("Dell Inc.").name == "dell");
  BOOST_TEST(profile_of_vendor("Hewlett Packard Enterprise").name == "hpe");
  BOOST_TEST(profile_of_vendor("LENOVO").name == "lenovo");
  BOOST_TEST(profile_of_vendor("Super Micro Computer").name == "supermicro");
  BOOST_TEST(profile_of_vendor("American Megatrends International").name == "ami");
  BOOST_TEST(profile_of_vendor("").name == "openbmc");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus::test
