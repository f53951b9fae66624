#include "drivers/ramdisk/start/kernel_parameters.hpp"
#include "drivers/ramdisk/start/load_modules.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus::ramdisk;

namespace {

kernel_parameters read(const std::string& text) {
  return read_kernel_parameters(parse_command_line(text));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ramdisk_start)

BOOST_AUTO_TEST_CASE(reads_the_services_command_line) {
  const auto out = read(
      "console=ttyS0 ipa-api-url=http://192.0.2.1:6385/,https://two ipa-agent-token=abc "
      "BOOTIF=01-52-54-00-AA-BB-0C "
      "ipa-debug=1 ipa-insecure=yes ipa-global-request-id=req-1 "
      "ipa-inspection-callback-url=http://192.0.2.1/v1/continue_inspection\n");
  BOOST_TEST(out.api_urls == (std::vector<std::string>{"http://192.0.2.1:6385", "https://two"}),
             boost::test_tools::per_element());
  BOOST_TEST(out.callback_urls.size() == 1U);
  BOOST_TEST(out.agent_token == "abc");
  BOOST_TEST(out.boot_mac == "52:54:00:aa:bb:0c");
  BOOST_TEST(out.debug);
  BOOST_TEST(out.insecure);
  BOOST_TEST(out.request_id == "req-1");
  BOOST_TEST(out.listen_port == 9999);
}

BOOST_AUTO_TEST_CASE(collects_lldp_under_either_name) {
  BOOST_TEST(!read("").collect_lldp);
  BOOST_TEST(read("ipa-collect-lldp=1").collect_lldp);
  BOOST_TEST(read("ipa-inspection-collectors=default,lldp").collect_lldp);
  BOOST_TEST(!read("ipa-inspection-collectors=default,lldp ipa-collect-lldp=0").collect_lldp);
}

BOOST_AUTO_TEST_CASE(keeps_defaults_for_invalid_values) {
  const auto out =
      read("ipa-listen-port=70000 ipa-lookup-timeout=soon BOOTIF=01-52-54 ipa-debug=perhaps");
  BOOST_TEST(out.listen_port == 9999);
  BOOST_TEST(out.lookup_timeout.count() == 600);
  BOOST_TEST(out.boot_mac.empty());
  BOOST_TEST(!out.debug);
  BOOST_TEST(out.api_urls.empty());
}

BOOST_AUTO_TEST_CASE(retries_downloads_as_the_stock_agent_does) {
  const auto stock = read("");
  BOOST_TEST(stock.image_retries == 9);
  BOOST_TEST(stock.image_retry_interval.count() == 10);
  BOOST_TEST(stock.image_timeout.count() == 60);
  const auto out = read(
      "ipa-image-download-connection-retries=3 ipa-image-download-connection-retry-interval=2 "
      "ipa-image-download-connection-timeout=7");
  BOOST_TEST(out.image_retries == 3);
  BOOST_TEST(out.image_retry_interval.count() == 2);
  BOOST_TEST(out.image_timeout.count() == 7);
}

BOOST_AUTO_TEST_CASE(the_later_of_two_parameters_counts_and_quotes_keep_white_space) {
  const auto values = parse_command_line("a=1 b=\"x y\" a=2 quiet");
  BOOST_TEST(values.at("a") == "2");
  BOOST_TEST(values.at("b") == "x y");
  BOOST_TEST(values.at("quiet") == "1");
}

BOOST_AUTO_TEST_CASE(finds_a_driver_by_alias_and_loads_it_after_its_dependencies) {
  const module_table table{
      "module virtio\nmodule virtio_ring virtio\nmodule virtio_pci virtio_ring virtio\n"
      "alias pci:v00001AF4d*sv*sd*bc*sc*i* virtio_pci\nalias virtio:d00000001v* virtio_net\n"};
  const auto names = table.for_alias("pci:v00001AF4d00001000sv00001AF4sd00000001bc02sc00i00");
  BOOST_REQUIRE(names.size() == 1U);
  BOOST_TEST(table.with_needed(names[0]) ==
                 (std::vector<std::string>{"virtio", "virtio_ring", "virtio_pci"}),
             boost::test_tools::per_element());
  BOOST_TEST(table.for_alias("usb:v1234").empty());
  BOOST_TEST(table.with_needed("nothing").empty());
}

BOOST_AUTO_TEST_CASE(matches_a_device_by_its_whole_pattern) {
  const module_table table{
      "alias pci:v00008086d000010D3sv*sd*bc*sc*i* e1000e\nalias pci:v*d*sv*sd*bc01sc06i01* ahci\n"
      "alias pci:v00008086d0000100[EF]sv*sd*bc*sc*i* e1000\nalias pci:v00008086 short\n"};
  const auto for_device = [&](const std::string& device, const std::string& kind) {
    return table.for_alias("pci:v00008086d" + device + "sv00001AF4sd00001100" + kind);
  };
  using names = std::vector<std::string>;
  BOOST_TEST((for_device("000010D3", "bc02sc00i00") == names{"e1000e"}));
  BOOST_TEST((for_device("0000100F", "bc02sc00i00") == names{"e1000"}));
  BOOST_TEST((for_device("00002922", "bc01sc06i01") == names{"ahci"}));
  BOOST_TEST(for_device("00002922", "bc02sc00i00").empty());
}

BOOST_AUTO_TEST_CASE(circular_dependencies_end) {
  const module_table table{"module a b\nmodule b a\n"};
  BOOST_TEST(table.with_needed("a").size() == 2U);
}

BOOST_AUTO_TEST_SUITE_END()
