#include "fixture.hpp"

#include <boost/test/unit_test.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

using namespace ironbus;
using namespace ironbus::test;
namespace fs = std::filesystem;

namespace {

const fs::path boot_root = fs::temp_directory_path() / ("boot_files_" + std::to_string(::getpid()));

installation_policy booting() {
  fs::create_directories(boot_root / "root" / node_1);
  fs::create_directories(boot_root / "root/pxelinux.cfg");
  std::ofstream{boot_root / "root" / node_1 / "config"} << "#!ipxe";
  std::ofstream{boot_root / "secret"} << "geheim";
  std::ofstream{boot_root / "root/pxelinux.cfg/.hidden"} << "geheim";
  installation_policy out;
  out.boot_root = (boot_root / "root").string();
  return out;
}

struct boot_fixture : gateway_fixture {
  boot_fixture() : gateway_fixture({}, booting()) {}
  ~boot_fixture() { fs::remove_all(boot_root); }

  answer fetch(const std::string& path) const { return ask("GET", "/v1/boot/" + path); }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(boot_files, boot_fixture)

BOOST_AUTO_TEST_CASE(a_machine_finds_its_script_by_uuid_and_mac) {
  fs::create_symlink("../" + node_1 + "/config", boot_root / "root/pxelinux.cfg/52-54-00-00-00-01");
  BOOST_TEST(fetch(node_1 + "/config").body == "#!ipxe");
  BOOST_TEST(fetch("pxelinux.cfg/52-54-00-00-00-01").body == "#!ipxe");
  BOOST_TEST(fetch("pxelinux.cfg/52-54-00-00-00-02").status == 404);
}

BOOST_AUTO_TEST_CASE(files_are_found_under_the_paths_that_boot_loaders_use) {
  fs::create_directories(boot_root / "root/grub");
  std::ofstream{boot_root / "root/grub/grub.cfg"} << "set";
  BOOST_TEST(ask("GET", "/grub/grub.cfg").body ==
             "set");  // GRUB that was fetched from this server.
  BOOST_TEST(ask("GET", "/grub/none.cfg").status == 404);
  BOOST_TEST(ask("GET", "/grub/x86_64-efi/grub.cfg").status == 404);
  BOOST_TEST(fetch(node_1 + "//config").body ==
             "#!ipxe");  // The boot loader shim sends two slashes.
}

BOOST_AUTO_TEST_CASE(paths_outside_the_folder_are_rejected) {
  fs::create_symlink(boot_root / "secret", boot_root / "root/pxelinux.cfg/out");
  for (const auto* path :
       {"pxelinux.cfg/out", "../secret", "%2e%2e/secret", "pxelinux.cfg/..%2f..%2fsecret",
        "pxelinux.cfg%2f../config", "pxelinux.cfg/.hidden", "pxelinux.cfg/", "pxelinux.cfg",
        "pxelinux.cfg/%00", "..%2fsecret/config"}) {
    const auto got = fetch(path);
    BOOST_TEST((got.status == 404 || got.status == 400), path);
    BOOST_TEST(got.body.find("geheim") == std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(special_files_are_rejected_without_blocking) {
  fs::create_directories(boot_root / "root/pxelinux.cfg/folder");
  fs::create_directory_symlink(boot_root, boot_root / "root/up");
  BOOST_REQUIRE(::mkfifo((boot_root / "root/pxelinux.cfg/pipe").c_str(), 0600) == 0);
  fs::create_symlink("/dev/zero", boot_root / "root/pxelinux.cfg/zero");
  fs::create_symlink("pipe", boot_root / "root/pxelinux.cfg/link");
  for (const auto* method : {"GET", "HEAD"})
    for (const auto* path : {"pxelinux.cfg/folder", "pxelinux.cfg/pipe", "pxelinux.cfg/zero",
                             "pxelinux.cfg/link", "up/secret"}) {
      client one{served->port()};
      one.send(method + std::string{" /v1/boot/"} + path +
               " HTTP/1.1\r\nHost: a\r\nRange: bytes=0-9\r\nConnection: close\r\n\r\n");
      BOOST_TEST(one.read().status == 404, path);
    }
}

BOOST_AUTO_TEST_CASE(a_refusal_does_not_describe_the_file) {
  const auto got = fetch("pxelinux.cfg/none");
  for (const auto* name : {"etag", "last-modified", "accept-ranges", "content-range"})
    BOOST_TEST(got.headers.count(name) == 0U, name);
}

BOOST_AUTO_TEST_SUITE_END()
