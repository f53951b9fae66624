#include "drivers/redfish/boot/boot_media.hpp"

#include "drivers/boot/boot_writer.hpp"
#include "drivers/boot/ipxe_files.hpp"
#include "drivers/redfish/boot/boot_iso.hpp"
#include "drivers/redfish/boot/built_iso.hpp"
#include "drivers/redfish/boot/removable_media.hpp"
#include "drivers/redfish/boot/shared_media.hpp"
#include "drivers/redfish/redfish_boot.hpp"
#include "drivers/redfish/redfish_quirks.hpp"
#include "drivers/redfish/redfish_system.hpp"
#include "messages/base/uuid.hpp"
#include "messages/platform/log.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

/// Retries, because unused shared files may be removed in between.
constexpr int media_attempts_max = 3;

using awaited_place = boost::asio::awaitable<disc_place>;

bool is_of_instance(const redfish_call& call) {
  return call.request.what.name == driver_operations::boot::prepare_instance.name;
}

boot_iso iso_of(const redfish_call& call) {
  const auto& node = call.request.machine;
  if (is_of_instance(call)) return instance_iso(node.instance_info);
  return ramdisk_iso(node.driver_info, call.request.kind == workflow::rescue);
}

std::function<result<std::string>()> placing(const redfish_call& call, boot_iso iso,
                                             boot_images::files fetched) {
  return [policy = call.context->policy, iso = std::move(iso), fetched = std::move(fetched),
          who = boot_writer{call.context->policy->boot_root, call.request}] {
    const std::function<result<std::string>()> place = [&] {
      return link_boot_image(iso.url, {*policy, who.uuid, iso.file}, fetched);
    };
    return write_boot_files_as(who, place);
  };
}

std::function<result<std::monostate>()> removing(const redfish_call& call) {
  return [who = boot_writer{call.context->policy->boot_root, call.request}] {
    const std::function<result<std::monostate>()> remove = [&] {
      remove_boot_files(who.uuid, who.root);
      remove_unused_files(who.root);
      return result<std::monostate>{};
    };
    return change_boot_files_as(who, remove);
  };
}

step_outcome media_step_done(const redfish_call& call, std::string_view boot_call) {
  return boot_step_done(call.context->options.boot_place, boot_call);
}

result<std::vector<boot_source>> sources_of(const redfish_call& call, const boot_iso& iso) {
  const auto& node = call.request.machine;
  const bool live = is_of_instance(call);
  const auto who = boot_fetcher_of(node, live, call.context->images->options());
  return boot_sources_of({iso.url}, node, live, who);
}

/// Serves a local or fetched file for the node. If it was removed from the cache in between, it is
/// fetched again.
awaited_place hand_iso_out(redfish_call call, boot_iso iso) {
  if (!is_uuid(call.request.machine.uuid))
    co_return fail(error_code::invalid, "The node's UUID is invalid.");
  const auto sources = sources_of(call, iso);
  if (!sources) co_return tl::unexpected(sources.error());
  for (int attempt = 1;; ++attempt) {
    auto fetched =
        co_await call.context->images->bring(*sources, call.request.allowed, begins(call));
    if (!fetched) co_return std::nullopt;
    if (!*fetched) co_return tl::unexpected(fetched->error());
    auto work = placing(call, iso, std::move(**fetched));
    auto placed = co_await call.context->files.run(call.request.allowed, std::move(work));
    const bool gone = !placed && placed.error().code == error_code::not_found && !sources->empty();
    if (!gone || attempt == media_attempts_max) co_return placed;
  }
}

/// URL of the image: as named, or of this service, which also serves built images.
awaited_place place_iso(const redfish_call& call, iso_reach reach) {
  auto iso = iso_of(call);
  if (iso.url.empty()) co_return co_await build_boot_iso(call);
  if (auto wrong = check_boot_iso(iso, reach, call.context->policy->drivers.images))
    co_return tl::unexpected(std::move(*wrong));
  co_return co_await hand_iso_out(call, std::move(iso));
}

step_outcome not_placed(const redfish_call& call, const disc_place& place) {
  if (!place) return call.context->images->pending_outcome();
  const auto& why = place->error();
  return why.code == error_code::invalid ? step_refused(why.message) : step_failed(why.message);
}

boost::asio::awaitable<std::optional<failure>> remove_files(const redfish_call& call) {
  auto work = removing(call);
  const auto done = co_await call.context->files.run(call.request.allowed, std::move(work));
  if (done) co_return std::nullopt;
  co_return done.error();
}

using ejected_some = boost::asio::awaitable<redfish_result<bool>>;

/// A machine that boots from its optical drive takes the first medium it finds. So another image
/// that stays is an error. A device that names no image may only seem to be full.
ejected_some eject_other_discs(redfish_client bmc, std::vector<media_slot> slots,
                               std::string image) {
  bool ejected = false;
  for (const auto& slot : slots) {
    if (!slot.takes("cdrom") || !slot.is_full() || slot.has(image)) continue;
    auto wrong = co_await eject_media(bmc, slot);
    if (wrong && !slot.image().empty()) co_return tl::unexpected(std::move(*wrong));
    if (wrong) log::warn("cannot eject a virtual media image", {{log_key::error, wrong->message}});
    ejected = true;
  }
  co_return ejected;
}

media_slots all_drives(redfish_call, std::vector<media_slot> slots) { co_return slots; }

media_change insert_disc(redfish_call call, drive_choice choose, wanted_image wanted) {
  auto slots = co_await find_call_media(call);
  if (!slots) co_return slots.error();
  const auto ejected = co_await eject_other_discs(call.bmc, *slots, wanted.url);
  if (!ejected) co_return ejected.error();
  if (*ejected) {
    slots = co_await find_call_media(call);
    if (!slots) co_return slots.error();
  }
  auto drives = co_await choose(call, std::move(*slots));
  if (!drives) co_return drives.error();
  std::string type{"cdrom"};
  co_return co_await insert_media(call.bmc, std::move(*drives), std::move(type), std::move(wanted));
}

/// On some BMCs the boot device `cdrom` is not a virtual drive.
boost::asio::awaitable<std::optional<step_outcome>> find_media_refusal(redfish_call call) {
  const auto known = co_await find_known_system(call);
  if (!known) co_return redfish_step_failed(known.error());
  const auto& other = known->habits.media_boot_interface;
  if (other.empty()) co_return std::nullopt;
  const auto& firmware = known->maker.firmware;
  co_return step_refused("This boot_interface cannot boot a machine of vendor " +
                         known->maker.vendor.substr(0, 80) + " with BMC firmware '" +
                         firmware.substr(0, 80) + "' from virtual media; allowed: " + other + ".");
}

redfish_outcome put_disc_in(redfish_call call, drive_choice choose, std::string image) {
  auto wanted = co_await place_on_share(call, std::move(image));
  if (!wanted) co_return std::move(wanted.error());
  call.media_transport = wanted->transport;
  const auto wrong = co_await insert_disc(call, choose, *wanted);
  if (wrong) co_return redfish_step_failed(without_credentials(*wrong, wanted->url));
  auto ended = co_await insert_removable_media(call, std::move(wanted->url));
  co_return ended ? std::move(*ended) : media_step_done(call, call.request.what.name);
}

redfish_outcome prepare_disc(redfish_call call) {
  const auto image = co_await place_iso(call, iso_reach::media);
  if (!image || !*image) co_return not_placed(call, image);
  auto refusal = co_await find_media_refusal(call);
  if (refusal) co_return std::move(*refusal);
  co_return co_await put_disc_in(std::move(call), &all_drives, **image);
}

redfish_outcome prepare_chosen_disc(redfish_call call, drive_choice choose) {
  const auto image = co_await place_iso(call, iso_reach::media);
  if (!image || !*image) co_return not_placed(call, image);
  co_return co_await put_disc_in(std::move(call), choose, **image);
}

/// Only live instances need the ISO image. Others are on a disk.
redfish_outcome prepare_instance_disc(redfish_call call) {
  if (!boots_live(call)) co_return step_done();
  co_return co_await prepare_disc(std::move(call));
}

redfish_outcome take_disc_out(redfish_call call) {
  const auto slots = co_await find_call_media(call);
  if (!slots && slots.error().fault != redfish_fault::missing)
    co_return redfish_step_failed(slots.error());
  if (slots)
    for (const auto& slot : *slots) {
      const bool is_ours = slot.takes("cdrom") || is_own_image(call, slot);
      if (!is_ours || !slot.is_full()) continue;
      const auto wrong = co_await eject_media(call.bmc, slot);
      if (wrong) co_return redfish_step_failed(*wrong);
    }
  auto left = co_await remove_files(call);
  if (!left) left = co_await clear_shares(call);
  if (left) co_return step_failed(left->message);
  co_return media_step_done(call, {});
}

step_outcome noted(json url, step_outcome out) {
  out.observed.driver_internal_info[http_boot_url_key] = std::move(url);
  return out;
}

redfish_outcome prepare_url(redfish_call call) {
  const auto image = co_await place_iso(call, iso_reach::http);
  if (!image || !*image) co_return not_placed(call, image);
  co_return noted(json(**image), media_step_done(call, call.request.what.name));
}

redfish_outcome prepare_instance_url(redfish_call call) {
  if (!boots_live(call)) co_return step_done();
  co_return co_await prepare_url(std::move(call));
}

redfish_outcome take_url_back(redfish_call call) {
  const auto left = co_await remove_files(call);
  if (left) co_return step_failed(left->message);
  co_return noted(nullptr, media_step_done(call, {}));
}

namespace boots = driver_operations::boot;

constexpr std::array media_acts{
    redfish_operation_row{boots::prepare_ramdisk, &prepare_disc, &go_on_with<&prepare_disc>},
    redfish_operation_row{boots::clean_up_ramdisk, &take_disc_out},
    redfish_operation_row{boots::prepare_instance, &prepare_instance_disc,
                          &go_on_with<&prepare_instance_disc>},
    redfish_operation_row{boots::clean_up_instance, &take_disc_out},
};

constexpr std::array https_acts{
    redfish_operation_row{boots::prepare_ramdisk, &prepare_url, &go_on_with<&prepare_url>},
    redfish_operation_row{boots::clean_up_ramdisk, &take_url_back},
    redfish_operation_row{boots::prepare_instance, &prepare_instance_url,
                          &go_on_with<&prepare_instance_url>},
    redfish_operation_row{boots::clean_up_instance, &take_url_back},
};

}  // namespace

bool boots_live(const redfish_call& call) {
  return call.request.what.args.value("live", json{}) == true;
}

redfish_outcome prepare_boot_iso(redfish_call call, drive_choice choose) {
  return prepare_chosen_disc(std::move(call), choose);
}

redfish_outcome eject_boot_iso(redfish_call call) { return take_disc_out(std::move(call)); }

redfish_operations media_boot_acts() { return media_acts; }
redfish_operations https_boot_acts() { return https_acts; }

}  // namespace ironbus
