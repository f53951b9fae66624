#include "actors/inspection/processing/rule_registry.hpp"

#include "messages/base/text.hpp"

#include <algorithm>
#include <tuple>

namespace ironbus::inspection {

namespace {

/// A stored rule in the form of its author.
json written_form(json attributes) {
  for (const auto* key : {"created_at", "updated_at", "built_in"}) attributes.erase(key);
  return attributes;
}

}  // namespace

rule_registry::rule_registry(const std::vector<built_in_rule>& built_in) {
  for (const auto& x : built_in) built_in_.push_back(x.compiled);
}

rules_in_force rule_registry::now() const {
  std::lock_guard hold{mutex_};
  return now_;
}

result<rule_registry::kept> rule_registry::compile(const json& attributes) const {
  auto version = member_text(attributes, "created_at") + member_text(attributes, "updated_at");
  const auto known = by_users_.find(member_text(attributes, "uuid"));
  if (known != by_users_.end() && known->second.version == version) return known->second;
  auto compiled = compile_rule(written_form(attributes), rule_origin::user);
  if (!compiled) return tl::unexpected(compiled.error());
  return kept{member_text(attributes, "created_at"), std::move(version), std::move(*compiled)};
}

result<std::monostate> rule_registry::put(const json& attributes) {
  std::lock_guard hold{mutex_};
  auto fresh = compile(attributes);
  if (fresh)
    by_users_.insert_or_assign(member_text(attributes, "uuid"), std::move(*fresh));
  else
    by_users_.erase(member_text(attributes, "uuid"));
  if (now_) publish();
  if (!fresh) return tl::unexpected(fresh.error());
  return {};
}

void rule_registry::remove(const std::string& uuid) {
  std::lock_guard hold{mutex_};
  if (by_users_.erase(uuid) > 0 && now_) publish();
}

size_t rule_registry::replace(const std::vector<json>& all) {
  std::lock_guard hold{mutex_};
  std::map<std::string, kept> fresh;
  size_t spoilt = 0;
  for (const auto& attributes : all) {
    auto one = compile(attributes);
    if (one)
      fresh.emplace(member_text(attributes, "uuid"), std::move(*one));
    else
      ++spoilt;
  }
  by_users_ = std::move(fresh);
  publish();
  return spoilt;
}

void rule_registry::publish() {
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
