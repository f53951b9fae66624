#include "gateways/http/view/trait_names.hpp"

#include "gateways/http/api/error.hpp"
#include "gateways/http/view/body_table.hpp"
#include "gateways/http/view/request_body.hpp"
#include "messages/contract/traits.hpp"

#include <algorithm>
#include <array>

namespace ironbus::http {

namespace {

constexpr size_t traits_max = 50;

result<std::monostate> check_one_trait(const std::string&, const json& name, int) {
  return check_trait(name.get_ref<const std::string&>());
}

constexpr std::array traits_fields{
    body_field{.name = "traits",
               .type = body_type::texts,
               .flags = needed,
               .check = check_one_trait,
               .description = "At most 50; duplicates count once."},
};

}  // namespace

const body_table traits_body{.name = "TraitsRequest", .fields = traits_fields};

result<std::monostate> check_trait(const std::string& name) {
  if (is_trait_name(name)) return {};
  return invalid("Invalid value for 'traits': " + to_text(name.substr(0, 80)) +
                 "; a trait is a standard one or CUSTOM_ followed by A-Z, 0-9 and _, at most 255 "
                 "characters.");
}

result<std::vector<std::string>> read_traits(const call& call) {
  const auto body = read_body(call);
  if (!body) return tl::unexpected(body.error());
  auto out = body->at("traits").get<std::vector<std::string>>();
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  if (out.size() > traits_max) return invalid("At most 50 traits are allowed.");
  return out;
}

}  // namespace ironbus::http
