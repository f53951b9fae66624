#include "drivers/boot/boot_source.hpp"

#include "tests/unit/drivers/boot/boot_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::test;

namespace {

const std::string some_digits(64, 'a');
const std::string kernel_url = "https://h/kernel";
const std::string summed = kernel_url + "#sha256=" + some_digits;

std::string wrong_in(const std::string& named) {
  const auto out = boot_sources_of({named}, {}, false, boot_fetcher::service);
  return out ? std::string{} : out.error().message;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(boot_source_names)

BOOST_AUTO_TEST_CASE(a_url_may_contain_a_checksum) {
  const auto plain = read_boot_source(kernel_url + "?a=b");
  BOOST_REQUIRE(plain);
  BOOST_TEST(plain->url == kernel_url + "?a=b");
  BOOST_TEST(!plain->sum);
  const auto source = read_boot_source(summed);
  BOOST_REQUIRE(source);
  BOOST_TEST(source->url == kernel_url);
  BOOST_TEST(source->named == summed);
  BOOST_TEST((source->sum == image_sum{"sha256", some_digits}));
  BOOST_TEST(read_boot_source(kernel_url + "#sha512=" + std::string(128, '0')).has_value());
  for (const auto& odd : {std::string{"#"}, std::string{"#top"}, "#sha256=" + std::string(63, 'a'),
                          "#sha512=" + some_digits, "#md5=" + std::string(32, 'a')})
    BOOST_TEST(!read_boot_source(kernel_url + odd).has_value(), odd);
}

BOOST_AUTO_TEST_CASE(names_invalid_urls) {
  BOOST_TEST(wrong_in(kernel_url) == "");
  BOOST_TEST(holds(wrong_in(kernel_url + "#x"), "'https://h/kernel#x' cannot be used"));
  BOOST_TEST(holds(wrong_in("http://u:geheim@h/k"), "must not hold credentials"));
  BOOST_TEST(!holds(wrong_in("http://u:geheim@h/k"), "geheim"));
  BOOST_TEST(holds(wrong_in("http://"), "host name"));
}

BOOST_AUTO_TEST_CASE(instance_then_node_then_configuration_select_the_fetcher) {
  machine node;
  image_options configured;
  BOOST_TEST((boot_fetcher_of(node, true, configured) == boot_fetcher::service));
  configured.boot_fetcher = "http";
  BOOST_TEST((boot_fetcher_of(node, true, configured) == boot_fetcher::machine));
  node.driver_info = {{"ramdisk_image_download_source", "local"}};
  node.instance_info = {{"ramdisk_image_download_source", "http"}};
  BOOST_TEST((boot_fetcher_of(node, false, configured) == boot_fetcher::service));
  BOOST_TEST((boot_fetcher_of(node, true, configured) == boot_fetcher::machine));
  BOOST_TEST(!check_boot_fetcher(node.driver_info, "driver_info"));
  const auto bad = check_boot_fetcher({{"ramdisk_image_download_source", 7}}, "driver_info");
  BOOST_REQUIRE(bad);
  BOOST_TEST(holds(bad->message, "driver_info.ramdisk_image_download_source '7'"), bad->message);
}

BOOST_AUTO_TEST_CASE(fetches_only_web_files_and_always_those_with_a_checksum) {
  for (const auto who : {boot_fetcher::service, boot_fetcher::machine}) {
    BOOST_TEST(!is_fetched_here("file:///k#1", who));
    BOOST_TEST(!is_fetched_here("nfs://h/k", who));
    BOOST_TEST(!is_fetched_here("", who));
    BOOST_TEST(is_fetched_here(summed, who));
  }
  BOOST_TEST(is_fetched_here(kernel_url, boot_fetcher::service));
  BOOST_TEST(!is_fetched_here(kernel_url, boot_fetcher::machine));
}

BOOST_AUTO_TEST_CASE(a_secret_is_used_for_urls_of_its_own_document) {
  machine node;
  node.driver_info = {{"deploy_kernel", kernel_url}, {"image_pull_secret", "of the node"}};
  node.instance_info = {{"kernel", "https://h/live"}, {"image_pull_secret", "of the instance"}};
  const auto secret_of = [&](const std::string& url, bool live) {
    return boot_sources_of({url}, node, live, boot_fetcher::service).value().at(0).secret;
  };
  BOOST_TEST(secret_of(kernel_url, false) == "of the node");
  BOOST_TEST(secret_of("https://configured/kernel", false) == "");
  BOOST_TEST(secret_of("https://h/live", true) == "of the instance");
  BOOST_TEST(secret_of("https://h/live", false) == "");
  BOOST_TEST(
      boot_sources_of({kernel_url, kernel_url, ""}, node, false, boot_fetcher::service)->size() ==
      1U);
}

BOOST_AUTO_TEST_SUITE_END()
