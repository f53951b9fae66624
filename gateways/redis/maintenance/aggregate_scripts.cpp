#include "gateways/redis/maintenance/aggregate_scripts.hpp"

#include "gateways/redis/maintenance/maintenance_scripts.hpp"
#include "gateways/redis/packing.hpp"
#include "gateways/redis/redis_replies.hpp"

#include <algorithm>
#include <tuple>

namespace ironbus::redis {

namespace {

using finding_sink = store_maintenance::finding_sink;
using elements = std::span<redisReply* const>;

/// The maximum number of indexes per script.
constexpr size_t swept_at_once = 50;

void read_row(elements all, size_t offset, const std::string& owner, read_aggregate& out) {
  const auto head = unpack_head(text_of(all[offset + 2]));
  auto collection = string_at(all, offset);
  auto id = string_at(all, offset + 1);
  if (is_nil(all[offset + 2]) || is_nil(all[offset + 3]) || head.owner != owner)
    return out.lost.emplace_back(std::move(collection), std::move(id)), void();
  out.content.rows.push_back({{std::move(collection), std::move(id), string_at(all, offset + 3),
                               unpack_columns(head.columns)},
                              head.sequence});
}

read_aggregate read_one(elements fields, const std::string& owner) {
  read_aggregate out;
  auto& x = out.content;
  const auto colon = owner.find(':');
  x.aggregate = owner.substr(0, colon);
  x.id = owner.substr(colon + 1);
  x.version = number_in<uint64_t>(text_of(fields[0]));
  x.snapshot = text_of(fields[1]);
  x.erased = !is_nil(fields[2]);
  x.shard = number_in<uint32_t>(text_of(fields[3]));
  if (const auto noted = text_of(fields[4]); noted.size() > 1)
    x.due_ms = number_in<int64_t>(noted.substr(1));
  x.outbox = unpack_messages(text_of(fields[5]));
  const auto keys = elements_of(fields[6]);
  for (size_t i = 0; i + 1 < keys.size(); i += 2)
    x.keys.push_back({string_at(keys, i), string_at(keys, i + 1)});
  std::sort(x.keys.begin(), x.keys.end(), [](const auto& a, const auto& b) {
    return std::tie(a.space, a.value) < std::tie(b.space, b.value);
  });
  const auto rows = elements_of(fields[7]);
  for (size_t i = 0; i + 3 < rows.size(); i += 4) read_row(rows, i, owner, out);
  std::sort(x.rows.begin(), x.rows.end(),
            [](const auto& a, const auto& b) { return a.sequence < b.sequence; });
  return out;
}

std::string due_text(const stored_aggregate& x) {
  return x.due_ms ? std::to_string(*x.due_ms) : std::string{};
}

std::string sentence(store_defect what) {
  switch (what) {
    case store_defect::dangling_entry: return "it points to a record that does not have it";
    case store_defect::missing_entry: return "it is missing or in the wrong position";
    case store_defect::key_conflict: return "two records claim it";
    default: return std::string{to_string(what)};
  }
}

void tell_all(elements found, bool mend, const finding_sink& tell) {
  for (size_t i = 0; i + 2 < found.size(); i += 3)
    for (int j = 0; j < static_cast<int>(store_defect::count_); ++j)
      if (const auto what = static_cast<store_defect>(j); to_string(what) == text_of(found[i]))
        tell({what, string_at(found, i + 1), string_at(found, i + 2), sentence(what),
              mend && is_mendable(what)});
}

}  // namespace

result<std::vector<read_aggregate>> read_aggregates(session& connection,
                                                    std::span<const std::string> owners) {
  auto answer = connection.run(read_script, {owners.begin(), owners.end()});
  if (!answer) return tl::unexpected<failure>(answer.error());
  const auto all = elements_of(answer->get());
  std::vector<read_aggregate> out;
  for (size_t i = 0; i < all.size() && i < owners.size(); ++i) {
    const auto fields = elements_of(all[i]);
    if (fields.size() == 8 && !is_nil(fields[0])) out.push_back(read_one(fields, owners[i]));
  }
  return out;
}

result<bool> reconcile(session& connection, bool mend, const stored_aggregate& wanted,
                       const finding_sink& tell) {
  std::vector<std::string> args{mend ? "1" : "",
                                wanted.aggregate,
                                wanted.id,
                                std::to_string(wanted.version),
                                std::to_string(wanted.shard),
                                due_text(wanted)};
  args.push_back(std::to_string(wanted.keys.size()));
  for (const auto& key : wanted.keys) args.insert(args.end(), {key.space, key.value});
  args.push_back(std::to_string(wanted.rows.size()));
  for (const auto& [content, sequence] : wanted.rows)
    args.insert(args.end(), {content.collection, content.id, std::to_string(sequence),
                             pack_columns(content.columns), content.summary});
  auto answer = connection.run(reconcile_script, args);
  if (!answer) return tl::unexpected<failure>(answer.error());
  if ((*answer)->type == REDIS_REPLY_INTEGER) return false;
  tell_all(elements_of(answer->get()), mend, tell);
  return true;
}

result<std::monostate> sweep(session& connection, bool mend,
                             const std::vector<std::string>& indexes, const finding_sink& tell) {
  std::vector<std::string> under_way;  // Each key and its cursor.
  for (auto next = indexes.begin(); next != indexes.end() || !under_way.empty();) {
    for (; next != indexes.end() && under_way.size() < 2 * swept_at_once; ++next)
      under_way.insert(under_way.end(), {*next, "0"});
    std::vector<std::string> args{mend ? "1" : ""};
    args.insert(args.end(), under_way.begin(), under_way.end());
    auto answer = connection.run(sweep_script, args);
    if (!answer) return tl::unexpected<failure>(answer.error());
    const auto parts = elements_of(answer->get());
    const auto left = elements_of(parts[0]);
    under_way.clear();
    for (size_t i = 0; i < left.size(); ++i) under_way.push_back(string_at(left, i));
    tell_all(elements_of(parts[1]), mend, tell);
  }
  return {};
}

result<std::monostate> fill(session& connection, const stored_aggregate& content) {
  const auto owner = content.aggregate + ":" + content.id;
  auto written = connection.run(
      fill_script, {content.aggregate, content.id, std::to_string(content.version),
                    std::to_string(content.shard), due_text(content), content.erased ? "1" : "",
                    content.snapshot, pack_messages(content.outbox)});
  if (!written) return tl::unexpected<failure>(written.error());
  if ((*written)->integer == 0) return fail(error_code::conflict, owner + " already exists");
  std::string taken;
  auto reconciled = reconcile(connection, true, content, [&](const store_finding& found) {
    if (found.what == store_defect::key_conflict) taken = found.place + " '" + found.subject + "'";
  });
  if (!reconciled) return tl::unexpected<failure>(reconciled.error());
  if (!taken.empty())
    return fail(error_code::invalid, owner + " has " + taken + ", which another record has, too");
  return {};
}

}  // namespace ironbus::redis
