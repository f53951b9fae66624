#include "gateways/http/nodes/handlers.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/view/list_query.hpp"
#include "messages/base/secrets.hpp"
#include "messages/model/agent_steps.hpp"
#include "messages/model/snapshot.hpp"
#include "messages/model/traits.hpp"

#include <array>

namespace ironbus::http {

namespace {

// The kinds whose validation clients read; `vendor` has none of its own.
constexpr std::array<std::string_view, 12> validated_kinds{
    "boot",    "deploy",   "management", "network", "power",  "bios",
    "console", "firmware", "inspect",    "raid",    "rescue", "storage",
};

/// What the interface says of the node, and of a deployment whether the instance's traits are
/// there.
std::optional<failure> why_not_valid(const driver_catalog& catalog, const node_snapshot& node,
                                     std::string_view kind) {
  if (auto refused = catalog.validate(node, kind)) return refused;
  if (kind != "deploy") return std::nullopt;
  auto fits = check_wanted_traits(node.about.instance_info, node.traits);
  if (fits) return std::nullopt;
  return std::move(fits.error());
}

json validation(const driver_catalog& catalog, const node_snapshot& node, std::string_view kind) {
  const auto refused = why_not_valid(catalog, node, kind);
  if (!refused) return {{"result", true}};
  const auto* implementation = catalog.of(node.about, kind);
  // A "no-…" interface refuses; a kind that the hardware type does not know has nothing to say.
  return {{"result", implementation != nullptr ? json(false) : json(nullptr)},
          {"reason", refused->message}};
}

query rows_of(std::string_view collection, std::string_view column, const std::string& value) {
  query out;
  out.collection = collection;
  out.filters.push_back({std::string{column}, filter::op::equal, {value}});
  return out;
}

void list_history_as(const call_ptr& x, bool full) {
  auto wanted = read_list(*x, history_resource(), {}, full);
  if (!wanted) return x->refuse(wanted.error());
  auto found = [x, full, wanted = std::move(*wanted)](const std::string& uuid,
                                                      const std::string&) mutable {
    wanted.wanted.filters.push_back({"node", filter::op::equal, {uuid}});
    wanted.links_path = "nodes/" + uuid + "/history";
    wanted.path = "/v1/" + wanted.links_path + (full ? "/detail" : "");
    answer_list(x, history_resource(), std::move(wanted));
  };
  with_node_text(x, x->arguments[0], std::move(found));
}

/// A document of our own; what earlier releases have stored of it is masked as well.
void respond_masked(call& x, const std::string& text) {
  auto document = parse_own_json(text);
  if (!document) return x.refuse(document.error());
  x.respond_json(to_text(mask_secrets(std::move(*document))));
}

}  // namespace

void validate_node(const call_ptr& x) {
  with_node_text(x, x->arguments[0], [x](const std::string&, const std::string& text) {
    const auto node = decode_snapshot(text);
    if (!node) return x->refuse(node.error());
    json out = json::object();
    for (auto kind : validated_kinds)
      out[std::string{kind}] = validation(x->with.catalog, *node, kind);
    x->respond_json(to_text(out));
  });
}

void validate_named_node(const call_ptr& x) {
  for (const auto* name : {"node_uuid", "node"})
    if (const auto* ident = x->url.parameter(name)) {
      x->arguments = {*ident};
      return validate_node(x);
    }
  x->refuse({error_code::invalid, "Missing mandatory parameter: node"});
}

void list_cleaning_steps(const call_ptr& x) {
  with_node_text(x, x->arguments[0], [x](const std::string&, const std::string& text) {
    const auto node = decode_snapshot(text);
    if (!node) return x->refuse(node.error());
    const auto& overrides = x->with.options.clean_step_priority_override;
    auto steps = declared_steps(x->with.catalog, node->about, phase_clean, overrides);
    for (auto& one :
         automatic_agent_steps(x->with.catalog, node->about, phase_clean,
                               with_defaults(overrides, x->with.options.agent_clean_priorities)))
      steps.push_back(std::move(one));
    sort_by_priority(steps);
    auto out = json::array();
    for (const auto& one : steps)
      out.push_back({{"step", one.name}, {"priority", one.priority}, {"interface", one.interface}});
    x->respond_json(to_text(out));
  });
}

void show_inventory(const call_ptr& x) {
  with_node_text(x, x->arguments[0], [x](const std::string& uuid, const std::string&) {
    auto wanted = rows_of("inventory", "node", uuid);
    wanted.limit = 1;
    auto got = [x, uuid](std::vector<listed> rows) {
      if (rows.empty())
        return x->refuse({error_code::not_found, "Node " + uuid + " has no inventory."});
      respond_masked(*x, rows.front().summary);
    };
    x->with.records.list(wanted, x->then<std::vector<listed>>(std::move(got)));
  });
}

void list_history(const call_ptr& x) { list_history_as(x, false); }

void list_history_in_full(const call_ptr& x) { list_history_as(x, true); }

void show_history_entry(const call_ptr& x) {
  with_node_text(x, x->arguments[0], [x](const std::string& uuid, const std::string&) {
    auto got = [x, uuid](const std::vector<listed>& rows) {
      const auto& id = x->arguments[1];
      for (const auto& row : rows) {
        if (row.id != id) continue;
        const auto base = x->base();
        const auto path = "nodes/" + uuid + "/history";
        std::string out;
        append_object(out, select_full(history_resource(), x->version),
                      text_reader{}.read_fields(row.summary), {x->version, base, path});
        return x->respond_json(std::move(out));
      }
      x->refuse(
          {error_code::not_found, "History event " + id.substr(0, 64) + " could not be found."});
    };
    x->with.records.list(rows_of("history", "node", uuid),
                         x->then<std::vector<listed>>(std::move(got)));
  });
}

void list_operations(const call_ptr& x) {
  with_node_text(x, x->arguments[0], [x](const std::string& uuid, const std::string&) {
    auto got = [x](const std::vector<listed>& rows) {
      std::string out = R"({"operations":[)";
      for (const auto& row : rows) {
        if (&row != &rows.front()) out += ',';
        out += row.summary;
      }
      respond_masked(*x, out + "]}");
    };
    x->with.records.list(rows_of("operations", "node", uuid),
                         x->then<std::vector<listed>>(std::move(got)));
  });
}

void list_children(const call_ptr& x) {
  with_node_text(x, x->arguments[0], [x](const std::string& uuid, const std::string&) {
    auto got = [x, uuid](const std::vector<listed>& rows) {
      json children = json::array();
      for (const auto& row : rows) children.push_back(row.id);
      const auto href = x->base() + "/v1/nodes?parent_node=" + uuid;
      x->respond_json(
          to_text({{"children", children}, {"links", {{"href", href}, {"rel", "children"}}}}));
    };
    x->with.records.list(rows_of("nodes", "parent_node", uuid),
                         x->then<std::vector<listed>>(std::move(got)));
  });
}

}  // namespace ironbus::http
