#include "drivers/agent/image_preparation.hpp"

#include "drivers/agent/file_image.hpp"
#include "drivers/agent/image.hpp"
#include "drivers/agent/image_fields.hpp"
#include "drivers/image/credentials.hpp"
#include "drivers/image/oci.hpp"
#include "messages/base/uuid.hpp"
#include "messages/model/served_files.hpp"

namespace ironbus {

namespace asio = boost::asio;

namespace {

using namespace std::chrono_literals;

/// Time that a step waits for an image before it becomes a task, and the time of a probe.
constexpr auto step_patience = 5s;
constexpr auto probe_patience = 5s;
constexpr uint32_t seconds_to_first_probe = 1;

facts noted_image(json noted) {
  facts out;
  out.driver_internal_info = {{served_image_key, std::move(noted)}};
  return out;
}

json cached_note(const cached_image& image, const std::string& token) {
  return {{"token", token}, {"sha256", image.sha256}, {"format", image.format}, {"cached", true}};
}

json registry_note(const oci_image& image) {
  const auto url = "https://" + authority_of(image.blob.host, image.blob.port) + image.blob.path;
  return {{"url", url}, {"sha256", image.sum.digits}};
}

std::string secret_of(const machine& target_machine) {
  auto out = info_text(target_machine.instance_info, "image_pull_secret");
  return out.empty() ? info_text(target_machine.driver_info, "image_pull_secret") : out;
}

/// The checksum of instance_info, or its checksum file.
void read_expected(image_request& wish, const json& instance_info) {
  for (const char* key : {"image_os_hash_value", "image_checksum"}) {
    const auto text = info_text(instance_info, key);
    if (text.empty()) continue;
    wish.sum = read_sum(text);
    if (!wish.sum) wish.checksum_url = text;
    return;
  }
}

image_request wish_of(const machine& target_machine, const image_rules& rules) {
  const auto& wanted = target_machine.instance_info;
  image_request out;
  out.source = info_text(wanted, "image_source");
  read_expected(out, wanted);
  out.secret = secret_of(target_machine);
  out.cpu_arch = info_text(target_machine.properties, "cpu_arch");
  out.declared_format = info_text(wanted, "image_disk_format");
  out.permitted_formats = rules.permitted_image_formats;
  out.inspects = !rules.disable_deep_image_inspection;
  out.allows_md5 = rules.allow_md5_checksum;
  return out;
}

std::function<result<json>()> file_work(const machine& target_machine, const image_rules& rules) {
  return [&target_machine, &rules] {
    return describe_file_image(target_machine.instance_info, rules);
  };
}

using linked = result<std::monostate>;

std::function<linked()> link_work(const cache_folder& folder, cached_image image, std::string node,
                                  std::string token) {
  return [&folder, image = std::move(image), node = std::move(node),
          token = std::move(token)]() -> linked {
    if (auto failed = folder.give(image, node, token)) return tl::unexpected(std::move(*failed));
    return std::monostate{};
  };
}

std::function<linked()> release_work(const cache_folder& folder, std::string node) {
  return [&folder, node = std::move(node)]() -> linked {
    folder.release(node);
    return std::monostate{};
  };
}

/// The outcome of a preparation by the cache; unset: the image is not complete yet.
asio::awaitable<std::optional<step_outcome>> take_from_cache(agent_context& context,
                                                             const permitted_step& request,
                                                             std::chrono::milliseconds patience,
                                                             bool retry_failed) {
  auto wish = wish_of(request.machine, context.policy->drivers.images);
  const auto image =
      co_await context.images.obtain(std::move(wish), request.allowed, patience, retry_failed);
  if (!image) co_return std::nullopt;
  if (!*image) co_return step_failed((*image).error().message);
  const auto token = random_token();
  auto work = link_work(context.images.folder(), **image, request.machine.uuid, token);
  const auto given = co_await context.work.run(request.allowed, std::move(work));
  if (given) co_return step_done(noted_image(cached_note(**image, token)));
  if (given.error().code == error_code::not_found) co_return std::nullopt;  // it is fetched again
  co_return step_failed(given.error().message);
}

step_outcome wait_for_image(const image_request& wish, const image_options& options) {
  const auto longest = static_cast<uint32_t>(options.download_timeout.count());
  return step_waiting_for_task("image:" + wish.id(), longest, seconds_to_first_probe);
}

asio::awaitable<step_outcome> prepare_cached(agent_context& context,
                                             const permitted_step& request) {
  auto end = co_await take_from_cache(context, request, step_patience, true);
  if (end) co_return std::move(*end);
  co_return wait_for_image(wish_of(request.machine, context.policy->drivers.images),
                           context.images.options());
}

/// A registry that needs credentials gives this service a short-lived token. The agent gets no
/// credentials of its own.
asio::awaitable<step_outcome> prepare_from_registry(agent_context& context,
                                                    const permitted_step& request) {
  auto wish = wish_of(request.machine, context.policy->drivers.images);
  const auto found = co_await context.images.locate(std::move(wish), request.allowed);
  if (!found) co_return step_failed(found.error().message);
  if (found->authorization.empty() && found->sum.algorithm == "sha256")
    co_return step_done(noted_image(registry_note(*found)));
  co_return co_await prepare_cached(context, request);
}

asio::awaitable<step_outcome> prepare_file(agent_context& context, const permitted_step& request) {
  auto work = file_work(request.machine, context.policy->drivers.images);
  auto found = co_await context.work.run(request.allowed, std::move(work));
  if (!found) co_return step_failed(found.error().message);
  (*found)["token"] = random_token();
  co_return step_done(noted_image(std::move(*found)));
}

std::string no_address(const char* what) {
  return std::string{
             "Cannot build the URL of the image for the agent (instance_info.image_source is "} +
         what + "): set the option agent.service_url.";
}

/// Whether the cache may have an image for the node: it got one, or may be about to.
bool may_hold_image(const machine& target_machine, const image_rules& rules) {
  const auto noted = target_machine.driver_internal_info.value(served_image_key, json{});
  if (noted.is_object() && noted.contains("cached")) return true;
  const auto way = way_of_image(target_machine, rules);
  return way == image_way::cached || way == image_way::registry;
}

bool is_direct(const permitted_step& request) {
  const auto source = info_text(request.machine.instance_info, "image_source");
  return request.kind == workflow::deploy && !source.empty();
}

}  // namespace

asio::awaitable<step_outcome> prepare_deploy(agent_context& context, permitted_step request) {
  if (!is_direct(request)) co_return step_done();
  const auto way = way_of_image(request.machine, context.policy->drivers.images);
  if (way == image_way::by_agent || way == image_way::file)
    co_await release_image(context, request);  // of an earlier deployment
  if (way == image_way::by_agent) co_return step_done(noted_image(nullptr));
  const bool on_file = way == image_way::file;
  if (context.policy->service_url.empty() && way != image_way::registry)
    co_return step_failed(no_address(on_file ? "a file" : "fetched by this service"));
  if (on_file) co_return co_await prepare_file(context, request);
  if (way == image_way::registry) co_return co_await prepare_from_registry(context, request);
  co_return co_await prepare_cached(context, request);
}

asio::awaitable<std::optional<step_outcome>> watch_preparation(agent_context& context,
                                                               permitted_step request) {
  co_return co_await take_from_cache(context, request, probe_patience, false);
}

asio::awaitable<step_outcome> release_image(agent_context& context, permitted_step request) {
  if (!may_hold_image(request.machine, context.policy->drivers.images)) co_return step_done();
  auto work = release_work(context.images.folder(), request.machine.uuid);
  co_await context.work.run(request.allowed, std::move(work));
  co_return step_done();
}

result<std::string> registry_authorization(const agent_context& context,
                                           const machine& target_machine) {
  if (const auto secret = secret_of(target_machine); !secret.empty())
    return authorization_of_secret(secret);
  const auto image = parse_oci_reference(info_text(target_machine.instance_info, "image_source"));
  const auto& file = context.images.options().authentication_config;
  if (!image || file.empty()) return std::string{};
  return authorization_of_host(file, image->host, image->port);
}

asio::awaitable<result<std::string>> authorization_for_agent(agent_context& context,
                                                             const permitted_step& request) {
  if (way_of_image(request.machine, context.policy->drivers.images) != image_way::by_agent)
    co_return std::string{};
  if (const auto secret = secret_of(request.machine); !secret.empty())
    co_return authorization_of_secret(secret);
  const auto url =
      parse_http_url_with_query(info_text(request.machine.instance_info, "image_source"));
  if (!url || context.images.options().authentication_config.empty()) co_return std::string{};
  co_return authorization_of_host(context.images.options().authentication_config, url->host,
                                  url->port);
}

}  // namespace ironbus
