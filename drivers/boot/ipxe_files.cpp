#include "drivers/boot/ipxe_files.hpp"

#include "drivers/boot/ramdisk.hpp"
#include "drivers/kit/shared_files.hpp"
#include "drivers/kit/whole_file.hpp"
#include "messages/base/uuid.hpp"
#include "messages/model/served_files.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace ironbus {

namespace fs = std::filesystem;

namespace {

constexpr const char* links_folder = "pxelinux.cfg";
constexpr const char* script_name = "config";
/// Which links there are, for when the node's ports are others.
constexpr const char* links_name = "links";
constexpr unsigned boot_file_mode = 0644;

/// "aa-bb-cc-dd-ee-ff"; empty for what has another form and so no business in a path.
std::string link_name(const std::string& mac) {
  const bool good = mac.size() == 17 && std::all_of(mac.begin(), mac.end(), [](char c) {
                      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || c == ':';
                    });
  if (!good) return {};
  auto out = mac;
  std::replace(out.begin(), out.end(), ':', '-');
  return out;
}

fs::path link_target(const std::string& uuid) { return fs::path{".."} / uuid / script_name; }

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

namespace {

/// Of the ports that boot over the network. An inspection by a BMC that does not say which these
/// are leaves none marked: then it may be any.
std::string link_names(const machine& target_machine) {
  const auto& ports = target_machine.ports;
  const bool known =
      std::any_of(ports.begin(), ports.end(), [](const port& x) { return x.pxe_enabled; });
  std::string out;
  for (const auto& x : ports)
    if (auto name = link_name(x.address); (x.pxe_enabled || !known) && !name.empty())
      out += name + "\n";
  return out;
}

std::optional<failure> write_links(const std::string& names, const std::string& uuid,
                                   const fs::path& root) {
  std::error_code wrong;
  fs::create_directories(root / links_folder, wrong);
  for (size_t offset = 0; !wrong && offset < names.size(); offset = names.find('\n', offset) + 1) {
    const auto link = root / links_folder / names.substr(offset, names.find('\n', offset) - offset);
    const auto draft = link.string() + ".new";
    fs::remove(draft, wrong);
    fs::create_symlink(link_target(uuid), draft, wrong);
    if (!wrong) fs::rename(draft, link, wrong);
    if (wrong) return unwritable(link, wrong);
  }
  if (wrong) return unwritable(root / links_folder, wrong);
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

result<std::string> script_of_ramdisk(const step_request& request,
                                      const installation_policy& policy,
                                      const boot_options& options) {
  const auto& node = request.machine;
  const auto& uuid = node.uuid;
  const bool rescue = request.kind == workflow::rescue;
  // Nodes change after they were validated, and what they say becomes a script.
  if (auto wrong = check_ramdisk(node.driver_info, node.instance_info, policy.drivers, rescue))
    return tl::unexpected(std::move(*wrong));
  const auto boots = ramdisk_of(node.driver_info, policy.drivers.ramdisks, rescue);
  auto kernel = place_boot_image(boots.kernel, uuid, "kernel", policy);
  if (!kernel) return kernel;
  auto image = place_boot_image(boots.image, uuid, "ramdisk", policy);
  if (!image) return image;
  const auto further =
      further_parameters(node.instance_info, node.driver_info, options.kernel_append_params);
  return ipxe_script(*kernel, *image,
                     kernel_parameters(request, policy.service_url, further, options.agent_debug));
}

result<std::string> script_of_instance(const step_request& request,
                                       const installation_policy& policy) {
  const auto& uuid = request.machine.uuid;
  const auto& wanted = request.machine.instance_info;
  if (auto wrong = check_live_instance(wanted, policy.drivers.images))
    return tl::unexpected(std::move(*wrong));
  const auto boots = live_image_of(wanted);
  if (!boots.disc.empty()) {
    auto disc = place_boot_image(boots.disc, uuid, "boot.iso", policy);
    if (!disc) return disc;
    return with_retries("sanboot " + *disc + " || goto again\n");
  }
  auto kernel = place_boot_image(boots.kernel, uuid, "kernel", policy);
  if (!kernel) return kernel;
  auto image = place_boot_image(boots.image, uuid, "ramdisk", policy);
  if (!image) return image;
  return ipxe_script(*kernel, *image, boots.parameters);
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

std::optional<failure> write_boot_files(const step_request& request,
                                        const installation_policy& policy,
                                        const boot_options& options, boot_files what) {
  const auto& uuid = request.machine.uuid;
  if (!is_uuid(uuid)) return failure{error_code::invalid, "The node's UUID is none."};
  remove_boot_files(uuid, policy.boot_root);
  const auto script = what == boot_files::of_ramdisk ? script_of_ramdisk(request, policy, options)
                                                     : script_of_instance(request, policy);
  if (!script) return script.error();
  const auto folder = fs::path{policy.boot_root} / uuid;
  const auto names = link_names(request.machine);
  for (const auto& [name, content] : {std::pair{links_name, names}, {script_name, *script}})
    if (auto written = write_whole((folder / name).string(), content, boot_file_mode); !written)
      return written.error();
  return write_links(names, uuid, policy.boot_root);
}

void remove_boot_files(const std::string& node_uuid, const std::string& root) {
  if (!is_uuid(node_uuid)) return;
  const auto folder = fs::path{root} / node_uuid;
  std::error_code ignored;
  std::ifstream names{folder / links_name};
  for (std::string name; std::getline(names, name);) {
    const auto link = fs::path{root} / links_folder / fs::path{name}.filename();
    if (fs::read_symlink(link, ignored) == link_target(node_uuid)) fs::remove(link, ignored);
  }
  fs::remove_all(folder, ignored);
}

}  // namespace ironbus
