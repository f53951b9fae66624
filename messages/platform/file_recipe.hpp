#pragma once

#include "messages/platform/composed_file.hpp"

#include <string>
#include <string_view>
#include <vector>

// A recipe stands for a file that is made of parts of others when somebody asks for it: a disc of
// which a few bytes are a machine's own and the rest is what all machines boot. It lies beside its
// parts, under the file's name and `recipe_suffix`:
//
//   ironbus recipe 1
//   [["",0,4096],["part-5f0c",0,9000000],["",4096,1536]]
//   the recipe's own bytes
//
// A part is [name of a file in the same folder, first byte, bytes]; of an empty name they are the
// recipe's own, counted from after the second line break.
namespace ironbus {

inline constexpr std::string_view recipe_suffix = ".parts";

struct recipe_part {
  std::string file;  ///< Empty: the recipe itself.
  uint64_t first = 0;
  uint64_t bytes = 0;

  bool operator==(const recipe_part&) const = default;
};

/// What a recipe's file holds.
std::string recipe_text(const std::vector<recipe_part>& parts, std::string_view own);

struct file_recipe {
  std::vector<recipe_part> parts;
  uint64_t own_begin = 0;  ///< Where the recipe's own bytes begin in its file.
};

/// Reads the begin of a recipe of `size` bytes. `invalid` says what is wrong: no recipe, more than
/// 64 parts or 16 KiB of them, a name that is none of a file beside it, a part of its own bytes
/// that is not there, more than 2^50 bytes together.
result<file_recipe> read_recipe(std::string_view begin, uint64_t size);

/// Opens what the recipe at that path stands for. As open_below for it, and open_beside it for its
/// parts; `unavailable` if a part is shorter than the recipe says, `invalid` if it is none.
result<composed_file> open_recipe(const std::string& path, const std::vector<std::string>& folders);

}  // namespace ironbus
