#include "drivers/boot/ramdisk.hpp"

#include "drivers/boot/boot_source.hpp"
#include "messages/base/secrets.hpp"
#include "messages/base/text.hpp"
#include "messages/base/uuid.hpp"
#include "messages/contract/boot_notes.hpp"
#include "messages/platform/open_file.hpp"

#include <algorithm>

namespace ironbus {

namespace {

constexpr size_t url_length_max = 2048;
constexpr size_t parameters_length_max = 2048;

failure bad_boot(const std::string& what) { return {error_code::invalid, what + "."}; }

/// A value that stays on its line of a script and ends no command there.
bool is_plain(const std::string& x) {
  return std::all_of(x.begin(), x.end(), [](char c) { return c >= ' ' && c != 127; }) &&
         x.find("||") == std::string::npos && x.find("&&") == std::string::npos;
}

}  // namespace

std::optional<failure> check_boot_url(const std::string& key, const std::string& url,
                                      const image_rules& rules) {
  const auto shown = key + " '" + mask_text(url).substr(0, 100) + "'";
  const bool whole = url.find(' ') == std::string::npos && is_plain(url);
  if (url.size() > url_length_max || !whole)
    return bad_boot(shown + " is too long, or contains blanks, control characters, || or &&");
  if (is_web_url(url)) {
    const auto source = read_boot_source(url);
    return source ? std::nullopt : std::optional{bad_boot(shown + ": " + source.error().message)};
  }
  const auto path = path_of_file_url(url);
  if (path) return check_below(*path, rules.file_url_allowed_paths);
  return bad_boot(shown + " is not a valid URL; allowed: http://, https:// and file:// URLs");
}

std::vector<driver_property> ramdisk_properties() {
  return {
      {"deploy_kernel", "URL of the agent's kernel. Required unless configured.", false},
      {"deploy_ramdisk", "URL of the agent's ramdisk. Required unless configured.", false},
      {"rescue_kernel", "URL of the rescue kernel. Required for rescue unless configured.", false},
      {"rescue_ramdisk", "URL of the rescue ramdisk. Required for rescue unless configured.",
       false},
      {"kernel_append_params",
       "Kernel parameters. %default% inserts the configured ones. Optional.", false},
      {"ramdisk_image_download_source",
       "Where kernel, ramdisk and ISO image are fetched: local (this service, which caches them) "
       "or http (iPXE or the BMC). Optional.",
       false},
      {"image_pull_secret",
       "Credentials for this node's boot images: USER:PASSWORD in base64, or a token. Optional.",
       false},
  };
}

std::string named_in(const json& document, const std::string& key, const std::string& otherwise) {
  const auto found = document.find(key);
  return found != document.end() && found->is_string() ? found->get<std::string>() : otherwise;
}

namespace {

std::optional<failure> check_needed_url(const std::string& key, const std::string& url,
                                        const image_rules& rules) {
  if (url.empty())
    return bad_boot("driver_info lacks " + key + ", and the configuration has no default");
  return check_boot_url(key, url, rules);
}

}  // namespace

ramdisk ramdisk_of(const json& driver_info, const ramdisk_images& otherwise, bool rescue) {
  auto loader = named_in(driver_info, "bootloader", otherwise.bootloader);
  if (rescue)
    return {named_in(driver_info, "rescue_kernel", otherwise.rescue_kernel),
            named_in(driver_info, "rescue_ramdisk", otherwise.rescue_ramdisk), std::move(loader)};
  return {named_in(driver_info, "deploy_kernel", otherwise.deploy_kernel),
          named_in(driver_info, "deploy_ramdisk", otherwise.deploy_ramdisk), std::move(loader)};
}

std::string further_parameters(const json& instance_info, const json& driver_info,
                               const std::string& otherwise) {
  static constexpr std::string_view placeholder = "%default%";
  static constexpr const char* key = "kernel_append_params";
  auto out = named_in(instance_info, key, named_in(driver_info, key, otherwise));
  if (const auto position = out.find(placeholder); position != std::string::npos)
    out.replace(position, placeholder.size(), otherwise);
  return out;
}

std::optional<failure> check_ramdisk(const json& driver_info, const json& instance_info,
                                     const driver_options& options, bool rescue,
                                     std::string_view arch) {
  const std::string kind = rescue ? "rescue" : "deploy";
  const auto boots = ramdisk_of(driver_info, options.ramdisks.of_arch(arch), rescue);
  const auto& rules = options.images;
  if (auto wrong = check_needed_url(kind + "_kernel", boots.kernel, rules)) return wrong;
  if (auto wrong = check_needed_url(kind + "_ramdisk", boots.image, rules)) return wrong;
  if (auto wrong = check_boot_fetcher(driver_info, "driver_info")) return wrong;
  const auto further = further_parameters(instance_info, driver_info, {});
  if (further.size() <= parameters_length_max && is_plain(further)) return std::nullopt;
  return bad_boot(
      "kernel_append_params is longer than 2048 bytes, or contains line breaks, || or &&");
}

live_image live_image_of(const json& instance_info) {
  return {named_in(instance_info, "kernel"), named_in(instance_info, "ramdisk"),
          named_in(instance_info, "boot_iso"), named_in(instance_info, "ramdisk_kernel_arguments")};
}

std::optional<failure> check_live_instance(const json& instance_info, const image_rules& rules) {
  const auto boots = live_image_of(instance_info);
  if (auto wrong = check_boot_fetcher(instance_info, "instance_info")) return wrong;
  if (!boots.disc.empty()) return check_boot_url("instance_info.boot_iso", boots.disc, rules);
  if (boots.kernel.empty() || boots.image.empty())
    return bad_boot("instance_info needs boot_iso, or kernel and ramdisk");
  if (auto wrong = check_boot_url("instance_info.kernel", boots.kernel, rules)) return wrong;
  if (auto wrong = check_boot_url("instance_info.ramdisk", boots.image, rules)) return wrong;
  if (boots.parameters.size() <= parameters_length_max && is_plain(boots.parameters))
    return std::nullopt;
  return bad_boot(
      "instance_info.ramdisk_kernel_arguments is longer than 2048 bytes, or contains line breaks, "
      "|| or &&");
}

std::optional<failure> check_live_instance_of(const json& instance_info, const image_rules& rules,
                                              boot_loader loader) {
  if (auto wrong = check_live_instance(instance_info, rules)) return wrong;
  const auto boots = live_image_of(instance_info);
  if (loader == boot_loader::grub && !boots.disc.empty())
    return bad_boot(
        "instance_info.boot_iso: GRUB cannot boot an ISO image. Set kernel and ramdisk, or use the "
        "boot interface ipxe or http-ipxe");
  return std::nullopt;
}

std::string boot_operation(const step_request& request) {
  auto out = member_text(request.what.args, operation_argument);
  return out.empty() ? request.id.operation_id : out;
}

std::string kernel_parameters(const step_request& request, const std::string& service_url,
                              const std::string& further, bool debug) {
  auto out = "ipa-api-url=" + service_url;
  if (request.kind == workflow::inspect)
    if (auto named = named_in(request.machine.driver_internal_info, "inspection_kernel_params");
        !named.empty())
      out += " " + named;
  if (const auto operation = boot_operation(request); is_uuid(operation))
    out += " ipa-global-request-id=req-" + operation;
  if (debug) out += " ipa-debug=1";
  return further.empty() ? out : out + " " + further;
}

}  // namespace ironbus
