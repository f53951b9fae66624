#include "messages/platform/file_recipe.hpp"

#include "messages/base/json.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

namespace ironbus {

namespace {

constexpr std::string_view first_line = "ironbus recipe 1\n";
constexpr size_t begin_bytes_max = 16 * 1024;
constexpr size_t parts_max = 64;
constexpr size_t name_length_max = 128;
constexpr uint64_t bytes_max = 1ULL << 50U;

tl::unexpected<failure> no_recipe(const std::string& why) {
  return fail(error_code::invalid, "The file is not a recipe: " + why + ".");
}

/// Whether the name is in the same folder and not a recipe itself.
bool is_part_name(std::string_view name) {
  return name.size() <= name_length_max && name.front() != '.' && !name.ends_with(recipe_suffix) &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
         });
}

result<recipe_part> read_part(const json& row) {
  const bool good = row.is_array() && row.size() == 3 && row[0].is_string() &&
                    row[1].is_number_unsigned() && row[2].is_number_unsigned();
  if (!good) return no_recipe("a part is not [name, first byte, bytes]");
  recipe_part out{row[0].get<std::string>(), row[1].get<uint64_t>(), row[2].get<uint64_t>()};
  if (!out.file.empty() && !is_part_name(out.file))
    return no_recipe("the file name of a part is not allowed");
  if (out.first > bytes_max || out.bytes > bytes_max) return no_recipe("a part is too large");
  return out;
}

std::optional<failure> check_sizes(const file_recipe& read, uint64_t own_bytes) {
  uint64_t all = 0;
  for (const auto& part : read.parts) {
    all += part.bytes;
    if (part.file.empty() && part.first + part.bytes > own_bytes)
      return no_recipe("it contains fewer bytes than its parts need").value();
  }
  if (all > bytes_max) return no_recipe("its parts are too large").value();
  return std::nullopt;
}

using open_files = std::map<std::string, std::shared_ptr<const open_file>>;

/// Opens the recipe itself, under an empty name, and all files of its parts.
result<open_files> open_parts(const file_recipe& read, std::shared_ptr<const open_file> own) {
  std::set<std::string> different;
  for (const auto& part : read.parts)
    if (!part.file.empty()) different.insert(part.file);
  const std::vector<std::string> names{different.begin(), different.end()};
  auto opened = own->open_beside(names);
  if (!opened) return tl::unexpected(opened.error());
  open_files out{{"", std::move(own)}};
  for (size_t i = 0; i < names.size(); ++i)
    out[names[i]] = std::make_shared<const open_file>(std::move((*opened)[i]));
  return out;
}

result<std::vector<file_span>> spans_of(const file_recipe& read, const open_files& files) {
  std::vector<file_span> out;
  for (const auto& part : read.parts) {
    const auto& file = files.at(part.file);
    const auto first = part.first + (part.file.empty() ? read.own_begin : 0);
    if (first + part.bytes > file->size_bytes())
      return fail(error_code::unavailable,
                  "The part '" + part.file + "' is shorter than its recipe says.");
    out.push_back({file, first, part.bytes});
  }
  return out;
}

/// The stamp depends on the recipe's name, parts and time. So it is the same on all hosts that
/// share the file system, unlike device and inode.
file_stamp stamp_of_recipe(const std::string& name, std::string_view begin, file_stamp written) {
  uint64_t sum = 14'695'981'039'346'656'037U;  // FNV-1a
  for (const auto text : {std::string_view{name}, begin})
    for (const unsigned char byte : text) sum = (sum ^ byte) * 1'099'511'628'211U;
  written.device = 0;
  written.inode = sum;
  return written;
}

}  // namespace

std::string recipe_text(const std::vector<recipe_part>& parts, std::string_view own) {
  auto rows = json::array();
  for (const auto& part : parts) rows.push_back({part.file, part.first, part.bytes});
  std::string out{first_line};
  out += to_text(rows);
  out += '\n';
  return out += own;
}

result<file_recipe> read_recipe(std::string_view begin, uint64_t size) {
  if (!begin.starts_with(first_line)) return no_recipe("its first line is wrong");
  const auto end = begin.substr(0, begin_bytes_max).find('\n', first_line.size());
  if (end == std::string_view::npos) return no_recipe("its second line does not end");
  const auto rows = parse_json(begin.substr(first_line.size(), end - first_line.size()));
  if (!rows || !rows->is_array()) return no_recipe("its second line is not a list of parts");
  if (rows->size() > parts_max) return no_recipe("it has more than 64 parts");
  file_recipe out{{}, end + 1};
  for (const auto& row : *rows) {
    auto part = read_part(row);
    if (!part) return tl::unexpected(part.error());
    out.parts.push_back(std::move(*part));
  }
  if (size < out.own_begin) return no_recipe("it is shorter than its header");
  if (auto wrong = check_sizes(out, size - out.own_begin)) return tl::unexpected(std::move(*wrong));
  return out;
}

result<composed_file> open_recipe(const std::string& path,
                                  const std::vector<std::string>& folders) {
  auto opened = open_below(path, folders);
  if (!opened) return tl::unexpected(opened.error());
  const auto own = std::make_shared<const open_file>(std::move(*opened));
  std::string begin(static_cast<size_t>(std::min<uint64_t>(own->size_bytes(), begin_bytes_max)),
                    '\0');
  const auto got = own->read(0, begin);
  if (!got) return tl::unexpected(got.error());
  auto recipe = read_recipe(std::string_view{begin}.substr(0, *got), own->size_bytes());
  if (!recipe) return tl::unexpected(recipe.error());
  const auto files = open_parts(*recipe, own);
  if (!files) return tl::unexpected(files.error());
  auto all = spans_of(*recipe, *files);
  if (!all) return tl::unexpected(all.error());
  const auto known = begin.substr(0, static_cast<size_t>(recipe->own_begin));
  const auto name = std::filesystem::path{path}.filename().string();
  return composed_file{std::move(*all), stamp_of_recipe(name, known, own->stamp())};
}

}  // namespace ironbus
