#include "gateways/http/resources/handlers.hpp"
#include "gateways/http/services/services.hpp"

#include <map>

namespace ironbus::http {

namespace {

using tally = std::shared_ptr<std::map<std::string, size_t>>;

void respond_tally(call& x, const tally& counts) {
  json out = json::array();
  for (const auto& [name, count] : *counts) out.push_back({{"name", name}, {"count", count}});
  x.respond_json(to_text({{"shards", out}}));
}

/// Reads the whole fleet, a page at a time: nobody asks this often.
void count_page(const call_ptr& x, std::string marker, const tally& counts) {
  query page;
  page.collection = "nodes";
  page.marker = std::move(marker);
  page.with_snapshot = true;
  auto got = [x, counts, limit = page.limit](const std::vector<listed>& rows) {
    for (const auto& row : rows) {
      const auto shard = json::parse(row.snapshot).at("about").value("shard", json{});
      ++(*counts)[shard.is_string() ? shard.get<std::string>() : "None"];
    }
    if (rows.size() < limit) return respond_tally(*x, counts);
    count_page(x, rows.back().id, counts);
  };
  x->with.records.list(std::move(page), x->then<std::vector<listed>>(std::move(got)));
}

}  // namespace

void list_shards(const call_ptr& x) {
  count_page(x, {}, std::make_shared<std::map<std::string, size_t>>());
}

}  // namespace ironbus::http
