#pragma once

#include "gateways/redis/redis_store.hpp"
#include "tests/contract/store/redis_server.hpp"
#include "tests/contract/store/store_client.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace ironbus::test {

/// A store for a server that the test stops and starts: it retries often, and claims are suspended
/// for 2 s.
std::unique_ptr<redis_store> open_patient(redis_options options);

/// Waits until the store answers; false after 20 s.
bool answers_again(store_client& client);

/// Restarts the server without the part of its log after `kept`.
void restart_without_the_end(redis_server& server, uintmax_t kept);

/// A commit of a record in shard 3.
commit owned(const std::string& id, uint64_t expected_version, uint64_t epoch);

}  // namespace ironbus::test
