#include "gateways/amqp/session.hpp"

#include "gateways/amqp/publisher.hpp"
#include "gateways/amqp/topology.hpp"

namespace ironbus::amqp {

namespace {

status set_up_publishing(const connection& link, const amqp_options& how) {
  if (auto ok = declare_exchanges(link, how); !ok) return ok;
  amqp_confirm_select(link.raw(), connection::channel);
  if (auto ok = link.answered("asking for confirms"); !ok) return ok;
  amqp_basic_consume(link.raw(), connection::channel, bytes_of(direct_reply_to), amqp_empty_bytes,
                     0, 1, 0, amqp_empty_table);
  return link.answered("consuming replies");
}

status set_up_consuming(const connection& link, const consumer_list& consumers,
                        const amqp_options& how) {
  // All declarations come first, because deliveries to early consumers arrive at once and use
  // memory.
  for (const auto& x : consumers)
    if (auto ok = declare_queue(link, *x, how); !ok) return ok;
  for (const auto& x : consumers)
    if (auto ok = consume(link, *x, how); !ok) return ok;
  return std::monostate{};
}

}  // namespace

result<session> open_session(const amqp_address& where, const amqp_options& how,
                             consumer_list consumers) {
  auto publishing = connection::open(where, how, "publish");
  if (!publishing) return tl::unexpected(publishing.error());
  if (auto ok = set_up_publishing(**publishing, how); !ok) return tl::unexpected(ok.error());
  auto consuming = connection::open(where, how, "consume");
  if (!consuming) return tl::unexpected(consuming.error());
  if (auto ok = set_up_consuming(**consuming, consumers, how); !ok)
    return tl::unexpected(ok.error());
  return session{std::move(*publishing), std::move(*consuming), std::move(consumers)};
}

connector::connector(const amqp_address& where, const amqp_options& how,
                     std::function<void()> ready)
    : where_(where), how_(how), ready_(std::move(ready)) {}

connector::~connector() {
  if (busy()) thread_.join();
}

void connector::begin(consumer_list consumers) {
  thread_ = std::thread{[this, todo = std::move(consumers)] {
    auto outcome = open_session(where_, how_, todo);
    {
      std::lock_guard guard{mutex_};
      outcome_.emplace(std::move(outcome));
    }
    ready_();
  }};
}

std::optional<result<session>> connector::poll() {
  std::optional<result<session>> out;
  {
    std::lock_guard guard{mutex_};
    out.swap(outcome_);
  }
  if (out) thread_.join();
  return out;
}

}  // namespace ironbus::amqp
