#include "drivers/redfish/redfish_media.hpp"

#include "drivers/kit/pause.hpp"
#include "drivers/redfish/client/redfish_link.hpp"
#include "drivers/redfish/redfish_system.hpp"
#include "messages/base/host_source.hpp"
#include "messages/base/text.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

struct media_row {
  std::string_view type;
  std::array<std::string_view, 2> words;  ///< Accepted MediaTypes.
};

constexpr std::array media_rows{
    media_row{"cdrom", {"CD", "DVD"}},
    media_row{"disk", {"USBStick", "USBStick"}},
    media_row{"floppy", {"Floppy", "Floppy"}},
};

constexpr std::array<std::string_view, 5> image_schemes{"http://", "https://", "nfs://", "cifs://",
                                                        "smb://"};

std::optional<std::string> image_refusal(const json& args) {
  const auto url = member_text(args, "image_url");
  const auto source = member_text(args, "image_download_source");
  if (!source.empty() && source != "http")
    return "image_download_source is '" + source +
           "'; allowed: http, because the BMC fetches the image itself.";
  const bool known =
      std::any_of(image_schemes.begin(), image_schemes.end(), [&](std::string_view scheme) {
        return url.starts_with(scheme) && url.size() > scheme.size();
      });
  if (known) return std::nullopt;
  return "image_url must begin with http://, https://, nfs://, cifs:// or smb://.";
}

json shown_slot(const media_slot& slot) {
  const auto& types = member_at(slot.shown.body, {"MediaTypes"});
  const auto image = slot.is_full() ? slot.image() : std::string{};
  return {{"media_types", types.is_array() ? types : json::array()},
          {"inserted", slot.is_full()},
          {"image", image.empty() ? json{} : json(image)}};
}

bool is_wanted(const media_slot& slot, const json& types) {
  if (!types.is_array() || types.empty()) return true;
  return std::any_of(types.begin(), types.end(), [&](const json& one) {
    return one.is_string() && slot.takes(one.get<std::string>());
  });
}

/// Whether another reading may succeed.
bool may_pass(redfish_fault fault) {
  return fault == redfish_fault::broken || fault == redfish_fault::busy ||
         fault == redfish_fault::silent || fault == redfish_fault::unreadable ||
         fault == redfish_fault::missing;
}

template <class T>
using media_reader = boost::asio::awaitable<redfish_result<T>> (*)(redfish_client, std::string);

/// Reads until it succeeds, or media_read_timeout has passed.
template <class T>
boost::asio::awaitable<redfish_result<T>> read_again(redfish_client bmc, std::string link,
                                                     media_reader<T> read) {
  const auto& options = bmc.options();
  const auto give_up = steady_clock::now() + options.media_read_timeout;
  for (auto pause = options.media_poll_first;; pause = pause * 3 / 2) {
    auto out = co_await read(bmc, link);
    const bool again = !out && may_pass(out.error().fault) && steady_clock::now() < give_up;
    if (!again) co_return out;
    co_await pause_for(pause);
  }
}

redfish_get get_device(redfish_client bmc, std::string link) { co_return co_await bmc.get(link); }

media_slots read_devices(redfish_client bmc, std::string collection) {
  const auto links = co_await read_again(bmc, std::move(collection), &get_member_links);
  if (!links) co_return tl::unexpected(links.error());
  std::vector<media_slot> out;
  for (const auto& link : *links) {
    auto one = co_await read_again(bmc, link, &get_device);
    if (!one && one.error().fault == redfish_fault::missing) continue;
    if (!one) co_return tl::unexpected(one.error());
    out.emplace_back().shown = std::move(*one);
  }
  co_return out;
}

}  // namespace

bool media_slot::takes(std::string_view type) const {
  const auto* row = std::find_if(media_rows.begin(), media_rows.end(),
                                 [&](const auto& one) { return one.type == type; });
  const auto& types = member_at(shown.body, {"MediaTypes"});
  if (row == media_rows.end() || !types.is_array()) return false;
  return std::any_of(types.begin(), types.end(), [&](const json& one) {
    return one.is_string() && std::find(row->words.begin(), row->words.end(),
                                        one.get<std::string>()) != row->words.end();
  });
}

/// Some BMCs keep showing the last image and report that it is not connected. Old ones do not
/// report whether an image is inserted.
bool media_slot::is_full() const {
  const auto& inserted = member_at(shown.body, {"Inserted"});
  if (member_text(shown.body, "ConnectedVia") == "NotConnected") return false;
  return inserted.is_boolean() ? inserted.get<bool>() : !image().empty();
}

std::string media_slot::image() const { return member_text(shown.body, "Image"); }

bool media_slot::has(std::string_view wanted) const {
  return is_full() && is_same_image(image(), wanted);
}

media_slots find_call_media(redfish_call call) {
  auto system = co_await get_system(call.bmc, call.system);
  if (!system) co_return tl::unexpected(system.error());
  co_return co_await find_media(call.bmc, std::move(*system));
}

media_slots find_media(redfish_client bmc, redfish_resource system) {
  auto collection = link_at(system.body, {"VirtualMedia"});
  if (collection.empty()) {
    const auto manager = co_await get_manager(bmc, system, "VirtualMedia");
    if (!manager) co_return tl::unexpected(manager.error());
    collection = link_at(manager->body, {"VirtualMedia"});
    if (collection.empty()) co_return no_link(*manager, "VirtualMedia");
  }
  co_return co_await read_devices(bmc, std::move(collection));
}

redfish_outcome get_redfish_media(redfish_call call) {
  const auto slots = co_await find_call_media(std::move(call));
  if (!slots) co_return redfish_step_failed(slots.error());
  json out = json::array();
  for (const auto& slot : *slots) out.push_back(shown_slot(slot));
  co_return redfish_answered(std::move(out));
}

redfish_outcome attach_redfish_media(redfish_call call) {
  const auto args = call.request.what.args;
  if (const auto why = image_refusal(args)) co_return step_refused(*why);
  auto slots = co_await find_call_media(call);
  if (!slots) co_return redfish_step_failed(slots.error());
  auto type = member_text(args, "device_type");
  auto image = member_text(args, "image_url");
  wanted_image wanted{image, call.media_transport};
  const auto wrong =
      co_await insert_media(call.bmc, std::move(*slots), std::move(type), std::move(wanted));
  if (wrong) co_return redfish_step_failed(without_credentials(*wrong, image));
  co_return step_done();
}

redfish_outcome detach_redfish_media(redfish_call call) {
  const auto types = call.request.what.args.value("device_types", json{});
  const auto slots = co_await find_call_media(call);
  if (!slots) co_return redfish_step_failed(slots.error());
  for (const auto& slot : *slots) {
    if (!slot.is_full() || !is_wanted(slot, types)) continue;
    const auto wrong = co_await eject_media(call.bmc, slot);
    if (wrong) co_return redfish_step_failed(*wrong);
  }
  co_return step_done();
}

}  // namespace ironbus
