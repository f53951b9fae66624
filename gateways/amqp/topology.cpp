#include "gateways/amqp/topology.hpp"

#include "messages/base/uuid.hpp"
#include "messages/platform/log.hpp"
#include "messages/wire/routing.hpp"

#include <algorithm>
#include <array>
#include <deque>

namespace ironbus::amqp {

namespace {

struct exchange {
  std::string_view name;
  const char* kind;
};

constexpr std::array exchanges{
    exchange{routing::node_exchange, "direct"},
    exchange{routing::step_exchange, "topic"},
    exchange{routing::event_exchange, "topic"},
    exchange{routing::dead_letter_exchange, "fanout"},
};

/// Optional arguments of a queue. Owns their texts, so that the table stays valid.
class arguments {
public:
  arguments& set(const char* key, std::string_view text) {
    auto& entry = add(key, AMQP_FIELD_KIND_UTF8);
    entry.value.value.bytes = bytes_of(texts_.emplace_back(text));
    return *this;
  }
  arguments& set(const char* key, int64_t number) {
    add(key, AMQP_FIELD_KIND_I64).value.value.i64 = number;
    return *this;
  }
  arguments& set(const char* key) {
    add(key, AMQP_FIELD_KIND_BOOLEAN).value.value.boolean = 1;
    return *this;
  }
  amqp_table_t table() { return {static_cast<int>(entries_.size()), entries_.data()}; }

private:
  amqp_table_entry_t& add(const char* key, amqp_field_value_kind_t kind) {
    auto& out = entries_.emplace_back();
    out.key = amqp_cstring_bytes(key);
    out.value.kind = static_cast<uint8_t>(kind);
    return out;
  }

  std::vector<amqp_table_entry_t> entries_;
  std::deque<std::string> texts_;
};

struct queue_kind {
  bool durable = true;
  bool own = false;  ///< Only for this connection; deleted with its last consumer.
};

status declare(const connection& link, const std::string& name, arguments arguments,
               queue_kind kind = {}) {
  amqp_queue_declare(link.raw(), connection::channel, bytes_of(name), 0, kind.durable, kind.own,
                     kind.own, arguments.table());
  return link.answered("declaring queue '" + name + "'");
}

/// A separate channel for one declaration. If the broker rejects the declaration, it closes the
/// channel and all consumers on it.
class side_channel {
public:
  explicit side_channel(const connection& link) : connection_(link) {}
  ~side_channel() {
    if (is_open_) amqp_channel_close(connection_.raw(), number, AMQP_REPLY_SUCCESS);
  }
  side_channel(const side_channel&) = delete;
  side_channel& operator=(const side_channel&) = delete;

  /// The broker's error code, such as 406. Unset if the queue exists now.
  result<std::optional<int>> declare(const std::string& name, arguments arguments, bool passive) {
    if (auto ok = open(); !ok) return tl::unexpected(ok.error());
    amqp_queue_declare(connection_.raw(), number, bytes_of(name), passive, 1, 0, 0,
                       arguments.table());
    return answer("declaring queue '" + name + "'");
  }

  /// The same for a topic exchange.
  result<std::optional<int>> declare_topics(const std::string& name, bool durable, bool passive) {
    if (auto ok = open(); !ok) return tl::unexpected(ok.error());
    amqp_exchange_declare(connection_.raw(), number, bytes_of(name), bytes_of("topic"), passive,
                          durable, 0, 0, amqp_empty_table);
    return answer("declaring exchange '" + name + "'");
  }

private:
  static constexpr amqp_channel_t number = connection::channel + 1;

  status open() {
    if (is_open_) return std::monostate{};
    amqp_channel_open(connection_.raw(), number);
    if (auto ok = connection_.answered("opening a channel"); !ok) return ok;
    is_open_ = true;
    return std::monostate{};
  }

  result<std::optional<int>> answer(const std::string& doing) {
    const auto reply = amqp_get_rpc_reply(connection_.raw());
    if (reply.reply_type != AMQP_RESPONSE_SERVER_EXCEPTION ||
        reply.reply.id != AMQP_CHANNEL_CLOSE_METHOD)
      return connection_.answered(doing).map([](auto) { return std::optional<int>{}; });
    const int code = static_cast<amqp_channel_close_t*>(reply.reply.decoded)->reply_code;
    amqp_channel_close_ok_t seen{};
    amqp_send_method(connection_.raw(), number, AMQP_CHANNEL_CLOSE_OK_METHOD, &seen);
    amqp_maybe_release_buffers_on_channel(connection_.raw(), number);
    is_open_ = false;
    return code;
  }

  const connection& connection_;
  bool is_open_ = false;
};

/// Declares a queue. If it exists with other arguments of an earlier configuration, uses it
/// unchanged.
status declare_shared(const connection& link, const std::string& name, const arguments& arguments) {
  side_channel aside{link};
  auto refused = aside.declare(name, arguments, false);
  if (refused && *refused == AMQP_PRECONDITION_FAILED) {
    refused = aside.declare(name, {}, true);
    if (refused && !*refused)
      log::warn("the queue already exists with other arguments; see docs/explanation/security.md",
                {{log_key::queue, name}});
  }
  if (!refused) return tl::unexpected(refused.error());
  if (*refused)
    return fail(error_code::unavailable,
                "declaring queue '" + name + "': the broker answered " + std::to_string(**refused));
  return std::monostate{};
}

status bind_queue(const connection& link, const std::string& queue, std::string_view source,
                  std::string_view key) {
  amqp_queue_bind(link.raw(), connection::channel, bytes_of(queue), bytes_of(source), bytes_of(key),
                  amqp_empty_table);
  return link.answered("binding queue '" + queue + "' to '" + std::string{source} + "'");
}

status declare_exchange(const connection& link, const exchange& exchange) {
  amqp_exchange_declare(link.raw(), connection::channel, bytes_of(exchange.name),
                        bytes_of(exchange.kind), 0, 1, 0, 0, amqp_empty_table);
  return link.answered("declaring exchange '" + std::string{exchange.name} + "'");
}

/// Declares the notification exchange. Other programs may have declared it with other properties,
/// or may have the only permission to declare it.
status declare_notifications(const connection& link, const amqp_options& how) {
  const auto& name = how.notification_exchange;
  if (name.empty()) return std::monostate{};
  side_channel aside{link};
  const auto refused = aside.declare_topics(name, how.notification_exchange_is_durable, false);
  if (!refused) return tl::unexpected(refused.error());
  if (!*refused) return std::monostate{};
  const auto absent = aside.declare_topics(name, how.notification_exchange_is_durable, true);
  if (!absent) return tl::unexpected(absent.error());
  if (*absent)
    return fail(error_code::unavailable, "declaring exchange '" + name + "': the broker answered " +
                                             std::to_string(**refused));
  if (**refused == AMQP_PRECONDITION_FAILED)
    log::warn(
        "the notification exchange already exists with other properties; see "
        "docs/reference/notifications.md",
        {{log_key::error, "'" + name + "' was declared with other properties"}});
  return std::monostate{};
}

arguments dead_letter_queue(const amqp_options& how) {
  arguments out;
  out.set("x-queue-type", "quorum").set("x-max-length", how.dead_letters_max);
  return out;
}

arguments shared_queue(const subscription& subscription, const amqp_options& how) {
  // Without its own dead-letter exchange, because messages could circulate.
  if (subscription.queue == routing::dead_letter_queue) return dead_letter_queue(how);
  arguments out;
  out.set("x-queue-type", "quorum")
      .set("x-delivery-limit", how.delivery_limit)
      .set("x-dead-letter-exchange", routing::dead_letter_exchange);
  if (subscription.single_active) out.set("x-single-active-consumer");
  return out;
}

status declare_dead_letters(const connection& link, const amqp_options& how) {
  std::string name{routing::dead_letter_queue};
  if (auto ok = declare_shared(link, name, dead_letter_queue(how)); !ok) return ok;
  return bind_queue(link, name, routing::dead_letter_exchange, "");
}

status declare_event_log(const connection& link, const amqp_options& how) {
  std::string name{routing::event_log_queue};
  arguments x;
  x.set("x-queue-type", "stream")
      .set("x-max-age", std::to_string(how.event_log_age.count()) + "h")
      .set("x-max-length-bytes", how.event_log_bytes_max)
      // Old events are deleted by segments. The broker's default of half a gigabyte is too coarse.
      .set("x-stream-max-segment-size-bytes", 100'000'000);
  if (auto ok = declare_shared(link, name, x); !ok) return ok;
  return bind_queue(link, name, routing::event_exchange, "#");
}

}  // namespace

bool is_known_exchange(std::string_view name, const amqp_options& how) {
  if (name.empty() || name == how.notification_exchange) return true;
  return std::any_of(exchanges.begin(), exchanges.end(),
                     [&](const exchange& x) { return x.name == name; });
}

status declare_exchanges(const connection& link, const amqp_options& how) {
  for (const auto& x : exchanges)
    if (auto ok = declare_exchange(link, x); !ok) return ok;
  if (auto ok = declare_notifications(link, how); !ok) return ok;
  if (auto ok = declare_dead_letters(link, how); !ok) return ok;
  return declare_event_log(link, how);
}

status declare_queue(const connection& link, consumer& consumer, const amqp_options& how) {
  if (consumer.spec.queue.empty()) {
    consumer.queue = "ironbus.own." + random_uuid();
    arguments own;
    own.set("x-max-length", how.own_queue_length_max);
    if (auto ok = declare(link, consumer.queue, std::move(own), {.durable = false, .own = true});
        !ok)
      return ok;
  } else if (auto ok = declare_shared(link, consumer.queue, shared_queue(consumer.spec, how));
             !ok) {
    return ok;
  }
  if (consumer.spec.exchange.empty()) return std::monostate{};
  for (const auto& key : consumer.spec.bindings)
    if (auto ok = bind_queue(link, consumer.queue, consumer.spec.exchange, key); !ok) return ok;
  return std::monostate{};
}

status consume(const connection& link, const consumer& consumer, const amqp_options& how) {
  auto prefetch = std::min(consumer.spec.prefetch, how.prefetch_max);
  // Applies to consumers started after it, so each consumer can have its own prefetch.
  amqp_basic_qos(link.raw(), connection::channel, 0, prefetch, 0);
  if (auto ok = link.answered("setting the prefetch"); !ok) return ok;
  auto tag = consumer_tag(consumer);
  amqp_basic_consume(link.raw(), connection::channel, bytes_of(consumer.queue), bytes_of(tag), 0,
                     !needs_ack(tag), 0, amqp_empty_table);
  return link.answered("consuming queue '" + consumer.queue + "'");
}

}  // namespace ironbus::amqp
