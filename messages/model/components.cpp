#include "messages/model/components.hpp"

#include <array>

namespace ironbus {

namespace {

using ft = field_type;
using bs = bios_setting;
using fc = firmware_component;

constexpr int bios_since = 40;
constexpr int registry_since = 74;
constexpr int firmware_since = 86;
constexpr int makers_since = 114;

constexpr std::array bios_table{
    bind<&bs::name>({"name", ft::text, bios_since, in_list}),
    bind<&bs::value>({"value", ft::text, bios_since, in_list | nullable}),
    bind<&bs::attribute_type>({"attribute_type", ft::text, registry_since, nullable}),
    bind<&bs::allowable_values>({"allowable_values", ft::array, registry_since, nullable}),
    bind<&bs::lower_bound>({"lower_bound", ft::integer, registry_since, nullable}),
    bind<&bs::upper_bound>({"upper_bound", ft::integer, registry_since, nullable}),
    bind<&bs::min_length>({"min_length", ft::integer, registry_since, nullable}),
    bind<&bs::max_length>({"max_length", ft::integer, registry_since, nullable}),
    bind<&bs::read_only>({"read_only", ft::boolean, registry_since, nullable}),
    bind<&bs::reset_required>({"reset_required", ft::boolean, registry_since, nullable}),
    bind<&bs::unique>({"unique", ft::boolean, registry_since, nullable}),
    bind<&bs::created_at>({"created_at", ft::time, bios_since, in_list}),
    bind<&bs::updated_at>({"updated_at", ft::time, bios_since, in_list | nullable}),
};

constexpr std::array firmware_table{
    bind<&fc::component>({"component", ft::text, firmware_since, in_list}),
    bind<&fc::initial_version>({"initial_version", ft::text, firmware_since, in_list | nullable}),
    bind<&fc::current_version>({"current_version", ft::text, firmware_since, in_list | nullable}),
    bind<&fc::last_version_flashed>(
        {"last_version_flashed", ft::text, firmware_since, in_list | nullable}),
    bind<&fc::vendor>({"vendor", ft::text, makers_since, in_list | nullable}),
    bind<&fc::model>({"model", ft::text, makers_since, in_list | nullable}),
    bind<&fc::serial_number>({"serial_number", ft::text, makers_since, in_list | nullable}),
    bind<&fc::created_at>({"created_at", ft::time, firmware_since, in_list}),
    bind<&fc::updated_at>({"updated_at", ft::time, firmware_since, in_list | nullable}),
};

}  // namespace

std::span<const field<bios_setting>> bios_setting_fields() { return bios_table; }
std::span<const field<firmware_component>> firmware_component_fields() { return firmware_table; }

member_codecs<bios_setting> members_of(const bios_setting*) {
  static constexpr auto all = members_in(bios_table);
  return all;
}

member_codecs<firmware_component> members_of(const firmware_component*) {
  static constexpr auto all = members_in(firmware_table);
  return all;
}

void to_json(json& out, const bios_setting& x) { out = fields_to_json(bios_setting_fields(), x); }
void from_json(const json& document, bios_setting& x) {
  fields_from_json(bios_setting_fields(), document, x);
}
void to_json(json& out, const firmware_component& x) {
  out = fields_to_json(firmware_component_fields(), x);
}
void from_json(const json& document, firmware_component& x) {
  fields_from_json(firmware_component_fields(), document, x);
}

}  // namespace ironbus
