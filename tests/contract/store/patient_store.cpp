#include "tests/contract/store/patient_store.hpp"

#include "tests/support/await.hpp"

namespace ironbus::test {

using namespace std::chrono_literals;

std::unique_ptr<redis_store> open_patient(redis_options options) {
  options.claims_rest = 2s;
  options.command_timeout = 500ms;
  options.retry_max = 100ms;
  return redis_store::open(options).value();
}

bool answers_again(store_client& client) {
  return fulfilled([&] { return client.ping().has_value(); }, 20s);
}

void restart_without_the_end(redis_server& server, uintmax_t kept) {
  server.crash();
  server.lose_log_behind(kept);
  server.start();
}

commit owned(const std::string& id, uint64_t expected_version, uint64_t epoch) {
  auto out = change(id, expected_version);
  out.shard = 3;
  out.epoch = epoch;
  return out;
}

}  // namespace ironbus::test
