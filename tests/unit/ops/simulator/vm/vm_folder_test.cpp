#include "ops/simulator/vm/vm_folder.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace ironbus::test {

namespace fs = std::filesystem;
using simulator::vm_folder;

namespace {

constexpr int64_t disk_bytes = 64 * 1024 * 1024;

/// A private folder for temporary files.
struct temporary {
  temporary() {
    std::string name = (fs::temp_directory_path() / "ironbus-test.XXXXXX").string();
    place = ::mkdtemp(name.data());
    ::setenv("TMPDIR", place.c_str(), 1);
  }
  ~temporary() {
    ::unsetenv("TMPDIR");
    fs::remove_all(place);
  }

  std::string place;
};

simulator::vm_description machine_in(const std::string& folder) {
  simulator::vm_description out;
  out.folder = folder + "/one";
  out.disks = {{out.folder + "/disk0.img", simulator::disk_bus::virtio, "s"}};
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(folders_of_virtual_machines)

BOOST_AUTO_TEST_CASE(temporary_folder_is_deleted_at_the_end) {
  temporary files;
  std::string path;
  {
    const auto folder = vm_folder::open("");
    BOOST_REQUIRE(folder.has_value());
    path = folder->path();
    const auto machine = machine_in(path);
    BOOST_REQUIRE(folder->add_machine(machine, disk_bytes).has_value());
    BOOST_TEST(fs::file_size(machine.disks[0].file) == static_cast<uintmax_t>(disk_bytes));
  }
  BOOST_TEST(!fs::exists(path));
}

BOOST_AUTO_TEST_CASE(folder_of_a_killed_fleet_is_deleted_by_the_next) {
  temporary files;
  const auto left = fs::path{files.place} / "ironbus-machines.left";
  fs::create_directories(left / "sim-00001");
  std::ofstream lock{left / "lock"};
  const auto held = vm_folder::open("");
  BOOST_TEST(!fs::exists(left));
  const auto other = vm_folder::open("");  // locked folders are kept
  BOOST_REQUIRE(held.has_value());
  BOOST_TEST(fs::exists(held->path()));
}

BOOST_AUTO_TEST_CASE(named_folder_is_kept_and_used_by_one_fleet_only) {
  temporary files;
  const auto name = files.place + "/mine";
  {
    const auto folder = vm_folder::open(name);
    BOOST_REQUIRE(folder.has_value());
    const auto machine = machine_in(folder->path());
    BOOST_REQUIRE(folder->add_machine(machine, disk_bytes).has_value());
    std::ofstream{machine.disks[0].file, std::ios::in} << "data";
    const auto second = vm_folder::open(name);
    BOOST_REQUIRE(!second.has_value());
    BOOST_TEST((second.error().code == error_code::conflict));
  }
  const auto again = vm_folder::open(name);
  BOOST_REQUIRE(again.has_value());
  const auto machine = machine_in(again->path());
  BOOST_REQUIRE(again->add_machine(machine, disk_bytes).has_value());
  std::string text(4, ' ');
  std::ifstream{machine.disks[0].file}.read(text.data(), 4);
  BOOST_TEST(text == "data");
}

BOOST_AUTO_TEST_CASE(failure_names_the_folder) {
  const auto folder = vm_folder::open("/proc/nowhere");
  BOOST_REQUIRE(!folder.has_value());
  BOOST_TEST(folder.error().message.find("/proc/nowhere") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus::test
