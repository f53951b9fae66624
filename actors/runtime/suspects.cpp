#include "actors/runtime/suspects.hpp"

#include "messages/base/uuid.hpp"

#include <algorithm>

namespace ironbus {

namespace {

/// Its first delivery is not noted, as nothing was known of it then: with that, three.
constexpr int noted_ends_max = 2;
/// It was given back so often; whoever has it now decides.
constexpr int notes_max = 20;

std::string key_of(const std::string& id, int note) {
  return "delivery." + id + "." + std::to_string(note);
}

}  // namespace

suspects::suspects(store& records, const std::string& owner)
    : records_(records), owner_(owner + "/" + random_uuid()) {}

void suspects::begin(const std::string& id, verdict tell) {
  {
    std::lock_guard hold{mutex_};
    begun_[id] = {std::move(tell)};
  }
  make_note(id);
}

void suspects::make_note(const std::string& id) {
  std::string key;
  {
    std::lock_guard hold{mutex_};
    const auto at = begun_.find(id);
    if (at == begun_.end() || (at->second.ended > 0 && !take_turn(id))) return;
    key = key_of(id, at->second.note);
  }
  records_.claim_step(
      key, owner_,
      [self = shared_from_this(), id](const result<step_claim>& found) { self->noted(id, found); });
}

bool suspects::take_turn(const std::string& id) {
  if (std::find(turns_.begin(), turns_.end(), id) == turns_.end()) turns_.push_back(id);
  return turns_.front() == id;
}

void suspects::noted(const std::string& id, const result<step_claim>& found) {
  if (!found) return tell(id, tl::unexpected(found.error()));
  if (found->owner == owner_ && found->outcome.empty()) return tell(id, true);
  bool too_often = false;
  {
    std::lock_guard hold{mutex_};
    const auto at = begun_.find(id);
    if (at == begun_.end()) return;
    if (found->outcome.empty()) ++at->second.ended;  // nobody lived to say that it was over
    too_often = at->second.ended >= noted_ends_max || at->second.note >= notes_max;
    if (!too_often) ++at->second.note;
  }
  too_often ? tell(id, false) : make_note(id);
}

void suspects::tell(const std::string& id, result<bool> what) {
  verdict to;
  {
    std::lock_guard hold{mutex_};
    if (const auto at = begun_.find(id); at != begun_.end()) to = std::move(at->second.tell);
  }
  if (to) to(std::move(what));
}

void suspects::give_way(const std::string& id) {
  std::unique_lock hold{mutex_};
  const auto next = give_turn(id);
  hold.unlock();
  if (!next.empty()) make_note(next);
}

void suspects::end(const std::string& id) {
  std::string key;
  {
    std::lock_guard hold{mutex_};
    const auto at = begun_.find(id);
    if (at == begun_.end()) return;
    key = key_of(id, at->second.note);
    begun_.erase(at);
  }
  give_way(id);
  // Not ours, or not there: then there is nothing to take back.
  records_.finish_step(key, owner_, "over", [](const result<std::monostate>&) {});
}

std::string suspects::give_turn(const std::string& id) {
  const bool had_it = !turns_.empty() && turns_.front() == id;
  std::erase(turns_, id);
  return had_it && !turns_.empty() ? turns_.front() : std::string{};
}

}  // namespace ironbus
