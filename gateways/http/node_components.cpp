#include "gateways/http/body_check.hpp"
#include "gateways/http/driver_calls.hpp"
#include "gateways/http/error.hpp"
#include "gateways/http/handlers.hpp"
#include "gateways/http/list_query.hpp"
#include "gateways/http/node_access.hpp"

#include <algorithm>

// What drivers report of a machine's parts: BIOS settings, firmware, virtual media.

namespace ironbus::http {

namespace {

/// A list that is part of the node's own record.
void answer_kept_list(const call_ptr& x, const char* key) {
  for (const auto& [name, value] : x->url.query)
    if (name != "detail" && name != "fields")
      return x->refuse({error_code::invalid, "Unexpected arguments: " + name.substr(0, 64) +
                                                 "; allowed: detail, fields."});
  with_node(x, x->arguments[0], [x, key](const std::string&, const json& snapshot) {
    x->respond_json(to_text({{key, snapshot.value(key, json::array())}}));
  });
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
  return {};
}

}  // namespace

void list_bios_settings(const call_ptr& x) { answer_kept_list(x, "bios"); }

void show_bios_setting(const call_ptr& x) {
  with_node(x, x->arguments[0], [x](const std::string& uuid, const json& snapshot) {
    const auto& wanted = x->arguments[1];
    for (const auto& setting : snapshot.value("bios", json::array()))
      if (setting.value("name", "") == wanted) return x->respond_json(to_text({{wanted, setting}}));
    x->refuse({error_code::not_found,
               "Node " + uuid + " has no BIOS setting '" + wanted.substr(0, 255) + "'."});
  });
}

void list_firmware(const call_ptr& x) { answer_kept_list(x, "firmware"); }

void list_virtual_media(const call_ptr& x) {
  with_driver_answer(
      x, {"management", "get_virtual_media"},
      [x](const std::string&, const json& answer) { x->respond_json(to_text(answer)); });
}

void attach_virtual_media(const call_ptr& x) {
  const auto body = x->body_object();
  if (!body) return x->refuse(body.error());
  if (auto ok = check_medium(*body); !ok) return x->refuse(ok.error());
  respond_when_called(x, {"management", "attach_virtual_media", *body, false}, 204);
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
  respond_when_called(x, {"management", "detach_virtual_media", {{"device_types", devices}}, false},
                      204);
}

}  // namespace ironbus::http
