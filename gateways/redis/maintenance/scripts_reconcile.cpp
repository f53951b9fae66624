#include "gateways/redis/maintenance/maintenance_scripts.hpp"

namespace ironbus::redis {

// ARGV: prefix, mend ('1' or ''), aggregate, id, version, shard, due, and the lists (each with its
// count first) of keys {space, value} and rows {collection, id, sequence, columns, summary}: the
// intended aggregate. A row without a position has sequence '0'. Answers {defect, place, subject}*,
// or 0 if the record has another version by now, and then does nothing.
const script reconcile_script{"reconcile", R"lua(
local prefix, mend, aggregate, id, version, shard, due = unpack(ARGV, 1, 7)
local call, pack, read = redis.call, struct.pack, struct.unpack
local owner = aggregate .. ':' .. id
local record = prefix .. 'rec:' .. owner
if call('HGET', record, 'v') ~= version then return 0 end
mend = mend == '1'
local at = 8
local function list(width)
  local from, count = at + 1, tonumber(ARGV[at])
  at = from + count * width
  return from, at - 1
end
local key_from, key_end = list(2)
local row_from, row_end = list(5)
local found = {}
local function tell(defect, place, subject)
  local n = #found
  found[n + 1], found[n + 2], found[n + 3] = defect, place, subject
end

local function index_keys(collection, columns)
  local keys, from, name, value = {}, 1, nil, nil
  while from <= #columns do
    name, value, from = read('<I4c0I4c0', columns, from)
    keys['col:' .. collection .. ':' .. name .. '=' .. value] = true
    if value ~= '' then keys['has:' .. collection .. ':' .. name] = true end
  end
  return keys
end
local function forget_row(collection, row, columns)
  for key in pairs(index_keys(collection, columns)) do call('ZREM', prefix .. key, row) end
end

-- -- entries that the record has and should not have ---
local wanted = {}
for i = key_from, key_end, 2 do wanted['u:' .. ARGV[i] .. ':' .. ARGV[i + 1]] = true end
for i = row_from, row_end, 5 do wanted['r:' .. ARGV[i] .. ':' .. ARGV[i + 1]] = true end
if mend then
  for _, field in ipairs(call('HKEYS', record)) do
    local kind, space, value = field:match('^([ur]):([^:]*):(.*)$')
    if kind and not wanted[field] then
      call('HDEL', record, field)
      if kind == 'u' and call('HGET', prefix .. 'uniq:' .. space, value) == owner then
        call('HDEL', prefix .. 'uniq:' .. space, value)
      end
      local head = kind == 'r' and call('HGET', prefix .. 'row:' .. space, value)
      local holder, columns = nil, ''
      if head then _, holder, columns = read('<I8I4c0I4c0', head) end
      if kind == 'r' and (not head or holder == owner) then
        forget_row(space, value, columns)
        call('HDEL', prefix .. 'row:' .. space, value)
        call('HDEL', prefix .. 'sum:' .. space, value)
        call('ZREM', prefix .. 'order:' .. space, value)
      end
    end
  end
end

-- -- unique keys ---
for i = key_from, key_end, 2 do
  local space, value = ARGV[i], ARGV[i + 1]
  local field = 'u:' .. space .. ':' .. value
  local holder = call('HGET', prefix .. 'uniq:' .. space, value)
  if holder and holder ~= owner and call('HEXISTS', prefix .. 'rec:' .. holder, field) == 1 then
    tell('key_conflict', 'uniq:' .. space, value)
  else
    if holder ~= owner then tell('missing_entry', 'uniq:' .. space, value) end
    if mend then
      call('HSET', prefix .. 'uniq:' .. space, value, owner)
      call('HSET', record, field, '')
    end
  end
end

-- -- rows ---
local function reconcile_row(collection, row, sequence, columns, summary)
  local rows = prefix .. 'row:' .. collection
  local head = call('HGET', rows, row)
  local old = ''
  if head then
    local place, holder, before = read('<I8I4c0I4c0', head)
    if holder ~= owner and call('HEXISTS', prefix .. 'rec:' .. holder,
                                'r:' .. collection .. ':' .. row) == 1 then
      return tell('key_conflict', 'row:' .. collection, row)
    end
    sequence, old = string.format('%.0f', place), before
  else
    sequence = call('ZSCORE', prefix .. 'order:' .. collection, row) or sequence
  end
  if sequence == '0' and mend then
    sequence = string.format('%.0f', call('INCR', prefix .. 'sequence'))
  end
  local function hold(key)
    if sequence ~= '0' and tonumber(call('ZSCORE', prefix .. key, row) or -1) ~= tonumber(sequence) then
      tell('missing_entry', key, row)
      if mend then call('ZADD', prefix .. key, sequence, row) end
    end
  end
  local keys = index_keys(collection, columns)
  if mend then
    for key in pairs(index_keys(collection, old)) do
      if not keys[key] then call('ZREM', prefix .. key, row) end
    end
    call('HSET', rows, row, pack('<I8I4c0I4c0', tonumber(sequence), #owner, owner, #columns, columns))
    call('HSET', prefix .. 'sum:' .. collection, row, summary)
    call('HSET', record, 'r:' .. collection .. ':' .. row, '')
  end
  hold('order:' .. collection)
  for key in pairs(keys) do hold(key) end
end
for i = row_from, row_end, 5 do reconcile_row(unpack(ARGV, i, i + 4)) end

-- -- attention ---
local attention = (call('HSTRLEN', record, 'o') > 0 and '1' or '0') .. due
if attention == '0' then attention = '' end
local noted_at = 'att:' .. aggregate .. ':' .. shard
if (call('HGET', record, 'a') or '') ~= attention
   or (call('HGET', prefix .. noted_at, id) or '') ~= attention then
  tell('missing_entry', noted_at, id)
  if mend then
    call('HSET', record, 'a', attention)
    if attention == '' then call('HDEL', prefix .. noted_at, id)
    else call('HSET', prefix .. noted_at, id, attention) end
  end
end
return found
)lua"};

// ARGV: as for `reconcile` without `mend`, and after due: erased ('1' or ''), snapshot, outbox.
// Writes the record, and `reconcile` then creates its entries. Answers 1, or 0 if the record
// exists.
const script fill_script{"fill", R"lua(
local prefix, aggregate, id, version, shard, due, erased, snapshot, outbox = unpack(ARGV)
local record = prefix .. 'rec:' .. aggregate .. ':' .. id
if redis.call('EXISTS', record) == 1 then return 0 end
redis.call('HSET', record, 'v', version, 's', snapshot, 'h', shard)
if erased == '1' then redis.call('HSET', record, 'e', '1') end
if outbox ~= '' then redis.call('HSET', record, 'o', outbox) end
return 1
)lua"};

}  // namespace ironbus::redis
