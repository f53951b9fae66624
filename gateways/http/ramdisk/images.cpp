#include "gateways/http/api/questions.hpp"
#include "gateways/http/ramdisk/file_answer.hpp"
#include "gateways/http/ramdisk/handlers.hpp"
#include "gateways/http/services/services.hpp"
#include "messages/base/secrets.hpp"
#include "messages/base/uuid.hpp"
#include "messages/model/field.hpp"
#include "messages/model/policy.hpp"
#include "messages/model/provision_state.hpp"
#include "messages/model/served_files.hpp"
#include "messages/model/snapshot.hpp"
#include "messages/platform/log.hpp"
#include "messages/platform/open_file.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace ironbus::http {

namespace {

/// The states in which a deployment's agent may run.
constexpr std::array image_states{"deploying", "wait call-back", "deploy hold"};

// One text for all reasons: the caller is not authenticated and must not learn which images exist.
failure no_image() { return {error_code::not_found, "No image at this address."}; }

/// The path of the file and the folders that must contain it.
struct image_place {
  std::string path;
  std::vector<std::string> folders;
};

result<image_place> place_of_image(const json& attributes, const json& noted,
                                   const installation_policy& policy) {
  if (noted.value("cached", false))
    return image_place{policy.image_root + cached_image_path(attributes.value("uuid", ""),
                                                             noted.value("token", "")),
                       {policy.image_root}};
  const auto path = path_of_file_url(attributes.at("instance_info").value("image_source", ""));
  if (!path) return tl::unexpected(path.error());
  return image_place{*path, policy.drivers.images.file_url_allowed_paths};
}

/// The image, if the token is that of the node's running deployment.
result<image_place> image_at(const json& attributes, const std::string& token,
                             const installation_policy& policy) {
  const auto state = attributes.value("provision_state", "");
  if (std::find(image_states.begin(), image_states.end(), state) == image_states.end())
    return tl::unexpected(no_image());
  const auto noted = attributes.at("driver_internal_info").value(served_image_key, json::object());
  const auto known = noted.is_object() ? noted.value("token", "") : std::string{};
  if (known.empty() || !equal_in_constant_time(known, token)) return tl::unexpected(no_image());
  return place_of_image(attributes, noted, policy);
}

void send_file(call& call, const image_place& image) {
  auto file = open_below(image.path, image.folders);
  if (!file) {
    log::error("cannot serve an image to an agent", {{log_key::error, file.error().message}});
    return call.refuse(no_image());
  }
  call.respond(file_answer(call.request, std::move(*file), call.services.time.now()));
}

}  // namespace

task<> send_image(const call_ptr& call) {
  if (!is_uuid(call->arguments[0])) co_await tl::unexpected(no_image());
  const auto found = co_await load_existing(call, "node", call->arguments[0], no_image());
  const auto snapshot = co_await parse_own_json(found.snapshot);
  const auto image =
      image_at(snapshot.at(attributes_key), call->arguments[1], call->services.policy);
  if (!image) co_await tl::unexpected(no_image());
  send_file(*call, *image);
}

}  // namespace ironbus::http
