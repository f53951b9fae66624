#include "gateways/redis/maintenance/maintenance_scripts.hpp"

namespace ironbus::redis {

// ARGV: prefix, owner, milliseconds. Answers 1, or 0 if another process has the lease.
const script lease_script{"lease", R"lua(
local key = ARGV[1] .. 'checking'
local holder = redis.call('GET', key)
if holder and holder ~= ARGV[2] then return 0 end
redis.call('SET', key, ARGV[2], 'PX', ARGV[3])
return 1
)lua"};

// ARGV: prefix, owner, damage (empty: none), milliseconds until the next examination. Releases the
// lease. Answers 1, or 0 if another process has the lease by now, and then records nothing.
const script note_script{"note", R"lua(
local prefix, who, damage, period = unpack(ARGV)
if redis.call('GET', prefix .. 'checking') ~= who then return 0 end
if damage == '' then redis.call('DEL', prefix .. 'damage')
else redis.call('SET', prefix .. 'damage', damage) end
redis.call('SET', prefix .. 'checked', '1', 'PX', period)
redis.call('DEL', prefix .. 'checking')
return 1
)lua"};

}  // namespace ironbus::redis
