#include "gateways/http/view/view.hpp"

#include "gateways/http/api/version.hpp"
#include "gateways/http/view/hidden_fields.hpp"
#include "gateways/http/view/json_text.hpp"
#include "messages/base/text.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

std::string names_of(const resource& resource, int version) {
  std::string out;
  for (const auto& row : resource.columns)
    if (row.spec.since <= version && !row.full_only && row.spec.name != "links")
      append_item(out, row.spec.name);
  return out;
}

void add(selection& out, const column& row) {
  if (std::find(out.columns.begin(), out.columns.end(), &row) != out.columns.end()) return;
  out.columns.push_back(&row);
  if (!row.spec.has(in_list) && row.spec.name != "links") out.listed_only = false;
}

bool masked_for(const column& row, int version) {
  return std::any_of(row.masks.begin(), row.masks.end(),
                     [&](const value_mask& x) { return version < x.since; });
}

void append_link(std::string& out, const view_context& context, std::string_view version_path,
                 std::string_view id, std::string_view below, std::string_view relation) {
  out.append("{\"href\":\"")
      .append(context.base)
      .append(version_path)
      .append("/")
      .append(context.path);
  out.append("/").append(id);
  if (!below.empty()) out.append("/").append(below);
  out.append("\",\"rel\":\"").append(relation).append("\"}");
}

}  // namespace

const column* resource::find(std::string_view name) const {
  for (const auto& row : columns)
    if (row.spec.name == name) return &row;
  return nullptr;
}

selection select_full(const resource& resource, int version) {
  selection out;
  for (const auto& row : resource.columns)
    if (row.spec.since <= version) add(out, row);
  out.listed_only = false;
  return out;
}

selection select_listed(const resource& resource, int version) {
  selection out;
  out.plain_summary = !resource.summary_is_whole;
  for (const auto& row : resource.columns) {
    if (!row.spec.has(in_list) && row.spec.name != "links") continue;
    if (row.spec.since <= version) add(out, row);
    if (row.spec.since > version || masked_for(row, version)) out.plain_summary = false;
  }
  return out;
}

result<selection> select_fields(const resource& resource, int version, std::string_view list) {
  selection out;
  while (true) {
    const auto comma = list.find(',');
    const auto name = lower(trim(list.substr(0, comma), " "));
    const auto* row = resource.find(name);
    if (row == nullptr || row->full_only || name == "links")
      return fail(error_code::invalid,
                  "Invalid value for 'fields': '" + name.substr(0, 64) +
                      "' is not a field; allowed: " + names_of(resource, version) + ".");
    if (row->spec.since > version)
      return fail(error_code::not_acceptable, "The field '" + name + "' needs API version " +
                                                  version_text(row->spec.since) +
                                                  "; requested was " + version_text(version) + ".");
    add(out, *row);
    if (comma == std::string_view::npos) break;
    list.remove_prefix(comma + 1);
  }
  if (const auto* links = resource.find("links")) add(out, *links);
  return out;
}

namespace {

/// Writes the replacement of a field that the user may not see. Returns whether there is one.
bool append_hidden(std::string& out, const column& row, const shown_object& shown,
                   const view_context& context) {
  if (context.hidden == nullptr) return false;
  const auto instead = context.hidden->instead_of(row.spec.name, shown);
  out += instead;
  return !instead.empty();
}

}  // namespace

void append_object(std::string& out, const selection& wanted, const shown_object& shown,
                   const view_context& context) {
  out += '{';
  for (const auto* row : wanted.columns) {
    append_name(out, row->spec.name);
    if (!append_hidden(out, *row, shown, context)) row->show(out, *row, shown, context);
  }
  out += '}';
}

void append_links(std::string& out, const view_context& context, std::string_view id,
                  std::string_view below) {
  out += '[';
  append_link(out, context, "/v1", id, below, "self");
  out += ',';
  append_link(out, context, "", id, below, "bookmark");
  out += ']';
}

}  // namespace ironbus::http
