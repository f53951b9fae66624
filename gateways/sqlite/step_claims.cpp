#include "gateways/sqlite/step_claims.hpp"

namespace ironbus::sqlite {

namespace {

int64_t to_ms(claim_time x) {
  return std::chrono::floor<std::chrono::milliseconds>(x.time_since_epoch()).count();
}

void forget_old(database& file, claim_time now) {
  auto remove = file.prepare("DELETE FROM step_claim WHERE at <= ?");
  remove << to_ms(now - claims_kept);
  remove.run();
}

std::optional<step_claim> find(database& file, const std::string& key) {
  auto ask = file.prepare("SELECT owner, outcome FROM step_claim WHERE key = ?");
  ask << key;
  if (!ask.step()) return std::nullopt;
  return step_claim{ask.text(0), ask.text(1), true};
}

step_claim write(database& file, const std::string& key, step_claim step_claim, claim_time now) {
  auto insert = file.prepare("INSERT OR REPLACE INTO step_claim VALUES (?, ?, ?, ?)");
  insert << key << step_claim.owner << step_claim.outcome << to_ms(now);
  insert.run();
  return step_claim;
}

}  // namespace

result<step_claim> look_up_claim(database& file, const std::string& key) {
  if (auto holds = find(file, key)) return *std::move(holds);
  return fail(error_code::not_found, "Step claim not found: " + key);
}

step_claim claim(database& file, const std::string& key, const std::string& owner, claim_time now) {
  forget_old(file, now);
  if (auto holds = find(file, key)) return *std::move(holds);
  return write(file, key, {owner, ""}, now);
}

step_claim take_over(database& file, const std::string& key, const std::string& source,
                     const std::string& owner, claim_time now) {
  forget_old(file, now);
  auto holds = find(file, key);
  if (holds && (holds->owner != source || !holds->outcome.empty())) return *std::move(holds);
  return write(file, key, {owner, ""}, now);
}

result<std::monostate> finish(database& file, const std::string& key, const step_claim& how,
                              claim_time now) {
  forget_old(file, now);
  auto holds = find(file, key);
  if (!holds) return fail(error_code::not_found, "Step claim not found: " + key);
  if (holds->owner != how.owner)
    return fail(error_code::conflict, "Step claim " + key + " belongs to " + holds->owner);
  if (holds->outcome.empty()) write(file, key, how, now);
  if (!holds->outcome.empty() && holds->outcome != how.outcome)
    return fail(error_code::conflict, "Step claim " + key + " already has another outcome");
  return std::monostate{};
}

}  // namespace ironbus::sqlite
