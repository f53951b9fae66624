#include "gateways/redis/scripts/scripts.hpp"

namespace ironbus::redis {

// Lists in ARGV are {count, items…}. Answers the number of the write, or {code, message} if nothing
// was done. All checks come first: after the first write the script cannot fail.
const script commit_script{"commit", R"lua(
local prefix, aggregate, id, expected, version, shard, epoch, erase, due, snapshot, outbox =
  unpack(ARGV, 1, 11)
local owner = aggregate .. ':' .. id
local record = prefix .. 'rec:' .. owner
local call, pack, read = redis.call, struct.pack, struct.unpack
local at = 12
local function list(width)
  local from, count = at + 1, tonumber(ARGV[at])
  at = from + count * width
  return from, at - 1
end
local claim, claim_end = list(2)
local release, release_end = list(2)
local put, put_end = list(4)
local remove, remove_end = list(2)
local event, event_end = list(2)

-- -- checks ---
if shard ~= '' then
  local current = call('HGET', prefix .. 'epoch', shard) or call('HGET', prefix .. 'run', 'epochs')
  if current and tonumber(epoch) < tonumber(current) then
    return {'fenced', 'shard ' .. shard .. ' is at epoch ' .. current .. ', not ' .. epoch}
  end
end
local now = call('HMGET', record, 'v', 'h', 'a', 'o', 'e')
if (now[1] or '0') ~= expected then
  return {'stale_version', owner .. ' is at version ' .. (now[1] or '0') .. ', not ' .. expected}
end
for i = claim, claim_end, 2 do
  local holder = call('HGET', prefix .. 'uniq:' .. ARGV[i], ARGV[i + 1])
  if holder and holder ~= owner then return {'conflict', ARGV[i], ARGV[i + 1]} end
end
local heads = {}  -- of the rows put, by place in ARGV: {sequence, columns}
for i = put, put_end, 4 do
  local head = call('HGET', prefix .. 'row:' .. ARGV[i], ARGV[i + 1])
  if head then
    local sequence, holder, columns = read('<I8I4c0I4c0', head)
    if holder ~= owner then return {'conflict', ARGV[i], ARGV[i + 1]} end
    heads[i] = {sequence, columns}
  end
end

-- -- rows ---
local function index_keys(collection, columns)
  local keys, from, name, value = {}, 1, nil, nil
  while from <= #columns do
    name, value, from = read('<I4c0I4c0', columns, from)
    keys[prefix .. 'col:' .. collection .. ':' .. name .. '=' .. value] = true
    if value ~= '' then keys[prefix .. 'has:' .. collection .. ':' .. name] = true end
  end
  return keys
end
local function move_index(collection, row, sequence, old, new)
  local before, after = index_keys(collection, old), index_keys(collection, new)
  for key in pairs(before) do
    if not after[key] then call('ZREM', key, row) end
  end
  for key in pairs(after) do
    if not before[key] then call('ZADD', key, sequence, row) end
  end
end
local function remove_row(collection, row)
  local head = call('HGET', prefix .. 'row:' .. collection, row)
  if not head then return end
  local sequence, holder, columns = read('<I8I4c0I4c0', head)
  if holder ~= owner then return end
  move_index(collection, row, sequence, columns, '')
  call('HDEL', prefix .. 'row:' .. collection, row)
  call('HDEL', prefix .. 'sum:' .. collection, row)
  call('ZREM', prefix .. 'order:' .. collection, row)
  call('HDEL', record, 'r:' .. collection .. ':' .. row)
end
local function put_row(collection, row, columns, summary, known)
  if not known then
    local sequence = call('INCR', prefix .. 'sequence')
    call('ZADD', prefix .. 'order:' .. collection, sequence, row)
    call('HSET', record, 'r:' .. collection .. ':' .. row, '')
    known = {sequence, false}
  end
  if columns ~= known[2] then
    move_index(collection, row, known[1], known[2] or '', columns)
    call('HSET', prefix .. 'row:' .. collection, row,
         pack('<I8I4c0I4c0', known[1], #owner, owner, #columns, columns))
  end
  call('HSET', prefix .. 'sum:' .. collection, row, summary)
  return {known[1], columns}
end
local function release_key(space, value)
  if call('HGET', prefix .. 'uniq:' .. space, value) == owner then
    call('HDEL', prefix .. 'uniq:' .. space, value)
    call('HDEL', record, 'u:' .. space .. ':' .. value)
  end
end

-- -- the whole commit ---
local fields = {'v', version, 's', snapshot}
if erase == '1' then
  for _, field in ipairs(call('HKEYS', record)) do
    local kind, space, value = field:match('^([ur]):([^:]*):(.*)$')
    if kind == 'u' then release_key(space, value) end
    if kind == 'r' then remove_row(space, value) end
  end
  fields = {'v', version, 's', '', 'e', '1'}
elseif now[5] then
  call('HDEL', record, 'e')
end
for i = release, release_end, 2 do release_key(ARGV[i], ARGV[i + 1]) end
for i = remove, remove_end, 2 do
  remove_row(ARGV[i], ARGV[i + 1])
  for j in pairs(heads) do
    if ARGV[j] == ARGV[i] and ARGV[j + 1] == ARGV[i + 1] then heads[j] = nil end
  end
end
for i = claim, claim_end, 2 do
  call('HSET', prefix .. 'uniq:' .. ARGV[i], ARGV[i + 1], owner)
  call('HSET', record, 'u:' .. ARGV[i] .. ':' .. ARGV[i + 1], '')
end
local latest = {}  -- a row may be put twice
for i = put, put_end, 4 do
  local key = ARGV[i] .. ':' .. ARGV[i + 1]
  latest[key] = put_row(ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3], latest[key] or heads[i])
end

-- -- events ---
local function forget_superseded(key, complete_after)
  local last = call('GETRANGE', key, -8, -1)
  if last == '' or read('>I8', last) > complete_after then return end
  local kept = prefix .. 'events.kept'
  last = string.format('%.0f', read('>I8', last))
  for _, packed in ipairs(call('ZRANGEBYSCORE', kept, last, last)) do
    call('HINCRBY', prefix .. 'events.log', 'bytes', -#packed)
  end
  call('ZREMRANGEBYSCORE', kept, last, last)
  call('DEL', key)
end
if event <= event_end then
  local log, bytes = prefix .. 'events.log', 0
  local position = call('HINCRBY', log, 'newest', (event_end - event + 1) / 2)
  position = position - (event_end - event + 1) / 2
  local complete_after = tonumber(call('HGET', log, 'complete_after') or 0)
  for i = event, event_end, 2 do
    position = position + 1
    bytes = bytes + #ARGV[i + 1]
    local key = prefix .. 'events.of:' .. ARGV[i]
    if complete_after > 0 then forget_superseded(key, complete_after) end
    call('APPEND', key, pack('>I8', position))
    call('XADD', prefix .. 'events', string.format('%.0f-0', position), 'e', ARGV[i + 1])
  end
  call('HINCRBY', log, 'bytes', bytes)
end

-- -- outbox and attention ---
local unpublished = (now[4] or '') .. outbox
if outbox ~= '' then fields[#fields + 1] = 'o'; fields[#fields + 1] = unpublished end
local attention = (unpublished ~= '' and '1' or '0') .. due
if attention == '0' then attention = '' end
if shard == '' then shard = '0' end
local noted_at = prefix .. 'att:' .. aggregate .. ':'
if now[2] and now[2] ~= shard then call('HDEL', noted_at .. now[2], id) end
if attention ~= (now[3] or '') or now[2] ~= shard then
  if attention == '' then call('HDEL', noted_at .. shard, id)
  else call('HSET', noted_at .. shard, id, attention) end
  for _, x in ipairs({'a', attention, 'h', shard}) do fields[#fields + 1] = x end
end
if erase == '1' and unpublished == '' then
  call('DEL', record)
else
  call('HSET', record, unpack(fields))
end
return call('INCR', prefix .. 'writes')
)lua",
                           effect::keeps};

// Deletes the entries of versions up to the given one. Those of later commits stay.
const script mark_published_script{"mark_published", R"lua(
local prefix, aggregate, id, version = unpack(ARGV)
local record = prefix .. 'rec:' .. aggregate .. ':' .. id
local now = redis.call('HMGET', record, 'v', 'o', 'a', 'h', 'e')
if not now[2] then return 0 end
local attention = prefix .. 'att:' .. aggregate .. ':' .. now[4]
local rest, from, bound = {}, 1, tonumber(version)
while now[1] ~= version and from <= #now[2] do
  local of, _, next_from = struct.unpack('<I8I4c0', now[2], from)
  if of > bound then rest[#rest + 1] = now[2]:sub(from, next_from - 1) end
  from = next_from
end
if #rest > 0 then
  redis.call('HSET', record, 'o', table.concat(rest))
  return 0
end
if now[5] then
  redis.call('DEL', record)
  redis.call('HDEL', attention, id)
  return 0
end
redis.call('HDEL', record, 'o')
local due = now[3]:sub(2)
if due == '' then
  redis.call('HDEL', attention, id)
  redis.call('HDEL', record, 'a')
else
  redis.call('HSET', attention, id, '0' .. due)
  redis.call('HSET', record, 'a', '0' .. due)
end
return 0
)lua",
                                   effect::changes};

}  // namespace ironbus::redis
