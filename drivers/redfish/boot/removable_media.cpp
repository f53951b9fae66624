#include "drivers/redfish/boot/removable_media.hpp"

#include "drivers/boot/boot_writer.hpp"
#include "drivers/boot/ramdisk.hpp"
#include "drivers/kit/config_drive.hpp"
#include "drivers/kit/iso_image.hpp"
#include "drivers/kit/whole_file.hpp"
#include "drivers/redfish/boot/boot_iso.hpp"
#include "drivers/redfish/boot/ramdisk_parameters.hpp"
#include "drivers/redfish/boot/shared_media.hpp"
#include "messages/base/text.hpp"
#include "messages/base/uuid.hpp"
#include "messages/crypto/digest.hpp"
#include "messages/model/agent_session.hpp"
#include "messages/model/served_files.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

namespace ironbus {

/// Outside of an unnamed namespace, because coroutines hold it.
struct placed_image {
  const char* what;
  wanted_image image;
};

namespace {

constexpr const char* parameters_label = "ir-vfd-dev";  // the label that agents look for
constexpr const char* removable_config_label = "config-2";
/// Floppies have a fixed size; sticks have any size.
constexpr size_t floppy_bytes = 1'474'560;
constexpr unsigned removable_mode = 0644;
constexpr size_t image_name_digits = 40;

std::string as_lines(std::string parameters) {
  std::replace(parameters.begin(), parameters.end(), ' ', '\n');
  return parameters += '\n';
}

using images = std::vector<removable_image>;

result<std::monostate> add_floppy(images& out, const char* what, const char* label,
                                  const std::vector<iso_file>& files) {
  auto image = make_iso_image({label}, files);
  if (!image) return tl::unexpected(image.error());
  if (image->size() < floppy_bytes) image->resize(floppy_bytes, '\0');
  std::string identity = label;
  for (const auto& file : files) identity += '\0' + file.path + '\0' + sha256_of(file.content);
  out.push_back({what, std::move(*image), std::move(identity)});
  return std::monostate{};
}

result<images> images_of_ramdisk(const redfish_call& call) {
  const auto& node = call.request.machine;
  images out;
  if (wants_removable(node.driver_info)) {
    const auto added = add_floppy(out, "The kernel's parameters", parameters_label,
                                  {{"parameters.txt", as_lines(agent_parameters(call))}});
    if (!added) return tl::unexpected(added.error());
  }
  const bool rescue = call.request.kind == workflow::rescue;
  const bool of_others = !ramdisk_iso(node.driver_info, rescue).url.empty();
  if (of_others && !node.network_data.empty()) {
    const auto added =
        add_floppy(out, "The network data", removable_config_label, network_files(node));
    if (!added) return tl::unexpected(added.error());
  }
  return out;
}

result<images> images_of_instance(const machine& node) {
  images out;
  const auto drive = node.instance_info.value("configdrive", json{});
  if (drive.is_null()) return out;
  auto image = config_drive_image(drive, node);
  if (!image) return tl::unexpected(image.error());
  out.push_back({"The config drive", std::move(*image), node.name.value_or("") + to_text(drive)});
  return out;
}

using placed_images = std::vector<placed_image>;

result<placed_images> place_images(const images& all, const std::string& secret,
                                   const std::string& uuid, const installation_policy& policy) {
  placed_images out;
  for (const auto& one : all) {
    const auto name = sha256_of(secret + '\0' + one.identity).substr(0, image_name_digits) + ".img";
    const auto path = std::filesystem::path{policy.boot_root} / uuid / name;
    if (const auto written = write_whole(path.string(), one.content, removable_mode); !written)
      return tl::unexpected(written.error());
    out.push_back({one.what, {policy.service_url + boot_file_path(uuid, name), {}}});
  }
  return out;
}

std::function<result<placed_images>()> making(const redfish_call& call) {
  return [call]() -> result<placed_images> {
    const auto all = removable_images(call);
    if (!all) return tl::unexpected(all.error());
    const auto& node = call.request.machine;
    const auto& policy = *call.context->policy;
    if (all->empty()) return placed_images{};
    if (!is_uuid(node.uuid) || policy.service_url.empty())
      return fail(error_code::invalid,
                  "Cannot build the URL of the removable media: set the option agent.service_url.");
    const auto secret =
        read_agent_session(node.driver_internal_info).token.value_or(boot_operation(call.request));
    const boot_writer who{policy.boot_root, call.request};
    const std::function<result<placed_images>()> place = [&] {
      return place_images(*all, secret, node.uuid, policy);
    };
    return write_boot_files_as(who, place);
  };
}

/// A type that one of the devices supports. Sticks first, because they have no fixed size.
std::string choose_type(const std::vector<media_slot>& slots) {
  for (const auto* type : {"disk", "floppy"})
    if (std::any_of(slots.begin(), slots.end(), [&](const auto& x) { return x.takes(type); }))
      return type;
  return {};
}

bool is_one_of(const placed_images& all, const media_slot& slot) {
  return std::any_of(all.begin(), all.end(),
                     [&](const auto& one) { return slot.has(one.image.url); });
}

/// The boot ISO was inserted just before. Some BMCs show a shortened URL.
bool is_disc(const media_slot& slot, const std::string& disc) {
  return slot.is_full() && !slot.image().empty() && may_be_image(slot.image(), disc);
}

/// Ejects earlier images, so that they cannot be read any more.
boost::asio::awaitable<std::optional<step_outcome>> eject_others(redfish_call call,
                                                                 placed_images all,
                                                                 std::string disc) {
  const auto slots = co_await find_call_media(call);
  if (!slots) co_return redfish_step_failed(slots.error());
  for (const auto& slot : *slots) {
    if (!is_own_image(call, slot) || is_disc(slot, disc) || is_one_of(all, slot)) continue;
    const auto wrong = co_await eject_media(call.bmc, slot);
    if (wrong) co_return redfish_step_failed(*wrong);
  }
  co_return std::nullopt;
}

boost::asio::awaitable<std::optional<step_outcome>> insert_one(redfish_call call,
                                                               placed_image image,
                                                               placed_images all,
                                                               std::string disc) {
  auto slots = co_await find_call_media(call);
  if (!slots) co_return redfish_step_failed(slots.error());
  for (const auto& slot : *slots)
    if (slot.has(image.image.url)) co_return std::nullopt;
  std::erase_if(*slots,
                [&](const auto& slot) { return is_one_of(all, slot) || is_disc(slot, disc); });
  auto type = choose_type(*slots);
  if (type.empty())
    co_return step_refused(std::string{image.what} +
                           " cannot be attached: the BMC has no free virtual USB stick or floppy.");
  const auto wrong =
      co_await insert_media(call.bmc, std::move(*slots), std::move(type), image.image);
  if (wrong) co_return redfish_step_failed(without_credentials(*wrong, image.image.url));
  co_return std::nullopt;
}

boost::asio::awaitable<std::optional<step_outcome>> share_all(redfish_call call,
                                                              std::shared_ptr<placed_images> all) {
  for (auto& one : *all) {
    auto moved = co_await place_on_share(call, one.image.url);
    if (!moved) co_return std::move(moved.error());
    one.image = std::move(*moved);
  }
  co_return std::nullopt;
}

}  // namespace

result<std::vector<removable_image>> removable_images(const redfish_call& call) {
  if (call.request.what.name == driver_operations::boot::prepare_instance.name)
    return images_of_instance(call.request.machine);
  return images_of_ramdisk(call);
}

boost::asio::awaitable<std::optional<step_outcome>> insert_removable_media(redfish_call call,
                                                                           std::string disc) {
  auto work = making(call);
  const auto placed = co_await call.context->files.run(call.request.allowed, std::move(work));
  if (!placed)
    co_return placed.error().code == error_code::invalid ? step_refused(placed.error().message)
                                                         : step_failed(placed.error().message);
  if (placed->empty()) co_return std::nullopt;
  const auto all = std::make_shared<placed_images>(*placed);
  auto ended = co_await share_all(call, all);
  if (!ended) ended = co_await eject_others(call, *all, disc);
  for (size_t i = 0; !ended && i < all->size(); ++i)
    ended = co_await insert_one(call, (*all)[i], *all, disc);
  co_return ended;
}

bool is_own_image(const redfish_call& call, const media_slot& slot) {
  const auto folder = boot_file_path(call.request.machine.uuid, "");
  return slot.is_full() &&
         (slot.image().find(folder) != std::string::npos || is_on_share(call, slot.image()));
}

}  // namespace ironbus
