#include "gateways/redis/scripts/scripts.hpp"

namespace ironbus::redis {

// ARGV: prefix, name, incarnation, description, ttl in ms. Answers 1, or 0 for an incarnation that
// a newer one has replaced: a process that was frozen must not end its successor.
const script announce_script{"announce", R"lua(
local prefix, name, incarnation, description, ttl = unpack(ARGV)
local key = prefix .. 'member:' .. name
local ended = prefix .. 'ended:' .. name .. ':'
if redis.call('EXISTS', ended .. incarnation) == 1 then return 0 end
local current = redis.call('HGET', key, 'incarnation')
if current and current ~= incarnation then redis.call('SET', ended .. current, '', 'EX', 86400) end
redis.call('HSET', key, 'incarnation', incarnation, 'description', description)
redis.call('PEXPIRE', key, ttl)
redis.call('SADD', prefix .. 'members', name)
return 1
)lua",
                             effect::changes};

// ARGV: prefix, name, incarnation.
const script withdraw_script{"withdraw", R"lua(
local prefix, name, incarnation = unpack(ARGV)
if redis.call('HGET', prefix .. 'member:' .. name, 'incarnation') == incarnation then
  redis.call('DEL', prefix .. 'member:' .. name)
  redis.call('SREM', prefix .. 'members', name)
end
return 0
)lua",
                             effect::changes};

// ARGV: prefix. Answers {name, incarnation, description}*, by name.
const script members_script{"members", R"lua(
local names, found = redis.call('SMEMBERS', ARGV[1] .. 'members'), {}
table.sort(names)
for _, name in ipairs(names) do
  local x = redis.call('HMGET', ARGV[1] .. 'member:' .. name, 'incarnation', 'description')
  if x[1] then
    for _, part in ipairs({name, x[1], x[2]}) do found[#found + 1] = part end
  else
    redis.pcall('SREM', ARGV[1] .. 'members', name)  -- it may be that no writes are taken now
  end
end
return found
)lua"};

// ARGV: prefix, key, owner, seconds to keep. Answers the current {owner, outcome}, followed by the
// number of the write if there was one; so do the next two. A new claim also answers, before that
// number, the last epoch before the server's last restart, or 0 if there was none.
const script claim_script{"claim", R"lua(
local key = ARGV[1] .. 'claim:' .. ARGV[2]
local now = redis.call('HMGET', key, 'owner', 'outcome')
if now[1] then return {now[1], now[2]} end
local rests = redis.call('HGET', ARGV[1] .. 'run', 'claims_rest_until')
if ARGV[5] == 'begin' and rests and tonumber(rests) > tonumber(redis.call('TIME')[1]) then
  return redis.error_reply('RESTING the store has restarted; steps are claimed again in seconds')
end
redis.call('HSET', key, 'owner', ARGV[3], 'outcome', '')
redis.call('EXPIRE', key, ARGV[4])
local former = tonumber(redis.call('HGET', ARGV[1] .. 'run', 'epochs') or 0)
return {ARGV[3], '', former, redis.call('INCR', ARGV[1] .. 'writes')}
)lua",
                          effect::keeps};

// ARGV: prefix, key, from, owner, seconds to keep.
const script take_over_script{"take_over", R"lua(
local key = ARGV[1] .. 'claim:' .. ARGV[2]
local now = redis.call('HMGET', key, 'owner', 'outcome')
if now[1] and (now[1] ~= ARGV[3] or now[2] ~= '') then return {now[1], now[2]} end
local rests = redis.call('HGET', ARGV[1] .. 'run', 'claims_rest_until')
if rests and tonumber(rests) > tonumber(redis.call('TIME')[1]) then
  return redis.error_reply('RESTING the store has restarted; steps are taken over again in seconds')
end
redis.call('HSET', key, 'owner', ARGV[4], 'outcome', '')
redis.call('EXPIRE', key, ARGV[5])
return {ARGV[4], '', redis.call('INCR', ARGV[1] .. 'writes')}
)lua",
                              effect::keeps};

// ARGV: prefix, key, owner, outcome, seconds to keep. Answers the current {owner, outcome}, or
// nothing if the claim does not exist.
const script finish_script{"finish", R"lua(
local key = ARGV[1] .. 'claim:' .. ARGV[2]
local now = redis.call('HMGET', key, 'owner', 'outcome')
if not now[1] then return {} end
if now[1] ~= ARGV[3] or now[2] ~= '' then return {now[1], now[2]} end
redis.call('HSET', key, 'outcome', ARGV[4])
redis.call('EXPIRE', key, ARGV[5])
return {ARGV[3], ARGV[4], redis.call('INCR', ARGV[1] .. 'writes')}
)lua",
                           effect::keeps};

// ARGV: prefix, run id of the server, seconds without new claims. Answers {writes at the start of
// this run when it was first seen, writes now}. The last writes of any earlier run may be lost,
// including epochs and the starts of other runs. So the next epochs are derived from the time in
// microseconds and are greater than any earlier one.
const script begin_run_script{"begin_run", R"lua(
local prefix, id, rest = unpack(ARGV)
local writes = tonumber(redis.call('GET', prefix .. 'writes') or 0)
local run = redis.call('HMGET', prefix .. 'run', 'id', 'writes')
local log = prefix .. 'events.log'
if redis.call('HEXISTS', log, 'id') == 0 then
  local now = redis.call('TIME')
  redis.call('HSET', log, 'id', redis.sha1hex(id .. now[1] .. ' ' .. now[2]):sub(1, 8))
end
if run[1] == id then return {tonumber(run[2]), writes} end
redis.call('HSET', prefix .. 'run', 'id', id, 'writes', writes)
if run[1] then
  local now = redis.call('TIME')
  local epochs = now[1] * 1000000 + now[2]
  redis.call('HINCRBY', log, 'newest', 1048576)
  redis.call('HSET', prefix .. 'run', 'claims_rest_until', now[1] + tonumber(rest),
             'epochs', epochs)
  for _, shard in ipairs(redis.call('HKEYS', prefix .. 'epoch')) do
    local epoch = tonumber(redis.call('HGET', prefix .. 'epoch', shard))
    redis.call('HSET', prefix .. 'epoch', shard, math.max(epoch + 1, epochs))
  end
end
return {writes, writes}
)lua",
                              effect::changes};

// ARGV: prefix, shard. Answers its next epoch, which is greater than those of earlier runs, even if
// the store has lost them.
const script acquire_script{"acquire", R"lua(
local prefix, shard = unpack(ARGV)
local epoch = redis.call('HINCRBY', prefix .. 'epoch', shard, 1)
local run = tonumber(redis.call('HGET', prefix .. 'run', 'epochs') or 0)
if epoch > run then return epoch end
redis.call('HSET', prefix .. 'epoch', shard, run + 1)
return run + 1
)lua",
                            effect::changes};

}  // namespace ironbus::redis
