#include "drivers/redfish/boot/iso_content.hpp"

#include "drivers/boot/ipxe_files.hpp"
#include "drivers/boot/ramdisk.hpp"
#include "drivers/kit/disc/iso_sectors.hpp"
#include "drivers/kit/whole_file.hpp"
#include "messages/crypto/digest.hpp"
#include "messages/platform/file_recipe.hpp"

#include <algorithm>
#include <filesystem>

namespace ironbus {

namespace fs = std::filesystem;

namespace {

// Names that are valid in all file name formats of an ISO image.
constexpr const char* kernel_place = "boot/kernel";
constexpr const char* boot_image_place = "boot/ramdisk";
constexpr const char* uefi_place = "boot/esp.img";
constexpr const char* grub_place = "boot/grub/grub.cfg";
constexpr const char* isolinux_place = "isolinux/isolinux.bin";
constexpr const char* core_place = "isolinux/ldlinux.c32";
constexpr const char* isolinux_text_place = "isolinux/isolinux.cfg";
/// Path where agents look for parameters if they find the medium by its device name.
constexpr const char* parameters_place = "parameters.txt";

constexpr const char* plain_label = "VMEDIA_BOOT_ISO";
/// Label that a ramdisk searches for network data.
constexpr const char* disc_config_label = "config-2";

constexpr unsigned recipe_mode = 0644;
constexpr size_t disc_name_digits = 40;

/// Splits a command line like the kernel: blanks in double quotes do not separate words.
std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> out;
  bool quoted = false;
  bool begun = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    if (c == ' ' && !quoted) {
      begun = false;
      continue;
    }
    if (!begun) out.emplace_back();
    begun = true;
    if (c != '"') out.back() += c;
  }
  return out;
}

/// Quotes a word for GRUB's configuration. GRUB restores double quotes around words with blanks for
/// the kernel.
std::string grub_word(const std::string& word) {
  std::string out{"'"};
  for (const char c : word) out += c == '\'' ? std::string{"'\\''"} : std::string(1, c);
  return out += "'";
}

bool has_network_data(const iso_content& content) {
  return std::any_of(content.files.begin(), content.files.end(),
                     [](const auto& file) { return file.path.starts_with("openstack/"); });
}

std::string lines_of(const std::string& parameters) {
  std::string out;
  for (const auto& word : words_of(parameters)) out += word + '\n';
  return out;
}

std::optional<failure> check_disc_parameters(const std::string& parameters) {
  const bool plain =
      std::all_of(parameters.begin(), parameters.end(), [](unsigned char c) { return c >= ' '; });
  if (plain && parameters.size() <= command_line_bytes_max) return std::nullopt;
  return failure{error_code::invalid,
                 "The kernel parameters for the boot ISO contain line breaks, or are longer than " +
                     std::to_string(command_line_bytes_max) +
                     " bytes, the limit of kernels. Shorten kernel_append_params."};
}

void add_part(planned_iso& out, const char* place, const shared_file& file) {
  out.disc.parts.push_back({place, file.bytes});
  out.parts.push_back(file);
}

}  // namespace

std::string grub_configuration(const std::string& parameters) {
  std::string line;
  for (const auto& word : words_of(parameters)) line += " " + grub_word(word);
  return "set default=0\n"
         "set timeout=0\n"
         "menuentry 'ramdisk' {\n"
         "  linux /" +
         std::string{kernel_place} + line +
         "\n"
         "  initrd /" +
         boot_image_place +
         "\n"
         "}\n";
}

std::string isolinux_configuration(const std::string& parameters) {
  return "DEFAULT ramdisk\n"
         "PROMPT 0\n"
         "LABEL ramdisk\n"
         "  KERNEL /" +
         std::string{kernel_place} +
         "\n"
         "  APPEND initrd=/" +
         boot_image_place + (parameters.empty() ? "" : " ") + parameters + "\n";
}

result<planned_iso> plan_iso(const iso_content& content) {
  const auto further = "initrd=/" + std::string{boot_image_place} + " " + content.parameters;
  if (auto wrong = check_disc_parameters(further)) return tl::unexpected(std::move(*wrong));
  planned_iso out;
  auto& disc = out.disc;
  disc.label = has_network_data(content) ? disc_config_label : plain_label;
  disc.files = content.files;
  disc.files.push_back({boot_image_mark, boot_image_mark_content});
  disc.files.push_back({grub_place, grub_configuration(content.parameters)});
  disc.files.push_back({parameters_place, lines_of(content.parameters)});
  disc.uefi_loader = uefi_place;
  if (!content.isolinux.empty()) {
    disc.bios_loader = isolinux_place;
    disc.files.push_back({isolinux_place, content.isolinux});
    disc.files.push_back({isolinux_text_place, isolinux_configuration(content.parameters)});
  }
  if (content.isolinux_core) add_part(out, core_place, *content.isolinux_core);
  add_part(out, uefi_place, content.uefi_loader);
  add_part(out, kernel_place, content.kernel);
  add_part(out, boot_image_place, content.image);
  return out;
}

namespace {

/// Everything that identifies the content.
std::string identity_of(const planned_iso& planned, const std::string& secret) {
  auto out = secret + '\0' + planned.disc.label + '\0';
  for (const auto& file : planned.disc.files)
    out += file.path + '\0' + sha256_of(file.content) + '\0';
  for (const auto& part : planned.parts) out += part.name + '\0';
  return out;
}

/// The parts, each with its padding: bytes of the recipe after the head.
std::vector<recipe_part> recipe_of(const planned_iso& planned, uint64_t head_bytes) {
  std::vector<recipe_part> out{{"", 0, head_bytes}};
  for (const auto& part : planned.parts) {
    out.push_back({part.name, 0, part.bytes});
    const auto filled = sectors_of(part.bytes) * sector_bytes - part.bytes;
    if (filled > 0) out.push_back({"", head_bytes, filled});
  }
  return out;
}

result<std::monostate> lend_parts(const planned_iso& planned, const std::string& folder) {
  for (const auto& part : planned.parts)
    if (const auto lent = link_file(part, folder, part.name); !lent)
      return tl::unexpected(lent.error());
  return std::monostate{};
}

}  // namespace

result<std::string> publish_iso(const planned_iso& planned, const std::string& secret,
                                const std::string& uuid, const std::string& root) {
  const auto name = sha256_of(identity_of(planned, secret)).substr(0, disc_name_digits) + ".iso";
  const auto folder = fs::path{root} / uuid;
  const auto path = (folder / (name + std::string{recipe_suffix})).string();
  std::error_code unknown;
  if (fs::exists(path, unknown)) return name;  // written last, so its parts exist
  auto head = make_iso_head(planned.disc);
  if (!head) return head;
  remove_boot_files(uuid, root);
  if (const auto lent = lend_parts(planned, folder.string()); !lent)
    return tl::unexpected(lent.error());
  const auto recipe = recipe_of(planned, head->size());
  head->append(sector_bytes, '\0');
  if (const auto written = write_whole(path, recipe_text(recipe, *head), recipe_mode); !written)
    return tl::unexpected(written.error());
  return name;
}

}  // namespace ironbus
