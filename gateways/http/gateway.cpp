#include "gateways/http/gateway.hpp"

#include "gateways/http/access/api_token_cache.hpp"
#include "gateways/http/dispatcher.hpp"
#include "gateways/http/metadata/metadata_surface.hpp"
#include "gateways/http/routes/routes.hpp"
#include "gateways/http/services/bus_watch.hpp"
#include "gateways/http/services/network_data.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/services/write_probe.hpp"
#include "gateways/http/sign_in_setup.hpp"
#include "gateways/http/transport/server.hpp"
#include "messages/base/host_source.hpp"
#include "messages/contract/api_token.hpp"

#include <mutex>

namespace ironbus::http {

// The maximum delay of a command's timeout, and the period of batched heartbeats.
constexpr std::chrono::milliseconds tick{250};

// Some kilobytes each, at most.
constexpr size_t tokens_remembered_max = 4'096;

std::vector<request_metrics::route_name> names_of_routes() {
  std::vector<request_metrics::route_name> out;
  for (const auto& route : routes()) out.push_back({std::string{route.method}, route.path});
  return out;
}

// Requests of ramdisks are short.
constexpr std::chrono::milliseconds ramdisk_stop_grace{2'000};

server_options for_ramdisks(const gateway_options& options) {
  auto out = options.server;
  out.host = options.ramdisk_host;
  out.port = options.ramdisk_port;
  out.stop_grace = std::min(out.stop_grace, ramdisk_stop_grace);
  out.name = "ramdisks";
  out.proxy_protocol = false;
  out.tls.clients = {};  // Agents have no certificate.
  return out;
}

server_options for_users(const gateway_options& options) {
  auto out = options.server;
  out.hsts_max_age = options.hsts_max_age;
  return out;
}

server_options for_own_host(const gateway_options& options) {
  auto out = options.server;
  out.unix_socket = options.unix_socket;
  out.name = "unix";
  out.proxy_protocol = false;
  out.tls = {};
  return out;
}

/// Without TLS, because metadata clients do not support it.
server_options for_instances(const gateway_options& options) {
  auto out = for_ramdisks(options);
  out.host = options.metadata_host;
  out.port = options.metadata_port;
  out.name = "instances";
  out.tls = {};
  return out;
}

// The servers come last and are destroyed first: their connections hold calls, which use the other
// members.
struct gateway::parts {
  parts(bus& messages, store_parts stored, const driver_catalog& catalog,
        const inspection_port& inspection, const ironbus::clock& time, policy_ptr installation,
        gateway_options own)
      : policy(std::move(installation)),
        options(std::move(own)),
        watch(messages),
        writes(stored.state),
        followers(std::make_shared<event_hub>(stored.events, options.event_clients_max,
                                              options.server.body_timeout)),
        commands(messages, time,
                 {"/ironbus/gateway/" + options.host_name, policy->shards, options.reply_timeout}),
        tokens(options.tokens.cache_time, tokens_remembered_max),
        budgets(options.identities),
        users(make_sign_in(
            options, {stored.records, time, tokens, [this](const auto& x) { note_token_use(x); }})),
        services{messages,
                 stored,
                 catalog,
                 inspection,
                 time,
                 *policy,
                 options,
                 commands,
                 followers,
                 counted,
                 watch,
                 writes,
                 [this](std::function<void()> work) { listener.post(std::move(work)); },
                 heartbeats,
                 networks,
                 *users,
                 &tokens,
                 &budgets},
        surface(services,
                options.ramdisk_host.empty() ? listener_kind::only : listener_kind::users),
        clients(std::make_shared<client_budget>(options.server.clients)),
        listener(for_users(options), surface, clients),
        ramdisk_surface(services, listener_kind::ramdisks),
        instance_surface(services) {
    if (!options.unix_socket.path.empty()) local.emplace(for_own_host(options), surface, clients);
    followers->use_rules([this] { return users->rules(); });
    if (!options.metadata_host.empty())
      instances.emplace(for_instances(options), instance_surface, clients);
    if (!options.ramdisk_host.empty())
      ramdisks.emplace(for_ramdisks(options), ramdisk_surface, clients);
  }

  /// Nothing depends on the answer: a use that is lost is noted when the token is read again.
  void note_token_use(const std::string& uuid) {
    commands.ask(change_token{token_change::note_use}, record_subject(token_type, uuid), {},
                 [](const auto&) {});
  }

  const policy_ptr policy;
  gateway_options options;
  bus_watch watch;
  write_probe writes;
  const std::shared_ptr<event_hub> followers;
  request_metrics counted{names_of_routes()};
  commander commands;
  heartbeat_throttle heartbeats{tick};
  network_data_schema networks;
  api_token_cache tokens;
  identity_budget budgets;
  const std::unique_ptr<sign_in> users;
  http::services services;
  api surface;
  const std::shared_ptr<client_budget> clients;  ///< Shared by both servers.
  server listener;
  std::optional<server> local;  ///< On a Unix socket.
  api ramdisk_surface;
  std::optional<server> ramdisks;
  metadata_surface instance_surface;
  std::optional<server> instances;
  std::mutex looking;  ///< Held while changed files of users and rules are read.

  void look_at_files() {
    std::lock_guard hold{looking};
    users->look();
  }
};

gateway::gateway(bus& messages, store_parts stored, const driver_catalog& catalog,
                 const inspection_port& inspection, const ironbus::clock& time, policy_ptr policy,
                 gateway_options options)
    : parts_(std::make_unique<parts>(messages, stored, catalog, inspection, time, std::move(policy),
                                     std::move(options))) {}

gateway::~gateway() { stop(); }

result<std::monostate> gateway::start() {
  if (const auto& path = parts_->options.network_data_schema; !path.empty()) {
    auto read = network_data_schema::read(path);
    if (!read) return fail(read.error().code, "api.network_data_schema: " + read.error().message);
    parts_->networks = std::move(*read);
  }
  if (auto started = parts_->users->start(); !started) return started;
  parts_->commands.start();
  parts_->followers->start(parts_->services.messages);
  auto started = parts_->listener.start();
  if (started && parts_->local) started = parts_->local->start();
  if (started && parts_->ramdisks) started = parts_->ramdisks->start();
  if (started && parts_->instances) started = parts_->instances->start();
  if (started)
    parts_->listener.every(tick, [x = parts_.get()] {
      const auto now = steady_clock::now();
      x->commands.expire(now);
      x->heartbeats.open(now);
      x->followers->look(now);
      x->look_at_files();
    });
  return started;
}

void gateway::stop() {
  parts_->heartbeats.open(heartbeat_throttle::time_point::max());
  parts_->followers->clear();
  if (parts_->instances) parts_->instances->stop();
  if (parts_->ramdisks)
    parts_->ramdisks->stop();  // The other server's threads still run its calls.
  if (parts_->local) parts_->local->stop();
  parts_->listener.stop();
  parts_->users->stop();
  parts_->commands.abandon();
  parts_->followers->clear();
}

void gateway::reload() {
  parts_->listener.reload();
  if (parts_->ramdisks) parts_->ramdisks->reload();
  parts_->look_at_files();
}

uint16_t gateway::port() const { return parts_->listener.port(); }

uint16_t gateway::metadata_port() const {
  return parts_->instances ? parts_->instances->port() : uint16_t{0};
}

uint16_t gateway::ramdisk_port() const {
  return parts_->ramdisks ? parts_->ramdisks->port() : uint16_t{0};
}

}  // namespace ironbus::http
