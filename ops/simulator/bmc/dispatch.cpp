#include "ops/simulator/bmc/dispatch.hpp"

#include "messages/base/text.hpp"
#include "ops/simulator/bmc/expand.hpp"
#include "ops/simulator/bmc/login.hpp"
#include "ops/simulator/bmc/mockup_routes.hpp"
#include "ops/simulator/redfish/etag.hpp"
#include "ops/simulator/redfish/paths.hpp"

#include <boost/algorithm/string/predicate.hpp>

#include <algorithm>

namespace ironbus::simulator {

namespace {

constexpr json_limits body_limits{.bytes = body_bytes_max, .depth = 12};

std::string_view query_of(std::string_view target) {
  const auto mark = target.find('?');
  return mark == std::string_view::npos ? std::string_view{} : target.substr(mark + 1);
}

bool has_segment(std::string_view path, std::string_view segments) {
  const auto closed = std::string{path} + "/";
  return std::ranges::any_of(items_of(segments), [&](const std::string& segment) {
    return closed.find("/" + segment + "/") != std::string::npos;
  });
}

std::optional<fault> check_headers(const profile& kind, const http::request& request,
                                   std::string_view path) {
  const auto version = request.header("OData-Version");
  if (!version.empty() && version != "4.0") return fault{"PreconditionFailed"};
  if (request.method == "GET" && has_segment(path, kind.encoded) &&
      boost::iequals(request.header("Accept-Encoding"), "identity"))
    return fault{"NotAcceptable"};
  return std::nullopt;
}

std::optional<fault> check_licence(const profile& kind, std::string_view path) {
  if (!has_segment(path, kind.unlicensed)) return std::nullopt;
  return to_fault(kind.no_licence);
}

tl::expected<json, fault> read_body(const http::request& request) {
  if (request.method == "GET" || request.method == "HEAD") return nullptr;
  if (request.body.empty() && request.method != "PATCH") return nullptr;
  if (!boost::istarts_with(request.header("Content-Type"), "application/json"))
    return refuse({"UnsupportedMediaType"});
  auto parsed = parse_json(request.body, body_limits);
  if (!parsed || !parsed->is_object()) return refuse({"MalformedJSON"});
  return std::move(*parsed);
}

/// Uses strong comparison (RFC 9110, 13.1.1): a weak tag matches nothing.
std::optional<fault> check_precondition(const call& call, const route& row) {
  if (call.kind().etags == etag_demand::none || row.get == nullptr) return std::nullopt;
  const auto given = call.request.header("If-Match");
  if (given.empty()) {
    if (call.kind().etags == etag_demand::optional) return std::nullopt;
    return fault{"PreconditionRequired"};
  }
  const auto shown = row.get(call);
  if (given == "*" || !shown || given == etag_of(shown->body)) return std::nullopt;
  return fault{"PreconditionFailed"};
}

/// Runs the handler after the precondition check.
answer perform(const call& call, const route& row, handler todo) {
  if (call.request.method != "PATCH") return todo(call);
  if (auto wrong = check_precondition(call, row)) return refuse(*wrong);
  auto out = todo(call);
  if (out && out->status == 204 && call.kind().patch_shows && row.get != nullptr)
    return row.get(call);
  return out;
}

http::response to_response(const profile& kind, reply given, bool with_etag) {
  http::response out;
  out.status = given.status;
  out.headers = std::move(given.headers);
  out.headers.emplace_back("OData-Version", "4.0");
  out.headers.emplace_back("Cache-Control", "no-cache");
  if (given.body.is_null()) return out;
  if (with_etag && kind.etags != etag_demand::none) {
    const auto tag = (kind.weak_etags ? "W/" : "") + etag_of(given.body);
    out.headers.emplace_back("ETag", tag);
    given.body["@odata.etag"] = tag;
  }
  out.body = to_text(given.body);
  return out;
}

http::response answer_call(const call& call, const route& row, handler todo) {
  const bool reads = call.request.method == "GET" || call.request.method == "HEAD";
  auto done = perform(call, row, todo);
  if (!done) return refused(call.kind(), done.error());
  if (reads) {
    done->headers.emplace_back("Allow", allowed_methods(row));
    if (auto wrong = expand(call, query_of(call.request.target), done->body))
      return refused(call.kind(), *wrong);
  }
  return to_response(call.kind(), std::move(*done), reads && done->status == 200);
}

}  // namespace

http::response refused(const profile& kind, const fault& why) {
  auto out = to_response(kind, {status_of(why), error_body(kind, why), {}}, false);
  if (out.status == 401) out.headers.emplace_back("WWW-Authenticate", "Basic realm=\"BMC\"");
  return out;
}

http::response dispatch(bmc_memory& memory, const http::request& request) {
  const auto& kind = memory.machine.kind();
  const auto path = path_of(request.target);
  auto [row, ids] = find_resource(memory, path);
  if (auto wrong = check_credentials(memory, request, row ? &*row : nullptr))
    return refused(kind, *wrong);
  if (!row) return refused(kind, {"ResourceMissingAtURI", {path}});
  if (auto wrong = check_licence(kind, path)) return refused(kind, *wrong);
  const auto todo = handler_of(*row, request.method);
  if (todo == nullptr) {
    auto out = refused(kind, {"OperationNotAllowed"});
    out.headers.emplace_back("Allow", allowed_methods(*row));
    return out;
  }
  if (auto wrong = check_headers(kind, request, path)) return refused(kind, *wrong);
  auto body = read_body(request);
  if (!body) return refused(kind, body.error());
  return answer_call({memory, request, path, std::move(ids), std::move(*body)}, *row, todo);
}

}  // namespace ironbus::simulator
