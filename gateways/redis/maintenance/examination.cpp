#include "gateways/redis/maintenance/examination.hpp"

#include "gateways/redis/maintenance/aggregate_scripts.hpp"
#include "gateways/redis/redis_replies.hpp"
#include "gateways/redis/unfinished_restore.hpp"

#include <algorithm>

namespace ironbus::redis {

namespace {

/// Attempts per record, so that a frequently written record is read between two commits.
constexpr int tries_max = 20;

bool has_row(const stored_aggregate& x, const std::pair<std::string, std::string>& row) {
  return std::any_of(x.rows.begin(), x.rows.end(), [&](const auto& one) {
    return one.content.collection == row.first && one.content.id == row.second;
  });
}

}  // namespace

/// Checks rows first, because records are compared with them, then the entries derived from both.
result<std::monostate> examination::run() {
  if (auto looked = look_at_restore(); !looked) return looked;
  const auto keys = scan_keys(connection_);
  if (!keys) return tl::unexpected<failure>(keys.error());
  if (auto swept = sweep(connection_, mend_, keys->rows, tell_); !swept) return swept;
  if (auto looked = look_at_sequence(*keys); !looked) return looked;
  if (auto looked = look_at_records(*keys); !looked) return looked;
  return sweep(connection_, mend_, keys->indexes, tell_);
}

result<std::monostate> examination::look_at_restore() {
  const auto unfinished = has_unfinished_restore(connection_);
  if (!unfinished) return tl::unexpected<failure>(unfinished.error());
  if (*unfinished) tell_({store_defect::unfinished, restore_mark, {}, unfinished_text});
  return {};
}

/// If the sequence were behind, a new row would get the position of an existing one.
result<std::monostate> examination::look_at_sequence(const found_keys& keys) {
  uint64_t last = 0;
  for (const auto& index : keys.indexes) {
    if (!index.starts_with("order:")) continue;
    auto newest = connection_.ask({"ZREVRANGE", connection_.key(index), "0", "0", "WITHSCORES"});
    if (!newest) return tl::unexpected<failure>(newest.error());
    last = std::max(last, number_in(string_at(elements_of(newest->get()), 1)));
  }
  auto noted = connection_.ask({"GET", connection_.key("sequence")});
  if (!noted) return tl::unexpected<failure>(noted.error());
  if (number_in(text_of(noted->get())) >= last) return {};
  tell_({store_defect::missing_entry,
         "sequence",
         {},
         "it is behind the positions of the rows",
         mend_});
  if (!mend_) return {};
  auto set = connection_.ask({"SET", connection_.key("sequence"), std::to_string(last)});
  if (!set) return tl::unexpected<failure>(set.error());
  return {};
}

result<std::monostate> examination::look_at_records(const found_keys& keys) {
  for (const auto& owner : keys.owners)
    if (auto looked = look_at_record(owner); !looked) return looked;
  return {};
}

result<std::monostate> examination::look_at_record(const std::string& owner) {
  for (int tries = 0; tries < tries_max; ++tries) {
    auto found = read_aggregates(connection_, {&owner, 1});
    if (!found) return tl::unexpected<failure>(found.error());
    if (found->empty()) return {};
    std::vector<store_finding> noted;
    const auto note = [&](store_finding x) { noted.push_back(std::move(x)); };
    const auto& now = found->front();
    const auto wanted = ask_(now.content, note);
    for (const auto& row : now.lost)
      if (!has_row(wanted, row))
        note({store_defect::lost_row, row.first, owner,
              "row " + row.second + " is missing, and is in no snapshot"});
    for (auto& x : noted) x.mended = mend_ && is_mendable(x.what);
    const auto reconciled = reconcile(connection_, mend_, wanted, note);
    if (!reconciled) return tl::unexpected<failure>(reconciled.error());
    if (!*reconciled) continue;
    for (auto& x : noted) tell_(std::move(x));
    return {};
  }
  return fail(error_code::unavailable, owner + " changes faster than it can be examined");
}

}  // namespace ironbus::redis
