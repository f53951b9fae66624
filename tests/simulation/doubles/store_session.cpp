#include "tests/simulation/doubles/store_session.hpp"

#include "tests/simulation/doubles/simulated_store.hpp"

#include <algorithm>

namespace ironbus::simulation {

namespace {

using namespace std::chrono_literals;

/// As in redis_options.
constexpr std::chrono::nanoseconds connect_timeout = 1s;
constexpr std::chrono::nanoseconds command_timeout = 5s;
constexpr std::chrono::nanoseconds retry_min = 20ms;
constexpr std::chrono::nanoseconds retry_max = 1s;

}  // namespace

store_session::store_session(std::string process, simulated_store& server, event_loop& loop,
                             random_stream random)
    : process_{std::move(process)},
      server_{server},
      loop_{loop},
      random_{random},
      retry_pause_{retry_min} {}

std::chrono::nanoseconds store_session::draw() { return server_.delay().draw(random_); }

void store_session::later(std::chrono::nanoseconds wait, std::function<void()> what) {
  loop_.after(wait,
              [self = shared_from_this(), what = std::move(what)] { self->gate_.hand_over(what); });
}

bool store_session::anything_coming() const {
  return std::any_of(wires_.begin(), wires_.end(),
                     [](const auto& link) { return !link->coming.empty(); });
}

// -- calls ----------------------------------------------------------------------------------------

void store_session::send(request_ptr request) {
  if (gate_.ended()) return;
  if (!wire_) {
    auto why = down_;
    why.nothing_done = true;
    return later(0ns, [request = std::move(request), why] { request->fail(why); });
  }
  request->sent = loop_.now();
  under_way_.push_back(request);
  wire_->coming.push_back(request);
  if (!is_cut_) depart(wire_, request, draw());
  if (!watching_) watch_silence(command_timeout);
}

void store_session::depart(const wire_ptr& link, const request_ptr& request,
                           std::chrono::nanoseconds alone) {
  loop_.after(link->there.enter(loop_.now(), alone),
              [self = shared_from_this(), link, request, cuts = link->cuts] {
                self->arrive(link, request, cuts);
              });
}

void store_session::arrive(const wire_ptr& link, const request_ptr& request, uint64_t cuts) {
  if (link->dead || link->coming.empty()) return;
  if (link->cuts != cuts && !request->past_cut) return;
  if (link->coming.front() != request) return;  // it was dropped
  link->coming.pop_front();
  request->apply(server_.written());
  if (link->closed) return;
  link->returning.push_back(request);
  if (!is_cut_) send_back(link);
}

void store_session::send_back(const wire_ptr& link) {
  loop_.after(link->back.enter(loop_.now(), draw()),
              [self = shared_from_this(), link, cuts = link->cuts] { self->receive(link, cuts); });
}

void store_session::receive(const wire_ptr& link, uint64_t cuts) {
  if (link->closed || link->cuts != cuts || link->returning.empty()) return;
  auto request = std::move(link->returning.front());
  link->returning.pop_front();
  gate_.hand_over([self = shared_from_this(), link, request] { self->answered(link, request); });
}

void store_session::answered(const wire_ptr& link, const request_ptr& request) {
  if (link != wire_) return;  // given up since
  under_way_.pop_front();
  progress_ = loop_.now();
  last_write_ = std::max(last_write_, request->write());
  request->answer();
}

void store_session::lose(const wire_ptr& link, const std::string& why) {
  if (link != wire_) return;
  down_ = {error_code::unavailable, process_ + " has no store: " + why};
  wire_->closed = true;
  wire_.reset();
  const auto self = shared_from_this();  // a callback may end the process
  for (const auto& request : std::exchange(under_way_, {})) {
    if (gate_.ended()) return;
    request->fail(down_);
  }
  attempt();
}

void store_session::watch_silence(std::chrono::nanoseconds wait) {
  watching_ = true;
  later(wait, [this] { check_silence(); });
}

void store_session::check_silence() {
  watching_ = false;
  if (!wire_ || under_way_.empty()) return;
  const auto waited = loop_.now() - std::max(progress_, under_way_.front()->sent);
  if (waited < command_timeout) return watch_silence(command_timeout - waited);
  lose(wire_, "no answer in time");
}

// -- connecting -----------------------------------------------------------------------------------

void store_session::open() {
  const auto run = server_.is_up() ? server_.begin_run()
                                   : result<store_run>{fail(error_code::unavailable, "refused")};
  if (!run) return attempt_failed(run.error().message);
  wires_.push_back(std::make_shared<wire>());
  begin(wires_.back(), *run);
}

void store_session::attempt() {
  if (gate_.ended()) return;
  if (is_cut_) return attempt_fails_later(connect_timeout, "connecting has timed out");
  const auto there = draw();
  if (!server_.is_up()) return attempt_fails_later(there, "connection refused");
  loop_.after(there, [self = shared_from_this(), there] { self->greet(there); });
}

void store_session::greet(std::chrono::nanoseconds there) {
  if (gate_.ended()) return;
  const auto back = draw();
  if (is_cut_ || there + back > connect_timeout)
    return attempt_fails_later(std::max(0ns, connect_timeout - there), "no answer in time");
  const auto run = server_.is_up() ? server_.begin_run()
                                   : result<store_run>{fail(error_code::unavailable, "refused")};
  if (!run) return attempt_fails_later(back, run.error().message);
  std::erase_if(wires_, [](const auto& link) {
    return link->dead || (link->closed && link->coming.empty());
  });
  auto link = std::make_shared<wire>();
  wires_.push_back(link);
  later(back, [this, link, run = *run] {
    if (!link->dead && !is_cut_) return begin(link, run);
    link->closed = true;
    attempt_failed("the connection was lost at once");
  });
}

void store_session::attempt_fails_later(std::chrono::nanoseconds wait, const std::string& why) {
  later(wait, [this, why] { attempt_failed(why); });
}

void store_session::attempt_failed(const std::string& why) {
  down_ = {error_code::unavailable, process_ + " has no store: " + why};
  later(retry_pause_, [this] { attempt(); });
  retry_pause_ = std::min(retry_pause_ * 2, retry_max);
}

void store_session::begin(const wire_ptr& link, const store_run& run) {
  wire_ = link;
  retry_pause_ = retry_min;
  progress_ = loop_.now();
  last_run_ = std::exchange(run_, run);
  notice_restart();
}

void store_session::notice_restart() {
  const bool same = last_run_.id == run_.id && run_.writes >= last_write_;
  if (last_run_.id == 0 || same) return;
  const auto known = last_run_.id == run_.id ? run_.writes : run_.begins;
  const store_restart restart{last_write_ - std::min(last_write_, known)};
  last_write_ = std::min(last_write_, known);
  const auto self = shared_from_this();  // a listener may end the process
  const auto listeners = listeners_;
  for (const auto& listen : listeners)
    if (!gate_.ended()) listen(restart);
}

}  // namespace ironbus::simulation
