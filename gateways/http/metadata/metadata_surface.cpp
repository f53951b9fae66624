#include "gateways/http/metadata/metadata_surface.hpp"

#include "gateways/http/api/error.hpp"
#include "gateways/http/api/questions.hpp"
#include "gateways/http/metadata/metadata_document.hpp"
#include "gateways/http/metadata/neighbours.hpp"
#include "messages/base/secrets.hpp"
#include "messages/base/text.hpp"
#include "messages/base/uuid.hpp"
#include "messages/model/field.hpp"
#include "messages/model/snapshot.hpp"

#include <set>

namespace ironbus::http {

namespace {

constexpr std::string_view named_instances = "instance";
constexpr size_t token_bytes_min = 16;

// One text for all reasons: the caller is not authenticated and must not learn which nodes exist.
failure no_metadata() { return {error_code::not_found, "No metadata for this address."}; }

/// The attributes of a node with an instance.
task<json> load_instance(const call_ptr& call, std::string node) {
  const auto found = co_await load_existing(call, "node", std::move(node), no_metadata());
  const auto snapshot = co_await parse_own_json(found.snapshot);
  auto attributes = snapshot.at(attributes_key);
  if (!has_instance(attributes)) co_return tl::unexpected(no_metadata());
  co_return attributes;
}

task<json> find_by_token(const call_ptr& call, std::string node, std::string token) {
  if (!is_uuid(node)) co_return tl::unexpected(no_metadata());
  auto attributes = co_await load_instance(call, std::move(node));
  const auto known = member_text(attributes.value("instance_info", json{}), "metadata_token");
  if (known.size() < token_bytes_min || !equal_in_constant_time(known, token))
    co_return tl::unexpected(no_metadata());
  co_return attributes;
}

query ports_with(std::string mac) {
  query out;
  out.collection = "ports";
  out.filters.push_back({"address", filter::op::equal, {std::move(mac)}});
  return out;
}

task<json> find_by_address(const call_ptr& call) {
  if (!call->request.peer) co_return tl::unexpected(no_metadata());
  auto mac = mac_of(*call->request.peer, call->services.options.metadata_leases,
                    call->services.time.now());
  if (mac.empty()) co_return tl::unexpected(no_metadata());
  const auto rows = co_await list_rows(call, ports_with(std::move(mac)));
  std::set<std::string> owners;
  for (const auto& row : rows) owners.insert(row.aggregate_id);
  if (owners.size() != 1) co_return tl::unexpected(no_metadata());
  co_return co_await load_instance(call, *owners.begin());
}

/// Removes the node and token from the path.
std::pair<std::string, std::string> take_name(std::vector<std::string>& path) {
  if (path.size() < 3 || path[0] != named_instances) return {};
  std::pair<std::string, std::string> out{path[1], path[2]};
  path.erase(path.begin(), path.begin() + 3);
  return out;
}

void send_document(call& call, const json& attributes) {
  auto document = find_metadata(read_instance_data(attributes), call.url.path);
  if (!document) return call.refuse(no_metadata());
  response out;
  out.body = std::move(document->text);
  out.content_type = std::move(document->content_type);
  out.headers.emplace_back("Cache-Control", "no-store");
  call.respond(std::move(out));
}

task<> answer_instance(const call_ptr& call) {
  const auto name = take_name(call->url.path);
  json attributes;
  if (name.first.empty())
    attributes = co_await find_by_address(call);
  else
    attributes = co_await find_by_token(call, name.first, name.second);
  send_document(*call, attributes);
}

/// EC2's session token (IMDSv2), which clients request first. It grants no access.
response session_token(const request& asked) {
  response out;
  out.body = random_token();
  out.content_type = "text/plain";
  const auto lifetime = asked.header("X-aws-ec2-metadata-token-ttl-seconds");
  out.headers.emplace_back("X-Aws-Ec2-Metadata-Token-Ttl-Seconds",
                           lifetime.size() <= 6 ? std::string{lifetime} : "21600");
  return out;
}

bool is_session_request(const request& asked, const target& url) {
  return asked.method == "PUT" && url.path.size() == 3 && url.path[1] == "api" &&
         url.path[2] == "token";
}

}  // namespace

size_t metadata_surface::body_bytes_max(const request&) const { return 0; }

void metadata_surface::handle(request asked, responder reply) {
  auto one = std::make_shared<call>(services_, std::move(asked), listener_kind::only);
  one->on_reply(std::move(reply));
  one->guarded([&] {
    auto url = parse_target(one->request.target);
    if (!url) return one->refuse(url.error());
    if (is_session_request(one->request, *url)) return one->respond(session_token(one->request));
    if (one->request.method != "GET" && one->request.method != "HEAD")
      return one->respond(framework_error(405, "Method not allowed; allowed: GET, HEAD."));
    one->url = std::move(*url);
    run_handler(one, answer_instance);
  });
}

response metadata_surface::refuse(unsigned status, const std::string& reason) const {
  return framework_error(status, reason);
}

}  // namespace ironbus::http
