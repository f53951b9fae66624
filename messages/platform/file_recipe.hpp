#pragma once

#include "messages/platform/composed_file.hpp"

#include <string>
#include <string_view>
#include <vector>

// A recipe describes a file that is assembled from parts when it is sent: a boot ISO. Only
// a few of its bytes differ between machines. It is stored beside its parts, under the file's name
// with `recipe_suffix`:
//
//   ironbus recipe 1
//   [["",0,4096],["part-5f0c",0,9000000],["",4096,1536]]
//   the recipe's own bytes
//
// A part is [name of a file in the same folder, first byte, bytes]. An empty name stands for the
// recipe's own bytes, counted from after the second line break.
namespace ironbus {

inline constexpr std::string_view recipe_suffix = ".parts";

struct recipe_part {
  std::string file;  ///< Empty: the recipe itself.
  uint64_t first = 0;
  uint64_t bytes = 0;

  bool operator==(const recipe_part&) const = default;
};

/// The content of a recipe's file.
std::string recipe_text(const std::vector<recipe_part>& parts, std::string_view own);

struct file_recipe {
  std::vector<recipe_part> parts;
  uint64_t own_begin = 0;  ///< Offset of the recipe's own bytes in its file.
};

/// Reads the beginning of a recipe of `size` bytes. `invalid` says what is wrong: not a recipe,
/// more than 64 parts or 16 KiB of them, or more than 2^50 bytes in total. It also rejects a name
/// that is not a file beside it, and own bytes that are missing.
result<file_recipe> read_recipe(std::string_view begin, uint64_t size);

/// Opens the file that the recipe at that path describes. Errors as open_below for the recipe and
/// open_beside for its parts; `unavailable` if a part is too short, `invalid` if it is not a
/// recipe.
result<composed_file> open_recipe(const std::string& path, const std::vector<std::string>& folders);

}  // namespace ironbus
