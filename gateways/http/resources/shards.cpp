#include "gateways/http/api/questions.hpp"
#include "gateways/http/resources/handlers.hpp"
#include "messages/model/field.hpp"

#include <map>

namespace ironbus::http {

task<> list_shards(const call_ptr& call) {
  std::map<std::string, size_t> counts;
  query page;
  page.collection = "nodes";
  page.with_snapshot = true;
  // Reads the whole fleet page by page. Such requests are rare.
  for (size_t got = page.limit; got == page.limit;) {
    const auto rows = co_await list_rows(call, page);
    for (const auto& row : rows) {
      const auto shard = json::parse(row.snapshot).at(attributes_key).value("shard", json{});
      ++counts[shard.is_string() ? shard.get<std::string>() : "None"];
    }
    got = rows.size();
    if (got > 0) page.marker = rows.back().id;
  }
  json out = json::array();
  for (const auto& [name, count] : counts) out.push_back({{"name", name}, {"count", count}});
  call->respond_json(to_text({{"shards", out}}));
}

}  // namespace ironbus::http
