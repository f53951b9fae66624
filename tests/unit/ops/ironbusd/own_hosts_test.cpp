#include "ops/ironbusd/roles/own_hosts.hpp"

#include "complaints.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

namespace {

using namespace ironbus;
using namespace ironbus::daemon;

bool has(const std::vector<std::string>& all, const std::string& name) {
  return std::find(all.begin(), all.end(), name) != all.end();
}

BOOST_AUTO_TEST_SUITE(own_hosts_of_a_process)

BOOST_AUTO_TEST_CASE(files_of_the_host_give_its_names) {
  const auto got = own_hosts({}, {}, "metal-1",
                             {"# 127.0.0.1 comment\n127.0.1.1 local.lab # not this\n"
                              "192.0.2.7\tmetal-1.example.org metal-1 metal\n"
                              "192.0.2.8 other.example.org\n::1 ip6-loopback\n127.0.0.9\n",
                              "nameserver 192.0.2.1\nsearch lab.example.org example.net\n"});
  for (const auto* name : {"metal-1", "local.lab", "metal-1.example.org", "metal", "ip6-loopback",
                           "metal-1.lab.example.org", "metal-1.example.net"})
    BOOST_TEST(has(got, name), name);
  for (const auto* name : {"other.example.org", "this", "comment", "192.0.2.1", ""})
    BOOST_TEST(!has(got, name), name);
}

BOOST_AUTO_TEST_CASE(settings_give_names) {
  settings given;
  given.api.public_endpoint = "https://metal.example.org/baremetal";
  given.listen = {"api.example.org", 6385};
  given.ramdisk_listen = {"ramdisk.example.org", 6386};
  installation_policy policy;
  policy.service_url = "http://boot.example.org:6385";
  const auto got = own_hosts(given, policy, "h", {});
  for (const auto* name :
       {"h", "metal.example.org", "api.example.org", "ramdisk.example.org", "boot.example.org"})
    BOOST_TEST(has(got, name), name);
}

BOOST_AUTO_TEST_CASE(further_hosts_have_a_form) {
  const std::string hosts = "IRONBUS_API_ALLOWED_HOSTS";
  BOOST_TEST(test::complaints({{hosts, "metal.example.org,.lab.example.org"}}) == "");
  BOOST_TEST(test::complaints({{hosts, "metal.example.org:6385"}}) ==
             "api.allowed_hosts: 'metal.example.org:6385' is not a valid host; allowed: a host "
             "name without a port, such as metal.example.org, or .example.org for all subdomains, "
             "or *\n");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
