#include "gateways/http/transport/file_traffic.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

// Turns are short, so that each of many clients gets one soon, but long enough for a system call.
constexpr uint64_t turns_per_second = 64;
constexpr uint64_t turn_bytes_min = 1024;
constexpr uint64_t turn_bytes_max = 256 * 1024;

// The number of turns that a client may catch up after it was busy sending.
constexpr uint64_t turns_caught_up = 4;

uint64_t turn_of(const file_bandwidth& limits) {
  uint64_t rate = UINT64_MAX;
  for (const auto limit : {limits.total, limits.per_client})
    if (limit > 0) rate = std::min(rate, limit);
  return std::clamp(rate / turns_per_second, turn_bytes_min, turn_bytes_max);
}

// After this time a returning client counts as new.
constexpr std::chrono::seconds remembered{1};

}  // namespace

file_traffic::file_traffic(file_bandwidth limits)
    : limits_(limits), turn_bytes_(turn_of(limits)), total_(limits.total) {}

void file_traffic::ask(const client& receiver, std::weak_ptr<file_sender> sender, uint64_t wanted,
                       time_point now) {
  grants given;
  {
    std::lock_guard hold{mutex_};
    // A proxy that names no client stands for many clients, so only the total limit applies.
    const auto own_rate = receiver ? limits_.per_client : 0;
    auto& who = lines_.try_emplace(receiver, line{token_bucket{own_rate}, {}}).first->second;
    who.own.fill(now);
    who.asked = now;
    const waiting one{std::move(sender), wanted};
    if (who.all.empty()) join(who);
    // If the total limit allows more, clients wait only for their own limit.
    if (total_.open() && who.own.open() && who.all.empty()) {
      serve_one(who, one, given);
    } else {
      if (who.all.empty()) turns_.emplace(who.had, receiver);
      who.all.push_back(one);
    }
  }
  for (const auto& [first, bytes] : given) first->grant(bytes);
}

void file_traffic::go_on(time_point now) {
  grants given;
  {
    std::lock_guard hold{mutex_};
    total_.fill(now);
    for (auto& row : lines_) row.second.own.fill(now);
    serve(given);
    std::erase_if(lines_, [now](const auto& row) {
      const auto& who = row.second;
      return who.all.empty() && who.own.full() && now - who.asked > remembered;
    });
  }
  for (const auto& [first, bytes] : given) first->grant(bytes);
}

// Skipped clients have used up their own limit, so each is visited once.
void file_traffic::serve(grants& out) {
  for (auto next = turns_.begin(); next != turns_.end() && total_.open();) {
    auto& who = lines_.at(next->second);
    if (!who.own.open()) {
      ++next;
      continue;
    }
    const auto receiver = next->second;
    const auto one = std::move(who.all.front());
    who.all.pop_front();
    serve_one(who, one, out);
    next = turns_.erase(next);
    if (who.all.empty()) continue;
    const auto again = turns_.emplace(who.had, receiver).first;
    if (next == turns_.end() || *again < *next) next = again;
  }
}

void file_traffic::serve_one(line& who, const waiting& one, grants& out) {
  auto sender = one.sender.lock();
  if (!sender) return;
  const auto bytes = std::min(one.wanted, turn_bytes_);
  total_.take(bytes);
  who.own.take(bytes);
  reached_ = std::max(reached_, who.had);
  who.had += bytes;
  out.emplace_back(std::move(sender), bytes);
}

// A client that was away for a moment catches up. A new client does not.
void file_traffic::join(line& who) const {
  const auto some_turns = turns_caught_up * turn_bytes_;
  who.had = std::max(who.had, reached_ - std::min(reached_, some_turns));
}

size_t file_traffic::clients() const {
  std::lock_guard hold{mutex_};
  return lines_.size();
}

}  // namespace ironbus::http
