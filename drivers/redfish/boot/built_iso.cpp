#include "drivers/redfish/boot/built_iso.hpp"

#include "drivers/boot/boot_source.hpp"
#include "drivers/boot/boot_writer.hpp"
#include "drivers/boot/ramdisk.hpp"
#include "drivers/kit/capabilities.hpp"
#include "drivers/redfish/boot/iso_content.hpp"
#include "drivers/redfish/boot/ramdisk_parameters.hpp"
#include "messages/base/uuid.hpp"
#include "messages/model/agent_session.hpp"
#include "messages/model/served_files.hpp"
#include "messages/model/snapshot.hpp"

#include <filesystem>

namespace ironbus {

namespace fs = std::filesystem;

/// Sources of a boot ISO, as URLs. Outside of an unnamed namespace, because coroutines hold it.
struct iso_sources {
  ramdisk boots;
  std::string parameters;
  std::vector<iso_file> files;
  bool by_bios = false;                   ///< The machine boots in BIOS mode.
  std::vector<boot_source> sources = {};  ///< Sources to fetch first.
};

namespace {

/// Retries, because unused shared files may be removed in between.
constexpr int disc_attempts_max = 3;
constexpr uint64_t isolinux_bytes_max = 1024 * 1024;

const char* const bios_loader = "isolinux.bin";
const char* const bios_core = "ldlinux.c32";

std::optional<failure> check_loader(const std::string& url, const image_rules& rules) {
  if (url.empty())
    return failure{
        error_code::invalid,
        "driver_info lacks bootloader, and the configuration has no default. It is the image of an "
        "EFI system partition, needed to build a boot ISO from kernel and ramdisk."};
  return check_boot_url("bootloader", url, rules);
}

result<iso_sources> ramdisk_sources(const redfish_call& call) {
  const auto& node = call.request.machine;
  const auto& drivers = call.context->policy->drivers;
  const bool rescue = call.request.kind == workflow::rescue;
  const auto arch = named_in(node.properties, "cpu_arch");
  if (auto wrong = check_ramdisk(node.driver_info, node.instance_info, drivers, rescue, arch))
    return tl::unexpected(std::move(*wrong));
  const auto boots = ramdisk_of(node.driver_info, drivers.ramdisks.of_arch(arch), rescue);
  return iso_sources{
      boots,
      wants_removable(node.driver_info) ? parameters_without_agent(call) : agent_parameters(call),
      network_files(node)};
}

result<iso_sources> instance_sources(const redfish_call& call) {
  const auto& node = call.request.machine;
  const auto& drivers = call.context->policy->drivers;
  if (auto wrong = check_live_instance(node.instance_info, drivers.images))
    return tl::unexpected(std::move(*wrong));
  const auto live = live_image_of(node.instance_info);
  const auto images = drivers.ramdisks.of_arch(named_in(node.properties, "cpu_arch"));
  const auto loader = ramdisk_of(node.driver_info, images, false).bootloader;
  return iso_sources{{live.kernel, live.image, loader}, live.parameters, {}};
}

result<iso_sources> wish_of(const redfish_call& call) {
  const auto& node = call.request.machine;
  const bool live = call.request.what.name == driver_operations::boot::prepare_instance.name;
  auto out = live ? instance_sources(call) : ramdisk_sources(call);
  if (!out) return out;
  if (auto wrong = check_loader(out->boots.bootloader, call.context->policy->drivers.images))
    return tl::unexpected(std::move(*wrong));
  if (!is_uuid(node.uuid)) return fail(error_code::invalid, "The node's UUID is invalid.");
  if (call.context->policy->service_url.empty())
    return fail(error_code::invalid,
                "Cannot build the URL of the boot ISO: set the option agent.service_url.");
  const auto& boots = out->boots;
  auto sources = boot_sources_of({boots.kernel, boots.image, boots.bootloader}, node, live,
                                 boot_fetcher::service);
  if (!sources) return tl::unexpected(std::move(sources.error()));
  out->sources = std::move(*sources);
  out->by_bios = deploy_boot_mode(node.instance_info, node.properties) == "bios";
  return out;
}

// -- local files, in the pool ---------------------------------------------------------------------

result<shared_file> share_path(const std::string& path, const installation_policy& policy) {
  const auto file = open_below(path, policy.drivers.images.file_url_allowed_paths);
  if (!file) return tl::unexpected(file.error());
  return share_file(*file, path, policy.boot_root);
}

std::function<result<shared_file>()> sharing(const redfish_call& call, const std::string& url) {
  return [policy = call.context->policy, url]() -> result<shared_file> {
    const auto path = path_of_file_url(url);
    if (!path) return tl::unexpected(path.error());
    return share_path(*path, *policy);
  };
}

/// Adds isolinux if it is in the boot loader's folder. Works for local files only.
result<std::monostate> add_isolinux(iso_content& out, const std::string& loader_url,
                                    const installation_policy& policy) {
  const auto loader = path_of_file_url(loader_url);
  if (!loader) return std::monostate{};
  const auto folder = fs::path{*loader}.parent_path();
  const auto& allowed = policy.drivers.images.file_url_allowed_paths;
  const auto file = open_below((folder / bios_loader).string(), allowed);
  if (!file || file->size_bytes() > isolinux_bytes_max) return std::monostate{};
  auto core = share_path((folder / bios_core).string(), policy);
  if (!core) return std::monostate{};
  std::string program(static_cast<size_t>(file->size_bytes()), '\0');
  const auto got = file->read(0, program);
  if (!got) return tl::unexpected(got.error());
  out.isolinux = std::move(program);
  out.isolinux_core = std::move(*core);
  return std::monostate{};
}

result<std::string> publish(iso_content content, const iso_sources& wish, const std::string& secret,
                            const std::string& uuid, const installation_policy& policy) {
  if (const auto added = add_isolinux(content, wish.boots.bootloader, policy); !added)
    return tl::unexpected(added.error());
  if (wish.by_bios && content.isolinux.empty())
    return fail(
        error_code::invalid,
        "The machine boots in BIOS mode (capability boot_mode), but isolinux.bin and ldlinux.c32 "
        "are missing. Put both into the folder of the file that bootloader names.");
  const auto planned = plan_iso(content);
  if (!planned) return tl::unexpected(planned.error());
  auto name = publish_iso(*planned, secret, uuid, policy.boot_root);
  if (!name) return name;
  return policy.service_url + boot_file_path(uuid, *name);
}

std::function<result<std::string>()> publishing(const redfish_call& call, iso_content content,
                                                iso_sources wish) {
  const auto& node = call.request.machine;
  auto secret =
      read_agent_session(node.driver_internal_info).token.value_or(boot_operation(call.request));
  return [policy = call.context->policy, content = std::move(content), wish = std::move(wish),
          secret = std::move(secret),
          who = boot_writer{call.context->policy->boot_root, call.request}] {
    const std::function<result<std::string>()> write = [&] {
      return publish(content, wish, secret, who.uuid, *policy);
    };
    return write_boot_files_as(who, write);
  };
}

// -- building -------------------------------------------------------------------------------------

boost::asio::awaitable<result<shared_file>> share_source(redfish_call call, std::string named,
                                                         const boot_images::files& fetched) {
  if (const auto brought = fetched.find(named); brought != fetched.end()) co_return brought->second;
  auto work = sharing(call, named);
  co_return co_await call.context->files.run(call.request.allowed, std::move(work));
}

boost::asio::awaitable<result<std::string>> build_once(redfish_call call, iso_sources wish,
                                                       boot_images::files fetched) {
  iso_content content;
  content.parameters = wish.parameters;
  content.files = wish.files;
  auto kernel = co_await share_source(call, wish.boots.kernel, fetched);
  if (!kernel) co_return tl::unexpected(kernel.error());
  auto image = co_await share_source(call, wish.boots.image, fetched);
  if (!image) co_return tl::unexpected(image.error());
  auto loader = co_await share_source(call, wish.boots.bootloader, fetched);
  if (!loader) co_return tl::unexpected(loader.error());
  content.kernel = std::move(*kernel);
  content.image = std::move(*image);
  content.uefi_loader = std::move(*loader);
  auto work = publishing(call, std::move(content), std::move(wish));
  co_return co_await call.context->files.run(call.request.allowed, std::move(work));
}

}  // namespace

boost::asio::awaitable<disc_place> build_boot_iso(redfish_call call) {
  const auto wish = wish_of(call);
  if (!wish) co_return tl::unexpected(wish.error());
  for (int attempt = 1;; ++attempt) {
    auto fetched =
        co_await call.context->images->bring(wish->sources, call.request.allowed, begins(call));
    if (!fetched) co_return std::nullopt;
    if (!*fetched) co_return tl::unexpected(fetched->error());
    auto url = co_await build_once(call, *wish, std::move(**fetched));
    if (url || url.error().code != error_code::not_found || attempt >= disc_attempts_max)
      co_return url;
  }
}

namespace {

failure nothing_to_boot(bool rescue) {
  const std::string kind = rescue ? "rescue" : "deploy";
  return {error_code::invalid, "driver_info has no ramdisk to boot. Set " + kind +
                                   "_iso (the URL of an ISO image), or " + kind + "_kernel and " +
                                   kind + "_ramdisk, or configure a kernel and a ramdisk."};
}

}  // namespace

std::optional<failure> check_built_iso(const node_snapshot& snapshot, const driver_options& options,
                                       bool rescue) {
  const auto& attributes = snapshot.attributes;
  const auto arch = named_in(attributes.properties, "cpu_arch");
  const auto named = ramdisk_of(attributes.driver_info, options.ramdisks.of_arch(arch), rescue);
  if (named.kernel.empty() && named.image.empty()) return nothing_to_boot(rescue);
  if (auto wrong =
          check_ramdisk(attributes.driver_info, attributes.instance_info, options, rescue, arch))
    return wrong;
  return check_loader(named.bootloader, options.images);
}

std::optional<failure> check_live_disc(const node& attributes, const driver_options& options) {
  if (auto wrong = check_live_instance(attributes.instance_info, options.images)) return wrong;
  const auto images = options.ramdisks.of_arch(named_in(attributes.properties, "cpu_arch"));
  return check_loader(ramdisk_of(attributes.driver_info, images, false).bootloader, options.images);
}

}  // namespace ironbus
