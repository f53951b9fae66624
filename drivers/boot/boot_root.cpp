#include "drivers/boot/boot_root.hpp"

#include "drivers/boot/grub_config.hpp"
#include "drivers/boot/ipxe_files.hpp"
#include "drivers/boot/ramdisk.hpp"
#include "drivers/kit/whole_file.hpp"
#include "messages/model/served_files.hpp"

#include <filesystem>

namespace ironbus {

namespace fs = std::filesystem;

namespace {

constexpr const char* discovery_folder = "discovery";
constexpr const char* discovery_script = "config";
constexpr unsigned published_mode = 0644;

std::optional<failure> write_below(const std::string& root, const std::string& name,
                                   const std::string& content) {
  const auto written = write_whole((fs::path{root} / name).string(), content, published_mode);
  if (written) return std::nullopt;
  return written.error();
}

/// By TFTP, shim looks for its second stage (grubx64.efi) at the root, wherever shim itself is.
std::optional<failure> link_at_root(const std::string& root, const fs::path& name) {
  std::error_code wrong;
  const auto link = fs::path{root} / name;
  const auto draft = link.string() + ".new";
  fs::remove(draft, wrong);
  fs::create_symlink(fs::path{network_folder} / name, draft, wrong);
  if (!wrong) fs::rename(draft, link, wrong);
  if (!wrong) return std::nullopt;
  return failure{error_code::unavailable, "The boot file '" + link.string() +
                                              "' cannot be written: " + wrong.message() + "."};
}

std::optional<failure> copy_loaders(const std::string& folder, const std::string& root) {
  std::error_code wrong;
  for (const auto& entry : fs::directory_iterator{folder, wrong}) {
    if (!entry.is_regular_file()) continue;
    const auto file = open_below(entry.path().string(), {folder});
    if (!file) return file.error();
    const auto name = entry.path().filename();
    const auto target = fs::path{root} / network_folder / name;
    if (const auto copied = copy_whole(*file, target.string(), published_mode); !copied)
      return copied.error();
    if (auto unlinked = link_at_root(root, name)) return unlinked;
  }
  if (!wrong) return std::nullopt;
  return failure{error_code::unavailable,
                 "The folder '" + folder + "' cannot be read: " + wrong.message() + "."};
}

std::string without_sum(const std::string& named) {
  return is_web_url(named) ? named.substr(0, named.find('#')) : named;
}

struct placed_part {
  std::string url;    ///< URL for iPXE.
  bool here = false;  ///< GRUB can fetch it, too.
};

/// A file of the ramdisk for unknown machines.
result<placed_part> place_part(const std::string& named, const boot_file_target& target,
                               const boot_images::files& fetched, boot_fetcher who) {
  const bool here = fetched.contains(named) || !is_web_url(named);
  if (!here) return placed_part{without_sum(named)};
  const auto url = link_boot_image(named, target, fetched);
  if (!url) return tl::unexpected(url.error());
  const bool there = is_web_url(named) && !is_fetched_here(named, who);
  return placed_part{there ? named : *url, true};
}

/// Removes files of an earlier configuration.
void remove_discovery(const std::string& root) {
  std::error_code ignored;
  fs::remove_all(fs::path{root} / discovery_folder, ignored);
  fs::remove(fs::path{root} / grub_folder / grub_discovery_name, ignored);
}

const fs::path main_script = fs::path{network_folder} / ipxe_script_name;
const fs::path main_config = fs::path{grub_folder} / "grub.cfg";

std::optional<failure> write_main_files(const installation_policy& policy) {
  const auto& root = policy.boot_root;
  const auto script = ipxe_main_script(policy.service_url);
  if (auto wrong = write_below(root, main_script.string(), script)) return wrong;
  return write_below(root, main_config.string(), grub_main_config());
}

}  // namespace

std::string ipxe_main_script(const std::string& service_url) {
  const auto chain = [&](const char* folder, const char* file) {
    return "chain --replace " + service_url + boot_file_path(folder, file) + " ||\n";
  };
  return "#!ipxe\n\n" + chain("pxelinux.cfg", "${mac:hexhyp}") +
         chain(discovery_folder, discovery_script) +
         "echo ironbus has no boot files for ${mac}.\n"
         "exit 1\n";
}

std::optional<failure> ensure_main_files(const installation_policy& policy) {
  std::error_code ignored;
  const auto is_there = [&](const fs::path& name) {
    return fs::exists(policy.boot_root / name, ignored);
  };
  if (is_there(main_script) && is_there(main_config)) return std::nullopt;
  return write_main_files(policy);
}

std::optional<failure> publish_discovery(const installation_policy& policy,
                                         const std::string& parameters,
                                         const boot_images::files& fetched, boot_fetcher who) {
  const auto boots = ramdisk_of({}, policy.drivers.ramdisks, false);
  const auto kernel = place_part(boots.kernel, {policy, discovery_folder, "kernel"}, fetched, who);
  if (!kernel) return kernel.error();
  const auto image = place_part(boots.image, {policy, discovery_folder, "ramdisk"}, fetched, who);
  if (!image) return image.error();
  if (auto wrong =
          write_below(policy.boot_root, std::string{discovery_folder} + "/" + discovery_script,
                      ipxe_script(kernel->url, image->url, parameters)))
    return wrong;
  if (!kernel->here || !image->here) return std::nullopt;
  return write_below(policy.boot_root, std::string{grub_folder} + "/" + grub_discovery_name,
                     grub_config(discovery_folder, parameters));
}

std::optional<failure> publish_boot_root(const installation_policy& policy,
                                         const boot_publication& what) {
  const auto& root = policy.boot_root;
  if (!what.loaders.empty())
    if (auto wrong = copy_loaders(what.loaders, root)) return wrong;
  if (auto wrong = write_main_files(policy)) return wrong;
  if (!what.discovery_parameters.empty())
    return publish_discovery(policy, what.discovery_parameters, {}, boot_fetcher::machine);
  remove_discovery(root);
  return std::nullopt;
}

}  // namespace ironbus
