#include "drivers/boot/fixed_addresses.hpp"

#include "boot_fixture.hpp"
#include "drivers/boot/dnsmasq_config.hpp"

using namespace ironbus;
using namespace ironbus::test;

namespace {

const std::string small_range = "192.0.2.100-192.0.2.107";  // two of eight are the pool's
const std::string neighbour = "7c1c6f8b-4b1f-4b9f-8b62-1e5f1d7f2f02";

struct managed_fixture : boot_fixture {
  managed_fixture() {
    options.dhcp.provider = "dnsmasq";
    options.dhcp.hosts_dir = (root / "hosts").string();
    options.dhcp.opts_dir = (root / "opts").string();
    options.dhcp.managed_range = small_range;
  }
  std::string hosts_of(const std::string& uuid) const { return text_of(root / "hosts" / uuid); }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(addresses_of_known_machines, managed_fixture)

BOOST_AUTO_TEST_CASE(come_from_the_end_of_the_range_and_differ) {
  const auto out = assign_addresses({"a", "b"}, {}, {"192.0.2.107"}, small_range);
  BOOST_TEST(out.at("a") == "192.0.2.106");
  BOOST_TEST(out.at("b") == "192.0.2.105");
}

BOOST_AUTO_TEST_CASE(stay_the_same_unless_another_machine_has_them) {
  const fixed_addresses before{{"a", "192.0.2.104"}, {"b", "192.0.2.107"}, {"c", "192.0.2.9"}};
  const auto out = assign_addresses({"a", "b", "c"}, before, {"192.0.2.107"}, small_range);
  BOOST_TEST(out.at("a") == "192.0.2.104");
  BOOST_TEST(out.at("b") == "192.0.2.106");
  BOOST_TEST(out.at("c") == "192.0.2.105");  // the range has changed
}

BOOST_AUTO_TEST_CASE(leave_a_quarter_for_unknown_machines) {
  const auto out = assign_addresses({"a", "b", "c", "d", "e", "f", "g"}, {}, {}, small_range);
  BOOST_TEST(out.size() == 6U);
  BOOST_TEST(out.at("f") == "192.0.2.102");
  BOOST_TEST(assign_addresses({"a"}, {}, {}, "192.0.2.1-192.0.2.1").empty());
  BOOST_TEST(assign_addresses({"a"}, {}, {}, "soon").empty());
}

BOOST_AUTO_TEST_CASE(never_end_in_0_or_255) {
  const auto out = assign_addresses({"a", "b"}, {}, {}, "192.0.2.200-192.0.3.0");
  BOOST_TEST(out.at("a") == "192.0.2.254");
  BOOST_TEST(out.at("b") == "192.0.2.253");
}

BOOST_AUTO_TEST_CASE(are_in_the_files_of_a_managed_dnsmasq) {
  fs::create_directories(root / "hosts");
  std::ofstream{root / "hosts" / neighbour} << "52:54:00:00:00:09,set:ironbus,192.0.2.107\n";
  prepared();
  BOOST_TEST(hosts_of(boot_uuid) ==
             "52:54:00:00:00:01,set:ironbus,set:ironbus-" + boot_uuid + ",192.0.2.106\n");
  BOOST_TEST((run("clean_up_ramdisk").status == step_status::done));
  BOOST_TEST(hosts_of(boot_uuid) == "52:54:00:00:00:01,set:ironbus,192.0.2.106\n");
  fs::remove(root / "hosts" / neighbour);
  prepared();
  BOOST_TEST(holds(hosts_of(boot_uuid), ",192.0.2.106\n"));
}

BOOST_AUTO_TEST_CASE(are_not_written_for_another_dnsmasq) {
  options.dhcp.managed_range.clear();
  prepared();
  BOOST_TEST(address_in(hosts_of(boot_uuid)).empty());
}

BOOST_AUTO_TEST_CASE(are_reread_by_signal_because_a_watched_folder_rejects_them) {
  dnsmasq_setup setup;
  setup.addresses = {"192.0.2.100", "192.0.2.107"};
  const auto managed = dnsmasq_config(setup, options);
  BOOST_TEST(holds(managed, "dhcp-hostsfile=" + options.dhcp.hosts_dir + "\n"), managed);
  BOOST_TEST(!holds(managed, "dhcp-hostsdir"));
  options.dhcp.managed_range.clear();
  const auto other = dnsmasq_config(setup, options);
  BOOST_TEST(holds(other, "dhcp-hostsdir=" + options.dhcp.hosts_dir + "\n"), other);
  for (const auto& text : {managed, other}) BOOST_TEST(!holds(text, "no-ping"));
}

BOOST_AUTO_TEST_SUITE_END()
