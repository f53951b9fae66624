#include "gateways/http/api/task.hpp"

namespace ironbus::http {

namespace {

/// A running handler, with its coroutines.
class kept_run final : public handler_run {
public:
  explicit kept_run(const call_ptr& x) : handler_run(x) {}

  void start(const std::function<task<void>(const call_ptr&)>& work) {
    work_.emplace(work(call_));
    work_->promise().run = this;
    work_->promise().self.resume();
  }

private:
  std::optional<task<void>> work_;
};

}  // namespace

void handler_run::ended(task_state& handler) {
  call_->guarded([&] {
    if (handler.thrown) std::rethrow_exception(handler.thrown);
    if (handler.refused) call_->refuse(*handler.refused);
  });
}

std::coroutine_handle<> task_state::next() {
  auto* done = this;
  while (done->caller != nullptr) {
    const bool passes = done->thrown || (done->refused && !done->caller_wants_result);
    if (!passes) return done->caller->self;
    done->caller->refused = std::move(done->refused);
    done->caller->thrown = std::move(done->thrown);
    done = done->caller;
  }
  done->run->ended(*done);
  return std::noop_coroutine();
}

void run_handler(const call_ptr& x, const std::function<task<void>(const call_ptr&)>& work) {
  std::make_shared<kept_run>(x)->start(work);
}

}  // namespace ironbus::http
