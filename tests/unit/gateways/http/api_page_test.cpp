#include "gateways/http/api/version.hpp"
#include "gateways/http/routes/routes.hpp"
#include "gateways/http/view/body_table.hpp"
#include "gateways/http/view/view.hpp"
#include "messages/base/text.hpp"
#include "messages/model/record.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <vector>

// The tables of routes, fields and bodies in docs/reference/api.md are generated from the gateway's
// own tables, so they cannot go stale. After a change:
//   IRONBUS_WRITE_DOCS=1 build/dev/bin/unit_gateways_http

namespace {

using namespace ironbus;
using namespace ironbus::http;

const std::string page_path = "docs/reference/api.md";  // tests run at the root of the project

std::string_view public_text(ironbus::http::access x) {
  if (x == ironbus::http::access::everyone) return "yes";
  return x == ironbus::http::access::ramdisk ? "ramdisk" : "–";
}

std::string conformance_table() {
  std::ostringstream out;
  out << "| Method | Path | Since | Older | Public | What it does | Unlike Ironic |\n"
         "|---|---|---|---|---|---|---|\n";
  for (const auto& x : routes()) {
    out << "| " << x.method << " | `" << x.path << "` | "
        << (x.since > 0 ? version_text(x.since) : "any") << " | ";
    x.since > version_min ? out << x.when_older : out << "–";
    out << " | " << public_text(x.who) << " | " << x.summary << " | " << x.differs << " |\n";
  }
  return out.str();
}

constexpr std::array<std::string_view, 8> type_names{"string",  "UUID",   "MAC",  "boolean",
                                                     "integer", "object", "list", "time"};

std::string written(const field_spec& field) {
  if (field.has(required))
    return field.has(in_patch) ? "create (required), update" : "create (required)";
  if (field.has(in_create)) return field.has(in_patch) ? "create, update" : "create";
  return field.has(in_patch) ? "update" : "–";
}

std::string notes(const field_spec& field) {
  std::string out;
  const auto add = [&out](const char* text) {
    out += (out.empty() ? "" : ", ") + std::string{text};
  };
  if (field.has(in_list)) add("in lists");
  if (field.has(sortable)) add("sorts");
  if (field.has(nullable)) add("may be null");
  // Lists that a client cannot write are links and names.
  if (field.type == field_type::object || (field.is_document() && field.has(in_create)))
    add("secrets masked");
  return out;
}

std::vector<const resource*> shown_resources() {
  std::vector<const resource*> out{&node_resource(), &port_resource(), &portgroup_resource(),
                                   &volume_connector_resource(), &volume_target_resource()};
  for (const auto& row : record_types()) out.push_back(&record_resource(row.name));
  for (const auto* one : {&history_resource(), &bios_setting_resource(), &firmware_resource()})
    out.push_back(one);
  return out;
}

std::string field_tables() {
  std::ostringstream out;
  for (const auto* resource : shown_resources()) {
    out << "### " << resource->title << "\n\n| Field | Type | Since | Written | Notes |\n"
        << "|---|---|---|---|---|\n";
    for (const auto& x : resource->columns)
      out << "| " << x.spec.name << " | " << type_names.at(static_cast<size_t>(x.spec.type))
          << " | " << version_text(x.spec.since) << " | " << written(x.spec) << " | "
          << notes(x.spec) << " |\n";
    out << "\n";
  }
  return out.str();
}

constexpr std::array<std::string_view, 15> body_type_names{"any",
                                                           "string",
                                                           "UUID",
                                                           "MAC",
                                                           "URL",
                                                           "boolean",
                                                           "boolean or word",
                                                           "integer from 1",
                                                           "object",
                                                           "string or object",
                                                           "string, object or list",
                                                           "list",
                                                           "list of strings",
                                                           "list of objects",
                                                           "list of steps"};

static_assert(body_type_names.size() == static_cast<size_t>(body_type::count_));

std::string body_notes(const body_field& field) {
  std::string out;
  if (field.has(needed)) append_item(out, "required");
  if (field.has(may_be_null)) append_item(out, "may be null");
  if (!field.allowed.empty())
    append_item(out, "one of: " + join(field.allowed, [](const auto& one) {
                       return "`" + std::string{one.text} + "`" +
                              (one.since > 1 ? " (" + version_text(one.since) + ")" : "");
                     }));
  if (field.size_max > 0) append_item(out, "at most " + std::to_string(field.size_max));
  if (!field.description.empty()) append_item(out, field.description, ". ");
  return out;
}

void write_members(std::ostream& out, const body_table& table, const std::string& prefix) {
  for (const auto& field : table.fields) {
    const auto name = prefix + std::string{field.name};
    out << "| " << name << " | " << body_type_names.at(static_cast<size_t>(field.type)) << " | "
        << version_text(field.since) << " | " << body_notes(field) << " |\n";
    if (field.members != nullptr) write_members(out, *field.members, name + "/");
  }
}

std::string tables_of_bodies() {
  std::ostringstream out;
  std::set<std::string_view> seen;
  for (const auto& row : routes()) {
    const auto* table = row.answers.takes();
    if (table == nullptr || !seen.insert(table->name).second) continue;
    out << "### " << table->name << "\n\n`" << row.method << " " << row.path << "`"
        << (table->needed ? "" : "; optional")
        << (table->open ? "; other members are accepted" : "") << "\n\n";
    if (table->fields.empty()) continue;
    out << "| Member | Type | Since | Notes |\n|---|---|---|---|\n";
    write_members(out, *table, "");
    out << "\n";
  }
  return out.str();
}

std::string page_text() {
  std::ifstream file{page_path};
  return {std::istreambuf_iterator<char>{file}, {}};
}

/// The page with `content` between the two marks.
std::string renewed(const std::string& page, const std::string& mark, const std::string& content) {
  const auto begin = page.find('\n', page.find("<!-- " + mark + ": ")) + 1;
  const auto end = page.find("<!-- /" + mark + " -->");
  BOOST_REQUIRE(page.find("<!-- " + mark + ": ") != std::string::npos);
  BOOST_REQUIRE(end != std::string::npos);
  return page.substr(0, begin) + "\n" + content + "\n" + page.substr(end);
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_api_page_lists_all_routes_fields_and_bodies) {
  const auto wanted = renewed(
      renewed(renewed(page_text(), "conformance", conformance_table()), "fields", field_tables()),
      "bodies", tables_of_bodies());
  if (std::getenv("IRONBUS_WRITE_DOCS") != nullptr) std::ofstream{page_path} << wanted;
  BOOST_TEST((page_text() == wanted),
             page_path << " is out of date; see the top of this file for how to regenerate it");
}
