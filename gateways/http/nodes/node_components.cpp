#include "gateways/http/api/error.hpp"
#include "gateways/http/nodes/driver_calls.hpp"
#include "gateways/http/nodes/handlers.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/view/body_check.hpp"
#include "gateways/http/view/json_text.hpp"
#include "gateways/http/view/list_query.hpp"

#include <algorithm>

// What drivers report of a machine's parts: BIOS settings, firmware, virtual media.

namespace ironbus::http {

namespace {

/// A list of parts that the node's own record has.
struct part_list {
  const char* key;
  const resource& (*of)();
  int since;  ///< First version with `detail` and `fields`.
};

constexpr part_list bios_settings{"bios", bios_setting_resource, 74};
constexpr part_list firmware_components{"firmware", firmware_resource, 86};

result<selection> read_selection(const call& x, const part_list& list) {
  const auto* fields = x.url.parameter("fields");
  const auto* detail = x.url.parameter("detail");
  for (const auto& [name, value] : x.url.query)
    if (x.version < list.since || (name != "detail" && name != "fields"))
      return invalid("Unexpected arguments: " + name.substr(0, 64) +
                     "; allowed: " + (x.version < list.since ? "none." : "detail, fields."));
  bool full = false;
  if (detail != nullptr) {
    const auto yes = read_boolean("detail", *detail);
    if (!yes) return tl::unexpected(yes.error());
    full = *yes;
  }
  if (full && fields != nullptr) return invalid("'detail' and 'fields' exclude each other.");
  if (full) return select_full(list.of(), x.version);
  return fields != nullptr ? select_fields(list.of(), x.version, *fields)
                           : select_listed(list.of(), x.version);
}

void answer_parts(const call_ptr& x, const part_list& list) {
  auto shown = read_selection(*x, list);
  if (!shown) return x->refuse(shown.error());
  with_node(x, x->arguments[0],
            [x, &list, shown = *shown](const std::string& uuid, const json& snapshot) {
              const auto base = x->base();
              const auto path = "nodes/" + uuid + "/" + list.key;
              std::string out = "{";
              append_name(out, list.key);
              out += '[';
              for (const auto& part : snapshot.value(list.key, json::array())) {
                if (out.back() != '[') out += ',';
                append_object(out, shown, shown_document{part}, {x->version, base, path});
              }
              x->respond_json(out += "]}");
            });
}

void answer_setting(const call_ptr& x, const std::string& uuid, const json& setting) {
  const auto base = x->base();
  const auto path = "nodes/" + uuid + "/bios";
  std::string out = "{";
  append_name(out, setting.at("name").get<std::string>());
  append_object(out, select_full(bios_setting_resource(), x->version), shown_document{setting},
                {x->version, base, path});
  x->respond_json(out += '}');
}

constexpr std::array<std::string_view, 3> media_devices{"cdrom", "disk", "floppy"};

bool is_media_device(const json& x) {
  return x.is_string() && std::find(media_devices.begin(), media_devices.end(),
                                    x.get_ref<const std::string&>()) != media_devices.end();
}

result<std::monostate> check_medium(const json& body) {
  if (auto keys = check_keys(body, {"device_type", "image_url", "image_download_source"}); !keys)
    return keys;
  if (!is_media_device(body.value("device_type", json{})))
    return invalid("Invalid value for 'device_type'; allowed: cdrom, disk, floppy.");
  const auto url = body.value("image_url", json{});
  if (!url.is_string() || url.get_ref<const std::string&>().find("://") == std::string::npos)
    return invalid("Missing mandatory parameter: image_url, which must be a URL");
  const auto source = body.value("image_download_source", json("local"));
  if (source != "http" && source != "local" && source != "swift")
    return invalid("Invalid value for 'image_download_source'; allowed: http, local, swift.");
  return {};
}

/// Accepted as soon as the node has taken it on, unless its BMC is known not to answer.
void call_for_media(const call_ptr& x, call_driver what) {
  with_node(x, x->arguments[0],
            [x, what = std::move(what)](const std::string& uuid, const json& snapshot) {
              if (snapshot.at("about").value("fault", json{}) == "power failure")
                return x->refuse({error_code::unavailable,
                                  "The BMC of node " + uuid + " does not answer (power failure)."});
              respond_when_called(x, what, 204);
            });
}

}  // namespace

void list_bios_settings(const call_ptr& x) { answer_parts(x, bios_settings); }

void show_bios_setting(const call_ptr& x) {
  with_node(x, x->arguments[0], [x](const std::string& uuid, const json& snapshot) {
    const auto& wanted = x->arguments[1];
    for (const auto& setting : snapshot.value("bios", json::array()))
      if (setting.value("name", "") == wanted) return answer_setting(x, uuid, setting);
    x->refuse({error_code::not_found,
               "Node " + uuid + " has no BIOS setting '" + wanted.substr(0, 255) + "'."});
  });
}

void list_firmware(const call_ptr& x) { answer_parts(x, firmware_components); }

void list_virtual_media(const call_ptr& x) {
  with_driver_answer(
      x, {"management", "get_virtual_media"},
      [x](const std::string&, const json& answer) { x->respond_json(to_text(answer)); });
}

void attach_virtual_media(const call_ptr& x) {
  const auto body = x->body_object();
  if (!body) return x->refuse(body.error());
  if (auto ok = check_medium(*body); !ok) return x->refuse(ok.error());
  call_for_media(x, {"management", "attach_virtual_media", *body, false});
}

void detach_virtual_media(const call_ptr& x) {
  json devices = json::array();
  if (const auto* list = x->url.parameter("device_types")) {
    std::string_view left = *list;
    while (!left.empty()) {
      const auto comma = left.find(',');
      devices.push_back(left.substr(0, comma));
      if (!is_media_device(devices.back()))
        return x->refuse({error_code::invalid,
                          "Invalid value for 'device_types'; allowed: cdrom, disk, floppy."});
      left.remove_prefix(comma == std::string_view::npos ? left.size() : comma + 1);
    }
  }
  call_for_media(x, {"management", "detach_virtual_media", {{"device_types", devices}}, false});
}

}  // namespace ironbus::http
