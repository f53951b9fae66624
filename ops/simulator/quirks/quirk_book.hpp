#pragma once

#include "messages/base/errors.hpp"
#include "ops/simulator/quirks/quirk.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::simulator {

using quirk_rows = std::vector<const quirk_row*>;

/// All quirks. The earlier row is nearer to the client.
std::span<const quirk_row> quirk_book();
/// Null if there is no quirk of that name.
const quirk_row* find_quirk(std::string_view name);
/// The quirks of a list of names, in the order of the book, each once. Fails with `invalid`, naming
/// the unknown name and the allowed ones.
result<quirk_rows> read_quirks(std::string_view names);

/// How many quirks a machine draws.
struct quirk_draw {
  unsigned least = 0;
  unsigned most = 0;
};
inline constexpr unsigned quirks_drawn_max = 8;
/// Parses "MIN-MAX" or one number. Fails with `invalid`.
result<quirk_draw> read_quirk_draw(const std::string& text);
/// Draws by the seed and the machine's name: at most one quirk of each source.
quirk_rows draw_quirks(quirk_draw wanted, uint64_t seed, std::string_view machine);
/// Both lists, in the order of the book, each quirk once.
quirk_rows join_quirks(const quirk_rows& some, const quirk_rows& more);

/// The changed profile and machine.
profile shaped_profile(profile kind, const quirk_rows& rows);
identity shaped_identity(identity who, const quirk_rows& rows);

/// The book as a table of three columns, for `--list-quirks`.
std::string quirk_table();

}  // namespace ironbus::simulator
