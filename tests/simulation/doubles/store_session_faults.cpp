#include "tests/simulation/doubles/simulated_store.hpp"
#include "tests/simulation/doubles/store_session.hpp"

#include <algorithm>

namespace ironbus::simulation {

namespace {

using namespace std::chrono_literals;

/// Maximum time of retransmissions for a process that has closed its connection.
constexpr delay_range sent_again{0ns, 1s};

using requests = std::deque<store_session::request_ptr>;

void drop_behind(requests& coming, size_t kept) {
  while (coming.size() > kept) coming.pop_back();
}

size_t count_past_cut(const requests& coming) {
  return static_cast<size_t>(std::count_if(coming.begin(), coming.end(),
                                           [](const auto& request) { return request->past_cut; }));
}

}  // namespace

void store_session::cut() {
  if (is_cut_) return;
  is_cut_ = true;
  for (const auto& link : wires_) {
    if (link->dead) continue;
    ++link->cuts;
    const auto behind = count_past_cut(link->coming);
    const auto more = random_.below(link->coming.size() - behind + 1);
    for (size_t i = 0; i < more; ++i) link->coming[behind + i]->past_cut = true;
  }
}

void store_session::heal() {
  if (!is_cut_) return;
  is_cut_ = false;
  const auto links = wires_;
  for (const auto& link : links) heal_wire(link);
}

/// Both hosts retransmit unacknowledged data.
void store_session::heal_wire(const wire_ptr& link) {
  if (link->dead) {
    if (link == wire_) later(draw(), [this, link] { lose(link, "connection reset"); });
    return;
  }
  const auto behind = count_past_cut(link->coming);
  if (link->closed && random_.one_in(2)) drop_behind(link->coming, behind);
  for (auto i = behind; i < link->coming.size(); ++i)
    depart(link, link->coming[i], link->closed ? sent_again.draw(random_) : draw());
  if (link->closed) return;
  for (size_t i = 0; i < link->returning.size(); ++i) send_back(link);
}

void store_session::end() {
  if (gate_.ended()) return;
  gate_.end();
  under_way_.clear();
  listeners_.clear();
  if (!wire_) return;
  if (!is_cut_) drop_behind(wire_->coming, random_.below(wire_->coming.size() + 1));
  wire_->closed = true;
  wire_.reset();
}

void store_session::set_paused(bool paused) {
  gate_.set_paused(paused);
  if (!paused) loop_.after(0ns, [self = shared_from_this()] { self->gate_.drain(); });
}

void store_session::server_gone(random_stream& random) {
  for (const auto& link : wires_) {
    if (link->dead) continue;
    const auto reachable = is_cut_ ? count_past_cut(link->coming) : link->coming.size();
    const auto done = random.below(reachable + 1);
    for (size_t i = 0; i < done; ++i) link->coming[i]->apply(server_.written());
    link->dead = true;
    link->coming.clear();
    link->returning.clear();
  }
  if (wire_ && !is_cut_) later(draw(), [this, link = wire_] { lose(link, "connection reset"); });
}

}  // namespace ironbus::simulation
