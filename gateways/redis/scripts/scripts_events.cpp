#include "gateways/redis/scripts/scripts.hpp"

namespace ironbus::redis {

// The event log: `events` is a stream with one field, whose ids are the positions. `events.kept` is
// a sorted set of the events that remain from before it. `events.of:<subject>` has the positions of
// a subject's events, 8 bytes each, in ascending order. `events.log` is a hash: the log's id, the
// newest position, the position after which the log is complete, and the bytes of all events.

// ARGV: prefix, position to read after, count, subject or '', whether to measure the log ('' or 1).
// Answers {id, newest, complete after, bytes, count, {position, event}*}.
const script read_events_script{"read_events", R"lua(
local prefix, after, limit, subject = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
local call = redis.call
local log = call('HMGET', prefix .. 'events.log', 'id', 'newest', 'complete_after', 'bytes')
local complete_after = tonumber(log[3] or 0)
local found = {log[1] or '', log[2] or '0', log[3] or '0', '0', '0'}
if ARGV[5] == '1' then
  found[4] = log[4] or '0'
  local count = call('XLEN', prefix .. 'events') + call('ZCARD', prefix .. 'events.kept')
  found[5] = string.format('%.0f', count)
end
local function add(position, event)
  found[#found + 1] = string.format('%.0f', position)
  found[#found + 1] = event
end
local function kept(from, to, count)
  local some = call('ZRANGEBYSCORE', prefix .. 'events.kept', from, to, 'WITHSCORES', 'LIMIT', 0, count)
  for i = 1, #some, 2 do add(tonumber(some[i + 1]), some[i]) end
  return #some / 2
end
local function streamed(from, to, count)
  for _, entry in ipairs(call('XRANGE', prefix .. 'events', from, to, 'COUNT', count)) do
    add(tonumber(entry[1]:match('^%d+')), entry[2][2])
  end
end
if subject == '' then
  local count = limit
  if after < complete_after then count = count - kept('(' .. ARGV[2], '+inf', count) end
  local from = string.format('%.0f-0', math.max(after, complete_after) + 1)
  if count > 0 then streamed(from, '+', count) end
  return found
end

-- The first requested position of the subject, by binary search.
local key = prefix .. 'events.of:' .. subject
local function position_at(i)
  return struct.unpack('>I8', call('GETRANGE', key, i * 8, i * 8 + 7))
end
local low, high = 0, call('STRLEN', key) / 8
local count = high
while low < high do
  local middle = math.floor((low + high) / 2)
  if position_at(middle) > after then high = middle else low = middle + 1 end
end
for i = low, math.min(count, low + limit) - 1 do
  local position = position_at(i)
  local text = string.format('%.0f', position)
  if position > complete_after then streamed(text .. '-0', text .. '-0', 1) else kept(text, text, 1) end
end
return found
)lua"};

// ARGV: prefix, ms since 1970 of the oldest event to keep, maximum bytes of all events, number to
// examine. Answers {removed, examined}.
const script trim_events_script{"trim_events", R"lua(
local prefix, since, bytes_max, batch = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
local call = redis.call
local log, stream = prefix .. 'events.log', prefix .. 'events'
local bytes = tonumber(call('HGET', log, 'bytes') or 0)
local removed, seen, last = 0, 0, nil
local gone = {}  -- how many of the first positions of each subject
for _, entry in ipairs(call('XRANGE', stream, '-', '+', 'COUNT', batch)) do
  local packed = entry[2][2]
  local at, final, subject = struct.unpack('<I8BI4c0', packed)
  if at >= since and bytes <= bytes_max then break end
  seen = seen + 1
  last = tonumber(entry[1]:match('^%d+'))
  local key = prefix .. 'events.of:' .. subject
  if final == 0 and struct.unpack('>I8', call('GETRANGE', key, -8, -1)) == last then
    call('ZADD', prefix .. 'events.kept', string.format('%.0f', last), packed)
  else
    gone[key] = (gone[key] or 0) + 1
    bytes = bytes - #packed
    removed = removed + 1
  end
end
if seen == 0 then return {0, 0} end
for key, count in pairs(gone) do
  local rest = call('GETRANGE', key, count * 8, -1)
  if rest == '' then call('DEL', key) else call('SET', key, rest) end
end
call('XTRIM', stream, 'MINID', string.format('%.0f-0', last + 1))
call('HSET', log, 'complete_after', string.format('%.0f', last), 'bytes', string.format('%.0f', bytes))
return {removed, seen}
)lua",
                                effect::changes};

}  // namespace ironbus::redis
