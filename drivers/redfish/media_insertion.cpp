// Insertion and ejection of images, which differ between vendors.

#include "drivers/redfish/client/redfish_link.hpp"
#include "drivers/redfish/redfish_media.hpp"
#include "messages/base/secrets.hpp"
#include "messages/base/text.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

constexpr int change_attempts = 4;

json insertion(const std::string& image) { return {{"Image", image}}; }
json patched_insertion(const std::string& image) {
  return {{"Image", image}, {"Inserted", true}, {"WriteProtected", true}};
}
json patched_ejection() { return {{"Image", nullptr}, {"Inserted", false}}; }

/// A parameter that a BMC may require, and its value.
struct demand_row {
  std::string_view property;
  std::string (*value)(const std::string& image);
};

std::string protocol_of(const std::string& image) {
  auto out = image.substr(0, image.find(':'));
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char letter) { return std::toupper(letter); });
  return out;
}
std::string by_stream(const std::string&) { return "Stream"; }
std::string nobody(const std::string&) { return "none"; }

constexpr std::array demand_rows{
    demand_row{"TransferProtocolType", &protocol_of},
    demand_row{"TransferMethod", &by_stream},
    demand_row{"UserName", &nobody},
    demand_row{"Password", &nobody},
};

/// Adds required parameters to the request. False: the error names none.
bool meet_demands(json& body, const redfish_error& wrong, const std::string& image) {
  bool changed = false;
  for (const auto& row : demand_rows) {
    const std::string property{row.property};
    if (!wrong.says(row.property) || body.contains(property)) continue;
    body[property] = row.value(image);
    changed = true;
  }
  return changed;
}

media_change insert_by_action(redfish_client bmc, std::string target, std::string image) {
  auto body = insertion(image);
  for (int attempt = 1;; ++attempt) {
    const auto done = co_await bmc.post(target, body);
    if (done) co_return std::nullopt;
    if (done.error().status != 400 || attempt >= change_attempts) co_return done.error();
    if (!meet_demands(body, done.error(), image)) co_return done.error();
  }
}

bool is_patched(const media_slot& slot) {
  return slot.shown.allow.find("PATCH") != std::string::npos;
}

media_change insert_into(redfish_client bmc, media_slot slot, std::string image) {
  const auto target = action_target(slot.shown.body, "VirtualMedia.InsertMedia");
  if (!target.empty()) co_return co_await insert_by_action(std::move(bmc), target, image);
  if (!is_patched(slot))
    co_return redfish_error{
        redfish_fault::missing,
        405,
        "The virtual media device " + slot.shown.path + " does not accept images.",
        {}};
  auto body = patched_insertion(image);
  const auto changed = co_await bmc.patch(std::move(slot.shown), std::move(body));
  if (!changed) co_return changed.error();
  co_return std::nullopt;
}

/// If the connection is lost, the BMC may have inserted the image. So its state is read, and the
/// request repeated if necessary.
media_change insert_surely(redfish_client bmc, media_slot slot, std::string image) {
  for (int attempt = 1;; ++attempt) {
    auto wrong = co_await insert_into(bmc, slot, image);
    if (!wrong || wrong->fault != redfish_fault::silent || attempt >= change_attempts)
      co_return wrong;
    auto shown = co_await bmc.get(slot.shown.path);
    if (!shown) co_return wrong;
    slot.shown = std::move(*shown);
    if (slot.is_full() && slot.image() == image) co_return std::nullopt;
  }
}

/// With an empty body, as specified, then with an empty object.
redfish_change eject_once(redfish_client bmc, media_slot slot) {
  const auto target = action_target(slot.shown.body, "VirtualMedia.EjectMedia");
  if (target.empty()) {
    auto body = patched_ejection();
    co_return co_await bmc.patch(std::move(slot.shown), std::move(body));
  }
  auto done = co_await bmc.post(target, nullptr);
  const bool wants_body = !done && (done.error().status == 400 || done.error().status == 415);
  if (wants_body) done = co_await bmc.post(target, json::object());
  co_return done;
}

/// Whether another slot may accept the image.
bool is_of_the_slot(const redfish_error& wrong) {
  return wrong.fault == redfish_fault::refused || wrong.fault == redfish_fault::missing ||
         wrong.fault == redfish_fault::broken;
}

redfish_error nothing_took(const std::string& type, const std::optional<redfish_error>& first) {
  return {redfish_fault::refused,
          0,
          "No virtual media device accepted the image as " + type + "." +
              (first ? " " + first->message : " The machine has no device of that type."),
          {}};
}

}  // namespace

media_change insert_media(redfish_client bmc, std::vector<media_slot> slots, std::string type,
                          std::string image) {
  std::erase_if(slots, [&](const auto& slot) { return !slot.takes(type); });
  for (const auto& slot : slots)
    if (slot.is_full() && slot.image() == image) co_return std::nullopt;
  std::stable_partition(slots.begin(), slots.end(),
                        [](const auto& slot) { return !slot.is_full(); });
  std::optional<redfish_error> first;
  for (const auto& slot : slots) {
    std::optional<redfish_error> wrong;
    if (slot.is_full()) wrong = co_await eject_media(bmc, slot);
    if (!wrong) wrong = co_await insert_surely(bmc, slot, image);
    if (!wrong || !is_of_the_slot(*wrong)) co_return wrong;
    if (!first) first = std::move(wrong);
  }
  co_return nothing_took(type, first);
}

namespace {

void mask(redfish_error& wrong, std::string_view secret) {
  for (size_t found = wrong.message.find(secret); !secret.empty() && found != std::string::npos;
       found = wrong.message.find(secret, found + masked_value.size()))
    wrong.message.replace(found, secret.size(), masked_value);
}

/// The secret file name of a built boot ISO (boot/iso_content.hpp); empty: none.
std::string_view hidden_name(std::string_view image) {
  constexpr size_t digits = 40;
  const auto name = image.substr(image.rfind('/') + 1);
  const auto end = std::min(name.find_first_not_of("0123456789abcdef"), name.size());
  return end == digits ? name.substr(0, digits) : std::string_view{};
}

}  // namespace

redfish_error without_credentials(redfish_error wrong, const std::string& image) {
  mask(wrong, hidden_name(image));
  const auto begin = image.find("://");
  const auto end = image.find('@');
  if (begin == std::string::npos || end == std::string::npos || end <= begin + 3) return wrong;
  auto secret = image.substr(begin + 3, end - begin - 3);
  if (const auto colon = secret.find(':'); colon != std::string::npos) secret.erase(0, colon + 1);
  mask(wrong, secret);
  return wrong;
}

/// Succeeds if the slot is empty. If the connection is lost, the request is repeated.
media_change eject_media(redfish_client bmc, media_slot slot) {
  for (int attempt = 1;; ++attempt) {
    const auto done = co_await eject_once(bmc, slot);
    if (done) co_return std::nullopt;
    auto shown = co_await bmc.get(slot.shown.path);
    if (!shown) co_return done.error();
    slot.shown = std::move(*shown);
    if (!slot.is_full()) co_return std::nullopt;
    const bool again = done.error().fault == redfish_fault::silent && attempt < change_attempts;
    if (!again) co_return done.error();
  }
}

}  // namespace ironbus
