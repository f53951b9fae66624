#include "gateways/http/body_check.hpp"
#include "gateways/http/handlers.hpp"
#include "gateways/http/node_access.hpp"
#include "gateways/http/send.hpp"

#include <algorithm>
#include <array>

namespace ironbus::http {

namespace {

constexpr size_t traits_max = 50;
constexpr size_t trait_length_max = 255;

// Where the standard traits begin; their list belongs to another project and grows without us.
constexpr std::array<std::string_view, 9> standard_spaces{
    "HW_", "COMPUTE_", "STORAGE_", "MISC_", "OWNER_", "MAGIC_", "NETWORK_", "BLOCK_", "VNIC_",
};

result<std::monostate> check_trait(const std::string& name) {
  const bool written = std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
  const bool spaced = (name.starts_with("CUSTOM_") && name.size() > 7) ||
                      std::any_of(standard_spaces.begin(), standard_spaces.end(),
                                  [&](auto space) { return name.starts_with(space); });
  if (written && spaced && name.size() <= trait_length_max) return {};
  return fail(error_code::invalid, "Invalid value for 'traits': " + to_text(name.substr(0, 80)) +
                                       "; a trait is a standard one or CUSTOM_ followed by "
                                       "A-Z, 0-9 and _, at most 255 characters.");
}

result<std::vector<std::string>> read_traits(const json& body) {
  if (auto keys = check_keys(body, {"traits"}); !keys) return tl::unexpected(keys.error());
  const auto list = body.find("traits");
  if (list == body.end()) return fail(error_code::invalid, "Missing mandatory parameter: traits");
  const bool texts = list->is_array() &&
                     std::all_of(list->begin(), list->end(), [](auto& x) { return x.is_string(); });
  if (!texts) return fail(error_code::invalid, "'traits' must be a list of strings.");
  std::vector<std::string> out;
  for (const auto& x : *list) {
    auto name = x.get<std::string>();
    if (auto checked = check_trait(name); !checked) return tl::unexpected(checked.error());
    if (std::find(out.begin(), out.end(), name) == out.end()) out.push_back(std::move(name));
  }
  if (out.size() > traits_max)
    return fail(error_code::invalid, "A node can have at most 50 traits.");
  return out;
}

void send(const call_ptr& x, set_traits what, header_list headers = {}) {
  with_node_uuid(x, x->arguments[0], [x, what = std::move(what), headers](const auto& uuid) {
    ask_node(x, what, uuid, 204, headers);
  });
}

}  // namespace

void list_traits(const call_ptr& x) {
  with_node(x, x->arguments[0], [x](const std::string&, const json& snapshot) {
    x->respond_json(to_text({{"traits", snapshot.value("traits", json::array())}}));
  });
}

void put_traits(const call_ptr& x) {
  const auto body = x->body_object();
  if (!body) return x->refuse(body.error());
  auto names = read_traits(*body);
  if (!names) return x->refuse(names.error());
  send(x, {set_traits::how::all, std::move(*names)});
}

void put_trait(const call_ptr& x) {
  const auto& name = x->arguments[1];
  if (!x->in.body.empty()) {
    const auto body = x->body_object();
    if (!body || !body->empty())
      return x->refuse({error_code::invalid, "A single trait is set without a request body."});
  }
  if (auto checked = check_trait(name); !checked) return x->refuse(checked.error());
  const auto location =
      x->base() + "/v1/nodes/" + percent_encode(x->arguments[0]) + "/traits/" + name;
  send(x, {set_traits::how::add, {name}}, {{"Location", location}});
}

void delete_traits(const call_ptr& x) { send(x, {set_traits::how::all, {}}); }

void delete_trait(const call_ptr& x) { send(x, {set_traits::how::remove, {x->arguments[1]}}); }

}  // namespace ironbus::http
