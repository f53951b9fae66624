#include "gateways/amqp/inbox.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace ironbus::amqp {

doorbell::doorbell() : fd_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
  if (fd_ < 0) throw std::system_error{errno, std::generic_category(), "eventfd"};
}

doorbell::~doorbell() { ::close(fd_); }

void doorbell::ring() const {
  // Fails only if the counter is full. Then the bell already rings.
  [[maybe_unused]] auto done = eventfd_write(fd_, 1);
}

void doorbell::silence() const {
  eventfd_t count = 0;
  [[maybe_unused]] auto done = eventfd_read(fd_, &count);
}

template <class F>
void inbox::add(F&& push) {
  bool was_empty = false;
  {
    std::lock_guard guard{mutex_};
    was_empty = waiting_.empty();
    push();
  }
  // The first writer has rung the bell, and the reader takes everything.
  if (was_empty) bell_.ring();
}

bool inbox::put(pending_publish& publish) {
  bool taken = false;
  add([&] {
    taken = gate_ == gate::open || (gate_ == gate::not_yet && !publish.fail_fast);
    if (taken) waiting_.publishes.push_back(std::move(publish));
  });
  return taken;
}

void inbox::put(settlement settlement) {
  add([&] {
    if (gate_ == gate::open) waiting_.settlements.push_back(settlement);
  });
}

void inbox::put(std::shared_ptr<consumer> x) {
  add([&] { waiting_.changed.push_back(std::move(x)); });
}

void inbox::take(inbox_requests& target) {
  target.publishes.clear();
  target.settlements.clear();
  target.changed.clear();
  std::lock_guard guard{mutex_};
  std::swap(target, waiting_);
}

void inbox::open() {
  std::lock_guard guard{mutex_};
  if (gate_ == gate::not_yet) gate_ = gate::open;
}

void inbox::close() {
  std::lock_guard guard{mutex_};
  gate_ = gate::closed;
}

}  // namespace ironbus::amqp
