#include "gateways/redis/maintenance/maintenance_scripts.hpp"

namespace ironbus::redis {

// ARGV: prefix, mend ('1' or ''), then {key without prefix, cursor} of indexes to continue with, up
// to a thousand entries. A cursor is '0' at the start. Answers {{key, cursor} of the unfinished
// ones, {defect, place, subject}*}.
const script sweep_script{"sweep", R"lua(
local prefix, mend = ARGV[1], ARGV[2] == '1'
local call, read = redis.call, struct.unpack
local left, found = {}, {}
local function tell(defect, place, subject)
  local n = #found
  found[n + 1], found[n + 2], found[n + 3] = defect, place, subject
end
local function head_of(collection, row)
  local head = call('HGET', prefix .. 'row:' .. collection, row)
  if head then return read('<I8I4c0I4c0', head) end
end
local function has_column(columns, name, value)
  local from, one, other = 1, nil, nil
  while from <= #columns do
    one, other, from = read('<I4c0I4c0', columns, from)
    if one == name and (other == value or (not value and other ~= '')) then return true end
  end
  return false
end

-- Each checks one entry: true if it leads to a record that has it.
local judge = {}
function judge.order(collection, row, score)
  return head_of(collection, row) == tonumber(score)
end
function judge.col(place, row, score)
  local collection, name, value = place:match('^([^:]*):([^=]*)=(.*)$')
  local sequence, _, columns = head_of(collection, row)
  return sequence == tonumber(score) and has_column(columns, name, value)
end
function judge.has(place, row, score)
  local collection, name = place:match('^([^:]*):(.*)$')
  local sequence, _, columns = head_of(collection, row)
  return sequence == tonumber(score) and has_column(columns, name, nil)
end
function judge.sum(collection, row) return head_of(collection, row) ~= nil end
function judge.uniq(space, value, owner)
  return call('HEXISTS', prefix .. 'rec:' .. owner, 'u:' .. space .. ':' .. value) == 1
end
function judge.att(place, id, entry)
  local aggregate, shard = place:match('^(.*):([^:]*)$')
  local now = call('HMGET', prefix .. 'rec:' .. aggregate .. ':' .. id, 'h', 'a')
  return now[1] == shard and now[2] == entry
end
function judge.row(collection, row)
  local _, owner = head_of(collection, row)
  local record, field = prefix .. 'rec:' .. owner, 'r:' .. collection .. ':' .. row
  local now = call('HMGET', record, 'v', 'e', field)
  if now[3] then return true end
  if not now[1] or now[2] then return false end
  tell('missing_entry', 'rec:' .. owner, row)  -- its record has forgotten that it owns it
  if mend then call('HSET', record, field, '') end
  return true
end

local sorted = {order = true, col = true, has = true}
local judged, judged_max = 0, 1000
local function go_on(key, cursor)
  local kind, place = key:match('^(%a+):(.*)$')
  local answer = call(sorted[kind] and 'ZSCAN' or 'HSCAN', prefix .. key, cursor, 'COUNT', 200)
  local entries = answer[2]
  judged = judged + #entries / 2
  for j = 1, #entries, 2 do
    if not judge[kind](place, entries[j], entries[j + 1]) then
      tell('dangling_entry', key, entries[j])
      if mend then call(sorted[kind] and 'ZREM' or 'HDEL', prefix .. key, entries[j]) end
    end
  end
  return answer[1]
end
for i = 3, #ARGV, 2 do
  local key, cursor, ended = ARGV[i], ARGV[i + 1], false
  if judged < judged_max then
    cursor = go_on(key, cursor)
    ended = cursor == '0'
  end
  if not ended then left[#left + 1] = key; left[#left + 1] = cursor end
end
return {left, found}
)lua"};

}  // namespace ironbus::redis
