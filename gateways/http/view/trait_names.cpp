#include "gateways/http/view/trait_names.hpp"

#include "gateways/http/api/error.hpp"
#include "gateways/http/view/body_check.hpp"
#include "messages/model/traits.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

constexpr size_t traits_max = 50;

}  // namespace

result<std::monostate> check_trait(const std::string& name) {
  if (is_trait_name(name)) return {};
  return invalid("Invalid value for 'traits': " + to_text(name.substr(0, 80)) +
                 "; a trait is a standard one or CUSTOM_ followed by A-Z, 0-9 and _, at most 255 "
                 "characters.");
}

result<std::vector<std::string>> read_traits(const json& body) {
  if (auto keys = check_keys(body, {"traits"}); !keys) return tl::unexpected(keys.error());
  const auto list = body.find("traits");
  if (list == body.end()) return invalid("Missing mandatory parameter: traits");
  const bool texts = list->is_array() &&
                     std::all_of(list->begin(), list->end(), [](auto& x) { return x.is_string(); });
  if (!texts) return invalid("'traits' must be a list of strings.");
  std::vector<std::string> out;
  for (const auto& x : *list) {
    auto name = x.get<std::string>();
    if (auto checked = check_trait(name); !checked) return tl::unexpected(checked.error());
    out.push_back(std::move(name));
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  if (out.size() > traits_max) return invalid("At most 50 traits are allowed.");
  return out;
}

}  // namespace ironbus::http
