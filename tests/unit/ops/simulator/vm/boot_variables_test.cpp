#include "ops/simulator/vm/boot_variables.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>
#include <iterator>

namespace ironbus::test {

using simulator::set_http_boot;

namespace {

const std::string uri = "http://192.0.2.1/shimx64.efi";

// Offset of the variable store of edk2 in its flash, behind the header of the firmware volume.
constexpr size_t store_at = 0x48;
constexpr size_t variables_at = store_at + 28;

/// An empty store with space for that many bytes of variables.
std::string empty_store(size_t room) {
  const size_t size = 28 + room;
  std::string out(store_at, '\0');
  out.replace(40, 4, "_FVH");
  out[48] = static_cast<char>(store_at);
  out += "\x78\x2c\xf3\xaa\x7b\x94\x9a\x43\xa1\x80\x2e\x14\x4e\xc3\x77\x92";
  for (size_t i = 0; i < 4; ++i) out.push_back(static_cast<char>((size >> (8 * i)) & 0xff));
  out += "\x5a\xfe";
  out.resize(variables_at, '\0');
  out.resize(variables_at + room, '\xff');
  return out;
}

std::string wide(const std::string& text) {
  std::string out;
  for (const char letter : text) out += {letter, '\0'};
  return out + std::string(2, '\0');
}

size_t count(const std::string& text, const std::string& part) {
  size_t out = 0;
  for (size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++out;
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(uefi_boot_variables)

BOOST_AUTO_TEST_CASE(boot_option_with_the_uri_is_booted_next) {
  auto store = empty_store(1024);
  BOOST_REQUIRE(set_http_boot(store, uri).has_value());
  BOOST_TEST(store.size() == empty_store(1024).size());
  BOOST_TEST(store.substr(variables_at, 4) == (std::string{"\xaa\x55\x3f\0", 4}));
  BOOST_TEST(count(store, wide("BootB17D")) == 1U);
  const auto next = store.find(wide("BootNext"));
  BOOST_REQUIRE(next != std::string::npos);
  BOOST_TEST(store.substr(next + 18, 2) == "\x7d\xb1");
  // A node of a device path: messaging, URI, its length; then the end of the path.
  const auto path = std::string{"\x03\x18", 2} + std::string(1, static_cast<char>(4 + uri.size())) +
                    std::string(1, '\0') + uri + std::string{"\x7f\xff\x04\0", 4};
  BOOST_TEST(count(store, path) == 1U);
}

BOOST_AUTO_TEST_CASE(earlier_request_is_invalidated) {
  auto store = empty_store(1024);
  BOOST_REQUIRE(set_http_boot(store, uri).has_value());
  BOOST_REQUIRE(set_http_boot(store, "http://192.0.2.1/other.efi").has_value());
  // Two valid variables (BootNext and its option) and two invalid ones.
  BOOST_TEST(count(store, std::string{"\xaa\x55\x3f\0", 4}) == 2U);
  BOOST_TEST(count(store, std::string{"\xaa\x55\x3d\0", 4}) == 2U);
  BOOST_TEST(store.find(uri) < store.find("other.efi"));
}

BOOST_AUTO_TEST_CASE(full_store_is_not_changed) {
  auto store = empty_store(100);
  const auto before = store;
  const auto done = set_http_boot(store, uri);
  BOOST_REQUIRE(!done.has_value());
  BOOST_TEST(done.error().message == "the store of UEFI variables is full");
  BOOST_TEST((store == before));
}

BOOST_AUTO_TEST_CASE(invalid_store_is_rejected) {
  std::string nothing;
  BOOST_TEST(!set_http_boot(nothing, uri).has_value());
  std::string other(4096, 'x');
  BOOST_TEST(!set_http_boot(other, uri).has_value());
  auto lying = empty_store(1024);
  lying[store_at + 18] = '\x7f';  // claims to be larger than the file
  BOOST_TEST(!set_http_boot(lying, uri).has_value());
  auto damaged = empty_store(1024);
  BOOST_REQUIRE(set_http_boot(damaged, uri).has_value());
  damaged[variables_at + 42] = '\x7f';  // claims the same of its first variable
  BOOST_TEST(!set_http_boot(damaged, uri).has_value());
}

BOOST_AUTO_TEST_CASE(store_of_the_firmware_package_is_valid) {
  std::ifstream file{"/usr/share/OVMF/OVMF_VARS_4M.ms.fd", std::ios::binary};
  if (!file) return;  // the package ovmf is needed for virtual machines only
  std::string store{std::istreambuf_iterator<char>{file}, {}};
  BOOST_TEST(set_http_boot(store, uri).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus::test
