#include "drivers/ramdisk/disks/erase.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"
#include "drivers/ramdisk/disks/block_device.hpp"

#include <boost/test/unit_test.hpp>
#include <unistd.h>

#include <filesystem>
#include <fstream>

using namespace ironbus::ramdisk;

namespace {

struct plain_file {
  plain_file() { std::ofstream{path} << std::string(3'000'000, 'd') << "end"; }
  ~plain_file() { std::filesystem::remove(path); }

  [[nodiscard]] std::string content() const { return read_file(path, 4 << 20).value_or(""); }

  const std::string path =
      std::filesystem::temp_directory_path() / ("ironbus-disk." + std::to_string(::getpid()));
};

disk of_kind(const std::string& name) {
  disk out;
  out.name = name;
  return out;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(ramdisk_erase, plain_file)

BOOST_AUTO_TEST_CASE(reads_the_capabilities_of_an_nvme_disk) {
  std::string bytes(4096, '\0');
  BOOST_TEST(!nvme_abilities_of(bytes).format);
  bytes[256] = 2;
  bytes[524] = 4;
  bytes[328] = 3;
  const auto out = nvme_abilities_of(bytes);
  BOOST_TEST(out.format);
  BOOST_TEST(out.format_crypto);
  BOOST_TEST(out.sanitize_block);
  BOOST_TEST(!nvme_abilities_of("short").format);
}

BOOST_AUTO_TEST_CASE(reads_the_capabilities_of_an_ata_disk) {
  std::string bytes(512, '\0');
  bytes[256] = 0x29;
  const auto out = ata_security_of(bytes);
  BOOST_TEST(out.supported);
  BOOST_TEST(out.frozen);
  BOOST_TEST(out.enhanced);
  BOOST_TEST(!out.enabled);
  BOOST_TEST(!ata_security_of("short").supported);
}

BOOST_AUTO_TEST_CASE(selects_the_most_secure_allowed_method) {
  erase_abilities abilities;
  abilities.nvme = {.format = true, .format_crypto = true};
  abilities.ata.supported = true;
  BOOST_TEST(
      (own_method(of_kind("/dev/nvme0n1"), abilities, {}) == erase_method::nvme_format_crypto));
  abilities.nvme = {.sanitize_block = true};
  BOOST_TEST(
      (own_method(of_kind("/dev/nvme0n1"), abilities, {}) == erase_method::nvme_sanitize_block));
  BOOST_TEST((own_method(of_kind("/dev/sda"), abilities, {}) == erase_method::ata_secure_erase));
  BOOST_TEST(!own_method(of_kind("/dev/sda"), abilities, {.ata = false}));
  BOOST_TEST(!own_method(of_kind("/dev/nvme0n1"), abilities, {.nvme = false}));
  BOOST_TEST((plain_method(abilities, {}) == erase_method::overwrite));
  abilities.discards = true;
  BOOST_TEST((plain_method(abilities, {}) == erase_method::discard));
  BOOST_TEST((plain_method(abilities, {.passes = 3}) == erase_method::overwrite));
}

BOOST_AUTO_TEST_CASE(reads_rules_from_the_node_within_limits) {
  const auto out = erase_rules_of({{"driver_internal_info",
                                    {{"agent_enable_ata_secure_erase", false},
                                     {"agent_continue_if_ata_erase_failed", true},
                                     {"agent_erase_devices_iterations", 100000},
                                     {"disk_erasure_concurrency", -4}}}});
  BOOST_TEST(!out.ata);
  BOOST_TEST(out.nvme);
  BOOST_TEST(out.continue_after_failure);
  BOOST_TEST(out.passes == 100);
  BOOST_TEST(out.at_once == 1);
  BOOST_TEST(erase_rules_of({{"driver_internal_info", "odd"}}).passes == 1);
}

BOOST_AUTO_TEST_CASE(overwriting_leaves_nothing_and_the_samples_show_it) {
  const block_device before{path, block_device::access::read};
  const auto samples = take_samples(before, 8);
  overwrite(path, 1, false);
  BOOST_TEST(content().find("dddddddd") == std::string::npos);
  BOOST_TEST(is_gone(samples, take_again(before, samples)));
  overwrite(path, 0, true);
  BOOST_TEST(is_uniform(content()));
  BOOST_TEST(content().size() == 3'000'003U);
}

BOOST_AUTO_TEST_CASE(detects_data_that_is_still_there) {
  overwrite(path, 1, false);  // not uniform
  const block_device device{path, block_device::access::read};
  const auto samples = take_samples(device, 4);
  BOOST_TEST(!is_gone(samples, take_again(device, samples)));
}

BOOST_AUTO_TEST_CASE(erases_metadata_at_both_ends_only) {
  wipe_metadata("/nowhere", path);
  const auto left = content();
  BOOST_TEST(is_uniform(left.substr(0, 1 << 20)));
  BOOST_TEST(is_uniform(left.substr(left.size() - (1 << 20))));
  BOOST_TEST(left[1'500'000] == 'd');
}

BOOST_AUTO_TEST_CASE(a_report_has_the_ledgers_fields) {
  erase_report one;
  one.target = of_kind("/dev/nvme0n1");
  one.target.serial = "S-1";
  one.method = erase_method::nvme_format;
  one.seconds = 1.5;
  one.verified = true;
  const auto out = document_of({one});
  BOOST_TEST(out["devices"][0]["method"] == "nvme_format");
  BOOST_TEST(out["devices"][0]["serial"] == "S-1");
  BOOST_TEST(out["devices"][0]["wwn"].is_null());
  BOOST_TEST(out["devices"][0]["verified"] == true);
  BOOST_TEST(!out["agent_version"].get<std::string>().empty());
}

BOOST_AUTO_TEST_CASE(names_a_missing_device) {
  BOOST_CHECK_EXCEPTION(overwrite("/dev/ironbus-none", 1, true), command_failure,
                        [](const command_failure& x) {
                          return x.details.find("/dev/ironbus-none") != std::string::npos;
                        });
}

BOOST_AUTO_TEST_SUITE_END()
