#include "tests/simulation/cluster/gateway_process.hpp"

#include "tests/simulation/cluster/network.hpp"

namespace ironbus::simulation {

namespace {

constexpr std::chrono::milliseconds tick_pause{500};

}  // namespace

gateway_process::gateway_process(surroundings& around, const std::string& name, process_parts parts)
    : process{around, name},
      parts_{std::move(parts)},
      messages_{*this, parts_.messages},
      records_{*this, parts_.records},
      watch_{messages_},
      writes_{records_},
      followers_{std::make_shared<http::event_hub>(records_, 1, std::chrono::seconds{30})},
      counted_{{}},
      commands_{messages_,
                time_,
                {"/ironbus/gateway/" + name, parts_.policy->shards, options_.reply_timeout}},
      heartbeats_{tick_pause},
      services_{messages_,
                records_,
                parts_.catalog,
                inspecting_,
                time_,
                *parts_.policy,
                options_,
                commands_,
                followers_,
                counted_,
                watch_,
                writes_,
                [this](std::function<void()> work) { posted_.push_back(std::move(work)); },
                heartbeats_,
                networks_,
                users_},
      api_{services_} {}

gateway_process::~gateway_process() {
  kill();
  open_.clear();
  drop_callbacks();
  posted_.clear();
}

void gateway_process::start() {
  enter([this] {
    commands_.start();
    messages_.start();
    tick();
  });
}

void gateway_process::tick() {
  commands_.expire(steady_clock::now());
  heartbeats_.open(steady_clock::now());
  enter_after(tick_pause, [this] { tick(); });
}

void gateway_process::run_ready() {
  while (alive() && !posted_.empty()) {
    const auto work = std::move(posted_.front());
    posted_.pop_front();
    work();
  }
}

void gateway_process::ask(api_request request, answered done) {
  const auto number = ++requests_;
  open_.emplace(number, std::move(done));
  auto& surrounding = around();
  const auto there = surrounding.random.between(client_way.least, client_way.most);
  const auto back = surrounding.random.between(client_way.least, client_way.most);
  const auto reply = [this, number, back, &loop = surrounding.loop](const http::response& given) {
    const auto waiting = open_.extract(number);
    if (waiting.empty() || !alive()) return;
    loop.after(back, [done = std::move(waiting.mapped()),
                      answer = api_answer{given.status, given.body}] { done(answer); });
  };
  enter_after(there, [this, reply, request = std::move(request)] {
    http::request sent{
        request.method, request.target, {{"Accept", "application/json"}}, request.body};
    if (!request.body.empty()) sent.headers.emplace_back("Content-Type", "application/json");
    if (!request.version.empty())
      sent.headers.emplace_back("X-OpenStack-Ironic-API-Version", request.version);
    api_.handle(std::move(sent), reply);
  });
}

/// Waiting clients see their connection close.
void gateway_process::on_killed() {
  parts_.on_killed();
  for (auto& [number, done] : std::exchange(open_, {}))
    around().loop.after(client_way.least, [done = std::move(done)] { done({}); });
}

}  // namespace ironbus::simulation
