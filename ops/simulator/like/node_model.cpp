#include "ops/simulator/like/node_model.hpp"

#include "messages/base/text.hpp"
#include "messages/base/uuid.hpp"
#include "messages/model/node.hpp"
#include "messages/model/node_parts.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <unordered_map>
#include <variant>

namespace ironbus::simulator {

namespace {

constexpr std::string_view node_fields = "uuid,name,properties";
constexpr std::string_view port_fields = "uuid,address,node_uuid";
constexpr size_t ports_per_node_max = 64;
constexpr size_t name_bytes_max = 63;  // limit of a host name in a certificate
constexpr int64_t number_max = 1'000'000'000;

/// Accepts a number or its text; 0 for anything else.
int64_t number_at(const json& properties, std::string_view name) {
  if (!properties.is_object()) return 0;
  const auto found = properties.find(name);
  if (found == properties.end()) return 0;
  int64_t out = 0;
  if (found->is_number_integer()) out = found->get<int64_t>();
  if (found->is_string()) {
    const auto& text = found->get_ref<const std::string&>();
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    if (error != std::errc{} || end != text.data() + text.size()) return 0;
  }
  return out > 0 && out <= number_max ? out : 0;
}

bool is_host_name(std::string_view text) {
  return !text.empty() && text.size() <= name_bytes_max &&
         std::ranges::all_of(text, [](unsigned char c) {
           return std::isalnum(c) != 0 || c == '-' || c == '.' || c == '_';
         });
}

bool is_mac(std::string_view text) {
  if (text.size() != 17) return false;
  for (size_t i = 0; i < text.size(); ++i)
    if (i % 3 == 2 ? text[i] != ':' : std::isxdigit(static_cast<unsigned char>(text[i])) == 0)
      return false;
  return true;
}

node_model read_node(const json& shown) {
  node_model out;
  out.uuid = member_text(shown, "uuid");
  if (auto name = member_text(shown, "name"); is_host_name(name)) out.name = std::move(name);
  const auto found = shown.find("properties");
  if (found == shown.end()) return out;
  out.vendor = member_text(*found, "vendor");
  out.memory_mb = number_at(*found, "memory_mb");
  out.cpus = number_at(*found, "cpus");
  out.local_gb = number_at(*found, "local_gb");
  return out;
}

/// Calls `take` with each item of a collection. `take` returns an error text to stop, or an empty
/// text.
template <class Take>
result<std::monostate> read_collection(const page_reader& read, const std::string& name,
                                       std::string_view fields, Take take) {
  std::string marker;
  for (;;) {
    const auto target = "/v1/" + name + "?limit=1000&fields=" + std::string{fields} +
                        (marker.empty() ? "" : "&marker=" + marker);
    const auto page = read(target);
    if (!page) return tl::unexpected(page.error());
    const auto items = page->find(name);
    if (items == page->end() || !items->is_array())
      return fail(error_code::invalid, "GET " + target + " returned no list of " + name + ".");
    if (items->empty()) return {};
    for (const auto& item : *items) {
      marker = member_text(item, "uuid");
      if (!is_uuid(marker))
        return fail(error_code::invalid, "GET " + target + " returned an item without a UUID.");
      if (const auto why = take(item); !why.empty()) return fail(error_code::invalid, why);
    }
    if (!page->contains("next")) return {};
  }
}

}  // namespace

result<std::vector<node_model>> read_nodes(const page_reader& read, size_t nodes_max) {
  std::vector<node_model> out;
  std::unordered_map<std::string, size_t> places;
  const auto take_node = [&](const json& item) {
    if (out.size() >= nodes_max) return "it has more than " + std::to_string(nodes_max) + " nodes";
    out.push_back(read_node(item));
    places.emplace(out.back().uuid, out.size() - 1);
    return std::string{};
  };
  size_t ports = 0;
  const auto take_port = [&](const json& item) {
    if (++ports > nodes_max * ports_per_node_max) return std::string{"it has too many ports"};
    const auto place = places.find(member_text(item, "node_uuid"));
    auto mac = lower(member_text(item, "address"));
    if (place == places.end() || !is_mac(mac)) return std::string{};
    auto& macs = out[place->second].macs;
    if (macs.size() < ports_per_node_max) macs.push_back(std::move(mac));
    return std::string{};
  };
  if (auto done = read_collection(read, "nodes", node_fields, take_node); !done)
    return tl::unexpected(done.error());
  if (out.empty()) return fail(error_code::invalid, "it has no nodes");
  if (auto done = read_collection(read, "ports", port_fields, take_port); !done)
    return tl::unexpected(done.error());
  return out;
}

}  // namespace ironbus::simulator
