#include "drivers/redfish/vendor/redfish_vendor.hpp"

#include "drivers/redfish/client/redfish_link.hpp"
#include "drivers/redfish/redfish_catalog.hpp"
#include "drivers/redfish/redfish_media.hpp"
#include "drivers/redfish/redfish_system.hpp"
#include "drivers/redfish/vendor/event_destination.hpp"
#include "messages/base/text.hpp"

#include <array>
#include <optional>

namespace ironbus {

namespace {

constexpr std::array<const char*, 5> subscription_keys{"Id", "Context", "Protocol", "Destination",
                                                       "EventTypes"};

json shown_subscription(const json& body) {
  json out = json::object();
  for (const auto* key : subscription_keys) out[key] = member_at(body, {key});
  return out;
}

redfish_get event_service(redfish_client bmc) {
  const auto root = co_await bmc.get_known(bmc.account().root);
  if (!root) co_return tl::unexpected(root.error());
  auto link = link_at(root->body, {"EventService"});
  if (link.empty()) co_return no_link(*root, "EventService");
  co_return co_await bmc.get(std::move(link));
}

using link_found = boost::asio::awaitable<redfish_result<std::string>>;

link_found subscriptions_of(redfish_client bmc) {
  const auto service = co_await event_service(std::move(bmc));
  if (!service) co_return tl::unexpected(service.error());
  auto out = link_at(service->body, {"Subscriptions"});
  if (out.empty()) co_return no_link(*service, "Subscriptions");
  co_return out;
}

std::string member_path(std::string collection, const std::string& id) {
  if (!collection.ends_with('/')) collection += '/';
  return collection + id;
}

redfish_error lacks_link(const redfish_resource& shown, const char* name) {
  return no_link(shown, name).value();
}

step_outcome bad_id() {
  return step_refused(
      "id is not a valid subscription id; allowed: the characters of a path segment, except '.' "
      "and '..' alone.");
}

step_outcome not_created(const redfish_answer& answer) {
  return step_failed("The BMC did not create a subscription: it answered with HTTP " +
                     std::to_string(answer.status) +
                     (answer.location.empty() ? " and no Location." : "."));
}

redfish_outcome create_subscription(redfish_call call) {
  const auto service = co_await event_service(call.bmc);
  if (!service) co_return redfish_step_failed(service.error());
  auto wanted = read_subscription(call.request.what.args, service->body);
  if (!wanted) co_return step_refused(wanted.error().message);
  const auto collection = link_at(service->body, {"Subscriptions"});
  if (collection.empty()) co_return redfish_step_failed(lacks_link(*service, "Subscriptions"));
  const auto made = co_await call.bmc.post(collection, std::move(*wanted));
  if (!made) co_return redfish_step_failed(made.error());
  if (made->status != 201 || made->location.empty()) co_return not_created(*made);
  const auto shown = co_await call.bmc.get(made->location);
  if (!shown) co_return redfish_step_failed(shown.error());
  co_return redfish_answered(shown_subscription(shown->body));
}

redfish_outcome get_subscription(redfish_call call) {
  const auto id = member_text(call.request.what.args, "id");
  if (!is_subscription_id(id)) co_return bad_id();
  const auto collection = co_await subscriptions_of(call.bmc);
  if (!collection) co_return redfish_step_failed(collection.error());
  const auto shown = co_await call.bmc.get(member_path(*collection, id));
  if (!shown) co_return redfish_step_failed(shown.error());
  co_return redfish_answered(shown_subscription(shown->body));
}

/// Clients expect 404 for any error.
redfish_outcome delete_subscription(redfish_call call) {
  const auto id = member_text(call.request.what.args, "id");
  if (!is_subscription_id(id)) co_return bad_id();
  const auto collection = co_await subscriptions_of(call.bmc);
  if (!collection) co_return step_refused(collection.error().message, error_code::not_found);
  const auto gone = co_await call.bmc.remove(member_path(*collection, id));
  if (!gone) co_return step_refused(gone.error().message, error_code::not_found);
  co_return step_done();
}

redfish_outcome list_subscriptions(redfish_call call) {
  const auto collection = co_await subscriptions_of(call.bmc);
  if (!collection) co_return redfish_step_failed(collection.error());
  const auto read = reading_from(call.bmc);
  auto pages = co_await read_pages(call.bmc, read, *collection, redfish_gaps::refused);
  if (!pages) co_return redfish_step_failed(pages.error());
  co_return redfish_answered(as_one_page(std::move(*pages)));
}

/// A device name of the API and the one of management.
struct medium_row {
  std::string_view word;
  std::string_view type;
};

constexpr std::array medium_rows{
    medium_row{"cd", "cdrom"},
    medium_row{"dvd", "cdrom"},
    medium_row{"usb", "disk"},
    medium_row{"floppy", "floppy"},
};

/// The device of the argument; empty: all. Unset: unknown.
std::optional<std::string> wanted_device(const json& args) {
  const auto& given = member_at(args, {"boot_device"});
  if (given.is_null()) return std::string{};
  const auto word = member_text(args, "boot_device");
  for (const auto& row : medium_rows)
    if (row.word == word) return std::string{row.type};
  return std::nullopt;
}

redfish_outcome eject_vmedia(redfish_call call) {
  const auto device = wanted_device(call.request.what.args);
  if (!device) co_return step_refused("boot_device must be one of cd, dvd, usb, floppy.");
  const auto slots = co_await find_call_media(call);
  if (!slots) co_return redfish_step_failed(slots.error());
  for (const auto& slot : *slots) {
    const bool wanted = device->empty() || slot.takes(*device);
    if (!wanted || !slot.is_full()) continue;
    const auto wrong = co_await eject_media(call.bmc, slot);
    if (wrong) co_return redfish_step_failed(*wrong);
  }
  co_return step_done();
}

constexpr std::array vendor_acts{
    redfish_operation_row{{"vendor", "create_subscription"}, &create_subscription},
    redfish_operation_row{{"vendor", "get_subscription"}, &get_subscription},
    redfish_operation_row{{"vendor", "delete_subscription"}, &delete_subscription},
    redfish_operation_row{{"vendor", "get_all_subscriptions"}, &list_subscriptions},
    redfish_operation_row{{"vendor", "eject_vmedia"}, &eject_vmedia},
};

/// Not repeated if its result is unknown, because that could create two.
step_declaration creation() {
  auto out =
      redfish_step("create_subscription",
                   {{"Destination", "URL that receives the events.", true},
                    {"EventTypes", "Event types to send. Default: Alert.", false},
                    {"Context", "Text that the BMC includes in each event.", false},
                    {"Protocol", "Protocol. Default: Redfish.", false},
                    {"HttpHeaders", "HTTP headers to send: a list of {name: value}.", false}});
  out.repeatable = false;
  return out;
}

std::vector<vendor_method> redfish_vendor_methods() {
  return {{"create_subscription", "Creates an event subscription on the BMC.", {"POST"}, false},
          {"delete_subscription", "Deletes an event subscription.", {"DELETE"}, false},
          {"get_subscription", "Shows an event subscription.", {"GET"}, false},
          {"get_all_subscriptions", "Lists the event subscriptions.", {"GET"}, false},
          {"eject_vmedia", "Ejects images from the virtual media devices.", {"POST"}}};
}

}  // namespace

std::vector<interface_implementation> redfish_vendor_implementations(const driver_options&) {
  const std::vector<step_argument> by_id{{"id", "Id of the subscription.", true}};
  auto out = by_redfish(
      "vendor", {creation(), redfish_step("get_subscription", by_id),
                 redfish_step("delete_subscription", by_id), redfish_step("get_all_subscriptions"),
                 redfish_step("eject_vmedia",
                              {{"boot_device", "cd, dvd, usb or floppy. Default: all.", false}})});
  out.vendor_methods = redfish_vendor_methods();
  return {std::move(out)};
}

redfish_operations redfish_vendor_acts() { return vendor_acts; }

}  // namespace ironbus
