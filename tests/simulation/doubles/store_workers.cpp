#include "tests/simulation/doubles/store_state.hpp"

namespace ironbus::simulation {

namespace {

using namespace std::chrono_literals;

/// Expiry of claims and of ended incarnations.
constexpr auto kept = 24h;

tl::unexpected<failure> claims_rest_failure() {
  return tl::unexpected(
      failure{error_code::unavailable, "simulated store: RESTING the store has restarted", true});
}

}  // namespace

// -- members --------------------------------------------------------------------------------------

result<std::monostate> store_state::announce(const member& given, std::chrono::milliseconds ttl) {
  const auto now = clock_.now();
  const auto* ended = ended_.find({given.name, given.incarnation});
  if (ended && *ended > now)
    return fail(error_code::conflict, "A newer process uses the name " + given.name);
  if (refuses_) return tl::unexpected(store_is_full());
  begin_write();
  const auto* current = members_.find(given.name);
  if (current && current->expires > now && current->incarnation != given.incarnation)
    ended_.put({given.name, current->incarnation}, now + kept);
  members_.put(given.name, {given.incarnation, given.description, now + ttl});
  return std::monostate{};
}

void store_state::withdraw(const std::string& name, const std::string& incarnation) {
  const auto* current = members_.find(name);
  if (!current || current->incarnation != incarnation || refuses_) return;
  begin_write();
  members_.erase(name);
}

std::vector<member> store_state::members() const {
  std::vector<member> found;
  for (const auto& [name, one] : members_.all())
    if (one.expires > clock_.now()) found.push_back({name, one.incarnation, one.description});
  return found;
}

// -- claims ---------------------------------------------------------------------------------------

const store_claim* store_state::live_claim(const std::string& key) const {
  const auto* found = claims_.find(key);
  return found && found->forgotten > clock_.now() ? found : nullptr;
}

bool store_state::claims_rest_now() const {
  return counters_.claims_rest_until > std::chrono::floor<std::chrono::seconds>(clock_.now());
}

step_claim store_state::write_claim(const std::string& key, store_claim claim) {
  begin_write();
  ++counters_.writes;
  claim.forgotten = clock_.now() + kept;
  step_claim out{claim.owner, claim.outcome, false};
  claims_.put(key, std::move(claim));
  return out;
}

result<step_claim> store_state::claim_step(const std::string& key, const std::string& owner,
                                           claim_purpose purpose) {
  if (const auto* now = live_claim(key)) return step_claim{now->owner, now->outcome, true};
  if (purpose == claim_purpose::begin && claims_rest_now()) return claims_rest_failure();
  if (refuses_) return tl::unexpected(store_is_full());
  auto out = write_claim(key, {owner, {}, {}});
  out.former_epochs = counters_.epochs;
  return out;
}

result<step_claim> store_state::read_claim(const std::string& key) const {
  const auto* now = live_claim(key);
  if (!now) return fail(error_code::not_found, "Step claim not found: " + key);
  return step_claim{now->owner, now->outcome, true};
}

result<step_claim> store_state::take_over_step(const std::string& key,
                                               const std::string& dead_owner,
                                               const std::string& owner) {
  const auto* now = live_claim(key);
  if (now && (now->owner != dead_owner || !now->outcome.empty()))
    return step_claim{now->owner, now->outcome, true};
  if (claims_rest_now()) return claims_rest_failure();
  if (refuses_) return tl::unexpected(store_is_full());
  return write_claim(key, {owner, {}, {}});
}

result<std::monostate> store_state::finish_step(const std::string& key, const std::string& owner,
                                                const std::string& outcome) {
  const auto* now = live_claim(key);
  if (!now) return fail(error_code::not_found, "Step claim not found: " + key);
  if (now->owner != owner)
    return fail(error_code::conflict, "Step claim " + key + " belongs to " + now->owner);
  if (!now->outcome.empty()) {
    if (now->outcome == outcome) return std::monostate{};
    return fail(error_code::conflict, "Step claim " + key + " already has another outcome");
  }
  if (refuses_) return tl::unexpected(store_is_full());
  write_claim(key, {owner, outcome, {}});
  return std::monostate{};
}

result<std::monostate> store_state::try_write() const {
  if (refuses_) return tl::unexpected(store_is_full());
  return std::monostate{};
}

}  // namespace ironbus::simulation
