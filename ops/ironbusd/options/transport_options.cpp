// The rows of the sections `amqp`, `redis` and `sqlite`.

#include "ops/ironbusd/options/limits_of.hpp"
#include "ops/ironbusd/options/option_table.hpp"

#include <algorithm>
#include <iterator>

namespace ironbus::daemon {

using namespace std::chrono_literals;

namespace {

std::vector<option> amqp_rows() {
  return {
      {"amqp", "heartbeat", member_option([](auto& x) -> auto& { return x.amqp.heartbeat; }),
       "Silence after which broker and process give each other up. A frozen conductor keeps its "
       "shards for about three of these.",
       within(1s, 10min)},
      {"amqp", "connect_timeout",
       member_option([](auto& x) -> auto& { return x.amqp.connect_timeout; }),
       "How long to wait for a connection.", within(100ms, 1min)},
      {"amqp", "login_by_certificate",
       member_option([](auto& x) -> auto& { return x.amqp.login_by_certificate; }),
       "Whether RabbitMQ is to take our user from the certificate in `amqp.ssl_cert_file` "
       "(EXTERNAL). The URL then names none."},
      {"amqp", "delivery_limit",
       member_option([](auto& x) -> auto& { return x.amqp.delivery_limit; }),
       "Deliveries of one message before it goes to the dead letters. Queues keep the limit they "
       "were declared with.",
       within(1, 1000)},
      {"amqp", "event_log_age",
       member_option([](auto& x) -> auto& { return x.amqp.event_log_age; }),
       "How long the broker keeps events for replay.", within(1h, 365 * 24h)},
      {"amqp", "event_log_size",
       member_option([](auto& x) -> auto& { return x.amqp.event_log_bytes_max; }),
       "How much of them it keeps; the oldest go first. The log keeps the limits it was declared "
       "with.",
       within(1, 1'048'576, "MiB", 1'048'576)},
      {"amqp", "max_dead_letters",
       member_option([](auto& x) -> auto& { return x.amqp.dead_letters_max; }),
       "Messages kept in the queue of dead letters; the oldest go first. It keeps the limit it was "
       "declared with.",
       within(1, 10'000'000)},
      {"amqp", "max_own_queue_length",
       member_option([](auto& x) -> auto& { return x.amqp.own_queue_length_max; }),
       "Messages that wait in a queue of this process alone (events for its followers, replies); "
       "the oldest go first.",
       within(100, 10'000'000)},
  };
}

std::vector<option> redis_rows() {
  return {
      {"redis", "prefix", member_option([](auto& x) -> auto& { return x.redis.prefix; }),
       "Before every key, so that services may share a database. It must not change once used."},
      {"redis",
       "sentinel_user",
       member_option([](auto& x) -> auto& { return x.redis.sentinel_user; }),
       "Who we are to the Sentinels of `redis+sentinel://` or `rediss+sentinel://`; the login in "
       "the URL is that of the servers.",
       {},
       secrecy::open,
       "their default user",
       "ironbus"},
      {"redis",
       "sentinel_password",
       member_option([](auto& x) -> auto& { return x.redis.sentinel_password; }),
       "The password for that.",
       {},
       secrecy::whole,
       "they are asked without a login",
       "PASSWORD"},
      {"redis", "connect_timeout",
       member_option([](auto& x) -> auto& { return x.redis.connect_timeout; }),
       "How long to wait for a connection.", within(100ms, 1min)},
      {"redis", "command_timeout",
       member_option([](auto& x) -> auto& { return x.redis.command_timeout; }),
       "How long to wait for an answer before all that is under way is given up.",
       within(100ms, 5min)},
      {"redis", "wait_replicas",
       member_option([](auto& x) -> auto& { return x.redis.wait_replicas; }),
       "Replicas that must have a write before it counts as done; with fewer it is answered 503, "
       "and "
       "may hold or not. 0: none.",
       within(0, 10)},
      {"redis", "wait_timeout",
       member_option([](auto& x) -> auto& { return x.redis.wait_timeout; }),
       "How long to wait for the replicas.", within(10ms, 1min)},
      {"redis", "check_period",
       member_option([](auto& x) -> auto& { return x.redis.check_period; }),
       "How long after one examination of all entries, by whichever process, one of the processes "
       "begins the next; it takes a fifth of its time from Redis. Each process that starts makes "
       "one, too. 0: none is made.",
       within(0s, 52 * week)},
  };
}

std::vector<option> sqlite_rows() {
  return {
      {"sqlite", "check_period",
       member_option([](auto& x) -> auto& { return x.sqlite.check_period; }),
       "How long after one examination of the whole file the next begins; it costs a fifth of a "
       "processor while it goes on. 0: only one, at the start.",
       within(0s, 52 * week)},
  };
}

}  // namespace

std::vector<option> transport_options() {
  auto out = amqp_rows();
  for (auto& more : {redis_rows(), sqlite_rows()}) out.insert(out.end(), more.begin(), more.end());
  return out;
}

}  // namespace ironbus::daemon
