#include "drivers/ramdisk/bootloader/grub.hpp"

#include <array>

namespace ironbus::ramdisk {

namespace {

struct grub_name {
  const char* install;
  const char* configure;
  const char* folder;
};
// The second: Fedora and its derivatives, openSUSE.
constexpr std::array grub_names{
    grub_name{"/usr/sbin/grub-install", "/usr/sbin/grub-mkconfig", "/boot/grub"},
    grub_name{"/usr/sbin/grub2-install", "/usr/sbin/grub2-mkconfig", "/boot/grub2"}};

std::string if_there(const image_tree& image, const char* path) {
  return image.has_file(path) ? path : "";
}

}  // namespace

std::optional<grub_in_image> find_grub(const image_tree& image) {
  for (const auto& name : grub_names) {
    grub_in_image out{if_there(image, name.install), if_there(image, name.configure), name.folder,
                      image.has_file(std::string{name.folder} + "/grub.cfg")};
    if (!out.install.empty() || out.configured) return out;
  }
  return std::nullopt;
}

std::vector<std::string> install_command(const grub_in_image& grub, const std::string& device,
                                         bool uefi) {
  if (!uefi) return {grub.install, "--target=i386-pc", device};
  return {grub.install, "--target=x86_64-efi", "--efi-directory=/boot/efi", "--removable",
          "--no-nvram"};
}

std::vector<std::string> configure_command(const grub_in_image& grub) {
  return {grub.configure, "-o", grub.folder + "/grub.cfg"};
}

std::string pointer_to_configuration(const grub_in_image& grub, const std::string& root_uuid,
                                     const std::string& path_within) {
  const auto folder = "($root)" + path_within + grub.folder;
  return "search --no-floppy --fs-uuid --set=root " + root_uuid + "\nset prefix=" + folder +
         "\nconfigfile " + folder + "/grub.cfg\n";
}

}  // namespace ironbus::ramdisk
