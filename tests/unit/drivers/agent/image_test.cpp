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

BOOST_AUTO_TEST_CASE(a_plain_image_is_good) {
  BOOST_TEST(wrong_with({}) == "");
  BOOST_TEST(wrong_with({{"image_checksum", md5}}) == "");
  BOOST_TEST(wrong_with({{"image_checksum", "https://192.0.2.80/SHA256SUMS"}}) == "");
  BOOST_TEST(wrong_with({{"image_checksum", nullptr},
                         {"image_os_hash_algo", "sha512"},
                         {"image_os_hash_value", sha512}}) == "");
  BOOST_TEST(wrong_with({{"configdrive", "https://192.0.2.80/drive"}}) == "");
}

BOOST_AUTO_TEST_CASE(what_is_wrong_is_named) {
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
  BOOST_TEST(names(wrong_with({{"configdrive", {{"meta_data", json::object()}}}}), "configdrive"));
}

BOOST_AUTO_TEST_CASE(md5_can_be_switched_off) {
  image_rules strict;
  strict.allow_md5_checksum = false;
  BOOST_TEST(names(wrong_with({{"image_checksum", md5}}, strict), "allow_md5_checksum"));
  BOOST_TEST(wrong_with({{"image_checksum", sha256}}, strict) == "");
}

BOOST_AUTO_TEST_CASE(the_agent_is_told_what_to_write) {
  machine on;
  on.uuid = "n-1";
  on.driver_info = {{"image_http_proxy", "http://proxy:3128"}};
  on.instance_info = image_with({{"image_disk_format", "raw"}, {"configdrive", "H4sI"}});
  const auto args = write_image_args(on);
  const auto& image = args["image_info"];
  BOOST_TEST(image["id"] == "disk.img");
  BOOST_TEST(image["urls"] == json::array({"http://192.0.2.80/disk.img"}));
  BOOST_TEST(image["checksum"] == sha256);
  BOOST_TEST(image["disk_format"] == "raw");
  BOOST_TEST(image["node_uuid"] == "n-1");
  BOOST_TEST(image["proxies"]["http"] == "http://proxy:3128");
  BOOST_TEST(!image.contains("root_mb"));
  BOOST_TEST(args["configdrive"] == "H4sI");
}

BOOST_AUTO_TEST_CASE(a_partition_image_is_told_with_its_sizes) {
  machine on;
  on.instance_info =
      image_with({{"kernel", "k"}, {"ramdisk", "r"}, {"root_gb", "20"}, {"swap_mb", 512}});
  const auto image = write_image_args(on)["image_info"];
  BOOST_TEST(image["root_mb"] == 20480);
  BOOST_TEST(image["swap_mb"] == 512);
  BOOST_TEST(image["image_type"] == "partition");
}

BOOST_AUTO_TEST_SUITE_END()
