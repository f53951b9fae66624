#include "gateways/sqlite/read_thread.hpp"

namespace ironbus::sqlite {

read_thread::read_thread(database& file) : file_{file}, thread_{[this] { run(); }} {}

read_thread::~read_thread() {
  {
    std::lock_guard guard{mutex_};
    stop_ = true;
  }
  wake_up_.notify_one();
  thread_.join();
}

void read_thread::put(work work) {
  {
    std::lock_guard guard{mutex_};
    inbox_.push_back(std::move(work));
  }
  wake_up_.notify_one();
}

void read_thread::run() {
  for (;;) {
    work next;
    {
      std::unique_lock lock{mutex_};
      wake_up_.wait(lock, [this] { return stop_ || !inbox_.empty(); });
      if (inbox_.empty()) return;
      next = std::move(inbox_.front());
      inbox_.pop_front();
    }
    next(file_);
  }
}

}  // namespace ironbus::sqlite
