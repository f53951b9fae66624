#include "drivers/redfish/boot/redfish_boot_catalog.hpp"
#include "messages/model/snapshot.hpp"
#include "tests/unit/drivers/redfish/redfish_fixture.hpp"

#include <boost/test/unit_test.hpp>
#include <unistd.h>

#include <filesystem>
#include <fstream>

using namespace ironbus;
using namespace ironbus::test;
namespace fs = std::filesystem;

namespace {

const std::string deploy_iso = "http://192.0.2.1/deploy.iso";
const std::string rescue_iso = "https://192.0.2.1/rescue.iso";
const std::string instance_iso_url = "http://192.0.2.1/live.iso";

struct boot_fixture : redfish_fixture {
  explicit boot_fixture(std::string_view profile = "dell") : redfish_fixture{profile} {
    node.interfaces["boot"] = "redfish-virtual-media";
    node.driver_info.edit()["deploy_iso"] = deploy_iso;
    node.driver_info.edit()["rescue_iso"] = rescue_iso;
    node.instance_info = {{"boot_iso", instance_iso_url}};
  }

  step_outcome boot(const std::string& name, json args = json::object()) {
    return done("boot", name, std::move(args));
  }
  json media() { return link.bmc.state()["media"]; }
  /// What the machine has booted.
  json started() {
    power("power on");
    settle();
    return link.bmc.state()["booted"];
  }
  void boots_once_from(const char* device) {
    done("management", "set_boot_device", {{"device", device}, {"persistent", false}});
  }
};

/// With a folder for boot files, and one for images.
struct file_fixture : boot_fixture {
  file_fixture() {
    fs::create_directories(root / "images");
    std::ofstream{root / "images" / "agent.iso"} << "a disc";
    policy.boot_root = (root / "http").string();
    policy.service_url = "http://192.0.2.5:6385";
    policy.drivers.images.file_url_allowed_paths = {(root / "images").string()};
    node.driver_info.edit()["deploy_iso"] = "file://" + (root / "images" / "agent.iso").string();
    use(options);
  }
  ~file_fixture() { fs::remove_all(root); }
  file_fixture(const file_fixture&) = delete;
  file_fixture& operator=(const file_fixture&) = delete;

  fs::path root = fs::temp_directory_path() / ("boot_media_" + std::to_string(::getpid()));
};

}  // namespace

BOOST_AUTO_TEST_SUITE(boot_media)

BOOST_AUTO_TEST_CASE(boots_the_ramdisk_from_virtual_media_with_all_vendors) {
  for (const auto& profile : all_profiles()) BOOST_TEST_CONTEXT(profile) {
      boot_fixture x{profile};
      x.boot("prepare_ramdisk");
      BOOST_TEST(x.media().size() == 1U);
      BOOST_TEST(x.media().begin().value() == deploy_iso);
      x.boots_once_from("cdrom");
      BOOST_TEST(x.started()["image"] == deploy_iso);
      x.boot("clean_up_ramdisk");
      BOOST_TEST(x.media().empty());
      x.boot("clean_up_ramdisk");
    }
}

BOOST_AUTO_TEST_CASE(keeps_a_boot_iso_that_is_already_inserted) {
  for (const auto& profile : all_profiles()) BOOST_TEST_CONTEXT(profile) {
      boot_fixture x{profile};
      x.boot("prepare_ramdisk");
      const auto changes = x.link.count("POST") + x.link.count("PATCH");
      x.boot("prepare_ramdisk");
      BOOST_TEST(x.link.count("POST") + x.link.count("PATCH") == changes);
    }
}

BOOST_AUTO_TEST_CASE(ejects_other_isos) {
  boot_fixture x;
  for (const auto* url : {"http://h/1.iso", "http://h/2.iso"})
    x.done("management", "attach_virtual_media", {{"device_type", "cdrom"}, {"image_url", url}});
  BOOST_TEST(x.media().size() == 2U);
  x.boot("prepare_ramdisk");
  BOOST_TEST(x.media().size() == 1U);
  BOOST_TEST(x.media().begin().value() == deploy_iso);
}

BOOST_AUTO_TEST_CASE(keeps_other_media) {
  boot_fixture x{"hpe"};
  x.done("management", "attach_virtual_media",
         {{"device_type", "floppy"}, {"image_url", "http://h/a.img"}});
  x.boot("prepare_ramdisk");
  x.boot("clean_up_ramdisk");
  BOOST_TEST(x.media() == (json{{"1", "http://h/a.img"}}));
}

BOOST_AUTO_TEST_CASE(a_rescue_boots_the_rescue_files) {
  boot_fixture x;
  auto request = x.request("boot", "prepare_ramdisk");
  request.kind = workflow::rescue;
  BOOST_TEST((x.run(request).status == step_status::done));
  BOOST_TEST(x.media().begin().value() == rescue_iso);
}

BOOST_AUTO_TEST_CASE(only_live_instances_boot_from_media) {
  for (const auto* boot : {"redfish-virtual-media", "redfish-https"}) {
    boot_fixture x;
    x.node.interfaces["boot"] = boot;
    x.boot("prepare_instance");
    BOOST_TEST(x.link.total() == 0U);
    BOOST_TEST(x.node.driver_internal_info.empty());
  }
  boot_fixture x;
  x.boot("prepare_instance", {{"live", true}});
  BOOST_TEST(x.media().begin().value() == instance_iso_url);
  x.boot("clean_up_instance");
  BOOST_TEST(x.media().empty());
}

BOOST_AUTO_TEST_CASE(names_a_missing_image_before_any_request) {
  for (const auto* boot : {"redfish-virtual-media", "redfish-https"}) {
    boot_fixture x;
    x.node.interfaces["boot"] = boot;
    x.node.driver_info.edit().erase("deploy_iso");
    x.node.instance_info = json::object();
    auto end = x.run("boot", "prepare_ramdisk");
    BOOST_TEST((end.why == error_code::invalid));
    BOOST_TEST(holds(end.reason, "driver_info lacks deploy_kernel"), end.reason);
    end = x.run("boot", "prepare_instance", {{"live", true}});
    BOOST_TEST(holds(end.reason, "instance_info needs boot_iso, or kernel"), end.reason);
    BOOST_TEST(x.link.total() == 0U);
  }
}

BOOST_AUTO_TEST_CASE(a_machine_without_virtual_media_cannot_boot_from_it_and_needs_no_cleanup) {
  boot_fixture x;
  x.answer_instead(std::string{x.link.bmc.kind().system_id}, 200,
                   R"({"Links": {"ManagedBy": []}})");
  BOOST_TEST((x.run("boot", "prepare_ramdisk").status == step_status::failed));
  x.boot("clean_up_ramdisk");
}

BOOST_AUTO_TEST_CASE(asks_a_bmc_that_lost_the_connection_for_its_media) {
  for (const bool heard : {false, true}) BOOST_TEST_CONTEXT("heard " << heard) {
      boot_fixture x;
      int orders = 0;
      x.link.instead = [&](const http_request& request) -> std::optional<http_result> {
        if (!holds(request.target, "tMedia") || ++orders > 1) return std::nullopt;
        if (heard) x.link.bmc.answer_to({"POST", request.target, request.headers, request.body});
        return http_fail(http_error::broken_off, "The connection to the BMC was lost.");
      };
      x.boot("prepare_ramdisk");
      BOOST_TEST(orders == (heard ? 1 : 2));
      BOOST_TEST(x.media().begin().value() == deploy_iso);
      orders = 0;
      x.boot("clean_up_ramdisk");
      BOOST_TEST(x.media().empty());
    }
}

BOOST_AUTO_TEST_CASE(reports_an_iso_that_cannot_be_ejected) {
  boot_fixture x;
  x.boot("prepare_ramdisk");
  x.answer_instead("VirtualMedia.EjectMedia", 500, R"({"error": {"message": "stuck"}})");
  const auto end = x.run("boot", "clean_up_ramdisk");
  BOOST_TEST((end.status == step_status::failed));
  BOOST_TEST(holds(end.reason, "stuck"), end.reason);
}

BOOST_AUTO_TEST_CASE(hides_passwords_in_a_bmcs_messages) {
  boot_fixture x;
  x.node.driver_info.edit()["deploy_iso"] = "http://u:hunter2@192.0.2.1/a.iso";
  x.answer_instead("VirtualMedia.InsertMedia", 400,
                   R"({"error": {"message": "cannot fetch http://u:hunter2@192.0.2.1/a.iso"}})");
  const auto end = x.run("boot", "prepare_ramdisk");
  BOOST_TEST(holds(end.reason, "cannot fetch"), end.reason);
  BOOST_TEST(!holds(end.reason, "hunter2"), end.reason);
}

// -- files of this service ------------------------------------------------------------------------

BOOST_FIXTURE_TEST_CASE(serves_a_file_as_long_as_it_is_booted, file_fixture) {
  for (int i = 0; i < 2; ++i) {
    boot("prepare_ramdisk");
    BOOST_TEST(media().begin().value() ==
               "http://192.0.2.5:6385/v1/boot/" + node.uuid + "/deploy.iso");
    BOOST_TEST(fs::file_size(root / "http" / node.uuid / "deploy.iso") == 6U);
  }
  boot("clean_up_ramdisk");
  BOOST_TEST(!fs::exists(root / "http" / node.uuid));
}

BOOST_FIXTURE_TEST_CASE(does_not_serve_files_of_other_folders, file_fixture) {
  node.driver_info.edit()["deploy_iso"] = "file:///etc/passwd";
  auto end = run("boot", "prepare_ramdisk");
  BOOST_TEST((end.why == error_code::invalid), end.reason);
  node.driver_info.edit()["deploy_iso"] = "file://" + (root / "images" / "none.iso").string();
  end = run("boot", "prepare_ramdisk");
  BOOST_TEST((end.status == step_status::failed));
  BOOST_TEST(link.total() == 0U);
}

BOOST_FIXTURE_TEST_CASE(cannot_serve_a_file_without_a_service_url, file_fixture) {
  policy.service_url.clear();
  use(options);
  const auto end = run("boot", "prepare_ramdisk");
  BOOST_TEST(holds(end.reason, "set the option agent.service_url"), end.reason);
}

// -- UEFI HTTP boot -------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(sets_the_url_in_the_firmware_of_all_vendors) {
  for (const auto& profile : all_profiles()) BOOST_TEST_CONTEXT(profile) {
      boot_fixture x{profile};
      x.node.interfaces["boot"] = "redfish-https";
      x.boot("prepare_ramdisk");
      BOOST_TEST(x.link.total() == 0U);
      x.boots_once_from("uefihttp");
      BOOST_TEST(x.link.bodies(R"("HttpBootUri":")" + deploy_iso) >= 1U);
      BOOST_TEST(x.answer("get_boot_device")["boot_device"] == "uefihttp");
      x.boot("clean_up_ramdisk");
      BOOST_TEST(!x.node.driver_internal_info.contains("redfish_uefi_http_url"));
      x.boots_once_from("disk");
      BOOST_TEST(x.answer("get_boot_device")["boot_device"] == "disk");
    }
}

BOOST_AUTO_TEST_CASE(removes_a_pending_url_with_another_device) {
  boot_fixture x{"ami"};
  x.node.interfaces["boot"] = "redfish-https";
  x.boot("prepare_ramdisk");
  x.boots_once_from("uefihttp");
  x.boots_once_from("disk");
  BOOST_TEST(x.link.bodies(R"("HttpBootUri":null)") >= 1U);
}

BOOST_AUTO_TEST_CASE(without_a_stored_url_the_network_decides) {
  boot_fixture x;
  x.boots_once_from("uefihttp");
  BOOST_TEST(x.link.bodies("HttpBootUri") == 0U);
}

BOOST_AUTO_TEST_CASE(fetches_a_live_instance_at_each_start_if_the_bmc_sets_one_boot_only) {
  boot_fixture x{"lenovo"};
  x.node.interfaces["boot"] = "redfish-https";
  x.boot("prepare_instance", {{"live", true}});
  x.done("management", "set_boot_device", {{"device", "uefihttp"}, {"persistent", true}});
  x.power("power on");
  x.settle();
  x.power("rebooting");
  BOOST_TEST(x.link.bodies(R"("HttpBootUri":")" + instance_iso_url) == 2U);
}

// -- what nodes say -------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(validation_names_missing_and_invalid_values) {
  struct row {
    json deploy_iso;
    std::string_view media;  ///< Part of the refusal; empty: valid.
    std::string_view https;
  };
  driver_options options;
  options.images.file_url_allowed_paths = {"/srv"};
  const auto media = media_boot_implementations(options).at(0);
  const auto https = https_boot_implementations(options).at(0);
  const auto *bad_url = "not a valid URL", *missing = "no ramdisk to boot";
  for (const auto& [url, of_media, of_https] :
       {row{"http://h/a.iso", "", ""}, row{"https://h/a.iso?x=1", "", ""},
        row{"file:///srv/a.iso", "", ""}, row{"nfs://h/a.iso", "", bad_url},
        row{"cifs://h/a.iso", "", bad_url}, row{nullptr, missing, missing},
        row{"", missing, missing}, row{"a.iso", bad_url, bad_url},
        row{"file:///etc/a.iso", "/srv", "/srv"}, row{"http://h/a b", "blanks", "blanks"},
        row{std::string(3'000, 'h'), "too long", "too long"}}) {
    boot_fixture x;
    node_snapshot node;
    node.attributes.driver_info = x.link.driver_info();
    node.attributes.driver_info.edit()["deploy_iso"] = url;
    for (const auto& [kind, expected] : {std::pair{&media, of_media}, {&https, of_https}}) {
      const auto wrong = kind->validate(node);
      BOOST_TEST(wrong.has_value() == !expected.empty(), url);
      if (wrong) BOOST_TEST(holds(wrong->message, std::string{expected}), wrong->message);
    }
    node.attributes.driver_info = json{{"deploy_iso", "http://h/a.iso"}};
    BOOST_TEST(holds(media.validate(node)->message, "redfish_address"));
  }
}

BOOST_AUTO_TEST_SUITE_END()
