#include "ops/simulator/fleet/agent_pool.hpp"

#include "ops/simulator/agent/networked_agent.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include <algorithm>
#include <charconv>
#include <optional>

namespace ironbus::simulator {

namespace asio = boost::asio;

namespace {

constexpr std::string_view agents_path = "/agents/";
// Difference between the machine's clock and a timer.
constexpr std::chrono::milliseconds timer_slack{1};

struct addressed_request {
  size_t number = 0;
  agent_request request;
};

/// "/agents/7/v1/commands/?wait=true" → 7, "/v1/commands/" and "wait=true".
std::optional<addressed_request> read_request(http::request given) {
  addressed_request out;
  std::string_view target{given.target};
  if (!target.starts_with(agents_path)) return std::nullopt;
  target.remove_prefix(agents_path.size());
  const auto [end, error] =
      std::from_chars(target.data(), target.data() + target.size(), out.number);
  if (error != std::errc{}) return std::nullopt;
  target.remove_prefix(static_cast<size_t>(end - target.data()));
  const auto question = std::min(target.find('?'), target.size());
  out.request.method = std::move(given.method);
  out.request.path = target.substr(0, question);
  if (question < target.size()) out.request.query = target.substr(question + 1);
  out.request.body = std::move(given.body);
  return out;
}

http::response to_response(const agent_answer& given) {
  http::response out;
  out.status = given.status;
  out.body = to_text(given.body);
  return out;
}

/// A snapshot of a machine.
struct sight {
  unsigned run = 0;
  boot_source source = boot_source::nothing;
  std::optional<std::chrono::microseconds> due_in;
};

sight look(simulated_bmc& bmc) {
  return bmc.with_machine([](const machine_state& machine) {
    sight out{machine.run(), machine.runs().source, std::nullopt};
    if (const auto due = machine.next_due()) out.due_in = *due - machine.now();
    return out;
  });
}

simulated_agent make_agent(simulated_bmc& bmc, const agent_pool_options& options,
                           const agent_steps& steps, size_t number) {
  const auto place = options.url + std::to_string(number);
  auto script =
      bmc.with_machine([&](const machine_state& machine) { return script_of(machine, steps); });
  return {std::move(script), place, place, options.certificate};
}

}  // namespace

/// A machine and its agent. An action of the agent applies only to the boot that it is part of,
/// because the machine may have been reset since.
class agent_pool::member final : public agent_machine {
public:
  member(agent_pool& park, simulated_bmc& bmc, size_t number)
      : park_{park},
        bmc_{bmc},
        number_{number},
        agent_{park.strand_, park.service_, *this,
               make_agent(bmc, park.options_, park.steps_, number)},
        due_{park.strand_} {}

  void look_again() {
    const auto seen = look(bmc_);
    if (seen.run != run_) follow(seen);
    if (!seen.due_in) return;
    due_.expires_after(std::max(*seen.due_in, std::chrono::microseconds{0}) + timer_slack);
    due_.async_wait([this](boost::system::error_code e) {
      if (!e) look_again();
    });
  }

  std::optional<agent_answer> answer(const agent_request& request) {
    return agent_.answer(request, !park_.options_.certificate.empty());
  }
  std::string_view mode() const { return agent_.agent().mode_name(); }

  json inventory() override {
    return bmc_.with_machine([](const machine_state& machine) { return inventory_of(machine); });
  }
  std::string disc() override {
    return bmc_.with_machine([](const machine_state& machine) {
      const auto& runs = machine.runs();
      return runs.source == boot_source::image ? runs.image : std::string{};
    });
  }
  void nothing_to_boot() override {
    change([this](machine_state& machine) { machine.boot_next(run_); });
  }
  void disk_changed(disk_effect effect) override {
    change(
        [effect](machine_state& machine) { machine.disk_boots = effect == disk_effect::written; });
  }
  void shut_down() override {
    change([](machine_state& machine) { machine.reset("GracefulShutdown", order_source::system); });
  }
  void reboot() override {
    change([](machine_state& machine) { machine.reset("GracefulRestart", order_source::system); });
  }

private:
  void follow(const sight& seen) {
    run_ = seen.run;
    if (seen.source == boot_source::network) return agent_.power_on(source::network);
    if (seen.source == boot_source::image) return agent_.power_on(source::image);
    agent_.power_off();
  }

  template <class Work>
  void change(Work work) {
    bmc_.with_machine([&](machine_state& machine) {
      if (machine.run() == run_) work(machine);
    });
    park_.look_at(number_);
    if (park_.options_.changed) park_.options_.changed(number_);
  }

  using source = simulated_agent::source;

  agent_pool& park_;
  simulated_bmc& bmc_;
  const size_t number_;
  networked_agent agent_;
  asio::steady_timer due_;
  unsigned run_ = 0;
};

agent_pool::agent_pool(asio::io_context& io, agent_pool_options options)
    : strand_{asio::make_strand(io)},
      options_{std::move(options)},
      steps_{stock_steps(options_.times)},
      service_{strand_, options_.service} {}

agent_pool::~agent_pool() = default;

void agent_pool::add(simulated_bmc& bmc) {
  members_.push_back(std::make_unique<member>(*this, bmc, members_.size()));
}

void agent_pool::look_at(size_t number) {
  asio::post(strand_, [this, number] { members_[number]->look_again(); });
}

void agent_pool::answer(http::request asked, http::responder reply) {
  auto read = read_request(std::move(asked));
  if (!read) return;
  asio::post(strand_, [this, read = std::move(*read), reply = std::move(reply)] {
    if (read.number >= members_.size()) return;
    if (const auto given = members_[read.number]->answer(read.request)) reply(to_response(*given));
  });
}

void agent_pool::list_modes(std::function<void(std::vector<std::string>)> done) {
  asio::post(strand_, [this, done = std::move(done)] {
    std::vector<std::string> out;
    out.reserve(members_.size());
    for (const auto& one : members_) out.emplace_back(one->mode());
    done(std::move(out));
  });
}

}  // namespace ironbus::simulator
