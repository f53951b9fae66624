#include "gateways/http/api/send_command.hpp"
#include "gateways/http/ramdisk/handlers.hpp"
#include "gateways/http/services/services.hpp"
#include "messages/base/log.hpp"
#include "messages/base/open_file.hpp"
#include "messages/base/secrets.hpp"
#include "messages/base/uuid.hpp"
#include "messages/model/provision_state.hpp"
#include "messages/model/served_files.hpp"

#include <algorithm>
#include <array>

namespace ironbus::http {

namespace {

/// Where a deployment's agent may be at work.
constexpr std::array image_states{"deploying", "wait call-back", "deploy hold"};

// One text for every reason: the caller is not authenticated and must not learn what exists.
failure no_image() { return {error_code::not_found, "There is no image at this address."}; }

/// The image's URL if this is the address of the node's deployment in progress; else empty.
std::string image_at(const json& about, const std::string& token) {
  const auto state = about.value("provision_state", "");
  if (std::find(image_states.begin(), image_states.end(), state) == image_states.end()) return {};
  const auto noted = about.at("driver_internal_info").value(served_image_key, json::object());
  const auto known = noted.is_object() ? noted.value("token", "") : std::string{};
  if (known.empty() || !equal_in_constant_time(known, token)) return {};
  return about.at("instance_info").value("image_source", "");
}

void send_file(call& x, const std::string& url) {
  const auto path = path_of_file_url(url);
  if (!path) return x.refuse(no_image());
  auto file = open_below(*path, x.with.options.images.file_url_allowed_paths);
  if (!file) {
    log::error("an agent cannot be given its image", {{log_key::error, file.error().message}});
    return x.refuse(no_image());
  }
  response out;
  out.content_type = "application/octet-stream";
  out.file = std::make_shared<const open_file>(std::move(*file));
  x.respond(std::move(out));
}

}  // namespace

void send_image(const call_ptr& x) {
  if (!is_uuid(x->arguments[0])) return x->refuse(no_image());
  auto loaded = [x](const result<stored>& record) {
    if (!record && record.error().code != error_code::not_found) return x->refuse(record.error());
    if (!record || record->erased) return x->refuse(no_image());
    const auto snapshot = parse_own_json(record->snapshot);
    if (!snapshot) return x->refuse(snapshot.error());
    const auto url = image_at(snapshot->at("about"), x->arguments[1]);
    url.empty() ? x->refuse(no_image()) : send_file(*x, url);
  };
  x->with.records.load("node", x->arguments[0], x->either<stored>(std::move(loaded)));
}

}  // namespace ironbus::http
