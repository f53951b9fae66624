#include "actors/inspection/processing/rule_shelf.hpp"

#include "messages/base/text.hpp"

#include <algorithm>
#include <tuple>

namespace ironbus::inspection {

namespace {

/// A stored rule as its author wrote it.
json written_form(json about) {
  for (const auto* key : {"created_at", "updated_at", "built_in"}) about.erase(key);
  return about;
}

}  // namespace

rule_shelf::rule_shelf(const std::vector<built_in_rule>& built_in) {
  for (const auto& x : built_in) built_in_.push_back(x.compiled);
}

rules_in_force rule_shelf::now() const {
  std::lock_guard hold{mutex_};
  return now_;
}

result<rule_shelf::kept> rule_shelf::compile(const json& about) const {
  auto version = member_text(about, "created_at") + member_text(about, "updated_at");
  const auto known = by_users_.find(member_text(about, "uuid"));
  if (known != by_users_.end() && known->second.version == version) return known->second;
  auto compiled = compile_rule(written_form(about), rule_origin::user);
  if (!compiled) return tl::unexpected(compiled.error());
  return kept{member_text(about, "created_at"), std::move(version), std::move(*compiled)};
}

result<std::monostate> rule_shelf::put(const json& about) {
  std::lock_guard hold{mutex_};
  auto fresh = compile(about);
  if (fresh)
    by_users_.insert_or_assign(member_text(about, "uuid"), std::move(*fresh));
  else
    by_users_.erase(member_text(about, "uuid"));
  if (now_) publish();
  if (!fresh) return tl::unexpected(fresh.error());
  return {};
}

void rule_shelf::remove(const std::string& uuid) {
  std::lock_guard hold{mutex_};
  if (by_users_.erase(uuid) > 0 && now_) publish();
}

size_t rule_shelf::replace(const std::vector<json>& all) {
  std::lock_guard hold{mutex_};
  std::map<std::string, kept> fresh;
  size_t spoilt = 0;
  for (const auto& about : all) {
    auto one = compile(about);
    if (one)
      fresh.emplace(member_text(about, "uuid"), std::move(*one));
    else
      ++spoilt;
  }
  by_users_ = std::move(fresh);
  publish();
  return spoilt;
}

void rule_shelf::publish() {
  std::vector<std::pair<std::string, rule_ptr>> ordered;
  for (const auto& [uuid, x] : by_users_) ordered.emplace_back(x.created_at + uuid, x.compiled);
  std::sort(ordered.begin(), ordered.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  auto list = std::make_shared<std::vector<rule_ptr>>();
  for (auto& [created, rule] : ordered) list->push_back(std::move(rule));
  list->insert(list->end(), built_in_.begin(), built_in_.end());
  now_ = std::move(list);
}

}  // namespace ironbus::inspection
