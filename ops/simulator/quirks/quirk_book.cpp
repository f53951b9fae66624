#include "ops/simulator/quirks/quirk_book.hpp"

#include "messages/base/text.hpp"

#include <algorithm>
#include <charconv>
#include <random>

namespace ironbus::simulator {

namespace {

quirk_rows in_book_order(const quirk_rows& wanted) {
  quirk_rows out;
  for (const auto& row : quirk_book())
    if (std::ranges::count(wanted, &row) > 0) out.push_back(&row);
  return out;
}

std::minstd_rand draw_of(uint64_t seed, std::string_view machine) {
  uint64_t mixed = seed ^ 0xcbf29ce484222325;  // FNV-1a: equal in every process
  for (const char c : machine) mixed = (mixed ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  std::seed_seq numbers{static_cast<uint32_t>(mixed), static_cast<uint32_t>(mixed >> 32)};
  return std::minstd_rand{numbers};
}

std::optional<unsigned> read_count(std::string_view text) {
  unsigned out = 0;
  const auto* end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, out);
  if (problem != std::errc{} || stop != end || out > quirks_drawn_max) return std::nullopt;
  return out;
}

}  // namespace

const quirk_row* find_quirk(std::string_view name) {
  const auto all = quirk_book();
  const auto found = std::ranges::find(all, name, &quirk_row::name);
  return found == all.end() ? nullptr : &*found;
}

result<quirk_rows> read_quirks(std::string_view names) {
  quirk_rows out;
  for (const auto& name : items_of(names)) {
    out.push_back(find_quirk(name));
    if (out.back() != nullptr) continue;
    return fail(error_code::invalid,
                "--quirk names '" + name + "'; allowed: " +
                    join(quirk_book(), [](const quirk_row& row) { return row.name; }));
  }
  return in_book_order(out);
}

result<quirk_draw> read_quirk_draw(const std::string& text) {
  const auto dash = text.find('-');
  const auto least = read_count(text.substr(0, dash));
  const auto most = dash == std::string::npos ? least : read_count(text.substr(dash + 1));
  if (least && most && *least <= *most) return quirk_draw{*least, *most};
  return fail(error_code::invalid, "--random-quirks is '" + text +
                                       "'; allowed: MIN-MAX, or one number, from 0 to " +
                                       std::to_string(quirks_drawn_max));
}

quirk_rows draw_quirks(quirk_draw wanted, uint64_t seed, std::string_view machine) {
  auto random = draw_of(seed, machine);
  const auto below = [&random](size_t end) { return static_cast<size_t>(random()) % end; };
  quirk_rows left;
  for (const auto& row : quirk_book())
    if (row.drawn) left.push_back(&row);
  quirk_rows out;
  for (auto count = wanted.least + below(wanted.most - wanted.least + 1);
       count > 0 && !left.empty(); --count) {
    const auto* chosen = left[below(left.size())];
    out.push_back(chosen);
    std::erase_if(left, [&](const quirk_row* row) { return row->source == chosen->source; });
  }
  return in_book_order(out);
}

quirk_rows join_quirks(const quirk_rows& some, const quirk_rows& more) {
  auto out = some;
  out.insert(out.end(), more.begin(), more.end());
  return in_book_order(out);
}

profile shaped_profile(profile kind, const quirk_rows& rows) {
  for (const auto* row : rows)
    if (row->shape != nullptr) row->shape(kind);
  return kind;
}

identity shaped_identity(identity who, const quirk_rows& rows) {
  for (const auto* row : rows)
    if (row->shape_machine != nullptr) row->shape_machine(who);
  return who;
}

std::string quirk_table() {
  size_t width = 0;
  for (const auto& row : quirk_book()) width = std::max(width, row.name.size());
  std::string out;
  for (const auto& row : quirk_book()) {
    out.append(row.name).append(width - row.name.size() + 2, ' ');
    out.append(row.source).append("  ").append(row.sentence).append("\n");
  }
  return out;
}

}  // namespace ironbus::simulator
