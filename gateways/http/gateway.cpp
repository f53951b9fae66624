#include "gateways/http/gateway.hpp"

#include "gateways/http/api.hpp"
#include "gateways/http/server.hpp"
#include "gateways/http/services.hpp"

namespace ironbus::http {

// How late a command may notice that its time is up.
constexpr std::chrono::milliseconds expiry_period{250};

// The server comes last, so that it ends first: its connections hold calls, and these use the rest.
struct gateway::parts {
  parts(bus& messages, store& records, const driver_catalog& catalog, const ironbus::clock& time,
        gateway_options o)
      : options(std::move(o)),
        followers(options.event_clients_max),
        commands(messages, time,
                 {"/ironbus/gateway/" + options.host_name, options.shards, options.reply_timeout}),
        with{messages,
             records,
             catalog,
             time,
             options,
             commands,
             followers,
             counted,
             [this](std::function<void()> work) { listener.post(std::move(work)); }},
        surface(with),
        listener(options.server, surface) {}

  gateway_options options;
  event_hub followers;
  metrics counted;
  commander commands;
  services with;
  api surface;
  server listener;
};

gateway::gateway(bus& messages, store& records, const driver_catalog& catalog,
                 const ironbus::clock& time, gateway_options options)
    : parts_(std::make_unique<parts>(messages, records, catalog, time, std::move(options))) {}

gateway::~gateway() { stop(); }

result<std::monostate> gateway::start() {
  parts_->commands.start();
  parts_->followers.start(parts_->with.messages);
  auto started = parts_->listener.start();
  if (started)
    parts_->listener.every(expiry_period, [x = parts_.get()] {
      x->commands.expire(std::chrono::steady_clock::now());
    });
  return started;
}

void gateway::stop() {
  parts_->followers.clear();
  parts_->listener.stop();
  parts_->commands.abandon();
  parts_->followers.clear();
}

uint16_t gateway::port() const { return parts_->listener.port(); }

}  // namespace ironbus::http
