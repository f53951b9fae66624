#pragma once

#include "gateways/http/view/shown_object.hpp"
#include "messages/model/field.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::http {

class hidden_fields;

/// The version of the request, and the URL of the resource.
struct view_context {
  int version = 1;
  std::string_view base;  ///< Scheme and authority for links.
  std::string_view path;  ///< Of the collection, such as "nodes".
  bool brief = false;     ///< Shorten long texts.
  /// The user may change nothing, so secrets in objects that others edit as a whole are masked.
  bool reads_only = false;
  const hidden_fields* hidden = nullptr;  ///< Null: the user may see all fields.
};

/// A value that older API versions see as another one.
struct value_mask {
  std::string_view value;
  int since;                ///< The first version that shows the real value.
  std::string_view before;  ///< The value for earlier versions, as JSON text.
};

/// How to show a field of a resource. Stored fields come from the declarations in messages/,
/// computed ones from resource_tables.cpp.
struct column {
  field_spec spec;
  void (*show)(std::string& out, const column& which, const shown_object& x,
               const view_context& context);
  bool full_only = false;  ///< Only in full objects; `fields` cannot select it.
  std::span<const value_mask> masks = {};
};

/// A kind of resource and its tables.
struct resource {
  std::string_view title;  ///< "Node", for error texts.
  std::string_view
      collection;  ///< The name in the store, and the key of a list unless `list_key` is set.
  std::vector<column> columns;
  std::vector<std::string_view> store_columns;  ///< The columns that the store can sort by.
  bool summary_is_whole = false;                ///< The summary of a row has all stored fields.
  std::string_view path{};                      ///< Below /v1; empty: the collection's name.
  std::string_view list_key{};                  ///< Key of a list; empty: the collection's name.
  int detail_since = 43;                        ///< First version with `detail` in a query.

  std::string_view api_path() const { return path.empty() ? collection : path; }
  std::string_view key() const { return list_key.empty() ? collection : list_key; }

  const column* find(std::string_view name) const;
};

const resource& node_resource();
const resource& port_resource();
const resource& portgroup_resource();
const resource& volume_connector_resource();
const resource& volume_target_resource();
/// Of a record_type: "chassis", "deploy_template", "runbook", "allocation",
/// "inspection_rule", "webhook".
const resource& record_resource(std::string_view type);
const resource& history_resource();
const resource& bios_setting_resource();
const resource& firmware_resource();

/// The columns of an answer, selected once per request.
struct selection {
  std::vector<const column*> columns;
  bool listed_only = true;     ///< All are in the summary of a row.
  bool plain_summary = false;  ///< The answer is the summary without its links.
};

/// All columns that exist in the version.
selection select_full(const resource& resource, int version);
/// The columns of a plain list.
selection select_listed(const resource& resource, int version);
/// The fields of a comma-separated list. `invalid` for an unknown field, `not_acceptable` for one
/// newer than the version.
result<selection> select_fields(const resource& resource, int version, std::string_view list);

/// Writes an object.
void append_object(std::string& out, const selection& wanted, const shown_object& shown,
                   const view_context& context);
/// Writes `links` of an object.
void append_links(std::string& out, const view_context& context, std::string_view id,
                  std::string_view below = {});

}  // namespace ironbus::http
