#include "gateways/http/api/questions.hpp"
#include "gateways/http/ramdisk/file_answer.hpp"
#include "gateways/http/ramdisk/handlers.hpp"
#include "gateways/http/services/services.hpp"
#include "messages/base/secrets.hpp"
#include "messages/base/uuid.hpp"
#include "messages/model/provision_state.hpp"
#include "messages/model/served_files.hpp"
#include "messages/model/stored_attributes.hpp"
#include "messages/platform/log.hpp"
#include "messages/platform/open_file.hpp"

#include <algorithm>
#include <array>

namespace ironbus::http {

namespace {

/// Where a deployment's agent may be at work.
constexpr std::array image_states{"deploying", "wait call-back", "deploy hold"};

// One text for every reason: the caller is not authenticated and must not learn what exists.
failure no_image() { return {error_code::not_found, "There is no image at this address."}; }

/// The image's URL if this is the address of the node's deployment in progress; else empty.
std::string image_at(const json& attributes, const std::string& token) {
  const auto state = attributes.value("provision_state", "");
  if (std::find(image_states.begin(), image_states.end(), state) == image_states.end()) return {};
  const auto noted = attributes.at("driver_internal_info").value(served_image_key, json::object());
  const auto known = noted.is_object() ? noted.value("token", "") : std::string{};
  if (known.empty() || !equal_in_constant_time(known, token)) return {};
  return attributes.at("instance_info").value("image_source", "");
}

void send_file(call& call, const std::string& url) {
  const auto path = path_of_file_url(url);
  if (!path) return call.refuse(no_image());
  auto file = open_below(*path, call.services.policy.drivers.images.file_url_allowed_paths);
  if (!file) {
    log::error("an agent cannot be given its image", {{log_key::error, file.error().message}});
    return call.refuse(no_image());
  }
  call.respond(file_answer(call.request, std::move(*file), call.services.time.now()));
}

}  // namespace

task<> send_image(const call_ptr& call) {
  if (!is_uuid(call->arguments[0])) co_await tl::unexpected(no_image());
  const auto found = co_await load_existing(call, "node", call->arguments[0], no_image());
  const auto snapshot = co_await parse_own_json(found.snapshot);
  const auto url = image_at(snapshot.at(attributes_key), call->arguments[1]);
  if (url.empty()) co_await tl::unexpected(no_image());
  send_file(*call, url);
}

}  // namespace ironbus::http
