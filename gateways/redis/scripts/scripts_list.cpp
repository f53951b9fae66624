#include "gateways/redis/scripts/scripts.hpp"

namespace ironbus::redis {

// ARGV: prefix, collection, descending, marker, cursor, wanted, examined_max, what, filter count,
// then per filter {column, op, value count, value…}. The cursor is the sequence to start after. The
// marker is used only without a cursor. `what` is 'heads', 'rows' or 'snapshots'. Answers {cursor
// ('' at the end), ids, heads, summaries, snapshots, astray}, or 0 if the marker does not exist.
// Entries without a row, and rows without summary or record, are left out and counted as astray, so
// that damage does not break the list.
const script walk_script{"walk", R"lua(
local prefix, collection, descending, marker, cursor, wanted, examined_max, what = unpack(ARGV, 1, 8)
local call, read = redis.call, struct.unpack
local down = descending == '1'
wanted, examined_max = tonumber(wanted), tonumber(examined_max)
local index = prefix .. 'col:' .. collection .. ':'
if marker ~= '' and cursor == '' then
  cursor = call('ZSCORE', prefix .. 'order:' .. collection, marker)
  if not cursor then return 0 end
end

local filters, at = {}, 10
for i = 1, tonumber(ARGV[9]) do
  local x = {column = ARGV[at], op = ARGV[at + 1], values = {}}
  local count = tonumber(ARGV[at + 2])
  for j = 1, count do x.values[j] = ARGV[at + 2 + j] end
  if x.op == 'contains' then x.values[1] = string.lower(x.values[1] or '') end
  at = at + 3 + count
  filters[i] = x
end

-- -- the source: the shortest index of a filter, else the whole order ---
local function filled(x) return {prefix .. 'has:' .. collection .. ':' .. x.column} end
local function value_keys(x)
  local keys = {}
  for i, value in ipairs(x.values) do keys[i] = index .. x.column .. '=' .. value end
  return keys
end
local function keys_of(x)
  if x.op == 'present' then return filled(x) end
  if x.op == 'equal' then return value_keys(x) end
end
local sources, best, shortest = {prefix .. 'order:' .. collection}, nil, nil
for i, x in ipairs(filters) do
  x.keys = keys_of(x)
  if x.keys then
    local size = 0
    for _, key in ipairs(x.keys) do size = size + call('ZCARD', key) end
    if not shortest or size < shortest then sources, best, shortest = x.keys, i, size end
  end
end
if best then table.remove(filters, best) end

local function stretch(key)
  local from = cursor == '' and (down and '+inf' or '-inf') or '(' .. cursor
  if down then
    return call('ZREVRANGEBYSCORE', key, from, '-inf', 'WITHSCORES', 'LIMIT', 0, examined_max)
  end
  return call('ZRANGEBYSCORE', key, from, '+inf', 'WITHSCORES', 'LIMIT', 0, examined_max)
end
local function merged()
  local score, ids = {}, {}
  for _, key in ipairs(sources) do
    local part = stretch(key)
    for i = 1, #part, 2 do
      if not score[part[i]] then ids[#ids + 1] = part[i] end
      score[part[i]] = tonumber(part[i + 1])
    end
  end
  if down then table.sort(ids, function(a, b) return score[a] > score[b] end)
  else table.sort(ids, function(a, b) return score[a] < score[b] end) end
  for i = #ids, examined_max + 1, -1 do ids[i] = nil end
  return ids, score[ids[#ids]]
end
local ids, last = {}, nil
if #sources == 1 then
  local part = stretch(sources[1])
  for i = 1, #part, 2 do ids[#ids + 1] = part[i] end
  last = part[#part]
elseif #sources > 1 then
  ids, last = merged()
  if last then last = string.format('%.0f', last) end
end
local next_cursor = #ids < examined_max and '' or last
if #ids == 0 then return {'', {}, {}, {}, {}, 0} end

-- -- the other filters, by index where there is one, else on the columns ---
local function in_any(keys, id)
  for _, key in ipairs(keys) do if call('ZSCORE', key, id) then return true end end
  return false
end
local function values_of(columns, wanted_name)
  local found, from, name, value = {}, 1, nil, nil
  while from <= #columns do
    name, value, from = read('<I4c0I4c0', columns, from)
    if name == wanted_name then found[#found + 1] = value end
  end
  return found
end
local function contains(x, columns)
  -- Most rows do not contain the text at all, which is quick to check.
  if not string.find(string.lower(columns), x.values[1], 1, true) then return false end
  for _, value in ipairs(values_of(columns, x.column)) do
    if string.find(string.lower(value), x.values[1], 1, true) then return true end
  end
  return false
end
local function only(test)
  local some = {}
  for i, id in ipairs(ids) do if test(i, id) then some[#some + 1] = id end end
  ids = some
end
local function in_all(keys, id)
  for _, key in ipairs(keys) do if not call('ZSCORE', key, id) then return false end end
  return true
end
for _, x in ipairs(filters) do
  if x.keys then only(function(_, id) return in_any(x.keys, id) end) end
  if x.op == 'absent' or x.op == 'none_of' then
    local keys = x.op == 'absent' and filled(x) or value_keys(x)
    only(function(_, id) return not in_any(keys, id) end)
  elseif x.op == 'not_all' then
    local keys = value_keys(x)
    only(function(_, id) return not in_all(keys, id) end)
  end
end
local function heads_of()
  if #ids == 0 then return {} end
  return call('HMGET', prefix .. 'row:' .. collection, unpack(ids))
end
local found, heads, there, astray = heads_of(), {}, {}, 0
for i, id in ipairs(ids) do
  if found[i] then
    heads[#heads + 1], there[#there + 1] = found[i], id
  else
    astray = astray + 1
  end
end
ids = there
for _, x in ipairs(filters) do
  if x.op == 'contains' then
    local some = {}
    only(function(i)
      local _, _, columns = read('<I8I4c0I4c0', heads[i])
      if not contains(x, columns) then return false end
      some[#some + 1] = heads[i]
      return true
    end)
    heads = some
  end
end

-- -- the answer ---
if what == 'heads' then
  for i = #ids, wanted + 1, -1 do ids[i] = nil; heads[i] = nil end
  return {next_cursor, ids, heads, {}, {}, astray}
end
local function snapshot_of(head)
  if what ~= 'snapshots' then return nil end
  local _, owner = read('<I8I4c0', head)
  return call('HGET', prefix .. 'rec:' .. owner, 's')
end
local page, first = {{}, {}, {}, {}}, 1
while first <= #ids and #page[1] < wanted do
  local last_of_page = math.min(#ids, first + wanted - #page[1] - 1)
  local summaries = call('HMGET', prefix .. 'sum:' .. collection, unpack(ids, first, last_of_page))
  for i = first, last_of_page do
    local summary, snapshot = summaries[i - first + 1], snapshot_of(heads[i])
    if summary and snapshot ~= false then
      local n = #page[1] + 1
      page[1][n], page[2][n], page[3][n], page[4][n] = ids[i], heads[i], summary, snapshot
    else
      astray = astray + 1
    end
  end
  first = last_of_page + 1
end
return {next_cursor, page[1], page[2], page[3], page[4], astray}
)lua"};

// ARGV: prefix, collection, what, id…. Answers like `walk`, without deleted rows.
const script fetch_script{"fetch", R"lua(
local prefix, collection, what = unpack(ARGV, 1, 3)
local ids, heads, summaries, snapshots, astray = {}, {}, {}, {}, 0
for i = 4, #ARGV do
  local head = redis.call('HGET', prefix .. 'row:' .. collection, ARGV[i])
  local summary = redis.call('HGET', prefix .. 'sum:' .. collection, ARGV[i])
  local snapshot = nil
  if head and what == 'snapshots' then
    local _, owner = struct.unpack('<I8I4c0', head)
    snapshot = redis.call('HGET', prefix .. 'rec:' .. owner, 's')
  end
  if head and summary and snapshot ~= false then
    local n = #ids + 1
    ids[n], heads[n], summaries[n], snapshots[n] = ARGV[i], head, summary, snapshot
  elseif head or summary then
    astray = astray + 1
  end
end
return {'', ids, heads, summaries, snapshots, astray}
)lua"};

// ARGV: prefix, collection, column, value…. Answers a number for each value.
const script count_script{"count", R"lua(
local found, index = {}, ARGV[1] .. 'col:' .. ARGV[2] .. ':' .. ARGV[3] .. '='
for i = 4, #ARGV do found[#found + 1] = redis.call('ZCARD', index .. ARGV[i]) end
return found
)lua"};

}  // namespace ironbus::redis
