#include "gateways/redis/maintenance/maintenance_scripts.hpp"

namespace ironbus::redis {

// ARGV: prefix, owner…. Answers for each {v, s, e, h, a, o, {space, value…}, {collection, id, head,
// summary…}}. Missing heads and summaries are nil. All data of an owner is of one moment.
const script read_script{"read", R"lua(
local prefix, found = ARGV[1], {}
for i = 2, #ARGV do
  local record = prefix .. 'rec:' .. ARGV[i]
  local keys, rows = {}, {}
  for _, field in ipairs(redis.call('HKEYS', record)) do
    local kind, space, value = field:match('^([ur]):([^:]*):(.*)$')
    if kind == 'u' then keys[#keys + 1] = space; keys[#keys + 1] = value end
    if kind == 'r' then
      local n = #rows
      rows[n + 1], rows[n + 2] = space, value
      rows[n + 3] = redis.call('HGET', prefix .. 'row:' .. space, value)
      rows[n + 4] = redis.call('HGET', prefix .. 'sum:' .. space, value)
    end
  end
  local now = redis.call('HMGET', record, 'v', 's', 'e', 'h', 'a', 'o')
  found[#found + 1] = {now[1], now[2], now[3], now[4], now[5], now[6], keys, rows}
end
return found
)lua"};

// ARGV: prefix, key…. Answers {owner, outcome, end in ms since 1970} for each, nil for an expired
// one.
const script claims_script{"claims", R"lua(
local found = {}
for i = 2, #ARGV do
  local key = ARGV[1] .. 'claim:' .. ARGV[i]
  local now = redis.call('HMGET', key, 'owner', 'outcome')
  found[i - 1] = now[1] and {now[1], now[2], string.format('%.0f', redis.call('PEXPIRETIME', key))}
end
return found
)lua"};

}  // namespace ironbus::redis
