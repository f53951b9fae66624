#include "gateways/http/transport/file_writer.hpp"

#include "gateways/http/transport/client_budget.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/error.hpp>

#include <algorithm>

namespace ironbus::http {

namespace asio = boost::asio;

namespace {

// The maximum per run on a disk thread, so that other files get their turn.
constexpr uint64_t visit_bytes_max = 1024 * 1024;

}  // namespace

file_writer::file_writer(file_receiver receiver, file_part what,
                         std::function<void(file_end)> ended)
    : receiver_(receiver),
      traffic_(receiver.all.clients().files()),
      left_(std::move(what)),
      ended_(std::move(ended)),
      timer_(receiver.stream.get_executor()) {
  traffic_.note_begin(left_.whole);
}

file_writer::~file_writer() { traffic_.note_end(); }

void file_writer::begin() {
  receiver_.stream.expires_never();
  receiver_.stream.limit_unsent(unsent_bytes_max);
  go_on();
}

void file_writer::go_on() {
  if (left_.bytes == 0) return ended_(file_end::whole);
  if (!traffic_.limited()) granted_ = visit_bytes_max;
  if (granted_ == 0) return ask();
  receiver_.stream.secure() ? read_block() : send();
}

// The timer owns this object until the grant; the traffic does not.
void file_writer::ask() {
  wait(std::nullopt);
  traffic_.ask(receiver_.who, weak_from_this(), std::min(left_.bytes, visit_bytes_max),
               steady_clock::now());
}

void file_writer::grant(uint64_t bytes) {
  asio::post(receiver_.stream.get_executor(), [self = shared_from_this(), bytes] {
    self->stop_waiting();
    self->granted_ = bytes;
    self->go_on();
  });
}

void file_writer::send() {
  const auto wanted = std::min({next().bytes, granted_, visit_bytes_max});
  receiver_.all.aside(
      [self = shared_from_this(), socket = receiver_.stream.plain_socket(), wanted] {
        auto done = self->next().file->send(socket, self->next().first, wanted);
        asio::post(self->receiver_.stream.get_executor(),
                   [self, wanted, done = std::move(done)] { self->sent(wanted, done); });
      });
}

// A file that became shorter cannot fill the announced length. The client must notice it.
void file_writer::sent(uint64_t wanted, const result<file_sent>& done) {
  if (!done || done->ended) return ended_(file_end::broken);
  advance(done->bytes);
  done->bytes < wanted ? await_room() : go_on();
}

void file_writer::await_room() {
  wait(receiver_.patience);
  receiver_.stream.async_wait_for_room([self = shared_from_this()](error gone) {
    self->stop_waiting();
    if (gone) return self->ended_(self->late_ ? file_end::slow : file_end::broken);
    self->go_on();
  });
}

void file_writer::read_block() {
  block_.resize(static_cast<size_t>(std::min({next().bytes, granted_, uint64_t{block_bytes}})));
  if (next().file->read_now(next().first, block_)) return write_block(block_.size());
  receiver_.stream.expires_never();
  receiver_.all.aside([self = shared_from_this()] {
    auto got = self->next().file->read(self->next().first, self->block_);
    asio::post(self->receiver_.stream.get_executor(),
               [self, got = std::move(got)] { self->write_block(got); });
  });
}

void file_writer::write_block(const result<size_t>& got) {
  if (!got || *got < block_.size()) return ended_(file_end::broken);
  receiver_.stream.expires_after(receiver_.patience);
  asio::async_write(receiver_.stream, asio::buffer(block_),
                    [self = shared_from_this()](error gone, size_t bytes) {
                      if (gone)
                        return self->ended_(gone == boost::beast::error::timeout
                                                ? file_end::slow
                                                : file_end::broken);
                      self->advance(bytes);
                      self->go_on();
                    });
}

void file_writer::advance(uint64_t bytes) {
  next().first += bytes;
  next().bytes -= bytes;
  left_.bytes -= bytes;
  while (span_ < left_.spans.size() && next().bytes == 0) ++span_;
  granted_ -= bytes;
  traffic_.note_sent(bytes);
}

// Without `patience` it waits until it is stopped.
void file_writer::wait(std::optional<std::chrono::milliseconds> patience) {
  if (patience)
    timer_.expires_after(*patience);
  else
    timer_.expires_at(asio::steady_timer::time_point::max());
  timer_.async_wait([self = shared_from_this()](error stopped) {
    if (stopped || self->timer_.expiry() > asio::steady_timer::clock_type::now()) return;
    self->late_ = true;
    self->receiver_.stream.stop_waiting();
  });
}

void file_writer::stop_waiting() { timer_.expires_at(asio::steady_timer::time_point::max()); }

}  // namespace ironbus::http
