#include "drivers/redfish/boot/built_iso.hpp"

#include "drivers/boot/ipxe_files.hpp"
#include "drivers/kit/disc/iso_sectors.hpp"
#include "drivers/redfish/boot/iso_content.hpp"
#include "drivers/redfish/boot/redfish_boot_catalog.hpp"
#include "messages/crypto/digest.hpp"
#include "messages/model/snapshot.hpp"
#include "messages/platform/file_recipe.hpp"
#include "tests/support/raw_server.hpp"
#include "tests/unit/drivers/redfish/redfish_fixture.hpp"

#include <boost/test/unit_test.hpp>
#include <unistd.h>

#include <filesystem>
#include <fstream>

// Boot ISOs built from a kernel and a ramdisk.

using namespace ironbus;
using namespace ironbus::test;
namespace fs = std::filesystem;

namespace {

const std::string token(43, 't');

struct iso_fixture : redfish_fixture {
  iso_fixture() {
    fs::create_directories(root / "images");
    for (const auto* name : {"kernel", "ramdisk", "esp.img", "isolinux.bin", "ldlinux.c32"})
      write(name, std::string(5000, name[0]));
    policy.boot_root = (root / "http").string();
    policy.service_url = "http://192.0.2.5:6385";
    policy.drivers.images.file_url_allowed_paths = {(root / "images").string()};
    policy.drivers.ramdisks.deploy_kernel = url_of("kernel");
    policy.drivers.ramdisks.deploy_ramdisk = url_of("ramdisk");
    policy.drivers.ramdisks.bootloader = url_of("esp.img");
    use(options);
    node.interfaces["boot"] = "redfish-virtual-media";
    node.driver_internal_info = {{"agent_secret_token", token},
                                 {"agent_secret_token_pregenerated", true}};
    port card;
    card.address = "52:54:00:00:00:01";
    node.ports = {card};
  }
  ~iso_fixture() { fs::remove_all(root); }
  iso_fixture(const iso_fixture&) = delete;
  iso_fixture& operator=(const iso_fixture&) = delete;

  void write(const std::string& name, const std::string& content) const {
    std::ofstream{root / "images" / name, std::ios::binary} << content;
  }
  std::string url_of(const std::string& name) const {
    return "file://" + (root / "images" / name).string();
  }
  std::string inserted() {
    const auto media = link.bmc.state()["media"];
    BOOST_REQUIRE(media.size() == 1U);
    return media.begin().value();
  }
  std::string prepare() {
    done("boot", "prepare_ramdisk");
    return inserted();
  }
  /// The complete content at that URL.
  std::string disc_at(const std::string& url) const {
    const auto name = url.substr(url.rfind('/') + 1);
    const auto path = root / "http" / node.uuid / (name + std::string{recipe_suffix});
    const auto disc = open_recipe(path.string(), {policy.boot_root});
    BOOST_REQUIRE(disc.has_value());
    std::string out;
    for (const auto& span : disc->spans(0, disc->size_bytes())) {
      std::string part(span.bytes, '\0');
      BOOST_REQUIRE(span.file->read(span.first, part).value() == part.size());
      out += part;
    }
    return out;
  }
  std::string refusal() {
    const auto out = run("boot", "prepare_ramdisk");
    BOOST_TEST((out.status == step_status::failed));
    return out.reason;
  }

  const fs::path root = fs::temp_directory_path() / ("built_disc_" + std::to_string(::getpid()));
};

node_snapshot snapshot_of(json driver_info) {
  node_snapshot out;
  driver_info["redfish_address"] = "https://192.0.2.1";
  out.attributes.driver_info = std::move(driver_info);
  return out;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(built_isos, iso_fixture)

BOOST_AUTO_TEST_CASE(builds_and_inserts_an_iso_if_none_is_given) {
  const auto url = prepare();
  BOOST_TEST(url.starts_with("http://192.0.2.5:6385/v1/boot/" + node.uuid + "/"));
  BOOST_TEST(url.ends_with(".iso"));
  const auto disc = disc_at(url);
  BOOST_TEST(disc.size() % sector_bytes == 0U);
  for (const char letter : {'k', 'r', 'e', 'l'})
    BOOST_TEST((disc.find(std::string(5000, letter)) != std::string::npos), letter);
  BOOST_TEST(holds(disc, std::string(4900, 'i')));  // after the boot information table
  for (const auto& word : {"ipa-api-url=http://192.0.2.5:6385", "boot_method=vmedia",
                           "BOOTIF=01-52-54-00-00-00-01", "nofb", "VMEDIA_BOOT_ISO", "CD001"})
    BOOST_TEST(holds(disc, word), word);
  BOOST_TEST(holds(disc, "'ipa-agent-token=" + token + "'"));
  done("boot", "clean_up_ramdisk");
  BOOST_TEST(link.bmc.state()["media"].empty());
  BOOST_TEST(!fs::exists(root / "http" / node.uuid));
}

BOOST_AUTO_TEST_CASE(keeps_an_unchanged_iso) {
  const auto url = prepare();
  const auto changes = link.count("POST") + link.count("PATCH");
  BOOST_TEST(prepare() == url);
  BOOST_TEST(link.count("POST") + link.count("PATCH") == changes);
}

BOOST_AUTO_TEST_CASE(another_token_parameter_or_file_makes_another_iso) {
  const auto url = prepare();
  node.driver_internal_info.edit()["agent_secret_token"] = std::string(43, 'u');
  const auto second = prepare();
  BOOST_TEST(second != url);
  node.driver_info.edit()["kernel_append_params"] = "%default% quiet";
  const auto third = prepare();
  BOOST_TEST(third != second);
  BOOST_TEST(holds(disc_at(third), "'vga=normal' 'quiet'"));
  fs::remove(root / "images/kernel");
  write("kernel", "another kernel");
  const auto fourth = prepare();
  BOOST_TEST(fourth != third);
  BOOST_TEST(holds(disc_at(fourth), "another kernel"));
  BOOST_TEST(!fs::exists(root / "http" / node.uuid /
                         (url.substr(url.rfind('/') + 1) + std::string{recipe_suffix})));
}

BOOST_AUTO_TEST_CASE(puts_network_data_where_ramdisks_look) {
  node.network_data = {{"links", json::array()}, {"networks", json::array()}};
  const auto disc = disc_at(prepare());
  BOOST_TEST(holds(disc, R"({"links":[],"networks":[]})"));
  BOOST_TEST(holds(disc, "config-2"));
  BOOST_TEST(!holds(disc, "VMEDIA_BOOT_ISO"));
}

BOOST_AUTO_TEST_CASE(keeps_parameters_off_the_iso_if_they_are_on_removable_media) {
  node.driver_info.edit()["config_via_removable"] = true;
  done("boot", "prepare_ramdisk");
  const auto media = link.bmc.state()["media"];
  BOOST_REQUIRE(media.size() == 2U);
  for (const auto& url : media)
    if (url.get<std::string>().ends_with(".iso")) {
      BOOST_TEST(!holds(disc_at(url), token));
      BOOST_TEST(holds(disc_at(url), "boot_method=vmedia"));
    }
}

BOOST_AUTO_TEST_CASE(hides_the_isos_url_in_a_bmcs_messages) {
  answer_instead("VirtualMedia.InsertMedia", 400,
                 R"({"error": {"message": "no http://192.0.2.5:6385/v1/boot/x/)" +
                     std::string(40, 'a') + R"(.iso"}})");
  const auto first = run("boot", "prepare_ramdisk").reason;
  BOOST_TEST(holds(first, std::string(40, 'a')));  // the name of another ISO, which is not hidden
  const auto folder = root / "http" / node.uuid;
  std::string own;
  for (const auto& one : fs::directory_iterator{folder})
    if (one.path().filename().string().ends_with(".iso.parts"))
      own = one.path().filename().string().substr(0, 40);
  answer_instead("VirtualMedia.InsertMedia", 400,
                 R"({"error": {"message": "no http://h/)" + own + R"(.iso"}})");
  const auto second = run("boot", "prepare_ramdisk").reason;
  BOOST_TEST(holds(second, "no http://h/******.iso"), second);
}

BOOST_AUTO_TEST_CASE(firmware_fetches_it_by_https_as_well) {
  node.interfaces["boot"] = "redfish-https";
  done("boot", "prepare_ramdisk");
  const auto url = node.driver_internal_info.value("redfish_uefi_http_url", "");
  BOOST_TEST(holds(disc_at(url), "ipa-agent-token="));
  done("boot", "clean_up_ramdisk");
  BOOST_TEST(!fs::exists(root / "http" / node.uuid));
}

BOOST_AUTO_TEST_CASE(a_rescue_has_its_own_kernel_and_ramdisk) {
  write("rescue", std::string(3000, 'q'));
  auto request = this->request("boot", "prepare_ramdisk");
  request.kind = workflow::rescue;
  BOOST_TEST(holds(run(request).reason, "rescue_kernel"));
  node.driver_info.edit()["rescue_kernel"] = url_of("kernel");
  node.driver_info.edit()["rescue_ramdisk"] = url_of("rescue");
  request = this->request("boot", "prepare_ramdisk");
  request.kind = workflow::rescue;
  BOOST_TEST((run(request).status == step_status::done));
  BOOST_TEST(holds(disc_at(inserted()), std::string(3000, 'q')));
}

BOOST_AUTO_TEST_CASE(a_live_instance_boots_its_own_files) {
  write("live", std::string(3000, 'v'));
  node.instance_info = {{"kernel", url_of("live")},
                        {"ramdisk", url_of("ramdisk")},
                        {"ramdisk_kernel_arguments", "console=ttyS0 root=/dev/ram0"}};
  done("boot", "prepare_instance", {{"live", true}});
  const auto disc = disc_at(inserted());
  BOOST_TEST(holds(disc, std::string(3000, 'v')));
  BOOST_TEST(holds(disc, "'console=ttyS0' 'root=/dev/ram0'"));
  BOOST_TEST(!holds(disc, "ipa-agent-token"));
}

BOOST_AUTO_TEST_CASE(bios_needs_isolinux_and_uefi_does_not) {
  fs::remove(root / "images/ldlinux.c32");
  BOOST_TEST(!holds(disc_at(prepare()), "isolinux"));
  node.properties = {{"capabilities", "boot_mode:bios"}};
  BOOST_TEST(holds(refusal(), "isolinux.bin"));
}

BOOST_AUTO_TEST_CASE(names_missing_and_forbidden_files) {
  node.driver_info.edit()["deploy_ramdisk"] = "file:///etc/passwd";
  BOOST_TEST(holds(refusal(), "/etc/passwd"));
  node.driver_info.edit()["deploy_ramdisk"] = url_of("none");
  BOOST_TEST(holds(refusal(), "none"));
  write("empty", "");
  node.driver_info.edit()["deploy_ramdisk"] = url_of("empty");
  BOOST_TEST(holds(refusal(), "boot/ramdisk of the boot ISO has 0 bytes"));
  node.driver_info.edit()["deploy_ramdisk"] = url_of("ramdisk");
  node.driver_info.edit()["bootloader"] = "esp";
  BOOST_TEST(holds(refusal(), "bootloader 'esp'"));
  node.driver_info.edit()["bootloader"] = url_of("esp.img");
  node.driver_info.edit()["kernel_append_params"] = std::string(2048, 'x');
  BOOST_TEST(holds(refusal(), "Shorten kernel_append_params"));
  policy.service_url.clear();
  use(options);
  BOOST_TEST(holds(refusal(), "agent.service_url"));
}

BOOST_AUTO_TEST_CASE(checks_the_nodes_values_without_files) {
  driver_options options;
  options.images.file_url_allowed_paths = {"/images"};
  const auto media = media_boot_implementations(options).front();
  const auto judged = [&](json driver_info) {
    const auto wrong = media.validate(snapshot_of(std::move(driver_info)));
    return wrong ? wrong->message : std::string{};
  };
  BOOST_TEST(holds(judged(json::object()), "Set deploy_iso"));
  json some{{"deploy_kernel", "http://h/k"}, {"deploy_ramdisk", "file:///images/r"}};
  BOOST_TEST(holds(judged(some), "lacks bootloader"));
  some["bootloader"] = "https://h/esp.img";
  BOOST_TEST(judged(some).empty());
  BOOST_TEST(media.hands_over_token(snapshot_of(some).attributes));
  some["deploy_ramdisk"] = "file:///etc/r";
  BOOST_TEST(holds(judged(some), "/etc/r"));
  some["deploy_iso"] = "http://h/x.iso";
  BOOST_TEST(judged(some).empty());
  BOOST_TEST(!media.hands_over_token(snapshot_of(some).attributes));
}

BOOST_AUTO_TEST_CASE(parameters_reach_the_kernel_unchanged) {
  BOOST_TEST(holds(grub_configuration("a=1 b=\"c d\" e='f' $g;{"),
                   "linux /boot/kernel 'a=1' 'b=c d' 'e='\\''f'\\''' '$g;{'\n"));
  BOOST_TEST(holds(isolinux_configuration("a=1 b=\"c d\""),
                   "APPEND initrd=/boot/ramdisk a=1 b=\"c d\"\n"));
}

BOOST_AUTO_TEST_CASE(builds_an_iso_from_files_of_web_servers_too) {
  raw_server server{[](const std::string& asked, const raw_server::sender& send) {
    send(http_text(200, std::string(5000, asked[5])));
  }};
  const auto url = "http://127.0.0.1:" + std::to_string(server.port());
  policy.image_root = (root / "cache").string();
  policy.drivers.ramdisks.deploy_kernel = url + "/Kernel";
  policy.drivers.ramdisks.deploy_ramdisk =
      url + "/Ramdisk#sha256=" + sha256_of(std::string(5000, 'R'));
  images.networks = {"127.0.0.0/8"};
  use(options);
  const auto disc = disc_at(prepare());
  for (const char letter : {'K', 'R', 'e'})
    BOOST_TEST(holds(disc, std::string(5000, letter)), letter);
  done("boot", "clean_up_ramdisk");
  prepare();
  BOOST_TEST(server.requests().size() == 2U);  // once each
}

BOOST_AUTO_TEST_SUITE_END()
