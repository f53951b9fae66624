#include "ops/ironbusd/configuration/file_rules.hpp"

#include "ops/ironbusd/configuration/configuration.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus::daemon;

namespace {

std::string said(const configuration_sources& sources) {
  std::string out;
  for (const auto& x : load_configuration(sources).wrong) out += to_string(x) + "\n";
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(files_that_options_name)

BOOST_AUTO_TEST_CASE(are_problems_of_the_option_with_its_source) {
  configuration_sources sources;
  sources.environment = {{"IRONBUS_API_AUTH_STRATEGY", "http_basic"},
                         {"IRONBUS_API_HTTP_BASIC_AUTH_USER_FILE", "/nonexistent/users"}};
  BOOST_TEST(said(sources) ==
             "$IRONBUS_API_HTTP_BASIC_AUTH_USER_FILE: api.http_basic_auth_user_file: "
             "'/nonexistent/users' cannot be read: No such file or directory; allowed: a file made "
             "by htpasswd -B\n");
}

BOOST_AUTO_TEST_CASE(are_checked_only_if_they_are_used) {
  configuration_sources sources;
  sources.environment = {{"IRONBUS_API_HTTP_BASIC_AUTH_USER_FILE", "/nonexistent/users"}};
  BOOST_TEST(said(sources) == "");
  sources.environment.emplace("IRONBUS_API_AUTH_STRATEGY", "http_basic");
  sources.arguments = {{"roles", "conductor"}};
  sources.environment.emplace("IRONBUS_BUS", "amqp://localhost");
  sources.environment.emplace("IRONBUS_STORE", "redis://localhost");
  BOOST_TEST(said(sources) == "");
}

BOOST_AUTO_TEST_CASE(of_encrypted_links_are_checked_in_every_role) {
  configuration_sources sources;
  sources.arguments = {{"roles", "driver"}};
  sources.environment = {{"IRONBUS_BUS", "amqps://localhost"},
                         {"IRONBUS_STORE", "rediss://localhost"},
                         {"IRONBUS_AMQP_SSL_CA_FILE", "/nonexistent/ca"},
                         {"IRONBUS_REDIS_SSL_CERT_FILE", "/nonexistent/crt"},
                         {"IRONBUS_REDIS_SSL_KEY_FILE", "/nonexistent/key"}};
  BOOST_TEST(said(sources) ==
             "$IRONBUS_AMQP_SSL_CA_FILE: amqp.ssl_ca_file: '/nonexistent/ca' cannot be read: No "
             "such file or directory; allowed: certificates of authorities in PEM\n"
             "$IRONBUS_REDIS_SSL_CERT_FILE: redis.ssl_cert_file: '/nonexistent/crt' cannot be "
             "read: No such file or directory; allowed: a certificate in PEM, followed by its "
             "chain\n");
}

BOOST_AUTO_TEST_CASE(of_links_belong_together_and_to_an_encrypted_one) {
  configuration_sources sources;
  sources.environment = {{"IRONBUS_STORE", "rediss://localhost"},
                         {"IRONBUS_REDIS_SSL_CERT_FILE", "/nonexistent/crt"}};
  BOOST_TEST(said(sources) ==
             "redis.ssl_key_file: is unset while redis.ssl_cert_file is set; allowed: both, or "
             "none of them\n");
  sources.environment = {{"IRONBUS_STORE", "redis://localhost"},
                         {"IRONBUS_REDIS_SSL_SERVER_NAME", "fleet.test"}};
  BOOST_TEST(said(sources) ==
             "$IRONBUS_REDIS_SSL_SERVER_NAME: redis.ssl_server_name: is set while store is not "
             "encrypted; allowed: store: rediss://HOST, or none\n");
  sources.environment = {{"IRONBUS_STORE", "redis://localhost"},
                         {"IRONBUS_REDIS_TLS_MINIMUM_VERSION", "1.3"},
                         {"IRONBUS_REDIS_TLS_CIPHERS", "HIGH"}};
  BOOST_TEST(said(sources) ==
             "$IRONBUS_REDIS_TLS_MINIMUM_VERSION: redis.tls_minimum_version: is set while store is "
             "not encrypted; allowed: store: rediss://HOST, or none\n"
             "$IRONBUS_REDIS_TLS_CIPHERS: redis.tls_ciphers: is set while store is not encrypted; "
             "allowed: store: rediss://HOST, or none\n");
  sources.environment.erase("IRONBUS_STORE");
  BOOST_TEST(said(sources) == "");
}

BOOST_AUTO_TEST_CASE(of_shares_are_in_a_folder_of_the_driver_workers_host) {
  configuration_sources sources;
  sources.environment = {{"IRONBUS_NFS_BASE_URL", "nfs://192.0.2.1/export"},
                         {"IRONBUS_NFS_SHARE_PATH", "/nonexistent/share"}};
  BOOST_TEST(said(sources) ==
             "$IRONBUS_NFS_SHARE_PATH: nfs.share_path: there is no folder '/nonexistent/share'; "
             "allowed: the folder that is exported\n");
  sources.environment["IRONBUS_NFS_SHARE_PATH"] = "/tmp";
  BOOST_TEST(said(sources) == "");
}

BOOST_AUTO_TEST_CASE(of_the_ramdisk_are_the_defaults_for_booting) {
  configuration_sources sources;
  sources.arguments = {{"ramdisk", "/nonexistent/ramdisk/"}};
  sources.environment = {{"IRONBUS_CONDUCTOR_RESCUE_KERNEL", "http://h/k"}};
  BOOST_TEST(said(sources) ==
             "--ramdisk: ramdisk: there is no file '/nonexistent/ramdisk/kernel'; ops/ramdisk "
             "makes the folder: kernel, ramdisk, esp.img and network/\n");
  const auto drivers = load_configuration(sources).values.policy.drivers;
  BOOST_TEST(drivers.ramdisks.deploy_kernel == "file:///nonexistent/ramdisk/kernel");
  BOOST_TEST(drivers.ramdisks.rescue_ramdisk == "file:///nonexistent/ramdisk/ramdisk");
  BOOST_TEST(drivers.ramdisks.bootloader == "file:///nonexistent/ramdisk/esp.img");
  BOOST_TEST(drivers.ramdisks.rescue_kernel == "http://h/k");
  BOOST_TEST(drivers.images.file_url_allowed_paths.back() == "/nonexistent/ramdisk");
}

BOOST_AUTO_TEST_CASE(of_the_managed_dhcp_server_need_an_interface_with_our_address) {
  configuration_sources sources;
  sources.environment = {{"IRONBUS_DHCP_MANAGED", "{interface: nic7, range: 192.0.2.1-192.0.2.2}"}};
  const auto text = said(sources);
  BOOST_TEST(text.find("cannot reach this service at 127.0.0.1:6385") != std::string::npos, text);
  BOOST_TEST(text.find("there is no network interface 'nic7'") != std::string::npos, text);
  BOOST_TEST(load_configuration(sources).values.boot.dhcp.provider == "dnsmasq");
}

BOOST_AUTO_TEST_SUITE_END()
