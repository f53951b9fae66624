#include "gateways/http/api/call.hpp"

#include "gateways/http/api/base_url.hpp"
#include "gateways/http/api/error.hpp"
#include "gateways/http/api/request_id.hpp"
#include "gateways/http/api/router.hpp"
#include "gateways/http/api/version.hpp"
#include "gateways/http/services/services.hpp"
#include "messages/base/uuid.hpp"

namespace ironbus::http {

call::call(http::services& known, http::request received, listener_kind where)
    : services(known),
      request(std::move(received)),
      listener(where),
      request_id("req-" + random_uuid()),
      callers_id(callers_request_id(request.headers)) {}

bool call::has_proxy_headers() const {
  return services.options.enable_proxy_headers_parsing && request.from_proxy;
}

std::string call::base() const {
  return base_url(request, {services.options.public_endpoint, request.secure, has_proxy_headers()});
}

std::vector<std::string> call::own_addresses() const {
  return {base(), base_url(request, {{}, request.secure, has_proxy_headers()})};
}

http::origin call::origin(const std::string& subject) const {
  http::origin out{trace, user, request_id};
  if (const auto found = seen.find(subject); found != seen.end()) out.seen = found->second;
  return out;
}

std::string call::path() const {
  return request.target.substr(0, std::min<size_t>(request.target.find('?'), 200));
}

std::vector<log::field> call::log_fields(std::string path) const {
  std::vector<log::field> out{{log_key::method, request.method},
                              {log_key::path, std::move(path)},
                              {log_key::request_id, request_id}};
  tracing::add_ids(out, trace);
  return out;
}

void call::log_error(const std::string& what) const {
  auto fields = log_fields(path());
  fields.push_back({log_key::global_request_id, callers_id});
  fields.push_back({log_key::error, what});
  log::error("http: internal error", std::move(fields));
}

void call::respond(response response) {
  if (answered_.exchange(true)) return;
  response.headers.emplace_back("Openstack-Request-Id", request_id);
  response.headers.emplace_back("X-Openstack-Request-Id", request_id);
  add_version_headers(response.headers, version > 0 ? std::optional{version} : std::nullopt);
  reply_(std::move(response));
}

/// Logs the refusal, because a ramdisk does not show its answer to a person. Some paths hold
/// secrets, so this logs the route's pattern. A conflict is normal: an agent of an earlier boot, or
/// one that has to try again.
void call::log_refused_ramdisk(const failure& why) const {
  constexpr size_t name_bytes_max = 64;
  const auto node = arguments.empty() ? std::string{} : arguments[0].substr(0, name_bytes_max);
  auto fields = log_fields(std::string{matched->path});
  fields.push_back({log_key::node, node});
  fields.push_back({log_key::error, why.message});
  const auto level = why.code == error_code::conflict ? log::level::info : log::level::warn;
  log::write(level, "http: rejected the request of a ramdisk", std::move(fields));
}

/// The owner or lessee of an object changed after the check, and nothing was done. The request may
/// still be allowed, so it starts again from the check.
bool call::checks_again() {
  constexpr int checks_max = 4;
  if (start_again == nullptr || ++checks_ > checks_max) return false;
  seen.clear();
  resume([self = shared_from_this()] { self->start_again(self); });
  return true;
}

void call::refuse(const failure& why) {
  if (why.code == error_code::access_changed && checks_again()) return;
  denied_rule = denying_rule(why);
  if (why.code == error_code::internal) log_error(why.message);
  if (matched != nullptr && matched->who == access::ramdisk) log_refused_ramdisk(why);
  respond(error_response(why));
}

void call::respond_json(std::string text) {
  response out;
  out.body = std::move(text);
  respond(std::move(out));
}

void call::respond_empty(unsigned status, header_list headers) {
  response out;
  out.status = status;
  out.headers = std::move(headers);
  respond(std::move(out));
}

void call::guarded(const std::function<void()>& part) {
  try {
    part();
  } catch (const std::exception& e) {
    log_error(e.what());
    respond(error_response(500, "Internal error. Search the log for " + request_id + "."));
  }
}

void call::resume(std::function<void()> part) {
  services.post([self = shared_from_this(), part = std::move(part)] { self->guarded(part); });
}

result<json> call::body_json() const {
  return parse_json(request.body,
                    {body_bytes_max(matched, services.options), services.options.json_depth_max});
}

result<json> call::body_object() const {
  auto body = body_json();
  if (body && !body->is_object())
    return fail(error_code::invalid, "The request body must be a JSON object.");
  return body;
}

}  // namespace ironbus::http
