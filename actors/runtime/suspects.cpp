#include "actors/runtime/suspects.hpp"

#include <algorithm>

namespace ironbus {

namespace {

/// Three crashes in total: the first delivery is not noted, because nothing was known then.
constexpr int noted_ends_max = 2;
/// After so many returns the current owner decides.
constexpr int notes_max = 20;

std::string key_of(const std::string& id, int note) {
  return "delivery." + id + "." + std::to_string(note);
}

}  // namespace

suspects::suspects(std::string owner, make_note make, end_note end)
    : owner_(std::move(owner)), make_(std::move(make)), end_(std::move(end)) {}

void suspects::begin(const std::string& id, verdict tell) {
  begun_[id] = {std::move(tell)};
  note_down(id);
}

void suspects::note_down(const std::string& id) {
  const auto found = begun_.find(id);
  if (found == begun_.end() || (found->second.ended > 0 && !take_turn(id))) return;
  make_(id, key_of(id, found->second.note));
}

bool suspects::take_turn(const std::string& id) {
  if (std::find(turns_.begin(), turns_.end(), id) == turns_.end()) turns_.push_back(id);
  return turns_.front() == id;
}

void suspects::noted(const std::string& id, const result<step_claim>& found) {
  if (!found) return tell(id, tl::unexpected(found.error()));
  if (found->owner == owner_ && found->outcome.empty()) return tell(id, true);
  const auto position = begun_.find(id);
  if (position == begun_.end()) return;
  auto& suspect = position->second;
  if (found->outcome.empty()) ++suspect.ended;  // no process survived to mark its end
  if (suspect.ended >= noted_ends_max || suspect.note >= notes_max) return tell(id, false);
  ++suspect.note;
  note_down(id);
}

void suspects::tell(const std::string& id, result<bool> what) {
  const auto found = begun_.find(id);
  if (found == begun_.end()) return;
  if (const auto callback = std::exchange(found->second.tell, {})) callback(std::move(what));
}

void suspects::give_way(const std::string& id) {
  const bool had_turn = !turns_.empty() && turns_.front() == id;
  std::erase(turns_, id);
  if (had_turn && !turns_.empty()) note_down(std::string{turns_.front()});
}

void suspects::end(const std::string& id) {
  const auto found = begun_.find(id);
  if (found == begun_.end()) return;
  auto key = key_of(id, found->second.note);
  begun_.erase(found);
  give_way(id);
  end_(std::move(key));  // another process's claim, or missing: nothing to remove
}

}  // namespace ironbus
