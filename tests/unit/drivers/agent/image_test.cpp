#include "drivers/agent/image.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

namespace {

const std::string md5(32, 'a');
const std::string sha256(64, 'b');
const std::string sha512(128, 'c');

json image_with(const json& more) {
  json out = {{"image_source", "http://192.0.2.80/disk.img"}, {"image_checksum", sha256}};
  if (more.is_object()) out.update(more);
  for (const auto& [key, value] : more.items())
    if (value.is_null()) out.erase(key);
  return out;
}

std::string wrong_with(const json& more, const image_rules& rules = {}) {
  const auto wrong = check_image(image_with(more), rules);
  return wrong ? wrong->message : std::string{};
}

bool names(const std::string& sentence, std::string_view what) {
  return sentence.find(what) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(images)

BOOST_AUTO_TEST_CASE(accepts_a_plain_image) {
  BOOST_TEST(wrong_with({}) == "");
  BOOST_TEST(wrong_with({{"image_checksum", md5}}) == "");
  BOOST_TEST(wrong_with({{"image_checksum", "https://192.0.2.80/SHA256SUMS"}}) == "");
  BOOST_TEST(wrong_with({{"image_checksum", nullptr},
                         {"image_os_hash_algo", "sha512"},
                         {"image_os_hash_value", sha512}}) == "");
  BOOST_TEST(wrong_with({{"configdrive", "https://192.0.2.80/drive"}}) == "");
  BOOST_TEST(wrong_with({{"configdrive", {{"user_data", "#!/bin/sh"}}}}) == "");
}

BOOST_AUTO_TEST_CASE(bootc_installs_container_images_only) {
  const auto wrong = [](const json& info) {
    const auto found = check_bootc_image(info);
    return found ? found->message : std::string{};
  };
  const std::string image = "oci://registry.example.org/os:9";
  BOOST_TEST(wrong({{"image_source", image}, {"configdrive", {{"user_data", "x"}}}}) == "");
  BOOST_TEST(wrong({{"image_source", "https://192.0.2.80/disk.img"}}) ==
             "instance_info.image_source 'https://192.0.2.80/disk.img' is not a container image; "
             "bootc allows only oci:// URLs.");
  BOOST_TEST(names(wrong(json::object()), "image_source ''"));
  BOOST_TEST(names(wrong({{"image_source", "oci://"}}), "not a valid registry image"));
  BOOST_TEST(
      names(wrong({{"image_source", image}, {"image_pull_secret", 4}}), "image_pull_secret"));
  BOOST_TEST(names(wrong({{"image_source", image}, {"configdrive", 4}}), "configdrive"));
}

BOOST_AUTO_TEST_CASE(checks_the_sizes_of_a_partition_image) {
  const auto wrong = [](const json& more) {
    json all = {{"kernel", "k"}, {"ramdisk", "r"}, {"root_gb", 20}};
    all.update(more);
    return wrong_with(all);
  };
  BOOST_TEST(wrong({{"swap_mb", "512"}, {"ephemeral_gb", 1}, {"preserve_ephemeral", "True"}}) ==
             "");
  for (const json& size : {json("x"), json(0), json(-1), json(1.5), json(""), json(4e18)})
    BOOST_TEST(names(wrong({{"root_gb", size}}), "root_gb"));
  BOOST_TEST(names(wrong({{"swap_mb", -1}}), "swap_mb"));
  BOOST_TEST(names(wrong({{"ephemeral_gb", "all"}}), "ephemeral_gb"));
  BOOST_TEST(names(wrong({{"ephemeral_format", 4}}), "ephemeral_format"));
  BOOST_TEST(names(wrong({{"preserve_ephemeral", "maybe"}}), "preserve_ephemeral"));
}

BOOST_AUTO_TEST_CASE(allows_files_below_the_configured_folders) {
  image_rules rules;
  rules.file_url_allowed_paths = {"/srv/images"};
  const auto wrong = [&rules](const char* url) {
    return wrong_with({{"image_source", url}, {"image_checksum", nullptr}}, rules);
  };
  BOOST_TEST(wrong("file:///srv/images/disk.img") == "");
  BOOST_TEST(wrong("file://localhost/srv/images/a/disk.img") == "");
  for (const auto* url : {"file:///etc/shadow", "file:///srv/images/../shadow",
                          "file:///srv/images-too/x", "file:///srv/images"})
    BOOST_TEST(names(wrong(url), "/srv/images"), url);
  BOOST_TEST(names(wrong("file://elsewhere/srv/images/disk.img"), "another host"));
}

BOOST_AUTO_TEST_CASE(checksum_files_can_be_disabled) {
  image_rules rules;
  rules.disable_support_for_checksum_files = true;
  BOOST_TEST(names(wrong_with({{"image_checksum", "https://192.0.2.80/SUMS"}}, rules),
                   "disable_support_for_checksum_files"));
}

BOOST_AUTO_TEST_CASE(names_the_invalid_value) {
  BOOST_TEST(names(wrong_with({{"image_source", nullptr}}), "image_source"));
  BOOST_TEST(names(wrong_with({{"image_source", "file:///etc/shadow"}}), "file"));
  BOOST_TEST(names(wrong_with({{"image_source", "6b0b5f7a-3a0e-4a8e-9a51-0d4f0c6f1e01"}}),
                   "image_source"));
  BOOST_TEST(names(wrong_with({{"image_checksum", nullptr}}), "image_checksum"));
  BOOST_TEST(names(wrong_with({{"image_checksum", "abc"}}), "image_checksum"));
  BOOST_TEST(names(wrong_with({{"image_os_hash_algo", "sha512"}}), "both"));
  BOOST_TEST(
      names(wrong_with({{"image_os_hash_algo", "crc"}, {"image_os_hash_value", md5}}), "crc"));
  BOOST_TEST(
      names(wrong_with({{"image_os_hash_algo", "sha256"}, {"image_os_hash_value", md5}}), "64"));
  BOOST_TEST(names(wrong_with({{"image_type", "floppy"}}), "floppy"));
  BOOST_TEST(names(wrong_with({{"image_disk_format", "vmdk"}}), "qcow2"));
  BOOST_TEST(names(wrong_with({{"image_type", "partition"}}), "kernel"));
  BOOST_TEST(names(wrong_with({{"kernel", "k"}, {"ramdisk", "r"}}), "root_gb"));
  BOOST_TEST(names(wrong_with({{"configdrive", {{"meta_data", "text"}}}}), "configdrive"));
  BOOST_TEST(names(wrong_with({{"image_source", "http://"}}), "allowed: http://"));
  BOOST_TEST(names(wrong_with({{"image_source", "http://192.0.2.80/a b"}}), "blank"));
  BOOST_TEST(names(wrong_with({{"image_source", "oci://192.0.2.80"}}), "no repository"));
  BOOST_TEST(names(wrong_with({{"image_source", "nfs://192.0.2.80/a"}}), "oci://"));
  BOOST_TEST(names(wrong_with({{"image_download_source", "swift"}}), "allowed: http, local"));
  BOOST_TEST(names(wrong_with({{"image_pull_secret", 7}}), "image_pull_secret"));
  BOOST_TEST(names(wrong_with({{"traits", "CUSTOM_A"}}), "traits"));
  BOOST_TEST(names(wrong_with({{"kernel_append_params", 7}}), "kernel_append_params"));
}

BOOST_AUTO_TEST_CASE(md5_can_be_disabled) {
  image_rules strict;
  strict.allow_md5_checksum = false;
  BOOST_TEST(names(wrong_with({{"image_checksum", md5}}, strict), "allow_md5_checksum"));
  BOOST_TEST(wrong_with({{"image_checksum", sha256}}, strict) == "");
}

BOOST_AUTO_TEST_CASE(passes_the_image_to_the_agent) {
  machine target_machine;
  target_machine.uuid = "n-1";
  target_machine.driver_info = {{"image_http_proxy", "http://proxy:3128"}};
  target_machine.instance_info = image_with({{"image_disk_format", "raw"}});
  const auto args = write_image_args(target_machine, "").value();
  const auto& image = args["image_info"];
  BOOST_TEST(image["id"] == "disk.img");
  BOOST_TEST(image["urls"] == json::array({"http://192.0.2.80/disk.img"}));
  BOOST_TEST(image["checksum"] == sha256);
  BOOST_TEST(image["disk_format"] == "raw");
  BOOST_TEST(image["node_uuid"] == "n-1");
  BOOST_TEST(image["proxies"]["http"] == "http://proxy:3128");
  BOOST_TEST(!image.contains("root_mb"));
}

BOOST_AUTO_TEST_CASE(passes_the_sizes_of_a_partition_image) {
  machine target_machine;
  target_machine.instance_info =
      image_with({{"kernel", "k"},
                  {"ramdisk", "r"},
                  {"root_gb", "20"},
                  {"swap_mb", 512},
                  {"preserve_ephemeral", "True"},
                  {"capabilities", {{"boot_mode", "bios"}, {"disk_label", "gpt"}}}});
  const auto image = write_image_args(target_machine, "").value()["image_info"];
  BOOST_TEST(image["ephemeral_mb"] == 0);
  BOOST_TEST(image["ephemeral_format"] == "ext4");
  json named = target_machine.instance_info;
  named["ephemeral_format"] = "xfs";
  target_machine.instance_info = named;
  BOOST_TEST(write_image_args(target_machine, "").value()["image_info"]["ephemeral_format"] ==
             "xfs");
  BOOST_TEST(image["preserve_ephemeral"] == true);
  BOOST_TEST(image["deploy_boot_mode"] == "bios");
  BOOST_TEST(image["disk_label"] == "gpt");
  BOOST_TEST(image["root_mb"] == 20480);
  BOOST_TEST(image["swap_mb"] == 512);
  BOOST_TEST(image["image_type"] == "partition");
}

BOOST_AUTO_TEST_CASE(gives_a_file_a_url_for_each_deployment) {
  machine target_machine;
  target_machine.uuid = "n-1";
  target_machine.instance_info = {{"image_source", "file:///srv/images/disk.img"}};
  BOOST_TEST(!write_image_args(target_machine, "http://192.0.2.1:6385"));
  target_machine.driver_internal_info = {{"image_file", {{"token", "t0"}, {"sha256", sha256}}}};
  const auto image =
      write_image_args(target_machine, "http://192.0.2.1:6385").value()["image_info"];
  BOOST_TEST(image["urls"] == json::array({"http://192.0.2.1:6385/v1/images/n-1/t0"}));
  BOOST_TEST(image["os_hash_algo"] == "sha256");
  BOOST_TEST(image["os_hash_value"] == sha256);
  BOOST_TEST(image["id"] == "disk.img");
}

BOOST_AUTO_TEST_CASE(a_registry_image_needs_no_checksum) {
  for (const auto* source : {"oci://192.0.2.80/a", "oci://r.example.org:5000/disks/one:v1"})
    BOOST_TEST(wrong_with({{"image_source", source}, {"image_checksum", nullptr}}) == "");
}

BOOST_AUTO_TEST_CASE(instance_then_node_select_the_download_source) {
  machine target_machine;
  image_rules rules;
  const auto way = [&](const json& instance, const json& node = json::object()) {
    target_machine.instance_info = image_with(instance);
    target_machine.driver_info = node;
    return way_of_image(target_machine, rules);
  };
  const json local = {{"image_download_source", "local"}};
  const json http = {{"image_download_source", "http"}};
  BOOST_TEST((way(json::object()) == image_way::by_agent));
  BOOST_TEST((way(local) == image_way::cached));
  BOOST_TEST((way(json::object(), local) == image_way::cached));
  BOOST_TEST((way(http, local) == image_way::by_agent));
  BOOST_TEST((way({{"image_source", "oci://r/a"}}) == image_way::registry));
  BOOST_TEST((way({{"image_source", "file:///a"}}, local) == image_way::file));
  rules.image_download_source = "local";
  BOOST_TEST((way(json::object()) == image_way::cached));
  BOOST_TEST((way({{"image_source", "oci://r/a"}}) == image_way::cached));
}

BOOST_AUTO_TEST_CASE(a_cached_image_has_its_own_checksum) {
  machine target_machine;
  target_machine.uuid = "n-1";
  target_machine.instance_info = image_with({{"image_download_source", "local"}});
  target_machine.driver_internal_info = {
      {"image_file", {{"token", "t0"}, {"sha256", sha256}, {"cached", true}}}};
  const auto image =
      write_image_args(target_machine, "http://192.0.2.1:6385").value()["image_info"];
  BOOST_TEST(image["urls"] == json::array({"http://192.0.2.1:6385/v1/images/n-1/t0"}));
  BOOST_TEST(image["os_hash_value"] == sha256);
  BOOST_TEST(!image.contains("checksum"));
}

BOOST_AUTO_TEST_CASE(a_registry_names_the_url_for_the_agent) {
  machine target_machine;
  target_machine.instance_info = {{"image_source", "oci://r/disks/one"}};
  target_machine.driver_internal_info = {
      {"image_file", {{"url", "https://r/v2/disks/one/blobs/x"}, {"sha256", sha256}}}};
  const auto image = write_image_args(target_machine, "").value()["image_info"];
  BOOST_TEST(image["urls"] == json::array({"https://r/v2/disks/one/blobs/x"}));
  BOOST_TEST(image["os_hash_algo"] == "sha256");
  target_machine.driver_internal_info = json::object();
  BOOST_TEST(!write_image_args(target_machine, ""));
}

BOOST_AUTO_TEST_CASE(passes_credentials_in_base64) {
  machine target_machine;
  target_machine.instance_info = image_with({});
  const auto image = write_image_args(target_machine, "", "Bearer f00").value()["image_info"];
  BOOST_TEST(image["image_request_authorization"] == "QmVhcmVyIGYwMA==");
}

BOOST_AUTO_TEST_SUITE_END()
