#include "gateways/redis/maintenance/confirmed_damage.hpp"

#include "gateways/redis/maintenance/examination.hpp"

#include <algorithm>
#include <iterator>
#include <set>

namespace ironbus::redis {

namespace {

constexpr size_t damage_max = 1000;

/// The result of one examination.
struct look {
  std::set<std::string> damage;
  std::set<std::string> strange;  ///< Record names.
};

bool is_damage(store_defect what) {
  switch (what) {
    case store_defect::dangling_entry:
    case store_defect::missing_entry:
    case store_defect::lost_row:
    case store_defect::key_conflict: return true;
    default: return false;
  }
}

/// Compares the indexes with the stored rows instead of the rows that this release would write.
void keep_rows(stored_aggregate& wanted, const stored_aggregate& now) {
  for (auto& row : wanted.rows)
    for (const auto& old : now.rows)
      if (old.content.id == row.content.id && old.content.collection == row.content.collection)
        row = old;
}

result<look> look_at_all(session& connection, const store_maintenance::judge& ask) {
  look out;
  const auto take = [&](const store_finding& x) {
    if (!is_damage(x.what)) {
      if (x.what != store_defect::unfinished) out.strange.insert(x.subject);
    } else if (out.damage.size() < damage_max) {
      out.damage.insert(std::string{to_string(x.what)} + " " + x.place + " " + x.subject);
    }
  };
  const auto judge = [&](const stored_aggregate& now, const store_maintenance::finding_sink& tell) {
    auto wanted = ask(now, tell);
    keep_rows(wanted, now);
    return wanted;
  };
  const auto examined = examination{connection, false, judge, take}.run();
  if (!examined) return tl::unexpected<failure>(examined.error());
  return out;
}

}  // namespace

result<damage_report> find_damage(session& connection, const store_maintenance::judge& ask) {
  const auto first = look_at_all(connection, ask);
  if (!first) return tl::unexpected<failure>(first.error());
  damage_report out{{}, first->strange.size()};
  if (first->damage.empty()) return out;
  const auto second = look_at_all(connection, ask);
  if (!second) return tl::unexpected<failure>(second.error());
  std::set_intersection(first->damage.begin(), first->damage.end(), second->damage.begin(),
                        second->damage.end(), std::back_inserter(out.damage));
  return out;
}

}  // namespace ironbus::redis
