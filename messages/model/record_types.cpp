#include "messages/model/record.hpp"

namespace ironbus {

namespace {

using t = field_type;

constexpr uint32_t free_to_write = in_create | in_patch;

constexpr std::array chassis_fields{
    field_spec{"uuid", t::uuid, 1, in_create | in_list | sortable},
    field_spec{"created_at", t::time, 1, sortable},
    field_spec{"updated_at", t::time, 1, nullable | sortable},
    field_spec{"description", t::text, 1, free_to_write | nullable | in_list | sortable},
    field_spec{"extra", t::object, 1, free_to_write},
};

constexpr std::array deploy_template_fields{
    field_spec{"uuid", t::uuid, 55, in_create | in_list | sortable},
    field_spec{"created_at", t::time, 55, sortable},
    field_spec{"updated_at", t::time, 55, nullable | sortable},
    field_spec{"name", t::text, 55, free_to_write | required | in_list | sortable},
    field_spec{"steps", t::array, 55, free_to_write | required},
    field_spec{"extra", t::object, 55, free_to_write},
    field_spec{"description", t::text, 112, free_to_write | nullable | sortable},
};

constexpr std::array runbook_fields{
    field_spec{"uuid", t::uuid, 92, in_create | in_list | sortable},
    field_spec{"created_at", t::time, 92, sortable},
    field_spec{"updated_at", t::time, 92, nullable | sortable},
    field_spec{"name", t::text, 92, free_to_write | required | in_list | sortable},
    field_spec{"steps", t::array, 92, free_to_write | required},
    field_spec{"disable_ramdisk", t::boolean, 92, free_to_write | sortable},
    field_spec{"extra", t::object, 92, free_to_write},
    field_spec{"public", t::boolean, 92, free_to_write | sortable},
    field_spec{"owner", t::text, 92, free_to_write | nullable | sortable},
    field_spec{"description", t::text, 112, free_to_write | nullable | sortable},
    field_spec{"traits", t::array, 112},
};

constexpr std::array allocation_fields{
    field_spec{"uuid", t::uuid, 52, in_create | in_list | sortable},
    field_spec{"created_at", t::time, 52, in_list | sortable},
    field_spec{"updated_at", t::time, 52, in_list | nullable | sortable},
    field_spec{"candidate_nodes", t::array, 52, in_create | in_list},
    field_spec{"extra", t::object, 52, free_to_write | in_list},
    field_spec{"last_error", t::text, 52, in_list | nullable | sortable},
    field_spec{"name", t::text, 52, free_to_write | nullable | in_list | sortable},
    field_spec{"owner", t::text, 60, in_create | nullable | in_list | sortable},
    field_spec{"resource_class", t::text, 52, in_create | nullable | in_list | sortable, 80},
    field_spec{"state", t::text, 52, in_list | sortable},
    field_spec{"traits", t::array, 52, in_create | in_list},
    field_spec{"node_uuid", t::uuid, 52, nullable | in_list},
};

constexpr std::array inspection_rule_fields{
    field_spec{"uuid", t::uuid, 96, in_create | in_list | sortable},
    field_spec{"created_at", t::time, 96, sortable},
    field_spec{"updated_at", t::time, 96, nullable | sortable},
    field_spec{"description", t::text, 96, free_to_write | nullable | in_list | sortable},
    field_spec{"priority", t::integer, 96, free_to_write | in_list | sortable},
    field_spec{"phase", t::text, 96, free_to_write | nullable | in_list | sortable, 16},
    field_spec{"scope", t::text, 96, free_to_write | nullable | sortable},
    field_spec{"sensitive", t::boolean, 96, free_to_write | nullable | sortable},
    field_spec{"conditions", t::array, 96, free_to_write | nullable},
    field_spec{"actions", t::array, 96, free_to_write | required},
    field_spec{"built_in", t::boolean, 96},
};

constexpr std::array webhook_fields{
    field_spec{"uuid", t::uuid, 1, in_create | in_list | sortable},
    field_spec{"created_at", t::time, 1, in_list | sortable},
    field_spec{"updated_at", t::time, 1, in_list | nullable | sortable},
    field_spec{"name", t::text, 1, free_to_write | required | in_list | sortable, 255,
               "Unique; letters, digits and the characters -._~."},
    field_spec{"url", t::text, 1, free_to_write | required | in_list | sortable, 2048,
               "The URL that receives the events by POST; without credentials or query."},
    field_spec{
        "secret", t::text, 1, free_to_write | required | in_list | concealed, 128,
        "The key that signs the requests: `whsec_` and base64 of 24 to 64 bytes. Never shown."},
    field_spec{"filter", t::object, 1, free_to_write | in_list, 255,
               "Filters events by node (UUID), type, state, group and owner; all by default."},
    field_spec{"enabled", t::boolean, 1, free_to_write | in_list | sortable, 255,
               "Whether events are delivered; true by default."},
    field_spec{"max_batch", t::integer, 1, free_to_write | in_list | sortable, 255,
               "Maximum number of events in a request, 1 to 100; above 1 the body is an array."},
    field_spec{"since", t::text, 1, free_to_write | in_list | sortable, 128,
               "The position in the event log after which delivery starts; the end by default."},
    field_spec{"orders", t::array, 1, hidden},
};

constexpr std::array token_fields{
    field_spec{"uuid", t::uuid, 1, in_list | sortable},
    field_spec{"created_at", t::time, 1, in_list | sortable},
    field_spec{"updated_at", t::time, 1, nullable | sortable},
    field_spec{"name", t::text, 1, in_list | sortable, 255, "For people; not unique."},
    field_spec{"roles", t::array, 1, in_list, 255, "The roles, with those that they imply."},
    field_spec{"system", t::boolean, 1, in_list, 255, "The scope is the system."},
    field_spec{"project_id", t::text, 1, nullable | in_list, 255, "The scope is this project."},
    field_spec{"project_name", t::text, 1, nullable, 255, "The name of the project, if known."},
    field_spec{"created_by", t::text, 1, nullable | in_list, 255,
               "The user that created it and in whose name it acts; null without sign-in."},
    field_spec{"created_by_id", t::text, 1, nullable, 255, "The id of that user, if known."},
    field_spec{"expires_at", t::time, 1, in_list | sortable, 64, "The token is invalid after it."},
    field_spec{"revoked_at", t::time, 1, nullable | in_list | sortable, 64,
               "When it was revoked; null: it was not."},
    field_spec{"last_used_at", t::time, 1, nullable | in_list | sortable, 64,
               "A time of use at most an hour before the last one; null: never used."},
    field_spec{"creator", t::text, 1, hidden, 512},
    field_spec{"digest", t::text, 1, hidden},
};

constexpr std::array<std::string_view, 1> by_name{"name"};
constexpr std::array<std::string_view, 1> chassis_columns{"description"};
constexpr std::array<std::string_view, 3> runbook_columns{"name", "public", "owner"};
constexpr std::array<std::string_view, 5> allocation_columns{"name", "resource_class", "state",
                                                             "owner", "node_uuid"};

constexpr std::array<std::string_view, 2> inspection_rule_columns{"phase", "scope"};
constexpr std::array<std::string_view, 2> token_columns{"name", "creator"};

constexpr std::array types{
    record_type{"chassis", "chassis", "Chassis", 1, chassis_fields, {}, chassis_columns},
    record_type{"deploy_template", "deploy_templates", "Deploy template", 55,
                deploy_template_fields, by_name, by_name},
    record_type{"runbook", "runbooks", "Runbook", 92, runbook_fields, by_name, runbook_columns},
    record_type{"allocation", "allocations", "Allocation", 52, allocation_fields, by_name,
                allocation_columns},
    record_type{"inspection_rule",
                "inspection_rules",
                "Inspection rule",
                96,
                inspection_rule_fields,
                {},
                inspection_rule_columns},
    record_type{"webhook", "webhooks", "Webhook", 1, webhook_fields, by_name, by_name},
    record_type{"token", "tokens", "Token", 1, token_fields, {}, token_columns},
};

}  // namespace

std::span<const record_type> record_types() { return types; }

const record_type* find_record_type(std::string_view name) {
  for (const auto& row : types)
    if (row.name == name) return &row;
  return nullptr;
}

}  // namespace ironbus
