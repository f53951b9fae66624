#include "gateways/http/routes/discovery.hpp"

#include "gateways/http/api/version.hpp"
#include "gateways/http/openapi/openapi.hpp"
#include "gateways/http/routes/route_rules.hpp"
#include "gateways/http/routes/routes.hpp"
#include "gateways/http/services/services.hpp"

#include <array>

namespace ironbus::http {

namespace {

json self_link(const call& x) { return {{"href", x.base() + "/v1/"}, {"rel", "self"}}; }

json description_link(const call& call) {
  return {{"href", call.base() + "/v1/openapi.json"},
          {"rel", "describedby"},
          {"type", "application/json"}};
}

json version_object(const call& call) {
  return {{"id", "v1"},
          {"links", json::array({self_link(call)})},
          {"status", "CURRENT"},
          {"min_version", version_text(version_min)},
          {"version", version_text(version_max)}};
}

struct advertised {
  std::string_view name;
  int since;
};

// Only usable collections: a link to a missing one would lead clients to 404.
constexpr std::array collections{
    advertised{"nodes", 1},       advertised{"ports", 1},
    advertised{"chassis", 1},     advertised{"drivers", 1},
    advertised{"lookup", 22},     advertised{"heartbeat", 22},
    advertised{"portgroups", 23}, advertised{"volume", 32},
    advertised{"conductors", 49}, advertised{"allocations", 52},
    advertised{"events", 54},     advertised{"deploy_templates", 55},
    advertised{"shards", 82},     advertised{"continue_inspection", 84},
    advertised{"runbooks", 92},   advertised{"inspection_rules", 96},
};

json links(const call& call, std::string_view name) {
  const auto tail = "/" + std::string{name} + "/";
  return json::array({json{{"href", call.base() + "/v1" + tail}, {"rel", "self"}},
                      json{{"href", call.base() + tail}, {"rel", "bookmark"}}});
}

}  // namespace

void show_root(const call_ptr& call) {
  const auto version = version_object(*call);
  call->respond_json(to_text({{"name", "ironbus"},
                              {"description", "Bare-metal provisioning by the Bare Metal API v1."},
                              {"default_version", version},
                              {"versions", json::array({version})}}));
}

void show_v1(const call_ptr& call) {
  json out{{"id", "v1"},
           {"links", json::array({self_link(*call), description_link(*call)})},
           {"media_types",
            {{"base", "application/json"}, {"type", "application/vnd.openstack.ironic.v1+json"}}},
           {"version", version_object(*call)}};
  for (const auto& row : collections)
    if (call->version >= row.since) out[std::string{row.name}] = links(*call, row.name);
  call->respond_json(to_text(out));
}

// Builds the text once. Only `servers` differs between requests.
void show_openapi(const call_ptr& call) {
  static const std::string text =
      to_text(openapi_document(routes(), rule_of, call->services.policy.bounds));
  const auto servers = to_text(json::array({{{"url", call->base()}}}));
  call->respond_json("{\"servers\":" + servers + "," + text.substr(1));
}

}  // namespace ironbus::http
