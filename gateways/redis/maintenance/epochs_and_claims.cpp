#include "gateways/redis/maintenance/epochs_and_claims.hpp"

#include "gateways/redis/maintenance/maintenance_scripts.hpp"
#include "gateways/redis/redis_replies.hpp"
#include "messages/base/text.hpp"

#include <algorithm>
#include <chrono>

namespace ironbus::redis {

namespace {

constexpr size_t claims_at_once = 200;

constexpr int64_t claim_kept_ms = std::chrono::milliseconds{std::chrono::hours{24}}.count();

result<std::monostate> end_of(const result<reply>& answer) {
  if (!answer) return tl::unexpected<failure>(answer.error());
  return {};
}

}  // namespace

result<std::vector<stored_epoch>> read_epochs(session& connection) {
  auto answer = connection.ask({"HGETALL", connection.key("epoch")});
  if (!answer) return tl::unexpected<failure>(answer.error());
  const auto all = elements_of(answer->get());
  std::vector<stored_epoch> found;
  for (size_t i = 0; i + 1 < all.size(); i += 2)
    found.push_back(
        {number_in<uint32_t>(text_of(all[i])), number_in<uint64_t>(text_of(all[i + 1]))});
  std::sort(found.begin(), found.end(),
            [](const auto& a, const auto& b) { return a.shard < b.shard; });
  return found;
}

result<std::vector<stored_step_claim>> read_claims(session& connection,
                                                   const std::vector<std::string>& names) {
  std::vector<stored_step_claim> found;
  for (size_t i = 0; i < names.size(); i += claims_at_once) {
    const std::span part{names.data() + i, std::min(claims_at_once, names.size() - i)};
    auto answer = connection.run(claims_script, {part.begin(), part.end()});
    if (!answer) return tl::unexpected<failure>(answer.error());
    const auto all = elements_of(answer->get());
    for (size_t j = 0; j < all.size() && j < part.size(); ++j) {
      const auto fields = elements_of(all[j]);
      if (fields.size() == 3)
        found.push_back({part[j],
                         {string_at(fields, 0), string_at(fields, 1)},
                         number_in<int64_t>(text_of(fields[2])) - claim_kept_ms});
    }
  }
  return found;
}

result<std::monostate> put_item(session& connection, const stored_epoch& item) {
  const auto shard = std::to_string(item.shard);
  auto now = connection.ask({"HGET", connection.key("epoch"), shard});
  if (!now || number_in<uint64_t>(text_of(now->get())) >= item.epoch) return end_of(now);
  return end_of(
      connection.ask({"HSET", connection.key("epoch"), shard, std::to_string(item.epoch)}));
}

result<std::monostate> put_item(session& connection, const stored_step_claim& item) {
  const auto key = connection.key("claim:" + item.key);
  auto written =
      connection.ask({"HSET", key, "owner", item.claim.owner, "outcome", item.claim.outcome});
  if (!written) return end_of(written);
  return end_of(
      connection.ask({"PEXPIREAT", key, std::to_string(item.changed_ms + claim_kept_ms)}));
}

result<std::string> read_user_names(session& connection) {
  auto alive = connection.run(members_script, {});
  if (!alive) return tl::unexpected<failure>(alive.error());
  const auto all = elements_of(alive->get());
  std::string names;
  for (size_t i = 0; i + 2 < all.size(); i += 3) append_item(names, string_at(all, i));
  return names;
}

}  // namespace ironbus::redis
