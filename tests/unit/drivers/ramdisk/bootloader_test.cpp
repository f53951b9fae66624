#include "drivers/ramdisk/base/command_failure.hpp"
#include "drivers/ramdisk/base/files.hpp"
#include "drivers/ramdisk/bootloader/confinement.hpp"
#include "drivers/ramdisk/bootloader/efi_files.hpp"
#include "drivers/ramdisk/bootloader/grub.hpp"
#include "drivers/ramdisk/bootloader/image_tree.hpp"

#include <boost/test/unit_test.hpp>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

using namespace ironbus::ramdisk;
namespace fs = std::filesystem;

namespace {

/// An image's root, a secret next to it, and an EFI system partition.
struct image_folder {
  image_folder() {
    fs::create_directories(root);
    fs::create_directories(system_partition);
    put(folder / "secret", "secret");
  }
  ~image_folder() { fs::remove_all(folder); }

  static void put(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream{path} << text;
  }
  void add(const std::string& path, const std::string& text = "x") const {
    put(root / path.substr(1), text);
  }
  [[nodiscard]] image_tree tree() const { return image_tree{root}; }

  fs::path folder = fs::temp_directory_path() / ("ironbus-image." + std::to_string(::getpid()));
  fs::path root = folder / "root";
  fs::path system_partition = folder / "esp";
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(ramdisk_bootloader, image_folder)

BOOST_AUTO_TEST_CASE(links_of_an_image_lead_nowhere_outside) {
  add("/etc/hosts", "inside");
  fs::create_symlink("../../../../../../../../etc/hosts", root / "up");
  fs::create_symlink("/etc", root / "folder");
  fs::create_symlink(folder / "secret", root / "out");
  fs::create_symlink("/proc/self/exe", root / "magic");
  const auto image = tree();
  BOOST_TEST(image.read("/up", 100).value() == "inside");
  BOOST_TEST(image.read("/folder/hosts", 3).value() == "ins");
  BOOST_TEST(!image.read("/out", 100));
  BOOST_TEST(!image.has_file("/magic"));
  BOOST_TEST(!image.has_file("/../secret"));
}

BOOST_AUTO_TEST_CASE(opens_only_plain_files) {
  BOOST_REQUIRE(::mkfifo((root / "pipe").c_str(), 0600) == 0);
  fs::create_directories(root / "folder");
  const auto image = tree();
  BOOST_TEST(!image.read("/pipe", 1));
  BOOST_TEST(!image.has_file("/pipe"));
  BOOST_TEST(!image.has_file("/folder"));
  BOOST_TEST(image.has_folder("/folder"));
  BOOST_TEST(!image.open("/none", O_RDONLY));
  BOOST_CHECK_THROW(image.append("/none", "x"), command_failure);
  BOOST_CHECK_THROW(image_tree{root / "none"}, command_failure);
}

BOOST_AUTO_TEST_CASE(lists_a_folder_without_links) {
  add("/boot/efi/EFI/BOOT/BOOTX64.EFI", "loader");
  add("/boot/efi/startup.nsh", "");
  fs::create_directory_symlink("/", root / "boot/efi/all");
  const auto found = tree().all_below("/boot/efi");
  BOOST_REQUIRE(found.size() == 4U);
  BOOST_TEST(found[0].path == "EFI");
  BOOST_TEST(found[0].is_folder);
  BOOST_TEST(found[1].path == "startup.nsh");
  BOOST_TEST(found[3].path == "EFI/BOOT/BOOTX64.EFI");
  BOOST_TEST(found[3].size == 6U);
}

BOOST_AUTO_TEST_CASE(rejects_endless_folders) {
  add("/boot/efi/1/2/3/4/5/6/7/8/9/10/11/deep");
  BOOST_CHECK_THROW(tree().all_below("/boot/efi"), command_failure);
}

BOOST_AUTO_TEST_CASE(grub_has_two_names) {
  BOOST_TEST(!find_grub(tree()));
  add("/boot/grub2/grub.cfg");
  BOOST_TEST(find_grub(tree())->install.empty());
  BOOST_TEST(find_grub(tree())->configured);
  add("/usr/sbin/grub2-install");
  const auto grub = find_grub(tree()).value();
  BOOST_TEST(grub.folder == "/boot/grub2");
  BOOST_TEST(grub.configure.empty());
  BOOST_TEST(install_command(grub, "/dev/sda", false).back() == "/dev/sda");
  BOOST_TEST(install_command(grub, "/dev/sda", true).front() == "/usr/sbin/grub2-install");
  BOOST_TEST(pointer_to_configuration(grub, "ab-12", "") ==
             "search --no-floppy --fs-uuid --set=root ab-12\nset prefix=($root)/boot/grub2\n"
             "configfile ($root)/boot/grub2/grub.cfg\n");
  BOOST_TEST(pointer_to_configuration(grub, "ab-12", "/@") ==
             "search --no-floppy --fs-uuid --set=root ab-12\nset prefix=($root)/@/boot/grub2\n"
             "configfile ($root)/@/boot/grub2/grub.cfg\n");
}

BOOST_AUTO_TEST_CASE(copies_efi_files_and_points_grub_to_its_configuration) {
  BOOST_TEST(!has_efi_files(tree()));
  const std::string large(3 << 20, 'k');
  add("/boot/efi/EFI/debian/grubx64.efi", large);
  add("/boot/efi/EFI/debian/BOOTX64.CSV");
  add("/boot/efi/EFI/other/GRUBX64.EFI");
  add("/boot/efi/EFI/other/grub.cfg", "its own");
  add("/boot/efi/EFI/BOOT/BOOTX64.EFI");
  fs::create_symlink("/etc/shadow", root / "boot/efi/EFI/link.efi");
  BOOST_TEST(has_efi_files(tree()));
  copy_efi_files(tree(), system_partition);
  add_grub_pointers(system_partition, "pointer");
  const auto read = [this](const char* path) {
    return read_file(system_partition / path, 4 << 20);
  };
  BOOST_TEST((read("EFI/debian/grubx64.efi") == large));
  BOOST_TEST(read("EFI/debian/grub.cfg").value() == "pointer");
  BOOST_TEST(read("EFI/other/grub.cfg").value() == "its own");
  BOOST_TEST(!read("EFI/BOOT/grub.cfg"));
  BOOST_TEST(!fs::exists(fs::symlink_status(system_partition / "EFI/link.efi")));
}

BOOST_AUTO_TEST_CASE(rejects_efi_files_that_do_not_fit_before_copying) {
  add("/boot/efi/EFI/small.efi");
  add("/boot/efi/EFI/huge.efi", "");
  BOOST_REQUIRE(::truncate((root / "boot/efi/EFI/huge.efi").c_str(), 1LL << 42) == 0);
  BOOST_CHECK_EXCEPTION(
      copy_efi_files(tree(), system_partition), command_failure, [](const command_failure& x) {
        return x.type == "InvalidImage" && x.details.find("has space for") != std::string::npos;
      });
  BOOST_TEST(fs::is_empty(system_partition));
}

BOOST_AUTO_TEST_CASE(the_deployed_system_mounts_its_efi_system_partition) {
  add_to_fstab(tree(), "1234-ABCD");
  BOOST_TEST(!fs::exists(root / "etc/fstab"));
  add("/etc/fstab", "UUID=x / ext4 defaults 0 1\n#UUID=y /boot/efi vfat\nshort");
  add_to_fstab(tree(), "1234-ABCD");
  const auto once = read_file(root / "etc/fstab").value();
  BOOST_TEST(once.find("short\nUUID=1234-ABCD\t/boot/efi\tvfat\t") != std::string::npos);
  add_to_fstab(tree(), "1234-ABCD");
  BOOST_TEST(read_file(root / "etc/fstab").value() == once);
}

BOOST_AUTO_TEST_CASE(passes_a_confined_program_by_arguments) {
  const confined_program x{"/mnt/root", "/dev/sda", "", {"/usr/sbin/grub-install", "--version"}};
  auto arguments = confined_arguments(x);
  BOOST_TEST(arguments[1] == "confined");
  arguments.erase(arguments.begin(), arguments.begin() + 2);
  const auto read = read_confined_arguments(arguments);
  BOOST_TEST(read.root == x.root);
  BOOST_TEST(read.device == x.device);
  BOOST_TEST(read.system_partition.empty());
  BOOST_TEST(read.command == x.command);
  BOOST_CHECK_THROW(read_confined_arguments({"/mnt/root", "/dev/sda", "-"}), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
