// The rows of the sections `tracing`, `amqp`, `redis` and `sqlite`.

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
       "Silence after which broker and process close the connection. A frozen conductor keeps its "
       "shards for about three times this long.",
       within(1s, 10min)},
      {"amqp", "connect_timeout",
       member_option([](auto& x) -> auto& { return x.amqp.connect_timeout; }),
       "How long to wait for a connection.", within(100ms, 1min)},
      {"amqp", "login_by_certificate",
       member_option([](auto& x) -> auto& { return x.amqp.login_by_certificate; }),
       "Log in by the client certificate in `amqp.ssl_cert_file` (EXTERNAL). The URL then names no "
       "user."},
      {"amqp", "delivery_limit",
       member_option([](auto& x) -> auto& { return x.amqp.delivery_limit; }),
       "Deliveries of one message until it becomes a dead letter. Queues keep the limit they were "
       "declared with.",
       within(1, 1000)},
      {"amqp", "event_log_age",
       member_option([](auto& x) -> auto& { return x.amqp.event_log_age; }),
       "How long the broker keeps events for replay.", within(1h, 365 * 24h)},
      {"amqp", "event_log_size",
       member_option([](auto& x) -> auto& { return x.amqp.event_log_bytes_max; }),
       "Largest size of these events; the oldest are deleted first. The log keeps the limits it "
       "was declared with.",
       within(1, 1'048'576, "MiB", 1'048'576)},
      {"amqp", "max_dead_letters",
       member_option([](auto& x) -> auto& { return x.amqp.dead_letters_max; }),
       "Most messages in the queue of dead letters; the oldest are deleted first. The queue keeps "
       "the limit it was declared with.",
       within(1, 10'000'000)},
      {"amqp", "max_own_queue_length",
       member_option([](auto& x) -> auto& { return x.amqp.own_queue_length_max; }),
       "Most messages that wait in a queue of this process alone (events for its followers, "
       "replies); the oldest are deleted first.",
       within(100, 10'000'000)},
  };
}

std::vector<option> redis_rows() {
  return {
      {"redis", "prefix", member_option([](auto& x) -> auto& { return x.redis.prefix; }),
       "Prefix of every key, so that services may share a database. It must not change later."},
      {"redis",
       "sentinel_user",
       member_option([](auto& x) -> auto& { return x.redis.sentinel_user; }),
       "User name for the Sentinels of `redis+sentinel://` or `rediss+sentinel://`. The login in "
       "the URL is for the servers.",
       {},
       secrecy::open,
       "their default user",
       "ironbus"},
      {"redis",
       "sentinel_password",
       member_option([](auto& x) -> auto& { return x.redis.sentinel_password; }),
       "Password for the Sentinels.",
       {},
       secrecy::whole,
       "no login",
       "PASSWORD"},
      {"redis", "connect_timeout",
       member_option([](auto& x) -> auto& { return x.redis.connect_timeout; }),
       "How long to wait for a connection.", within(100ms, 1min)},
      {"redis", "command_timeout",
       member_option([](auto& x) -> auto& { return x.redis.command_timeout; }),
       "How long to wait for an answer; then all pending commands fail.", within(100ms, 5min)},
      {"redis", "wait_replicas",
       member_option([](auto& x) -> auto& { return x.redis.wait_replicas; }),
       "Replicas that must confirm a write. With fewer, the request is answered 503, and the write "
       "may or may not be stored. 0: none.",
       within(0, 10)},
      {"redis", "wait_timeout",
       member_option([](auto& x) -> auto& { return x.redis.wait_timeout; }),
       "How long to wait for the replicas.", within(10ms, 1min)},
      {"redis", "check_period",
       member_option([](auto& x) -> auto& { return x.redis.check_period; }),
       "Pause between two examinations of all entries; one process does it for all. An examination "
       "uses a fifth of Redis' time. Each process also makes one when it starts. 0: none.",
       within(0s, 52 * week)},
  };
}

std::vector<option> sqlite_rows() {
  return {
      {"sqlite", "check_period",
       member_option([](auto& x) -> auto& { return x.sqlite.check_period; }),
       "Pause between two examinations of the whole file. An examination uses a fifth of a "
       "processor. 0: only one, at the start.",
       within(0s, 52 * week)},
  };
}

std::optional<std::string> check_endpoint(const std::string& text) {
  if (text.empty()) return std::nullopt;  // no tracing
  if (const auto url = otlp::traces_url(text); !url) return url.error().message;
  return std::nullopt;
}

std::optional<std::string> check_headers(const std::string& text) {
  if (const auto all = otlp::read_headers(text); !all) return all.error().message;
  return std::nullopt;
}

std::optional<std::string> check_ratio(const std::string& text) {
  if (otlp::read_ratio(text)) return std::nullopt;
  return "it must be a number from 0 to 1, such as 0.1";
}

option endpoint_row() {
  option out{
      "tracing", "endpoint", member_option([](auto& x) -> auto& { return x.tracing.endpoint; }),
      "URL of the collector that receives spans by OTLP over HTTP in JSON: http or https, host, "
      "port (default 4318). `/v1/traces` is added to its path. See docs/how-to/trace_requests.md."};
  out.unset = "no traces";
  out.example = "https://collector.example.org:4318";
  out.check = check_endpoint;
  return out;
}

option headers_row() {
  option out{"tracing", "headers",
             member_option([](auto& x) -> auto& { return x.tracing.headers; }),
             "Headers of each request to the collector, such as credentials: NAME=VALUE, separated "
             "by commas. Write a comma in a value as %2C."};
  out.secret = secrecy::whole;
  out.unset = "none";
  out.example = "Authorization=Bearer%20TOKEN";
  out.check = check_headers;
  return out;
}

option ratio_row() {
  option out{"tracing", "sampling_ratio",
             member_option([](auto& x) -> auto& { return x.tracing.sampling_ratio; }),
             "Sampled fraction of the traces that begin here, from 0 to 1. For a request with a "
             "`traceparent`, its flag decides."};
  out.check = check_ratio;
  return out;
}

std::vector<option> tracing_rows() {
  return {
      endpoint_row(),
      headers_row(),
      {"tracing", "service_name",
       member_option([](auto& x) -> auto& { return x.tracing.service_name; }),
       "Service name of the spans (`service.name`).", not_empty()},
      ratio_row(),
      {"tracing", "max_queue", member_option([](auto& x) -> auto& { return x.tracing.queue_max; }),
       "Most spans that wait to be sent. Further ones are dropped and counted.",
       within(512, 1'000'000)},
      {"tracing", "interval", member_option([](auto& x) -> auto& { return x.tracing.interval; }),
       "How long a span waits for further ones, to be sent with them.", within(100ms, 1min)},
      {"tracing", "timeout", member_option([](auto& x) -> auto& { return x.tracing.timeout; }),
       "How long the collector may take to answer a request.", within(100ms, 1min)},
  };
}

}  // namespace

std::vector<option> transport_options() {
  auto out = amqp_rows();
  for (auto& more : {redis_rows(), sqlite_rows(), tracing_rows()})
    out.insert(out.end(), more.begin(), more.end());
  return out;
}

}  // namespace ironbus::daemon
