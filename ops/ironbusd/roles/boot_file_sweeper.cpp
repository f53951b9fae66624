#include "ops/ironbusd/roles/boot_file_sweeper.hpp"

#include "drivers/boot/boot_location.hpp"
#include "drivers/boot/boot_writer.hpp"
#include "drivers/boot/dnsmasq_files.hpp"
#include "drivers/boot/ipxe_files.hpp"
#include "messages/base/text.hpp"
#include "messages/contract/boot_notes.hpp"
#include "messages/contract/driver_operations.hpp"
#include "messages/platform/log.hpp"
#include "messages/wire/envelope.hpp"
#include "messages/wire/events.hpp"
#include "messages/wire/routing.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>

#include <filesystem>
#include <set>

namespace ironbus::daemon {

namespace fs = std::filesystem;

namespace {

/// How long dnsmasq may take to read a changed file.
constexpr std::chrono::seconds dnsmasq_read_time{2};

bool is_gone(const result<stored>& node) {
  return node ? node->erased : node.error().code == error_code::not_found;
}

bool is_at_step(const node_snapshot& node, const std::string& step) {
  const auto& uuid = node.attributes.uuid;
  const auto is = [&](const step_id& id) { return step == claim_key(id); };
  const auto& op = node.current;
  return (op && is({uuid, op->id, op->index, op->attempt})) ||
         (!node.calls.empty() && is({uuid, node.calls.front().id, 0, node.calls.front().attempt}));
}

/// Whether the call leaves boot files.
bool brings_files(const std::string& call) {
  return call == driver_operations::boot::prepare_ramdisk.name ||
         call == driver_operations::boot::prepare_instance.name;
}

}  // namespace

belonging belonging_at(const std::string& place, const node_snapshot& node,
                       const std::string& step) {
  const auto notes = read_boot_notes(node.attributes.driver_internal_info);
  if (place.empty() || notes.place.empty() || is_at_step(node, step)) return {};
  const bool some = brings_files(notes.call);
  return {some && same_folder(notes.place, place), some && same_dhcp(notes.place, place)};
}

/// Its own thread accesses the files. Bus and store keep their callbacks, so callbacks have only
/// weak references.
class boot_file_sweeper::impl : public std::enable_shared_from_this<impl> {
public:
  impl(listings& records, policy_ptr policy, boot_options options)
      : records_(records), policy_{std::move(policy)}, options_{std::move(options)} {}

  void look_at_all() {
    on_files([](impl& self) {
      const auto ours = self.own_hosts_here();
      auto all = ours;
      for (auto& uuid : nodes_with_boot_files(self.policy_->boot_root)) all.insert(std::move(uuid));
      for (const auto& uuid : all) self.look_at(uuid, ours.contains(uuid));
    });
  }

  /// Handles the event that a node was deleted, or has its boot files in another location.
  void hear(const envelope& event) {
    if (event.type.ends_with(event::boot_place_changed)) {
      const auto data = parse_own_json(event.data.text());
      if (!data || member_text(*data, "from") != options_.place) return;
    }
    on_files([uuid = event.subject](impl& self) { self.look_at(uuid, true); });
  }

  void stop() {
    files_.stop();
    files_.join();
  }

private:
  template <class F>
  void on_files(F act) {
    boost::asio::post(files_, [weak = weak_from_this(), act = std::move(act)] {
      if (const auto self = weak.lock()) act(*self);
    });
  }

  bool tells_dnsmasq() const { return by_dnsmasq(options_.dhcp); }

  /// The nodes whose host files this installation wrote.
  std::set<std::string> own_hosts_here() const {
    if (!tells_dnsmasq()) return {};
    const auto hosts = own_hosts(options_);
    return {hosts.begin(), hosts.end()};
  }

  bool has_some(const std::string& uuid) const {
    const auto exists = [&uuid](const std::string& folder) {
      std::error_code ignored;
      return fs::exists(fs::path{folder} / uuid, ignored);
    };
    const auto& dhcp = options_.dhcp;
    return exists(policy_->boot_root) ||
           (tells_dnsmasq() && (exists(dhcp.hosts_dir) || exists(dhcp.opts_dir)));
  }

  /// Reads the files' step before the store: a new node is then in the store, and newer files have
  /// another step. If the store does not know the node, its files may belong to another
  /// installation. `ours` says that they do not: an event named the node, or its host file carries
  /// this installation's id.
  void look_at(const std::string& uuid, bool ours) {
    const auto step = boot_files_step(policy_->boot_root, uuid);
    records_.load("node", uuid,
                  [weak = weak_from_this(), uuid, step, ours](const result<stored>& node) {
                    const auto self = weak.lock();
                    if (!self) return;
                    if (!is_gone(node)) return self->check(uuid, step, node);
                    if (ours) self->on_files([uuid](impl& x) { x.forget(uuid); });
                  });
  }

  void check(const std::string& uuid, const std::string& step, const result<stored>& node) {
    const auto snapshot = node ? decode_snapshot(node->snapshot) : tl::unexpected(node.error());
    if (!snapshot) return;
    const auto here = belonging_at(options_.place, *snapshot, step);
    if (here != belonging{})
      on_files([uuid, step, here](impl& self) { self.remove_others(uuid, step, here); });
  }

  void remove_others(const std::string& uuid, const std::string& step, const belonging& here) {
    const auto& root = policy_->boot_root;
    const boot_files_lock alone{root, uuid};
    if (boot_files_step(root, uuid) != step) return;
    if (!here.offer && tells_dnsmasq() && is_boot_offered(uuid, options_))
      if (const auto wrong = withdraw_boot(uuid, options_))
        log::warn("dnsmasq still offers deleted boot files to a machine",
                  {{log_key::node, uuid}, {log_key::error, wrong->message}});
    if (!here.files) remove_boot_files(uuid, root);
  }

  void forget(const std::string& uuid) {
    if (!has_some(uuid)) return;
    log::info("deleting the boot files of a deleted node", {{log_key::node, uuid}});
    if (tells_dnsmasq()) mark_host_unknown(uuid, options_);
    remove_boot_files(uuid, policy_->boot_root);
    if (tells_dnsmasq()) remove_later(uuid);
  }

  void remove_later(const std::string& uuid) {
    const auto timer = std::make_shared<boost::asio::steady_timer>(files_, dnsmasq_read_time);
    timer->async_wait([weak = weak_from_this(), uuid, timer](boost::system::error_code wrong) {
      if (const auto self = weak.lock(); self && !wrong) remove_host_files(uuid, self->options_);
    });
  }

  listings& records_;
  const policy_ptr policy_;
  const boot_options options_;
  boost::asio::thread_pool files_{1};
};

boot_file_sweeper::boot_file_sweeper(bus& messages, listings& records, policy_ptr policy,
                                     boot_options options)
    : messages_(messages),
      impl_{std::make_shared<impl>(records, std::move(policy), std::move(options))} {}

boot_file_sweeper::~boot_file_sweeper() { stop(); }

void boot_file_sweeper::start() {
  const auto weak = std::weak_ptr{impl_};
  subscription wanted;
  wanted.exchange = routing::event_exchange;
  wanted.bindings = {routing::event_key("*", event::node_deleted),
                     routing::event_key("*", event::boot_place_changed)};
  wanted.prefetch = 0;
  messages_.subscribe(std::move(wanted), [weak](const delivery& event) {
    const auto head = decode_envelope(event.body);
    if (const auto self = weak.lock(); self && head) self->hear(*head);
  });
  messages_.on_state([weak](bus_state now, const std::string&) {
    if (const auto self = weak.lock(); self && now == bus_state::connected) self->look_at_all();
  });
}

void boot_file_sweeper::stop() {
  if (impl_) impl_->stop();
  impl_.reset();
}

}  // namespace ironbus::daemon
