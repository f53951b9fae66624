#include "drivers/boot/ipxe_files.hpp"

#include "drivers/boot/boot_disk.hpp"
#include "drivers/boot/grub_config.hpp"
#include "drivers/kit/shared_files.hpp"
#include "drivers/kit/whole_file.hpp"
#include "messages/base/uuid.hpp"
#include "messages/model/served_files.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <span>
#include <sstream>

namespace ironbus {

namespace fs = std::filesystem;

namespace {

constexpr const char* script_name = "config";
constexpr const char* grub_name = "grub.cfg";

/// Folders in which machines look for their files by MAC address, aa-bb-cc-dd-ee-ff.
struct link_row {
  const char* folder;
  const char* prefix;
  const char* target;
};
constexpr std::array link_rows{
    link_row{"pxelinux.cfg", "", script_name},
    link_row{grub_folder, "grub.cfg-01-", grub_name},
};

/// Lists the links, for when the node's ports have changed.
constexpr const char* links_name = "links";
constexpr unsigned boot_file_mode = 0644;

/// Any other text must not be used in a path.
bool is_mac(const std::string& text) {
  return text.size() == 17 && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || c == ':';
         });
}

fs::path link_target(const std::string& uuid, const link_row& row) {
  return fs::path{".."} / uuid / row.target;
}

failure unwritable(const fs::path& path, const std::error_code& why) {
  return {error_code::unavailable,
          "The boot file '" + path.string() + "' cannot be written: " + why.message() + "."};
}

}  // namespace

namespace {

result<shared_file> share_file_url(const std::string& url, const installation_policy& policy) {
  const auto path = path_of_file_url(url);
  if (!path) return tl::unexpected(path.error());
  const auto file = open_below(*path, policy.drivers.images.file_url_allowed_paths);
  if (!file) return tl::unexpected(file.error());
  return share_file(*file, *path, policy.boot_root);
}

}  // namespace

result<std::string> link_boot_image(const std::string& named, const boot_file_target& target,
                                    const boot_images::files& fetched) {
  const auto& policy = target.policy;
  const auto brought = fetched.find(named);
  if (brought == fetched.end() && !named.starts_with("file://")) return named;
  if (policy.service_url.empty())
    return fail(error_code::invalid,
                "Cannot build the URL of the boot files: set the option agent.service_url.");
  const auto shared = brought != fetched.end() ? result<shared_file>{brought->second}
                                               : share_file_url(named, policy);
  if (!shared) return tl::unexpected(shared.error());
  const auto folder = (fs::path{policy.boot_root} / target.folder).string();
  if (const auto lent = link_file(*shared, folder, target.name); !lent)
    return tl::unexpected(lent.error());
  return policy.service_url + boot_file_path(target.folder, target.name);
}

std::vector<std::string> boot_macs(const machine& target_machine) {
  const auto& ports = target_machine.ports;
  const bool known =
      std::any_of(ports.begin(), ports.end(), [](const port& x) { return x.pxe_enabled; });
  std::vector<std::string> out;
  for (const auto& x : ports)
    if ((x.pxe_enabled || !known) && is_mac(x.address)) out.push_back(x.address);
  return out;
}

namespace {

/// The MAC addresses with dashes, one a line.
std::string link_names(const machine& target_machine) {
  std::string out;
  for (const auto& mac : boot_macs(target_machine)) out += mac + "\n";
  std::replace(out.begin(), out.end(), ':', '-');
  return out;
}

std::optional<failure> write_link(const fs::path& link, const fs::path& target) {
  std::error_code wrong;
  const auto draft = link.string() + ".new";
  fs::create_directories(link.parent_path(), wrong);
  if (!wrong) fs::remove(draft, wrong);
  if (!wrong) fs::create_symlink(target, draft, wrong);
  if (!wrong) fs::rename(draft, link, wrong);
  if (!wrong) return std::nullopt;
  return unwritable(link, wrong);
}

std::optional<failure> write_links(const std::string& names, const std::string& uuid,
                                   const boot_task& task) {
  std::istringstream lines{names};
  const auto rows = task.how.loader == boot_loader::grub ? link_rows.size() : 1;
  for (std::string name; std::getline(lines, name);)
    for (const auto& row : std::span{link_rows}.first(rows))
      if (auto wrong =
              write_link(fs::path{task.policy.boot_root} / row.folder / (row.prefix + name),
                         link_target(uuid, row)))
        return wrong;
  return std::nullopt;
}

/// Retries the commands; each ends with "|| goto again".
std::string with_retries(const std::string& commands) {
  return "#!ipxe\n\n"
         "set tries:int32 0\n"
         ":retry\n"
         "inc tries\n"
         "iseq ${tries} 11 && goto failed ||\n"
         "imgfree\n" +
         commands +
         "\n:again\n"
         "sleep 5\n"
         "goto retry\n\n"
         ":failed\n"
         "echo The ramdisk could not be fetched.\n"
         "exit 1\n";
}

/// Reads a whole file, to embed it.
result<std::string> read_boot_image(const std::string& named, const installation_policy& policy,
                                    const boot_images::files& fetched) {
  const auto brought = fetched.find(named);
  const auto path = brought != fetched.end() ? result<std::string>{brought->second.path}
                                             : path_of_file_url(named);
  if (!path) return tl::unexpected(path.error());
  const auto folders = brought != fetched.end() ? std::vector{policy.image_root}
                                                : policy.drivers.images.file_url_allowed_paths;
  const auto file = open_below(*path, folders);
  if (!file) return tl::unexpected(file.error());
  std::string out(file->size_bytes(), '\0');
  const auto got = file->read(0, out);
  if (!got) return tl::unexpected(got.error());
  out.resize(*got);
  return out;
}

std::optional<failure> write_disk(const boot_plan& wish, const machine& node, const boot_task& task,
                                  const boot_images::files& fetched) {
  boot_disk parts;
  for (const auto& [url, target] : {std::pair{wish.kernel, &parts.kernel},
                                    {wish.image, &parts.image},
                                    {wish.bootloader, &parts.bootloader}}) {
    auto content = read_boot_image(url, task.policy, fetched);
    if (!content) return content.error();
    *target = std::move(*content);
  }
  const auto macs = boot_macs(node);
  parts.config = grub_disk_config(wish.parameters, macs.size() == 1 ? macs.front() : "");
  const auto disk = make_boot_disk(std::move(parts));
  if (!disk) return disk.error();
  const auto path = fs::path{task.policy.boot_root} / node.uuid / boot_disk_name;
  if (auto written = write_whole(path.string(), *disk, boot_file_mode); !written)
    return written.error();
  return std::nullopt;
}

/// The iPXE script. Makes local files available to the machine.
result<std::string> script_of(const boot_plan& wish, const std::string& uuid,
                              const installation_policy& policy,
                              const boot_images::files& fetched) {
  if (!wish.disc.empty()) {
    auto disc = link_boot_image(wish.disc, {policy, uuid, "boot.iso"}, fetched);
    if (!disc) return disc;
    return with_retries("sanboot " + *disc + " || goto again\n");
  }
  auto kernel = link_boot_image(wish.kernel, {policy, uuid, "kernel"}, fetched);
  if (!kernel) return kernel;
  auto image = link_boot_image(wish.image, {policy, uuid, "ramdisk"}, fetched);
  if (!image) return image;
  return ipxe_script(*kernel, *image, wish.parameters);
}

}  // namespace

std::string ipxe_script(const std::string& kernel, const std::string& image,
                        const std::string& parameters) {
  return with_retries("kernel " + kernel + (parameters.empty() ? "" : " " + parameters) +
                      " BOOTIF=01-${mac:hexhyp} initrd=ramdisk || goto again\n"
                      "initrd --name ramdisk " +
                      image +
                      " || goto again\n"
                      "boot\n");
}

std::optional<failure> write_boot_files(const machine& node, const boot_plan& wish,
                                        const boot_task& task, const boot_images::files& fetched) {
  const auto& uuid = node.uuid;
  if (!is_uuid(uuid)) return failure{error_code::invalid, "The node's UUID is invalid."};
  remove_boot_files(uuid, task.policy.boot_root);
  const auto script = script_of(wish, uuid, task.policy, fetched);
  if (!script) return script.error();
  const auto folder = fs::path{task.policy.boot_root} / uuid;
  const auto names = link_names(node);
  std::vector<std::pair<const char*, std::string>> files{{links_name, names},
                                                         {script_name, *script}};
  if (task.how.loader == boot_loader::grub)
    files.emplace_back(grub_name, grub_config(uuid, wish.parameters));
  for (const auto& [name, content] : files)
    if (auto written = write_whole((folder / name).string(), content, boot_file_mode); !written)
      return written.error();
  if (!wish.bootloader.empty())
    if (auto wrong = write_disk(wish, node, task, fetched)) return wrong;
  return write_links(names, uuid, task);
}

std::vector<std::string> nodes_with_boot_files(const std::string& root) {
  std::vector<std::string> out;
  std::error_code wrong;
  for (fs::directory_iterator entry{root, wrong}, none; !wrong && entry != none;
       entry.increment(wrong))
    if (auto name = entry->path().filename().string(); is_uuid(name))
      out.push_back(std::move(name));
  return out;
}

void remove_boot_files(const std::string& node_uuid, const std::string& root) {
  if (!is_uuid(node_uuid)) return;
  const auto folder = fs::path{root} / node_uuid;
  std::error_code ignored;
  std::ifstream names{folder / links_name};
  for (std::string name; std::getline(names, name);)
    for (const auto& row : link_rows) {
      const auto link =
          fs::path{root} / row.folder / (row.prefix + fs::path{name}.filename().string());
      if (fs::read_symlink(link, ignored) == link_target(node_uuid, row)) fs::remove(link, ignored);
    }
  fs::remove_all(folder, ignored);
}

}  // namespace ironbus
