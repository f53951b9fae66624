#include "actors/runtime/aggregate/kept_outboxes.hpp"

#include <algorithm>
#include <optional>

namespace ironbus {

std::function<void()> kept_outboxes::keep(uint64_t version, size_t parts) {
  std::lock_guard hold{mutex_};
  const auto number = ++last_number_;
  outboxes_.push_back({number, version, parts});
  return [self = shared_from_this(), number] { self->part_done(number); };
}

void kept_outboxes::part_done(uint64_t number) {
  std::optional<uint64_t> published;
  {
    std::lock_guard hold{mutex_};
    const auto found = std::find_if(outboxes_.begin(), outboxes_.end(),
                                    [&](const outbox& x) { return x.number == number; });
    if (found == outboxes_.end()) return;
    --found->parts;
    for (; !outboxes_.empty() && outboxes_.front().parts == 0; outboxes_.pop_front())
      published = outboxes_.front().version;
  }
  if (published) published_(*published);
}

}  // namespace ironbus
