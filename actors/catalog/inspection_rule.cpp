#include "actors/catalog/inspection_rule.hpp"

#include "actors/inspection/rules/rule.hpp"

namespace ironbus {

namespace {

/// Fields of a rule that the service maintains.
constexpr std::array<std::string_view, 3> kept_fields{"created_at", "updated_at", "built_in"};

}  // namespace

result<std::monostate> check_inspection_rule(const json& attributes) {
  auto written = attributes;
  for (const auto name : kept_fields) written.erase(std::string{name});
  const auto checked = inspection::check_rule(written, inspection::rule_origin::user);
  if (!checked) return tl::unexpected(checked.error());
  return {};
}

result<std::monostate> check_rule_change(const json& before, const json& after) {
  if (before.at("sensitive") != true) return {};
  if (after.at("sensitive") != true)
    return fail(error_code::invalid, "A sensitive inspection rule stays sensitive.");
  if (!check_inspection_rule(after))
    return fail(error_code::invalid,
                "The sensitive inspection rule would not be valid after that change.");
  return {};
}

}  // namespace ironbus
