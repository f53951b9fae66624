#include "drivers/boot/grub_config.hpp"

#include <algorithm>
#include <sstream>

namespace ironbus {

namespace {

/// GRUB has the MAC address with colons only; files and BOOTIF use dashes.
constexpr const char* dashed_mac =
    "regexp --set=1:mac1 --set=2:mac2 --set=3:mac3 --set=4:mac4 --set=5:mac5 --set=6:mac6 "
    "'^(..):(..):(..):(..):(..):(..)$' \"$net_default_mac\"\n"
    "set mac=$mac1-$mac2-$mac3-$mac4-$mac5-$mac6\n";

bool is_plain_word(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 ||
           std::string_view{"_-./:=,@+%"}.find(static_cast<char>(c)) != std::string_view::npos;
  });
}

std::string grub_words(const std::string& parameters) {
  std::istringstream words{parameters};
  std::string out;
  for (std::string word; words >> word;) out += " " + grub_word(word);
  return out;
}

}  // namespace

std::string grub_word(const std::string& text) {
  if (is_plain_word(text)) return text;
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string{R"('\'')"} : std::string{c};
  return out + "'";
}

namespace {

/// Tries ten times, then continues with the machine's next boot device.
std::string boot_attempts(const std::string& folder, const std::string& parameters) {
  return "for try in 1 2 3 4 5 6 7 8 9 10; do\n"
         "  if linux " +
         folder + "/kernel" + parameters +
         "; then\n"
         "    if initrd " +
         folder +
         "/ramdisk; then boot; fi\n"
         "  fi\n"
         "  echo \"The ramdisk could not be fetched.\"\n"
         "  sleep 5\n"
         "done\n"
         "exit 1\n";
}

}  // namespace

std::string grub_config(const std::string& uuid, const std::string& parameters) {
  return std::string{dashed_mac} +
         "set base=\n"
         "if regexp '^\\(http' \"$prefix\"; then set base=/v1/boot; fi\n" +
         boot_attempts("$base/" + uuid, grub_words(parameters) + " BOOTIF=01-$mac");
}

std::string grub_disk_config(const std::string& parameters, const std::string& mac) {
  auto card = mac.empty() ? std::string{} : " BOOTIF=01-" + mac;
  std::replace(card.begin(), card.end(), ':', '-');
  return boot_attempts("/boot", grub_words(parameters) + card);
}

std::string grub_main_config() {
  return std::string{dashed_mac} +
         "set timeout=0\n"
         "configfile $prefix/grub.cfg-01-$mac\n"
         "configfile $prefix/" +
         grub_discovery_name +
         "\n"
         "echo \"ironbus has no boot files for $net_default_mac.\"\n"
         // Firmware treats the exit of GRUB as success and does not continue with another device.
         "for loader in /EFI/BOOT/BOOTX64.EFI /EFI/BOOT/BOOTAA64.EFI; do\n"
         "  if search --no-floppy --file --set=root $loader; then\n"
         "    if chainloader $loader; then boot; fi\n"
         "  fi\n"
         "done\n"
         "exit 1\n";
}

}  // namespace ironbus
