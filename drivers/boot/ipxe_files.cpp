#include "drivers/boot/ipxe_files.hpp"

#include "drivers/boot/boot_disk.hpp"
#include "drivers/boot/grub_config.hpp"
#include "drivers/boot/ramdisk.hpp"
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

/// Where machines look for their files by their MAC addresses, aa-bb-cc-dd-ee-ff.
struct link_row {
  const char* folder;
  const char* prefix;
  const char* target;
};
constexpr std::array link_rows{
    link_row{"pxelinux.cfg", "", script_name},
    link_row{grub_folder, "grub.cfg-01-", grub_name},
};

/// Which links there are, for when the node's ports are others.
constexpr const char* links_name = "links";
constexpr unsigned boot_file_mode = 0644;

/// What has another form has no business in a path.
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

result<std::string> place_boot_image(const std::string& url, const std::string& uuid,
                                     const char* name, const installation_policy& policy) {
  if (!url.starts_with("file://")) return url;
  if (policy.service_url.empty())
    return fail(error_code::invalid,
                "What is to be booted is a file, and nobody can be told where to fetch it: the "
                "option agent.service_url is unset.");
  const auto path = path_of_file_url(url);
  if (!path) return tl::unexpected(path.error());
  const auto file = open_below(*path, policy.drivers.images.file_url_allowed_paths);
  if (!file) return tl::unexpected(file.error());
  const auto shared = share_file(*file, *path, policy.boot_root);
  if (!shared) return tl::unexpected(shared.error());
  const auto folder = (fs::path{policy.boot_root} / uuid).string();
  if (const auto lent = lend_file(*shared, folder, name); !lent)
    return tl::unexpected(lent.error());
  return policy.service_url + boot_file_path(uuid, name);
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

/// The MACs with dashes, one a line.
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

/// Tries what may fail some times more; each ends with "|| goto again".
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

/// What a machine boots: kernel and ramdisk with the kernel's parameters, or a disc.
struct boot_wish {
  std::string kernel;
  std::string image;
  std::string parameters;
  std::string disc = {};
};

result<boot_wish> wish_of_ramdisk(const step_request& request, const boot_task& task) {
  const auto& node = request.machine;
  const auto& drivers = task.policy.drivers;
  const bool rescue = request.kind == workflow::rescue;
  const auto arch = named_in(node.properties, "cpu_arch");
  // Nodes change after they were validated, and what they say becomes a script.
  if (auto wrong = check_ramdisk(node.driver_info, node.instance_info, drivers, rescue, arch))
    return tl::unexpected(std::move(*wrong));
  const auto boots = ramdisk_of(node.driver_info, drivers.ramdisks.of_arch(arch), rescue);
  if (auto wrong = check_handed_out(boots, task.how.loader))
    return tl::unexpected(std::move(*wrong));
  const auto further =
      further_parameters(node.instance_info, node.driver_info, task.options.kernel_append_params);
  return boot_wish{
      boots.kernel, boots.image,
      kernel_parameters(request, task.policy.service_url, further, task.options.agent_debug)};
}

result<boot_wish> wish_of_instance(const step_request& request, const boot_task& task) {
  const auto& wanted = request.machine.instance_info;
  if (auto wrong = check_live_instance_of(wanted, task.policy.drivers.images, task.how.loader))
    return tl::unexpected(std::move(*wrong));
  const auto boots = live_image_of(wanted);
  return boot_wish{boots.kernel, boots.image, boots.parameters, boots.disc};
}

/// What is read whole, as it becomes part of something.
result<std::string> read_file_url(const std::string& url, const image_rules& rules) {
  const auto path = path_of_file_url(url);
  if (!path) return tl::unexpected(path.error());
  const auto file = open_below(*path, rules.file_url_allowed_paths);
  if (!file) return tl::unexpected(file.error());
  std::string out(file->size_bytes(), '\0');
  const auto got = file->read(0, out);
  if (!got) return tl::unexpected(got.error());
  out.resize(*got);
  return out;
}

std::string bootloader_of(const machine& node, const installation_policy& policy) {
  const auto arch = named_in(node.properties, "cpu_arch");
  return ramdisk_of(node.driver_info, policy.drivers.ramdisks.of_arch(arch), false).bootloader;
}

std::optional<failure> write_disk(const boot_wish& wish, const machine& node,
                                  const boot_task& task) {
  const auto& rules = task.policy.drivers.images;
  boot_disk parts;
  for (const auto& [url, target] : {std::pair{wish.kernel, &parts.kernel},
                                    {wish.image, &parts.image},
                                    {bootloader_of(node, task.policy), &parts.bootloader}}) {
    auto content = read_file_url(url, rules);
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

/// The script for iPXE; what lies on files is placed for whoever boots it.
result<std::string> script_of(const boot_wish& wish, const std::string& uuid,
                              const installation_policy& policy) {
  if (!wish.disc.empty()) {
    auto disc = place_boot_image(wish.disc, uuid, "boot.iso", policy);
    if (!disc) return disc;
    return with_retries("sanboot " + *disc + " || goto again\n");
  }
  auto kernel = place_boot_image(wish.kernel, uuid, "kernel", policy);
  if (!kernel) return kernel;
  auto image = place_boot_image(wish.image, uuid, "ramdisk", policy);
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

std::optional<failure> write_boot_files(const step_request& request, const boot_task& task,
                                        boot_files what) {
  const auto& uuid = request.machine.uuid;
  if (!is_uuid(uuid)) return failure{error_code::invalid, "The node's UUID is none."};
  remove_boot_files(uuid, task.policy.boot_root);
  const auto wish = what == boot_files::of_ramdisk ? wish_of_ramdisk(request, task)
                                                   : wish_of_instance(request, task);
  if (!wish) return wish.error();
  const auto script = script_of(*wish, uuid, task.policy);
  if (!script) return script.error();
  const auto folder = fs::path{task.policy.boot_root} / uuid;
  const auto names = link_names(request.machine);
  std::vector<std::pair<const char*, std::string>> files{{links_name, names},
                                                         {script_name, *script}};
  if (task.how.loader == boot_loader::grub)
    files.emplace_back(grub_name, grub_config(uuid, wish->parameters));
  for (const auto& [name, content] : files)
    if (auto written = write_whole((folder / name).string(), content, boot_file_mode); !written)
      return written.error();
  if (task.boots_disk(request.machine))
    if (auto wrong = write_disk(*wish, request.machine, task)) return wrong;
  return write_links(names, uuid, task);
}

bool boot_task::boots_disk(const machine& node) const {
  return how.loader == boot_loader::grub && how.device == "uefihttp" &&
         !bootloader_of(node, policy).empty();
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
