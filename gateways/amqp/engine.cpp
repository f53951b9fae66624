#include "gateways/amqp/engine.hpp"

#include "gateways/amqp/guarded.hpp"

#include <algorithm>
#include <csignal>

namespace ironbus::amqp {

namespace {

using clock = std::chrono::steady_clock;

/// Blocks signals, which are for the main thread. Above all, SIGPIPE must not end the process.
void block_signals() {
  sigset_t all;
  sigfillset(&all);
  for (int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP}) sigdelset(&all, fault);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

/// The library handles heartbeats only when it is called, so this is the maximum sleep.
clock::duration heartbeat_pause(std::chrono::seconds heartbeat) {
  return std::chrono::duration_cast<clock::duration>(heartbeat) / 4;
}

timespec timespec_of(clock::duration duration) {
  using namespace std::chrono;
  auto ns = duration_cast<nanoseconds>(std::clamp<clock::duration>(duration, 0s, 1h)).count();
  timespec out{};
  out.tv_sec = ns / 1'000'000'000;
  out.tv_nsec = ns % 1'000'000'000;
  return out;
}

}  // namespace

engine::engine(amqp_address where, amqp_options how, events tell)
    : where_(std::move(where)),
      how_(std::move(how)),
      tell_(std::move(tell)),
      publisher_(how_, counters_,
                 {.reply = tell_.reply,
                  .blocked =
                      [this](bool blocked, const std::string& why) {
                        set_state(blocked ? bus_state::blocked : bus_state::connected, why);
                      }}),
      receiver_(how_, counters_),
      connector_(where_, how_, [this] { bell_.ring(); }),
      backoff_(how_.backoff_min, how_.backoff_max) {}

engine::~engine() { stop(); }

void engine::start() {
  if (thread_.joinable() || stopping_) return;
  inbox_.open();
  thread_ = std::thread{[this] { run(); }};
}

void engine::stop() {
  if (ended_) return;
  ended_ = true;
  stopping_ = true;
  bell_.ring();
  if (thread_.joinable())
    thread_.join();
  else
    shut_down();  // Never started: fails the waiting publishes.
}

void engine::run() {
  block_signals();
  for (;;) {
    auto now = clock::now();
    bell_.silence();  // Before the read, so that later requests ring again.
    take_requests(now);
    if (stopping_ && !stop_deadline_) begin_stop(now);
    if (session_)
      serve(now);
    else
      connect(now);
    if (finished(now))
      break;  // After the read, so that the thread does not sleep through the last confirm.
    wait();
  }
  shut_down();
}

bool engine::finished(time_point now) const {
  return stop_deadline_ && (publisher_.idle() || now >= *stop_deadline_);
}

void engine::begin_stop(time_point now) {
  stop_deadline_ = now + how_.stop_timeout;
  if (!session_) return;
  if (auto ok = receiver_.cancel_all(); !ok) lose(ok.error().message);
}

void engine::shut_down() {
  inbox_.close();
  take_requests(clock::now());
  if (session_) {
    // Without this flush, pending acks would be lost and the messages redelivered.
    [[maybe_unused]] auto sent = receiver_.flush(clock::now(), true);
    session_->consuming->close();
    session_->publishing->close();
  }
  receiver_.detach();
  publisher_.abandon("the bus has been stopped");
  session_.reset();
  set_state(bus_state::connecting, "stopped");
}

void engine::take_requests(time_point now) {
  inbox_.take(requests_);
  for (auto& x : requests_.publishes) publisher_.add(std::move(x), now);
  for (const auto& x : requests_.settlements)
    if (auto ok = receiver_.settle(x, now); !ok) lose(ok.error().message);
  for (const auto& x : requests_.changed)
    if (auto ok = x->ended ? receiver_.remove(*x) : receiver_.add(x); !ok) lose(ok.error().message);
}

void engine::serve(time_point now) {
  auto ok = publisher_.flush(now);
  if (ok) ok = receiver_.flush(now);
  if (ok) ok = read_sockets(now);
  if (!ok) lose(ok.error().message);
}

status engine::read_sockets(time_point now) {
  bool is_heartbeat_due = now >= next_heartbeat_;
  if (is_heartbeat_due) next_heartbeat_ = now + heartbeat_pause(how_.heartbeat);
  if (readable_[0] || is_heartbeat_due)
    if (auto ok = publisher_.read(); !ok) return ok;
  if (readable_[1] || is_heartbeat_due)
    if (auto ok = receiver_.read(); !ok) return ok;
  return std::monostate{};
}

void engine::connect(time_point now) {
  if (auto outcome = connector_.poll()) {
    if (*outcome)
      connected(std::move(**outcome), now);
    else
      fail_to_connect(outcome->error().message, now);
  } else if (!connector_.busy() && now >= next_attempt_) {
    connector_.begin(receiver_.consumers());
  }
}

void engine::connected(session fresh, time_point now) {
  session_.emplace(std::move(fresh));
  if (epoch_++ > 0) ++counters_.reconnects;
  connected_at_ = now;
  next_heartbeat_ = now;  // Frames may already be available.
  last_failure_.clear();
  publisher_.attach(*session_->publishing);
  auto ok = receiver_.attach(*session_->consuming, session_->consumers, epoch_);
  if (ok && stop_deadline_) ok = receiver_.cancel_all();
  if (!ok) return lose(ok.error().message);
  set_state(bus_state::connected, "");
}

void engine::lose(const std::string& why) {
  if (!session_) return;
  auto now = clock::now();
  session_.reset();
  receiver_.detach();
  // A short connection counts as a failed attempt. Otherwise two daemons could keep a broker busy
  // with logins.
  if (now - connected_at_ > how_.backoff_max) backoff_.reset();
  next_attempt_ = now + backoff_.next();
  last_failure_ = why;
  set_state(bus_state::connecting, why);
  publisher_.detach(why);
}

void engine::fail_to_connect(const std::string& why, time_point now) {
  next_attempt_ = now + backoff_.next();
  if (why == last_failure_) return;  // Logged once per reason.
  last_failure_ = why;
  set_state(bus_state::connecting, why);
}

bool engine::sending_overdue(time_point now) const {
  auto due = publisher_.due();
  return due && *due <= now;
}

engine::time_point engine::next_deadline(time_point now) const {
  auto out = time_point::max();
  auto consider = [&](std::optional<time_point> x) {
    if (x) out = std::min(out, *x);
  };
  consider(stop_deadline_);
  if (session_) {
    if (!sending_overdue(now)) consider(publisher_.due());
    consider(receiver_.due());
    consider(next_heartbeat_);
  } else if (!connector_.busy()) {
    consider(next_attempt_);
  }
  return out;
}

void engine::wait() {
  pollfd watched[3] = {{bell_.descriptor(), POLLIN, 0}, {-1, 0, 0}, {-1, 0, 0}};
  bool at_hand[2] = {};
  auto now = clock::now();
  auto until = next_deadline(now);
  if (session_) {
    watched[1] = {session_->publishing->socket(), POLLIN, 0};
    watched[2] = {session_->consuming->socket(), POLLIN, 0};
    at_hand[0] = session_->publishing->has_buffered();
    at_hand[1] = session_->consuming->has_buffered();
    if (sending_overdue(now))
      watched[1].events |= POLLOUT;  // It waits only for space in the socket.
  }
  if (at_hand[0] || at_hand[1]) until = now;
  auto timeout = timespec_of(until - now);
  ppoll(watched, 3, &timeout, nullptr);
  readable_[0] = at_hand[0] || (watched[1].revents & ~POLLOUT) != 0;
  readable_[1] = at_hand[1] || watched[2].revents != 0;
}

void engine::set_state(bus_state x, const std::string& reason) {
  state_.store(x, std::memory_order_release);
  tell_.state(x, reason);
}

}  // namespace ironbus::amqp
