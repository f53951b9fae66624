#include "tests/simulation/doubles/broker_connection.hpp"

#include "tests/simulation/doubles/bus_session.hpp"
#include "tests/simulation/doubles/simulated_broker.hpp"

#include <algorithm>

namespace ironbus::simulation {

// -- to the broker --------------------------------------------------------------------------------

void broker_connection::send(request what) {
  if (!open_) return;
  auto given = std::make_shared<coming_request>(coming_request{std::move(what)});
  coming_.push_back(given);
  if (!is_cut_) depart(given);
}

void broker_connection::depart(const coming_ptr& given) {
  loop_.after(there_.enter(loop_.now(), broker_.how().delay.draw(random_)),
              [self = shared_from_this(), given, cuts = cuts_] { self->arrive(given, cuts); });
}

void broker_connection::arrive(const coming_ptr& given, uint64_t cuts) {
  if (!open_ || (cuts != cuts_ && !given->past_cut)) return;
  coming_.pop_front();
  given->what(*this);
}

size_t broker_connection::count_past_cut() const {
  return static_cast<size_t>(std::count_if(coming_.begin(), coming_.end(),
                                           [](const auto& given) { return given->past_cut; }));
}

void broker_connection::cut() {
  if (is_cut_) return;
  is_cut_ = true;
  ++cuts_;
  const auto behind = count_past_cut();
  const auto more = random_.below(coming_.size() - behind + 1);
  for (size_t i = 0; i < more; ++i) coming_[behind + i]->past_cut = true;
}

void broker_connection::heal() {
  if (!is_cut_) return;
  is_cut_ = false;
  for (auto i = count_past_cut(); i < coming_.size(); ++i) depart(coming_[i]);
  for (const auto& [id, given] : returning_) return_later(id);
}

void broker_connection::take_some(random_stream& random) {
  const auto self = shared_from_this();  // a delivery may close it
  auto left = random.below((is_cut_ ? count_past_cut() : coming_.size()) + 1);
  while (left-- > 0 && open_) {
    const auto given = std::move(coming_.front());
    coming_.pop_front();
    given->what(*this);
  }
  coming_.clear();
}

// -- to the client --------------------------------------------------------------------------------

void broker_connection::send_back(uint64_t lane_number, answer what) {
  if (!open_) return;
  const auto id = ++last_answer_;
  returning_.emplace(id, returning_answer{lane_number, std::move(what)});
  if (!is_cut_) return_later(id);
}

void broker_connection::return_later(uint64_t id) {
  auto& way = back_[returning_.at(id).lane_number];
  way.open_at(opens_);
  loop_.after(way.enter(loop_.now(), broker_.how().delay.draw(random_)),
              [self = shared_from_this(), id, cuts = cuts_] { self->receive(id, cuts); });
}

void broker_connection::receive(uint64_t id, uint64_t cuts) {
  const auto found = returning_.find(id);
  if (found == returning_.end() || cuts != cuts_) return;
  auto what = std::move(found->second.what);
  returning_.erase(found);
  if (auto client = client_.lock()) client->receive(shared_from_this(), std::move(what));
}

void broker_connection::close() {
  open_ = false;
  coming_.clear();
  returning_.clear();
  parked.clear();
}

}  // namespace ironbus::simulation
