#include "tests/contract/store/maintenance_client.hpp"

#include "gateways/archive/archive_line.hpp"

#include <boost/test/unit_test.hpp>

namespace ironbus::test {

std::vector<std::string> all_lines(store_maintenance& source) {
  std::vector<std::string> lines;
  const auto read = source.read([&](const stored_item& x) -> result<std::monostate> {
    std::visit([&](const auto& item) { lines.push_back(archive::encode_line(item)); }, x);
    return {};
  });
  BOOST_REQUIRE_MESSAGE(read, (read ? "" : read.error().message));
  return lines;
}

result<std::monostate> fill_with(store_maintenance& target, const std::vector<std::string>& lines) {
  size_t next = 0;
  return target.fill([&]() -> result<std::optional<stored_item>> {
    if (next == lines.size()) return std::nullopt;
    auto line = archive::decode_line(lines[next++]).value();
    if (auto* x = std::get_if<stored_aggregate>(&line)) return stored_item{std::move(*x)};
    if (auto* x = std::get_if<stored_epoch>(&line)) return stored_item{*x};
    return stored_item{std::get<stored_step_claim>(std::move(line))};
  });
}

stored_aggregate unchanged(const stored_aggregate& x, const store_maintenance::finding_sink&) {
  return x;
}

std::vector<std::string> findings(store_maintenance& target, bool mend,
                                  const store_maintenance::judge& ask) {
  std::vector<std::string> found;
  const auto examined = target.examine(mend, ask, [&](const store_finding& x) {
    found.push_back(std::string{to_string(x.what)} + " " + x.place + " " + x.subject +
                    (x.mended ? " mended" : ""));
  });
  BOOST_REQUIRE_MESSAGE(examined, (examined ? "" : examined.error().message));
  return found;
}

void write_everything(store_client& it) {
  const std::string odd{"\0 : = % \xff \n'\"]]\xc3\xa4", 16};
  const auto epoch = it.acquire_shard(3).value();
  auto first = change("n1");
  first.shard = 3;
  first.epoch = epoch;
  first.outbox = {"first", "", odd};
  first.claim = {{"nodes.name", "web-1"}, {"nodes.uuid", "n1"}, {"nodes.odd", odd}};
  first.put = {node_row("n1", {{"state", "active"}, {"trait", "B"}, {"trait", "A"}, {"none", ""}}),
               {"ports", "p1", "summary of p1", {{"address", "52:54:00:00:00:01"}}}};
  first.attention = std::chrono::system_clock::time_point{std::chrono::milliseconds{1800000000123}};
  it.apply(first).value();
  auto second = first;
  second.expected_version = 1;
  second.snapshot = "n1 2";
  second.outbox = {"second"};
  second.put = {{"history", "n1-1", odd, {}}};
  it.apply(second).value();
  auto record = change("allocation/a1");
  record.aggregate = "record";
  record.put = {{"allocations", "a1", "a1", {}}};
  it.apply(record).value();
  auto erased = change("n0");
  erased.put = {node_row("n0")};
  it.apply(erased).value();
  erased.expected_version = 1;
  erased.erase = true;
  erased.outbox = {"n0 has gone"};
  it.apply(erased).value();
  it.claim("step 1", "worker/1").value();
  it.finish("step 1", "worker/1", "done " + odd).value();
  it.claim("step 2", "worker/1").value();
}

}  // namespace ironbus::test
