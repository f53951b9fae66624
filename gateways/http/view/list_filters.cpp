#include "gateways/http/view/list_filters.hpp"

#include <array>

namespace ironbus::http {

namespace {

using k = filter_kind;

constexpr std::array node_filters{
    filter_spec{"chassis_uuid", 1, k::uuid, "chassis_uuid"},
    filter_spec{"instance_uuid", 1, k::uuid, "instance_uuid"},
    filter_spec{"associated", 1, k::set, "instance_uuid", "Whether the node has an instance."},
    filter_spec{"maintenance", 1, k::boolean, "maintenance"},
    filter_spec{"provision_state", 9, k::state, "provision_state"},
    filter_spec{"driver", 16, k::text, "driver"},
    filter_spec{"resource_class", 21, k::text, "resource_class"},
    filter_spec{"fault", 42, k::fault, "fault"},
    filter_spec{"conductor_group", 46, k::lower_text, "conductor_group"},
    filter_spec{"conductor", 49, k::text, "conductor"},
    filter_spec{"owner", 50, k::text, "owner"},
    filter_spec{"lessee", 65, k::text, "lessee"},
    filter_spec{"description_contains", 51, k::contains, "description"},
    filter_spec{"retired", 61, k::boolean, "retired"},
    filter_spec{"shard", 82, k::any_of, "shard"},
    filter_spec{"sharded", 82, k::set, "shard", "Whether the node belongs to a shard."},
    filter_spec{"parent_node", 83, k::node, "parent_node"},
    filter_spec{"instance_name", 104, k::text, "instance_name"},
    filter_spec{"traits", 37, k::traits_all, "traits", "Nodes that have each of these traits."},
    filter_spec{"traits-any", 37, k::traits_any, "traits",
                "Nodes that have at least one of these traits."},
    filter_spec{"not-traits", 37, k::traits_not_all, "traits",
                "Nodes that lack at least one of these traits."},
    filter_spec{"not-traits-any", 37, k::traits_none, "traits",
                "Nodes that have none of these traits."},
    filter_spec{
        "include_children", 83, k::other, {}, "Whether to list nodes that have a parent, too."},
};

/// The list of waiting nodes includes nodes that have a parent.
constexpr auto why_filters =
    std::span<const filter_spec>{node_filters}.first<node_filters.size() - 1>();

constexpr std::array port_filters{
    filter_spec{"node", 1, k::node, "node_uuid"},
    filter_spec{"node_uuid", 1, k::uuid, "node_uuid"},
    filter_spec{"address", 1, k::mac, "address"},
    filter_spec{"portgroup", 24, k::uuid, "portgroup_uuid"},
    filter_spec{"shard", 82, k::any_of, "shard"},
    filter_spec{"conductor_groups", 99, k::any_of, "conductor_group"},
};

constexpr std::array portgroup_filters{
    filter_spec{"node", 23, k::node, "node_uuid"},
    filter_spec{"address", 23, k::mac, "address"},
    filter_spec{"shard", 106, k::any_of, "shard"},
    filter_spec{"conductor_groups", 99, k::any_of, "conductor_group"},
};

constexpr std::array volume_filters{filter_spec{"node", 32, k::node, "node_uuid"}};

constexpr std::array allocation_filters{
    filter_spec{"node", 52, k::node, "node_uuid"},
    filter_spec{"resource_class", 52, k::text, "resource_class"},
    filter_spec{"state", 52, k::text, "state"},
    filter_spec{"owner", 60, k::text, "owner"},
};

constexpr std::array runbook_filters{filter_spec{"public", 92, k::boolean, "public"},
                                     filter_spec{"owner", 92, k::text, "owner"}};

constexpr std::array rule_filters{filter_spec{"phase", 96, k::text, "phase"},
                                  filter_spec{"scope", 96, k::text, "scope"}};

struct filtered {
  std::string_view collection;
  std::span<const filter_spec> filters;
};

constexpr std::array lists{
    filtered{"nodes", node_filters},
    filtered{"why", why_filters},
    filtered{"ports", port_filters},
    filtered{"portgroups", portgroup_filters},
    filtered{"volume_connectors", volume_filters},
    filtered{"volume_targets", volume_filters},
    filtered{"allocations", allocation_filters},
    filtered{"runbooks", runbook_filters},
    filtered{"inspection_rules", rule_filters},
};

}  // namespace

std::span<const filter_spec> filters_of(std::string_view collection) {
  for (const auto& row : lists)
    if (row.collection == collection) return row.filters;
  return {};
}

}  // namespace ironbus::http
