#include "gateways/http/openapi/openapi.hpp"

#include "gateways/http/api/version.hpp"
#include "gateways/http/openapi/openapi_bodies.hpp"
#include "gateways/http/openapi/openapi_schemas.hpp"
#include "gateways/http/view/list_filters.hpp"

namespace ironbus::http {

namespace {

std::vector<std::string_view> segments_of(std::string_view path) {
  std::vector<std::string_view> out;
  while (!path.empty()) {
    path.remove_prefix(path.front() == '/' ? 1 : 0);
    const auto end = path.find('/');
    if (const auto piece = path.substr(0, end); !piece.empty()) out.push_back(piece);
    path = end == std::string_view::npos ? std::string_view{} : path.substr(end);
  }
  return out;
}

bool is_placeholder(std::string_view segment) { return segment.starts_with('{'); }

/// "get_v1_nodes_ident"
std::string operation_id(const route& route) {
  std::string out{route.method};
  for (auto segment : segments_of(route.path)) {
    out += '_';
    for (char c : segment)
      if (c != '{' && c != '}') out += c == '.' ? '_' : c;
  }
  for (auto& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

json parameter(std::string_view name, std::string_view text, json schema,
               std::string_view description) {
  json out{{"name", name}, {"in", text}, {"schema", std::move(schema)}};
  if (text == "path") out["required"] = true;
  if (!description.empty()) out["description"] = description;
  return out;
}

json shared_parameter(std::string_view name) {
  return {{"$ref", "#/components/parameters/" + std::string{name}}};
}

json filter_schema(filter_kind kind) {
  using k = filter_kind;
  switch (kind) {
    case k::boolean:
    case k::set:
    case k::other: return {{"type", "boolean"}};
    case k::uuid: return {{"type", "string"}, {"format", "uuid"}};
    case k::any_of:
    case k::traits_all:
    case k::traits_any:
    case k::traits_not_all:
    case k::traits_none: return {{"type", "array"}, {"items", {{"type", "string"}}}};
    default: return {{"type", "string"}};
  }
}

json filter_parameter(const filter_spec& filter_spec) {
  auto description = std::string{filter_spec.subject};
  if (filter_spec.since > version_min)
    description.append(description.empty() ? "" : " ")
        .append("Since " + version_text(filter_spec.since) + ".");
  auto out = parameter(filter_spec.name, "query", filter_schema(filter_spec.kind), description);
  if (out["schema"]["type"] == "array") out["explode"] = false;  // Separated by commas.
  return out;
}

/// For a list without a table of fields, such as /v1/why.
void add_walk_parameters(json& out, const route& route) {
  const auto filters = filters_of(std::string_view{route.path}.substr(route.path.rfind('/') + 1));
  if (filters.empty()) return;
  for (auto name : {"limit", "marker"}) out.push_back(shared_parameter(name));
  for (const auto& one : filters) out.push_back(filter_parameter(one));
}

json parameters_of(const route& route, const described_path& what) {
  auto out = json::array();
  for (auto segment : segments_of(route.path))
    if (is_placeholder(segment))
      out.push_back(
          parameter(segment.substr(1, segment.size() - 2), "path", {{"type", "string"}}, {}));
  if (route.since > 0) out.push_back(shared_parameter("ApiVersion"));
  if (route.method == "GET" && what.kind == nullptr && out.empty()) add_walk_parameters(out, route);
  if (route.method != "GET" || what.kind == nullptr) return out;
  out.push_back(shared_parameter("fields"));
  if (!what.is_list) return out;
  for (auto name : {"limit", "marker", "sort_key", "sort_dir", "detail"})
    out.push_back(shared_parameter(name));
  if (route.path.find('{') == std::string_view::npos)
    for (const auto& one : filters_of(what.kind->collection)) out.push_back(filter_parameter(one));
  return out;
}

json json_content(json schema) { return {{"application/json", {{"schema", std::move(schema)}}}}; }

json request_body(const route& route, const described_path& what) {
  if (const auto* table = route.answers.takes())
    return {{"required", table->needed}, {"content", json_content(schema_reference(table->name))}};
  if (what.kind == nullptr) return nullptr;
  const bool creates = route.method == "POST" && what.is_list;
  const bool patches = route.method == "PATCH" && !what.is_list;
  if (!creates && !patches) return nullptr;
  const auto kind = creates ? schema_kind::create : schema_kind::patch;
  return {{"required", true},
          {"content", json_content(schema_reference(schema_name(*what.kind, kind)))}};
}

json success(const route& route, const described_path& what) {
  json out{{"description", route.summary}};
  if (route.since > 0)
    out["headers"] = {{"X-OpenStack-Ironic-API-Version", {{"schema", {{"type", "string"}}}}},
                      {"Openstack-Request-Id", {{"schema", {{"type", "string"}}}}}};
  const bool shows = route.method == "GET" || route.method == "PATCH" || route.method == "POST";
  if (what.kind == nullptr || !shows) return out;
  const auto kind = what.is_list && route.method == "GET" ? schema_kind::list : schema_kind::shown;
  out["content"] = json_content(schema_reference(schema_name(*what.kind, kind)));
  return out;
}

json responses(const route& route, const described_path& what) {
  const bool creates = what.kind != nullptr && what.is_list && route.method == "POST";
  const bool shows = route.method == "GET" || (what.kind != nullptr && route.method == "PATCH");
  const auto* status = creates ? "201" : shows ? "200" : "2XX";
  const json refused{{"description", "The request is rejected."},
                     {"content", json_content(schema_reference("Error"))}};
  const json failed{{"description", "The service is unavailable or has failed. Try again later."},
                    {"content", json_content(schema_reference("Error"))}};
  return {{status, success(route, what)}, {"4XX", refused}, {"5XX", failed}};
}

json operation(const route& route, rule_namer rule_of) {
  const auto what = describe_path(route.path);
  const auto segments = segments_of(route.path);
  json out{{"operationId", operation_id(route)},
           {"summary", route.summary},
           {"tags", json::array({segments.size() > 1 ? segments[1] : "service"})},
           {"parameters", parameters_of(route, what)},
           {"responses", responses(route, what)}};
  if (auto body = request_body(route, what); !body.is_null()) out["requestBody"] = std::move(body);
  if (route.since > 0) out["x-since"] = version_text(route.since);
  if (route.since > version_min) out["x-older-versions-get"] = route.when_older;
  if (!needs_password(route.who)) out["security"] = json::array();
  if (const auto rule = rule_of(route); !rule.empty()) out["x-policy-rule"] = rule;
  if (!route.differs.empty())
    out["description"] = "Unlike Ironic: " + std::string{route.differs} + ".";
  return out;
}

json shared_parameters() {
  const json text{{"type", "string"}};
  return {
      {"ApiVersion",
       parameter("X-OpenStack-Ironic-API-Version", "header",
                 {{"type", "string"}, {"pattern", "^(1\\.[0-9]+|latest)$"}},
                 "1.1 to " + version_text(version_max) + " or latest. Default: 1.1.")},
      {"fields",
       parameter("fields", "query", text, "Field names, separated by commas. Since 1.8.")},
      {"limit", parameter("limit", "query", {{"type", "integer"}, {"minimum", 1}}, {})},
      {"marker", parameter("marker", "query", text, "The last item of the previous page.")},
      {"sort_key", parameter("sort_key", "query", text, {})},
      {"sort_dir", parameter("sort_dir", "query", {{"enum", {"asc", "desc"}}}, {})},
      {"detail",
       parameter("detail", "query", {{"type", "boolean"}}, "Return full objects. Since 1.43.")},
  };
}

json security_schemes() {
  return {{"basic", {{"type", "http"}, {"scheme", "basic"}}},
          {"bearer", {{"type", "http"}, {"scheme", "bearer"}}},
          {"token", {{"type", "apiKey"}, {"in", "header"}, {"name", "X-Auth-Token"}}}};
}

/// Each scheme alone suffices. The empty one: the installation may have no authentication.
json ways_to_sign_in() {
  auto out = json::array();
  const auto schemes = security_schemes();
  for (const auto& scheme : schemes.items()) out.push_back({{scheme.key(), json::array()}});
  out.push_back(json::object());
  return out;
}

}  // namespace

described_path describe_path(std::string_view path) {
  const auto last = path.substr(std::min(path.rfind('/'), path.size()));
  const bool item = last.starts_with("/{");
  if (item || last == "/detail") path.remove_suffix(last.size());
  for (const auto* resource : described_resources())
    if (path.ends_with("/" + std::string{resource->api_path()})) return {resource, !item};
  return {};
}

json openapi_document(std::span<const route> table, rule_namer rule_of,
                      const storage_bounds& bounds) {
  auto paths = json::object();
  auto schemas = component_schemas(bounds);
  for (const auto& x : table) {
    std::string method{x.method};
    for (auto& c : method) c = static_cast<char>(c - 'A' + 'a');
    paths[std::string{x.path}][method] = operation(x, rule_of);
    if (const auto* body = x.answers.takes()) schemas[std::string{body->name}] = body_schema(*body);
  }
  return {{"openapi", "3.1.0"},
          {"info",
           {{"title", "ironbus: the Bare Metal API"},
            {"version", version_text(version_max)},
            {"description",
             "x-since is the first API version that has a path or a field. x-max-bytes and "
             "x-max-depth limit the JSON text stored in a field, for every writer. "
             "x-policy-rule is the rule that a user with roles needs; a body may need more. "
             "The prefix /v1 is optional."}}},
          {"security", ways_to_sign_in()},
          {"paths", std::move(paths)},
          {"components",
           {{"schemas", std::move(schemas)},
            {"parameters", shared_parameters()},
            {"securitySchemes", security_schemes()}}}};
}

}  // namespace ironbus::http
