#include "gateways/http/api/target.hpp"
#include "gateways/http/view/json_text.hpp"
#include "gateways/http/view/view.hpp"
#include "messages/model/components.hpp"
#include "messages/model/node.hpp"
#include "messages/model/node_parts.hpp"
#include "messages/model/record.hpp"
#include "messages/wire/events.hpp"

#include <map>

namespace ironbus::http {

namespace {

void show_stored(std::string& out, const column& which, const shown_object& x,
                 const view_context&) {
  x.append(out, which.spec.name);
}

void show_secret(std::string& out, const column& which, const shown_object& x,
                 const view_context&) {
  append_value(out, mask_secrets(x.value(which.spec.name)));
}

void show_masked(std::string& out, const column& which, const shown_object& shown,
                 const view_context& context) {
  const auto value = shown.value(which.spec.name);
  for (const auto& mask : which.masks)
    if (context.version < mask.since && value == mask.value) {
      out += mask.before;
      return;
    }
  append_value(out, value);
}

void show_mask(std::string& out, const column&, const shown_object&, const view_context&) {
  append_value(out, json(masked_value));
}

// A sensitive inspection rule does not show its conditions and actions. Others are shown as they
// were written, because users edit and send back the whole rule.
void show_unless_sensitive(std::string& out, const column& which, const shown_object& shown,
                           const view_context& context) {
  if (shown.value("sensitive") == true)
    out += "null";
  else if (context.reads_only)
    append_value(out, mask_secrets(shown.value(which.spec.name)));
  else
    append_value(out, shown.value(which.spec.name));
}

void show_links(std::string& out, const column&, const shown_object& x,
                const view_context& context) {
  append_links(out, context, x.id());
}

/// Links to the sub-collection with the name of the column.
void show_sublinks(std::string& out, const column& which, const shown_object& x,
                   const view_context& context) {
  append_links(out, context, x.id(), which.spec.name);
}

// The same as a nested list, which clients expect of a chassis.
void show_nested_sublinks(std::string& out, const column& which, const shown_object& shown,
                          const view_context& context) {
  out += '[';
  append_links(out, context, shown.id(), which.spec.name);
  out += ']';
}

void show_traits(std::string& out, const column&, const shown_object& x, const view_context&) {
  x.append_traits(out);
}

void show_null(std::string& out, const column&, const shown_object&, const view_context&) {
  out += "null";
}

// A list shows a shortened text; the entry has the full text.
void show_event(std::string& out, const column& which, const shown_object& shown,
                const view_context& context) {
  const auto event = shown.value(which.spec.name);
  if (!event.is_string() || !context.brief) return append_value(out, event);
  append_string(out, std::string_view{event.get_ref<const std::string&>()}.substr(0, 255));
}

constexpr std::array provision_state_masks{
    value_mask{"available", 2, "null"},
    value_mask{"inspect wait", 39, "\"inspecting\""},
};

column as_column(const field_spec& spec) {
  if (spec.has(concealed)) return {spec, show_mask};
  if (spec.is_document()) return {spec, show_secret};
  if (spec.name == "provision_state" || spec.name == "target_provision_state")
    return {spec, show_masked, false, provision_state_masks};
  return {spec, show_stored};
}

template <class T>
std::vector<column> stored_columns(std::span<const field<T>> fields) {
  std::vector<column> out;
  for (const auto& row : fields)
    if (!row.spec.has(hidden)) out.push_back(as_column(row.spec));
  return out;
}

using t = field_type;

// Columns of the API only: computed when shown, never stored.
const std::array node_computed{
    column{{"traits", t::array, 37}, show_traits},
    column{{"links", t::array, 1}, show_links},
    // Nodes have no locks, but clients expect the key.
    column{{"reservation", t::text, 1}, show_null},
    column{{"ports", t::array, 1}, show_sublinks, true},
    column{{"states", t::array, 14}, show_sublinks, true},
    column{{"portgroups", t::array, 24}, show_sublinks, true},
    column{{"volume", t::array, 32}, show_sublinks, true},
};

resource make_node() {
  resource out{"Node", "nodes", stored_columns(node_fields()), {}, false};
  out.columns.insert(out.columns.end(), node_computed.begin(), node_computed.end());
  out.store_columns = {"name",   "instance_uuid",  "maintenance", "provision_state",
                       "driver", "resource_class", "fault",       "conductor_group",
                       "owner",  "lessee",         "description", "retired",
                       "shard",  "parent_node",    "power_state", "instance_name"};
  return out;
}

const column links_column{{"links", t::array, 1}, show_links};

resource make_port() {
  resource out{"Port", "ports", stored_columns(port_fields()), {"address", "name"}, true};
  out.columns.push_back(links_column);
  return out;
}

resource make_portgroup() {
  resource out{
      "Port group", "portgroups", stored_columns(portgroup_fields()), {"address", "name"}, true};
  out.columns.push_back(links_column);
  out.columns.push_back({{"ports", t::array, 24}, show_sublinks, true});
  return out;
}

resource make_volume_connector() {
  resource out{"Volume connector",
               "volume_connectors",
               stored_columns(volume_connector_fields()),
               {"type", "connector_id"},
               true,
               "volume/connectors",
               "connectors",
               32};
  out.columns.push_back(links_column);
  return out;
}

resource make_volume_target() {
  resource out{"Volume target",
               "volume_targets",
               stored_columns(volume_target_fields()),
               {"volume_type", "volume_id"},
               true,
               "volume/targets",
               "targets",
               32};
  out.columns.push_back(links_column);
  return out;
}

resource make_record(const record_type& type) {
  resource out{type.title, type.collection, {}, {}, true};
  for (const auto& spec : type.fields)
    if (!spec.has(hidden)) out.columns.push_back(as_column(spec));
  if (type.name == "inspection_rule")
    for (auto& row : out.columns)
      if (row.spec.name == "conditions" || row.spec.name == "actions")
        row.show = show_unless_sensitive;
  out.store_columns.assign(type.columns.begin(), type.columns.end());
  out.columns.push_back(links_column);
  if (type.name == "chassis")
    out.columns.push_back({{"nodes", t::array, 1}, show_nested_sublinks, true});
  return out;
}

void show_entry_link(std::string& out, const column&, const shown_object& shown,
                     const view_context& context) {
  out.append("[{\"href\":\"").append(context.base).append("/v1/").append(context.path).append("/");
  out.append(shown.id()).append("\",\"rel\":\"self\"}]");
}

resource make_history() {
  return {"History event",
          "history",
          {{{"uuid", t::uuid, 1, in_list}, show_stored},
           {{"created_at", t::time, 1, in_list}, show_stored},
           {{"severity", t::text, 1, in_list}, show_stored},
           {{"event", t::text, 1, in_list}, show_event},
           {{"event_type", t::text, 1}, show_stored},
           {{"conductor", t::text, 1}, show_stored},
           {{"user", t::text, 1}, show_stored},
           {{"project", t::text, 113}, show_stored},
           {{"state", t::text, 115}, show_stored},
           {{"target_provision_state", t::text, 115}, show_stored},
           {{"duration_seconds", t::integer, 115}, show_stored},
           {{"links", t::array, 1}, show_entry_link}},
          {},
          true};
}

void show_setting_links(std::string& out, const column&, const shown_object& x,
                        const view_context& context) {
  append_links(out, context, percent_encode(x.value("name").get<std::string>()));
}

void show_setting_value(std::string& out, const column& which, const shown_object& shown,
                        const view_context&) {
  const auto value = shown.value(which.spec.name);
  const bool secret = shown.value("attribute_type") == "Password" ||
                      is_secret_key(shown.value("name").get<std::string>());
  append_value(out, secret && !value.is_null() ? json(masked_value) : value);
}

resource make_bios_setting() {
  resource out{"BIOS setting", "bios", stored_columns(bios_setting_fields()), {}, true};
  for (auto& row : out.columns)
    if (row.spec.name == "value") row.show = show_setting_value;
  out.columns.push_back({{"links", t::array, 1}, show_setting_links});
  return out;
}

resource make_firmware() {
  return {"Firmware", "firmware", stored_columns(firmware_component_fields()), {}, true};
}

}  // namespace

const resource& node_resource() {
  static const resource it = make_node();
  return it;
}

const resource& port_resource() {
  static const resource it = make_port();
  return it;
}

const resource& portgroup_resource() {
  static const resource it = make_portgroup();
  return it;
}

const resource& volume_connector_resource() {
  static const resource it = make_volume_connector();
  return it;
}

const resource& volume_target_resource() {
  static const resource it = make_volume_target();
  return it;
}

const resource& record_resource(std::string_view type) {
  static const auto all = [] {
    std::map<std::string_view, resource> out;
    for (const auto& row : record_types()) out.emplace(row.name, make_record(row));
    return out;
  }();
  return all.at(type);
}

const resource& bios_setting_resource() {
  static const resource it = make_bios_setting();
  return it;
}

const resource& firmware_resource() {
  static const resource it = make_firmware();
  return it;
}

const resource& history_resource() {
  static const resource it = make_history();
  return it;
}

}  // namespace ironbus::http
