#include "ops/ironbusd/roles/boot_tidier.hpp"

#include "drivers/boot/dnsmasq_files.hpp"
#include "drivers/boot/ipxe_files.hpp"
#include "messages/platform/log.hpp"
#include "messages/wire/envelope.hpp"
#include "messages/wire/events.hpp"
#include "messages/wire/routing.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>

namespace ironbus::daemon {

namespace {

/// As long as dnsmasq may take to read a file that has changed.
constexpr std::chrono::seconds reading_time{2};

bool is_gone(const result<stored>& node) {
  return node ? node->erased : node.error().code == error_code::not_found;
}

}  // namespace

/// Files are touched by a thread of its own. Bus and store keep what they call, so they have no
/// more than a weak reference.
class boot_tidier::impl : public std::enable_shared_from_this<impl> {
public:
  impl(listings& records, policy_ptr policy, boot_options options)
      : records_(records), policy_{std::move(policy)}, options_{std::move(options)} {}

  void look_at_all() {
    boost::asio::post(files_, [weak = weak_from_this()] {
      if (const auto self = weak.lock())
        for (const auto& uuid : known_hosts(self->options_)) self->look_at(uuid);
    });
  }

  /// The store is asked after a file was seen: a node that has come since is there.
  void look_at(const std::string& uuid) {
    records_.load("node", uuid, [weak = weak_from_this(), uuid](const result<stored>& node) {
      if (const auto self = weak.lock(); self && is_gone(node)) self->forget(uuid);
    });
  }

  void stop() {
    files_.stop();
    files_.join();
  }

private:
  void forget(const std::string& uuid) {
    boost::asio::post(files_, [weak = weak_from_this(), uuid] {
      const auto self = weak.lock();
      if (!self) return;
      log::info("what a node booted goes with it", {{log_key::node, uuid}});
      disown_host(uuid, self->options_);
      remove_boot_files(uuid, self->policy_->boot_root);
      self->remove_later(uuid);
    });
  }

  void remove_later(const std::string& uuid) {
    const auto timer = std::make_shared<boost::asio::steady_timer>(files_, reading_time);
    timer->async_wait([weak = weak_from_this(), uuid, timer](boost::system::error_code wrong) {
      if (const auto self = weak.lock(); self && !wrong) remove_host_files(uuid, self->options_);
    });
  }

  listings& records_;
  const policy_ptr policy_;
  const boot_options options_;
  boost::asio::thread_pool files_{1};
};

boot_tidier::boot_tidier(bus& messages, listings& records, policy_ptr policy, boot_options options)
    : messages_(messages),
      impl_{std::make_shared<impl>(records, std::move(policy), std::move(options))} {}

boot_tidier::~boot_tidier() { stop(); }

void boot_tidier::start() {
  subscription ends;
  ends.exchange = routing::event_exchange;
  ends.bindings = {routing::event_key("*", event::node_deleted)};
  ends.prefetch = 0;
  messages_.subscribe(std::move(ends), [weak = std::weak_ptr{impl_}](const delivery& event) {
    const auto head = decode_envelope(event.body);
    if (const auto self = weak.lock(); self && head) self->look_at(head->subject);
  });
  messages_.on_state([weak = std::weak_ptr{impl_}](bus_state now, const std::string&) {
    if (const auto self = weak.lock(); self && now == bus_state::connected) self->look_at_all();
  });
}

void boot_tidier::stop() {
  if (impl_) impl_->stop();
  impl_.reset();
}

}  // namespace ironbus::daemon
