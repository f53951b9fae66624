// The data about a simulated machine's task: a handle stored in a node, and a journal written by
// another worker. The task is unknown, or read as one that is written unchanged and can be awaited.
#include "drivers/fake/fake_journal.hpp"
#include "drivers/fake/fake_task.hpp"
#include "messages/wire/step.hpp"
#include "tests/fuzz/bent_text.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>

namespace {

using namespace ironbus;

const step_id& some_step() {
  static const step_id out{"11111111-1111-4111-8111-111111111111", "op-1", 3, 1};
  return out;
}

fake_task some_task() { return {claim_key(some_step()), timestamp{std::chrono::hours{500'000}}}; }

void read_handle(const std::string& text) {
  const auto task = read_fake_task(text);
  if (!task) return;
  const auto again = read_fake_task(task->handle());
  if (!again || again->claim != task->claim || again->ends != task->ends) std::abort();
  for (const auto now : {timestamp{}, task->ends}) {
    const auto waits = wait_for_task(*task, now);
    if (!waits.wait_seconds || !waits.poll_seconds || *waits.wait_seconds < *waits.poll_seconds)
      std::abort();
    if (!decode<step_outcome>(to_text(waits))) std::abort();
  }
}

/// A start that has become a task, its end, and its result.
std::string bent_journal(draw& choices) {
  const auto& step = some_step();
  json line{{"node", step.node},   {"operation_id", step.operation_id},
            {"index", step.index}, {"attempt", step.attempt},
            {"what", "start"},     {"task", some_task().handle()}};
  std::string out;
  for (auto times = 1 + choices.byte() % 3; times > 0; --times) {
    out += bent_text(line, choices) + "\n";
    line["what"] = "failed";
    line["reason"] = "the machine has said no";
  }
  return out;
}

void read_journal(const std::string& text) {
  const int file = memfd_create("journal", MFD_CLOEXEC);
  if (file < 0 || write(file, text.data(), text.size()) != static_cast<ssize_t>(text.size()))
    std::abort();
  const fake_journal journal{file, "/proc/self/fd/" + std::to_string(file)};
  if (const auto seen = journal.find(some_step())) read_handle(seen->task);
}

}  // namespace

static void feed_task_handle(std::string_view input) {
  draw choices{input};
  switch (choices.byte() % 3) {
    case 0: return read_journal(bent_journal(choices));
    case 1: return read_handle(some_task().claim + " until " + std::string{choices.rest()});
    default: read_handle(std::string{choices.rest()});
  }
}

static const ironbus::fuzz_target task_handle_target{"task_handle", feed_task_handle};
