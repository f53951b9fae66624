#include "gateways/redis/maintenance/text_rewrite.hpp"

#include "gateways/redis/maintenance/aggregate_scripts.hpp"
#include "gateways/redis/maintenance/key_scan.hpp"
#include "gateways/redis/maintenance/maintenance_scripts.hpp"
#include "gateways/redis/packing.hpp"
#include "gateways/redis/redis_replies.hpp"

#include <algorithm>

namespace ironbus::redis {

// ARGV: prefix, owner, version, outbox as read, snapshot, outbox, and for each row {collection, id,
// summary}. Answers 1, or 0 if the record has another version or outbox by now, and then does
// nothing. The rows of a record change only with its version.
const script rewrite_script{"rewrite", R"lua(
local prefix, owner, version, before, snapshot, outbox = unpack(ARGV, 1, 6)
local record = prefix .. 'rec:' .. owner
local now = redis.call('HMGET', record, 'v', 'o')
if now[1] ~= version or (now[2] or '') ~= before then return 0 end
redis.call('HSET', record, 's', snapshot)
if outbox ~= '' then redis.call('HSET', record, 'o', outbox) end
for i = 7, #ARGV, 3 do
  local summaries = prefix .. 'sum:' .. ARGV[i]
  if redis.call('HEXISTS', summaries, ARGV[i + 1]) == 1 then
    redis.call('HSET', summaries, ARGV[i + 1], ARGV[i + 2])
  end
end
return 1
)lua"};

namespace {

/// Records that are read by one script.
constexpr size_t rewritten_at_once = 20;

/// Attempts per record, so that a frequently written record is rewritten between two commits.
constexpr int rewrite_tries_max = 50;

/// False: the aggregate has changed since the read.
result<bool> write_texts(session& connection, const stored_aggregate& before,
                         const stored_aggregate& after) {
  std::vector<std::string> args{after.aggregate + ":" + after.id, std::to_string(before.version),
                                pack_messages(before.outbox), after.snapshot,
                                pack_messages(after.outbox)};
  for (const auto& [content, sequence] : after.rows)
    args.insert(args.end(), {content.collection, content.id, content.summary});
  auto answer = connection.run(rewrite_script, args);
  if (!answer) return tl::unexpected<failure>(answer.error());
  return (*answer)->integer == 1;
}

result<std::monostate> rewrite_one(session& connection, stored_aggregate now,
                                   const store_maintenance::editor& edit) {
  const auto owner = now.aggregate + ":" + now.id;
  for (int tries = 0; tries < rewrite_tries_max; ++tries) {
    const auto edited = edit(now);
    if (!edited) return tl::unexpected<failure>(edited.error());
    if (!*edited) return {};
    const auto written = write_texts(connection, now, **edited);
    if (!written) return tl::unexpected<failure>(written.error());
    if (*written) return {};
    auto again = read_aggregates(connection, {&owner, 1});
    if (!again) return tl::unexpected<failure>(again.error());
    if (again->empty()) return {};
    now = std::move(again->front().content);
  }
  return fail(error_code::unavailable, owner + " changes faster than it can be rewritten");
}

}  // namespace

result<std::monostate> rewrite_aggregates(session& connection,
                                          const store_maintenance::editor& edit) {
  const auto keys = scan_keys(connection);
  if (!keys) return tl::unexpected<failure>(keys.error());
  std::span<const std::string> owners{keys->owners};
  while (!owners.empty()) {
    const auto count = std::min(rewritten_at_once, owners.size());
    auto found = read_aggregates(connection, owners.first(count));
    if (!found) return tl::unexpected<failure>(found.error());
    for (auto& x : *found)
      if (auto done = rewrite_one(connection, std::move(x.content), edit); !done) return done;
    owners = owners.subspan(count);
  }
  return {};
}

}  // namespace ironbus::redis
