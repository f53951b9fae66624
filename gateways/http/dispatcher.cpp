#include "gateways/http/dispatcher.hpp"

#include "gateways/http/access/cors.hpp"
#include "gateways/http/access/served_hosts.hpp"
#include "gateways/http/api/authentication.hpp"
#include "gateways/http/api/base_url.hpp"
#include "gateways/http/api/error.hpp"
#include "gateways/http/api/permission.hpp"
#include "gateways/http/api/request_trace.hpp"
#include "gateways/http/api/user_limits.hpp"
#include "gateways/http/api/version.hpp"
#include "gateways/http/audit.hpp"
#include "gateways/http/authorization.hpp"
#include "gateways/http/routes/routes.hpp"
#include "gateways/http/services/agent_call_metrics.hpp"
#include "messages/base/host_source.hpp"
#include "messages/base/text.hpp"
#include "messages/base/uuid.hpp"

#include <algorithm>
#include <set>

namespace ironbus::http {

namespace {

// From this version on a suffix ".json" is part of the path.
constexpr int no_suffix_since = 91;

void strip_suffix(std::vector<std::string>& path) {
  static constexpr std::string_view suffix = ".json";
  if (!path.empty() && path.back().size() > suffix.size() && path.back().ends_with(suffix))
    path.back().resize(path.back().size() - suffix.size());
}

bool accepts_json(std::string_view accept) {
  return accept.empty() || accept.find("json") != std::string_view::npos ||
         accept.find("*/*") != std::string_view::npos ||
         accept.find("application/*") != std::string_view::npos;
}

response methods_response(const std::string& allowed) {
  response out;
  out.headers.emplace_back("Allow", allowed + ", OPTIONS");
  return out;
}

/// The method for routing. HEAD is routed as GET; the server omits the body.
std::string_view routed_method(const call& call) {
  return call.request.method == "HEAD" ? std::string_view{"GET"} : call.request.method;
}

/// The methods that a path has in a version: "GET, POST".
std::string methods_of(const std::vector<const route*>& all, int version) {
  std::set<std::string_view> names;
  for (const auto* row : all)
    if (row->since <= version) names.insert(row->method);
  return join(names);
}

/// Answers a path that is newer than the version: 404, or 405 if its writes get that.
void refuse_newer(call& call, const std::vector<const route*>& all) {
  const auto first = *std::min_element(
      all.begin(), all.end(), [](const auto* a, const auto* b) { return a->since < b->since; });
  const bool hidden =
      std::none_of(all.begin(), all.end(), [](const auto* y) { return y->when_older == 405; });
  call.respond(framework_error(hidden ? 404 : 405,
                               "This request needs API version " + version_text(first->since) +
                                   "; requested was " + version_text(call.version) + "."));
}

void refuse_path(call& call, const std::vector<const route*>& others) {
  if (others.empty()) return call.respond(framework_error(404, "No resource at this path."));
  const auto allowed = methods_of(others, call.version > 0 ? call.version : version_max);
  if (allowed.empty()) return refuse_newer(call, others);
  if (call.request.method == "OPTIONS") return call.respond(methods_response(allowed));
  auto answer =
      framework_error(405, "The method " + call.request.method.substr(0, 32) +
                               " is not allowed for this path; allowed: " + allowed + ".");
  answer.headers.emplace_back("Allow", allowed);
  call.respond(std::move(answer));
}

void refuse_version(call& call) {
  const auto text = "This request needs API version " + version_text(call.matched->since) +
                    "; requested was " + version_text(call.version) + ".";
  auto answer = call.matched->when_older == 405 ? framework_error(405, text)
                                                : error_response(call.matched->when_older, text);
  if (call.matched->when_older == 405) answer.headers.emplace_back("Allow", "");
  call.respond(std::move(answer));
}

task<> authorize_and_answer(const call_ptr& call) {
  co_await authorize(call);
  call->matched->answers.run(call);
}

void answer_authorized(const call_ptr& call) {
  call->start_again = answer_authorized;
  if (!is_limited(*call)) return call->matched->answers.run(call);
  run_handler(call, authorize_and_answer);
}

void answer_admitted(const call_ptr& call) {
  if (call->matched == nullptr)
    return refuse_path(
        *call, find_route(routes(), routed_method(*call), call->url.path, call->listener).others);
  if (call->matched->since == 0) {  // The route has no versions.
    call->version = version_max;
    return answer_authorized(call);
  }
  if (const auto version = negotiate(call->request.headers); !version)
    return call->respond(framework_error(406, version.error().message));
  if (!accepts_json(call->request.header("Accept")))
    return call->refuse(
        {error_code::not_acceptable, "Not acceptable: this path returns application/json only."});
  if (call->version < call->matched->since) return refuse_version(*call);
  answer_authorized(call);
}

task<> serve(const call_ptr& x) {
  const bool admitted = co_await admit(x);
  if (!admitted || !take_place(x)) co_return;
  x->before_body ? x->before_body() : answer_admitted(x);
}

/// Whether the request names this service, by a valid Host. Refuses it otherwise.
bool check_host(call& call) {
  const auto host = call.request.header("Host");
  const auto& options = call.services.options;
  if (!host.empty() && !is_authority(host)) {
    call.refuse({error_code::invalid, "Invalid header Host; allowed: HOST[:PORT]."});
    return false;
  }
  const auto foreign = foreign_host(call.request, call.has_proxy_headers(), options.own_hosts,
                                    options.allowed_hosts);
  if (foreign.empty()) return true;
  call.respond(error_response(
      421, "This service does not answer to the host '" + std::string{foreign.substr(0, 253)} +
               "'. If it is one of its names, add it to the option api.allowed_hosts."));
  return false;
}

/// Checks the user before the path, so that a stranger does not learn which paths exist.
void run(const call_ptr& call) {
  if (!check_host(*call)) return;
  const auto& origins = call->services.options.cors_allowed_origins;
  if (auto answer = answer_preflight(call->request, origins))
    return call->respond(std::move(*answer));
  if (is_forged(call->request, call->own_addresses(), origins))
    return call->refuse({error_code::forbidden,
                         "A web page of another origin may not change anything. Allowed origins "
                         "are set by api.cors_allowed_origins. Behind a proxy, "
                         "api.public_endpoint sets this service's own."});
  auto parsed = parse_target(call->request.target);
  if (!parsed) return call->refuse(parsed.error());
  call->url = std::move(*parsed);
  const auto version = negotiate(call->request.headers);
  if (version) call->version = *version;
  auto match = find_route(routes(), routed_method(*call), call->url.path, call->listener);
  const bool written_out = match.found != nullptr && !match.found->path.ends_with('}');
  if (!written_out && call->version < no_suffix_since && version) {
    strip_suffix(call->url.path);
    match = find_route(routes(), routed_method(*call), call->url.path, call->listener);
  }
  call->matched = match.found;
  call->arguments = std::move(match.arguments);
  run_handler(call, serve);
}

size_t number_of(const route* route) {
  return route != nullptr ? static_cast<size_t>(route - routes().data()) : request_metrics::none;
}

/// Logs the caller's request id with ours. Reads are frequent and change nothing, so they go to the
/// debug level.
void log_ids(const call& call) {
  if (call.callers_id.empty()) return;
  const auto level = routed_method(call) == "GET" ? log::level::debug : log::level::info;
  auto fields = call.log_fields(call.path());
  fields.push_back({log_key::global_request_id, call.callers_id});
  log::write(level, "request", std::move(fields));
}

}  // namespace

api::api(services& context, listener_kind listener) : services_(context), listener_(listener) {
  if (listener != listener_kind::ramdisks)
    audit_ = std::make_unique<audit_trail>(context.options.audit);
}

void api::audit(const call& answered, unsigned status) {
  if (audit_) audit_->take(audit_entry_of(answered, status), steady_clock::now());
}

size_t api::body_bytes_max(const request& head) const {
  const auto url = parse_target(head.target);
  const auto* route = url ? find_route(routes(), head.method, url->path, listener_).found : nullptr;
  return http::body_bytes_max(route, services_.options);
}

/// A refusal here is counted and answered as if the body had been read.
void api::admit(const request& head, std::function<void(std::optional<response>)> verdict) {
  auto one = begin(head, [verdict](response refusal) { verdict(std::move(refusal)); });
  one->before_body = [verdict] { verdict(std::nullopt); };
  one->guarded([&] { run(one); });
}

void api::handle(request request, responder reply) {
  const auto one = begin(std::move(request), std::move(reply));
  log_ids(*one);
  one->guarded([&] { run(one); });
}

call_ptr api::begin(request request, responder reply) {
  const auto began = steady_clock::now();
  auto one = std::make_shared<call>(services_, std::move(request), listener_);
  begin_trace(*one);
  // Weak: the call owns the responder.
  one->on_reply(
      [this, began, weak = std::weak_ptr<call>(one), reply = std::move(reply)](response other) {
        if (auto self = weak.lock()) {
          services_.counted.count(number_of(self->matched), self->request.method, other.status,
                                  steady_clock::now() - began);
          end_trace(*self, other.status);
          self->place.reset();
          audit(*self, other.status);
          if (self->matched != nullptr) count_agent_call(self->matched->path, other.status);
          add_cors_headers(other, self->request, services_.options.cors_allowed_origins);
        }
        reply(std::move(other));
      });
  return one;
}

response api::refuse(unsigned status, const std::string& reason) const {
  auto out = framework_error(status, reason);
  add_version_headers(out.headers, std::nullopt);
  out.headers.emplace_back("Openstack-Request-Id", "req-" + random_uuid());
  return out;
}

}  // namespace ironbus::http
