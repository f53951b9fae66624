#include "ops/simulator/quirks/quirk_set.hpp"

namespace ironbus::simulator {

quirk_set::quirk_set(const quirk_rows& rows) {
  for (const auto* row : rows)
    members_.push_back({row, row->make != nullptr ? row->make() : nullptr});
}

std::optional<http::response> quirk_set::before(quirk_exchange& asked, size_t& stage) {
  for (stage = 0; stage < members_.size(); ++stage) {
    const auto& one = members_[stage].one;
    if (!one) continue;
    if (auto out = one->before(asked)) return out;
  }
  return std::nullopt;
}

void quirk_set::after(quirk_exchange& x, http::response& given, size_t stage) {
  while (stage-- > 0)
    if (const auto& one = members_[stage].one) one->after(x, given);
}

void quirk_set::advance(machine_state& machine, timestamp now) {
  const auto next = [this, now] {
    quirk* out = nullptr;
    for (const auto& [row, one] : members_)
      if (one && one->due() && *one->due() <= now && (out == nullptr || *one->due() < *out->due()))
        out = one.get();
    return out;
  };
  for (auto* one = next(); one != nullptr; one = next()) {
    machine.advance(*one->due());
    one->act(machine);
  }
  machine.advance(now);
}

std::string quirk_set::show_path(std::string path) const {
  for (auto place = members_.rbegin(); place != members_.rend(); ++place)
    if (place->one) place->one->show_path(path);
  return path;
}

// A row without code shows all the time.
std::vector<quirk_count> quirk_set::counts() const {
  std::vector<quirk_count> out;
  for (const auto& [row, one] : members_) out.push_back({row->name, one ? one->met() : 1U});
  return out;
}

}  // namespace ironbus::simulator
