#include "gateways/redis/maintenance/key_scan.hpp"

#include "gateways/redis/recorded_damage.hpp"
#include "gateways/redis/redis_replies.hpp"

#include <algorithm>
#include <array>
#include <tuple>

namespace ironbus::redis {

namespace {

constexpr std::array<std::string_view, 6> index_kinds{
    "order:", "col:", "has:", "sum:", "uniq:", "att:"};

constexpr size_t deleted_at_once = 500;

/// Escapes a prefix for SCAN's pattern, byte by byte.
std::string escaped(std::string_view prefix) {
  std::string out;
  for (char x : prefix) {
    if (std::string_view{"*?[]\\^-"}.find(x) != std::string_view::npos) out += '\\';
    out += x;
  }
  return out;
}

void sort_once(std::vector<std::string>& texts) {
  std::sort(texts.begin(), texts.end());
  texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
}

std::pair<std::string_view, std::string_view> split(std::string_view owner) {
  const auto colon = std::min(owner.find(':'), owner.size() - 1);
  return {owner.substr(0, colon), owner.substr(colon + 1)};
}

void add(found_keys& found, std::string_view key) {
  if (key.starts_with("rec:")) return found.owners.emplace_back(key.substr(4)), void();
  if (key.starts_with("claim:")) return found.claims.emplace_back(key.substr(6)), void();
  if (key.starts_with("row:")) return found.rows.emplace_back(key), void();
  if (key.starts_with("events")) return found.events.emplace_back(key), void();
  for (auto kind : index_kinds)
    if (key.starts_with(kind)) found.indexes.emplace_back(key);
}

}  // namespace

result<found_keys> scan_keys(session& connection) {
  found_keys found;
  const auto pattern = escaped(connection.prefix()) + "*";
  std::string cursor = "0";
  do {
    auto page = connection.ask({"SCAN", cursor, "MATCH", pattern, "COUNT", "1000"});
    if (!page) return tl::unexpected<failure>(page.error());
    const auto parts = elements_of(page->get());
    cursor = string_at(parts, 0);
    for (const auto* key : elements_of(parts[1]))
      add(found, text_of(key).substr(connection.prefix().size()));
  } while (cursor != "0");
  sort_once(found.owners);
  std::sort(found.owners.begin(), found.owners.end(),
            [](const auto& a, const auto& b) { return split(a) < split(b); });
  for (auto* texts : {&found.rows, &found.indexes, &found.claims}) sort_once(*texts);
  return found;
}

result<std::monostate> delete_all(session& connection, const found_keys& keys) {
  std::vector<std::string> all{"sequence", damage_mark};
  for (const auto& owner : keys.owners) all.push_back("rec:" + owner);
  for (const auto& claim : keys.claims) all.push_back("claim:" + claim);
  all.insert(all.end(), keys.rows.begin(), keys.rows.end());
  for (const auto* more : {&keys.indexes, &keys.events})
    all.insert(all.end(), more->begin(), more->end());
  for (size_t i = 0; i < all.size(); i += deleted_at_once) {
    std::vector<std::string> command{"UNLINK"};
    for (size_t j = i; j < std::min(i + deleted_at_once, all.size()); ++j)
      command.push_back(connection.key(all[j]));
    if (auto deleted = connection.ask(command); !deleted)
      return tl::unexpected<failure>(deleted.error());
  }
  return {};
}

}  // namespace ironbus::redis
