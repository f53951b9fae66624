#include "gateways/http/api/error.hpp"
#include "gateways/http/nodes/driver_calls.hpp"
#include "gateways/http/nodes/handlers.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/view/body_table.hpp"
#include "gateways/http/view/json_text.hpp"
#include "gateways/http/view/list_query.hpp"
#include "gateways/http/view/request_body.hpp"

#include <algorithm>
#include <array>

// Shows what drivers report about a machine's parts: BIOS settings, firmware, virtual media.

namespace ironbus::http {

namespace {

namespace media = driver_operations::management;

/// A list of parts in the node's record.
struct part_list {
  const char* key;
  const resource& (*shown_as)();
  int since;  ///< First version with `detail` and `fields`.
};

constexpr part_list bios_settings{"bios", bios_setting_resource, 74};
constexpr part_list firmware_components{"firmware", firmware_resource, 86};

result<selection> read_selection(const call& call, const part_list& list) {
  const auto* fields = call.url.parameter("fields");
  const auto* detail = call.url.parameter("detail");
  for (const auto& [name, value] : call.url.query)
    if (call.version < list.since || (name != "detail" && name != "fields"))
      return invalid("Unexpected arguments: " + name.substr(0, 64) +
                     "; allowed: " + (call.version < list.since ? "none." : "detail, fields."));
  bool full = false;
  if (detail != nullptr) {
    const auto yes = read_boolean("detail", *detail);
    if (!yes) return tl::unexpected(yes.error());
    full = *yes;
  }
  if (full && fields != nullptr) return invalid("'detail' and 'fields' cannot be given together.");
  if (full) return select_full(list.shown_as(), call.version);
  return fields != nullptr ? select_fields(list.shown_as(), call.version, *fields)
                           : select_listed(list.shown_as(), call.version);
}

task<> answer_parts(const call_ptr& call, const part_list& list) {
  const auto shown = co_await read_selection(*call, list);
  const auto node = co_await read_node(call, call->arguments[0]);
  const auto base = call->base();
  const auto path = "nodes/" + node.uuid + "/" + list.key;
  const view_context context{call->version, base, path};
  std::string out = "{";
  append_name(out, list.key);
  out += '[';
  for (const auto& part : node.snapshot.value(list.key, json::array())) {
    if (out.back() != '[') out += ',';
    append_object(out, shown, shown_document{part}, context);
  }
  call->respond_json(out += "]}");
}

void answer_setting(const call_ptr& call, const std::string& uuid, const json& setting) {
  const auto base = call->base();
  const auto path = "nodes/" + uuid + "/bios";
  std::string out = "{";
  append_name(out, setting.at("name").get<std::string>());
  append_object(out, select_full(bios_setting_resource(), call->version), shown_document{setting},
                {call->version, base, path});
  call->respond_json(out += '}');
}

constexpr std::array media_devices{allowed_text{"cdrom"}, allowed_text{"disk"},
                                   allowed_text{"floppy"}};
constexpr std::array image_sources{allowed_text{"http"}, allowed_text{"local"},
                                   allowed_text{"swift"}};

constexpr std::array medium_fields{
    body_field{
        .name = "device_type", .type = body_type::text, .flags = needed, .allowed = media_devices},
    body_field{.name = "image_url", .type = body_type::url, .flags = needed},
    body_field{.name = "image_download_source",
               .type = body_type::text,
               .allowed = image_sources,
               .description = "Default: local."},
};

bool is_media_device(std::string_view name) {
  return std::any_of(media_devices.begin(), media_devices.end(),
                     [&](const allowed_text& one) { return one.text == name; });
}

/// Answers when the node has accepted the call. Rejects the call if the BMC is known not to
/// respond.
task<> call_for_media(const call_ptr& call, call_driver what) {
  const auto node = co_await read_node(call, call->arguments[0]);
  if (node.attributes().value("fault", json()) == "power failure")
    co_await fail(error_code::unavailable,
                  "The BMC of node " + node.uuid + " does not answer (power failure).");
  co_await ask_driver(call, node.uuid, std::move(what));
  call->respond_empty(204);
}

result<json> read_device_types(const call& call) {
  json out = json::array();
  const auto* list = call.url.parameter("device_types");
  std::string_view left = list != nullptr ? *list : std::string_view{};
  while (!left.empty()) {
    const auto comma = left.find(',');
    out.push_back(left.substr(0, comma));
    if (!is_media_device(left.substr(0, comma)))
      return invalid("Invalid value for 'device_types'; allowed: cdrom, disk, floppy.");
    left.remove_prefix(comma == std::string_view::npos ? left.size() : comma + 1);
  }
  return out;
}

}  // namespace

const body_table medium_body{.name = "VirtualMedium", .fields = medium_fields};

task<> list_bios_settings(const call_ptr& x) { return answer_parts(x, bios_settings); }

task<> show_bios_setting(const call_ptr& call) {
  const auto node = co_await read_node(call, call->arguments[0]);
  const auto& wanted = call->arguments[1];
  for (const auto& setting : node.snapshot.value("bios", json::array()))
    if (setting.value("name", "") == wanted) co_return answer_setting(call, node.uuid, setting);
  co_await fail(error_code::not_found,
                "Node " + node.uuid + " has no BIOS setting '" + wanted.substr(0, 255) + "'.");
}

task<> list_firmware(const call_ptr& x) { return answer_parts(x, firmware_components); }

task<> list_virtual_media(const call_ptr& call) {
  auto what = call_of(media::get_virtual_media);
  const auto uuid = co_await resolve_node(call, call->arguments[0]);
  const auto answer = co_await ask_driver(call, uuid, std::move(what));
  call->respond_json(to_text(answer));
}

task<> attach_virtual_media(const call_ptr& call) {
  auto body = co_await read_body(*call);
  auto what = call_later(media::attach_virtual_media, std::move(body));
  co_await call_for_media(call, std::move(what));
}

task<> detach_virtual_media(const call_ptr& call) {
  const auto devices = co_await read_device_types(*call);
  auto what = call_later(media::detach_virtual_media, {{"device_types", devices}});
  co_await call_for_media(call, std::move(what));
}

}  // namespace ironbus::http
