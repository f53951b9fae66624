#include "gateways/http/api/version.hpp"
#include "gateways/http/resources/handlers.hpp"
#include "gateways/http/resources/processes.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/view/body_check.hpp"
#include "gateways/http/view/list_query.hpp"
#include "gateways/http/view/raid_body.hpp"
#include "messages/model/node.hpp"

#include <algorithm>
#include <array>

namespace ironbus::http {

namespace {

constexpr int properties_since = 14;
constexpr int type_since = 30;
constexpr int driver_fields_since = 77;

struct kind_since {
  std::string_view kind;
  int since;
};

/// Interface kinds that were added in later versions.
constexpr std::array late_kinds{
    kind_since{"storage", 33},
    kind_since{"rescue", 38},
    kind_since{"bios", 40},
    kind_since{"firmware", 86},
};

int since_of(std::string_view kind) {
  for (const auto& row : late_kinds)
    if (row.kind == kind) return row.since;
  return type_since;
}

json links(const call& x, const std::string& path) {
  return json::array({json{{"href", x.base() + "/v1/drivers/" + path}, {"rel", "self"}},
                      json{{"href", x.base() + "/drivers/" + path}, {"rel", "bookmark"}}});
}

json hosts_of(const hardware_type& type, const process_list& members) {
  json out = json::array();
  for (const auto& one : members) {
    const auto& names = one.drivers;
    if (std::find(names.begin(), names.end(), type.name) != names.end() &&
        std::find(out.begin(), out.end(), one.host) == out.end())
      out.push_back(one.host);
  }
  return out;
}

void add_interfaces(json& out, const call& call, const hardware_type& type) {
  const auto& catalog = call.services.catalog;
  for (auto kind : interface_kinds) {
    if (call.version < since_of(kind)) continue;
    const auto name = std::string{kind} + "_interface";
    out["default_" + name] = catalog.default_interface(type, kind);
    out["enabled_" + name + "s"] = catalog.enabled(type, kind);
  }
}

json describe(const call& call, const hardware_type& type, json hosts, bool full) {
  json out{{"name", type.name}, {"hosts", std::move(hosts)}, {"links", links(call, type.name)}};
  if (call.version >= properties_since) out["properties"] = links(call, type.name + "/properties");
  if (call.version >= type_since) out["type"] = "dynamic";
  if (full && call.version >= type_since) add_interfaces(out, call, type);
  return out;
}

struct driver_list {
  bool full = false;
  bool none = false;  ///< `type=classic`: such drivers do not exist.
  std::vector<std::string> fields;
};

failure too_old(std::string_view what, int since) {
  return {error_code::not_acceptable,
          "'" + std::string{what} + "' needs API version " + version_text(since) + "."};
}

result<std::vector<std::string>> read_driver_fields(const call& call, std::string_view list) {
  if (call.version < driver_fields_since)
    return tl::unexpected(too_old("fields", driver_fields_since));
  const auto known = describe(call, {}, json::array(), true);
  std::vector<std::string> out{"links"};
  while (true) {
    const auto comma = list.find(',');
    out.emplace_back(list.substr(0, comma));
    if (!known.contains(out.back()))
      return fail(error_code::invalid, "Invalid value for 'fields': " +
                                           to_text(out.back().substr(0, 64)) + " is not a field.");
    if (comma == std::string_view::npos) return out;
    list.remove_prefix(comma + 1);
  }
}

result<driver_list> read_driver_query(const call& call) {
  driver_list out;
  for (const auto& [name, value] : call.url.query) {
    if (name != "type" && name != "detail" && name != "fields")
      return fail(error_code::invalid, "Unexpected arguments: " + name.substr(0, 64) +
                                           "; allowed: type, detail, fields.");
    if (name != "fields" && call.version < type_since)
      return tl::unexpected(too_old(name, type_since));
    if (name == "type" && value != "dynamic" && value != "classic")
      return fail(error_code::invalid, "Invalid value for 'type'; allowed: classic, dynamic.");
    out.none = out.none || (name == "type" && value == "classic");
    if (name == "fields") {
      auto fields = read_driver_fields(call, value);
      if (!fields) return tl::unexpected(fields.error());
      out.fields = std::move(*fields);
    }
    if (name == "detail") {
      auto full = read_boolean(name, value);
      if (!full) return tl::unexpected(full.error());
      out.full = *full;
    }
  }
  if (out.full && !out.fields.empty())
    return fail(error_code::invalid, "'fields' and 'detail' cannot be given together.");
  return out;
}

json picked(json all, const std::vector<std::string>& fields) {
  if (fields.empty()) return all;
  json out = json::object();
  for (const auto& name : fields) out[name] = all.at(name);
  return out;
}

/// An enabled hardware type with live workers.
struct served_type {
  const hardware_type* type = nullptr;
  json hosts;
};

task<served_type> find_driver(const call_ptr& call) {
  const auto& name = call->arguments[0];
  served_type out;
  out.type = call->services.catalog.find_type(name);
  if (out.type != nullptr) {
    const auto members = co_await read_processes(call);
    out.hosts = hosts_of(*out.type, members);
  }
  if (out.hosts.empty())
    co_return fail(error_code::not_found, "Driver " + name.substr(0, 255) + " could not be found.");
  co_return out;
}

result<std::vector<std::string>> read_fields_only(const call& call) {
  std::vector<std::string> out;
  for (const auto& [name, value] : call.url.query) {
    if (name != "fields")
      return fail(error_code::invalid,
                  "Unexpected arguments: " + name.substr(0, 64) + "; allowed: fields.");
    auto chosen = read_driver_fields(call, value);
    if (!chosen) return chosen;
    out = std::move(*chosen);
  }
  return out;
}

}  // namespace

task<> list_drivers(const call_ptr& call) {
  const auto wanted = co_await read_driver_query(*call);
  const auto members = co_await read_processes(call);
  json drivers = json::array();
  for (const auto& type : call->services.catalog.types()) {
    auto hosts = hosts_of(type, members);
    if (hosts.empty() || wanted.none) continue;
    const bool full = wanted.full || !wanted.fields.empty();
    drivers.push_back(picked(describe(*call, type, std::move(hosts), full), wanted.fields));
  }
  call->respond_json(to_text({{"drivers", drivers}}));
}

task<> show_driver(const call_ptr& call) {
  const auto fields = co_await read_fields_only(*call);
  const auto found = co_await find_driver(call);
  call->respond_json(to_text(picked(describe(*call, *found.type, found.hosts, true), fields)));
}

/// Shows the properties that the default interfaces of the type read.
task<> show_driver_properties(const call_ptr& call) {
  const auto found = co_await find_driver(call);
  json out = json::object();
  for (auto kind : interface_kinds)
    if (const auto name = call->services.catalog.default_interface(*found.type, kind))
      for (const auto& property : call->services.catalog.find(kind, *name)->properties)
        out[property.name] = property.description;
  call->respond_json(to_text(out));
}

task<> show_raid_properties(const call_ptr& call) {
  co_await find_driver(call);
  json out = json::object();
  for (const auto& field : logical_disk_body.fields)
    out[std::string{field.name}] = field.description;
  call->respond_json(to_text(out));
}

// Vendor methods belong to a node's vendor interface, so drivers have none. The exception is the
// lookup of agents of older releases, which has its own route.
task<> list_driver_vendor_methods(const call_ptr& call) {
  co_await find_driver(call);
  const json lookup = {{"http_methods", {"POST"}},
                       {"async", false},
                       {"description", "Looks up the node of an agent of an older release."},
                       {"attach", false},
                       {"require_exclusive_lock", false}};
  call->respond_json(to_text({{"lookup", lookup}}));
}

task<> call_driver_vendor_method(const call_ptr& call) {
  const auto found = co_await find_driver(call);
  co_await fail(error_code::invalid,
                "Driver " + found.type->name + " has no vendor method of that name.");
}

}  // namespace ironbus::http
