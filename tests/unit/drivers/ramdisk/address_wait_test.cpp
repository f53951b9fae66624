#include "drivers/ramdisk/protocol/address_wait.hpp"

#include "drivers/ramdisk/base/consoles.hpp"

#include <boost/test/unit_test.hpp>
#include <unistd.h>

#include <filesystem>
#include <fstream>

using namespace ironbus::ramdisk;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

network_interface card_named(const std::string& name, bool link, const std::string& address = {}) {
  network_interface out;
  out.name = name;
  out.mac = "52:54:00:aa:00:01";
  out.has_carrier = link;
  if (!address.empty()) out.ipv4 = address;
  return out;
}

/// A wait in which each pause takes a second.
struct slow_network {
  slow_network() {
    parts.find = [this] {
      return time < comes ? std::nullopt : std::optional<std::string>{"192.0.2.7"};
    };
    parts.interfaces = [this] { return cards; };
    parts.now = [this] { return std::chrono::steady_clock::time_point{} + time; };
    parts.pause = [this] { time += 1s; };
    parts.say = [this](const std::string& text) { said.push_back(text); };
  }

  address_wait_parts parts;
  std::vector<network_interface> cards;
  std::chrono::seconds time{0};
  std::chrono::seconds comes{35};
  std::vector<std::string> said;
};

struct folder_like_sys {
  folder_like_sys() {
    auto text = (fs::temp_directory_path() / "ironbus_consoles_XXXXXX").string();
    path = ::mkdtemp(text.data());
  }
  ~folder_like_sys() { fs::remove_all(path); }
  void set(const std::string& name, const std::string& text) const {
    fs::create_directories((path / name).parent_path());
    std::ofstream{path / name} << text << "\n";
  }
  fs::path path;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(ramdisk_address_wait)

BOOST_AUTO_TEST_CASE(says_every_ten_seconds_what_it_waits_for) {
  slow_network network;
  network.cards = {card_named("eth0", false), card_named("eth1", true),
                   card_named("eth2", true, "198.51.100.7")};
  BOOST_TEST(wait_for_address("192.0.2.1", network.parts) == "192.0.2.7");
  BOOST_REQUIRE(network.said.size() == 3U);
  BOOST_TEST(network.said[0] ==
             "waiting for an address that can reach 192.0.2.1, for 10 s: "
             "eth0 (52:54:00:aa:00:01) has no link; "
             "eth1 (52:54:00:aa:00:01) has no answer from DHCP; "
             "eth2 (52:54:00:aa:00:01) has 198.51.100.7, which cannot reach 192.0.2.1");
  BOOST_TEST(
      network.said[2].starts_with("waiting for an address that can reach 192.0.2.1, for 30 s: "));
}

BOOST_AUTO_TEST_CASE(says_that_no_card_has_a_driver) {
  slow_network network;
  wait_for_address("192.0.2.1", network.parts);
  BOOST_TEST(network.said.at(0).ends_with(": no network card has a driver"));
}

BOOST_AUTO_TEST_CASE(says_nothing_if_the_address_comes_at_once) {
  slow_network network;
  network.comes = 9s;
  wait_for_address("192.0.2.1", network.parts);
  BOOST_TEST(network.said.empty());
}

BOOST_AUTO_TEST_CASE(serial_ports_are_consoles_without_a_kernel_parameter) {
  const folder_like_sys sys;
  using names = std::vector<std::string>;
  BOOST_TEST(list_consoles(sys.path) == names{"console"}, boost::test_tools::per_element());
  sys.set("class/tty/console/active", "tty0");
  sys.set("class/tty/ttyS0/type", "4");
  sys.set("class/tty/ttyS1/type", "0");  // no UART
  BOOST_TEST(list_consoles(sys.path) == (names{"tty0", "ttyS0"}), boost::test_tools::per_element());
  sys.set("class/tty/console/active", "tty0 ttyS0");
  BOOST_TEST(list_consoles(sys.path) == (names{"tty0", "ttyS0"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
