#include "drivers/kit/http/url_version.hpp"

#include "drivers/kit/shared_files.hpp"
#include "drivers/kit/whole_file.hpp"
#include "messages/base/json.hpp"
#include "messages/base/text.hpp"
#include "messages/crypto/digest.hpp"

#include <filesystem>

namespace ironbus {

namespace {

constexpr unsigned note_mode = 0644;
constexpr size_t note_bytes_max = 4096;
constexpr size_t said_length_max = 256;

std::string note_path(const std::string& url, const std::string& root) {
  return (std::filesystem::path{root} / shared_folder / ("url-" + sha256_of(url))).string();
}

}  // namespace

url_version version_said(const http_response& answer) {
  url_version out;
  const auto tag = answer.header("ETag");
  if (tag.starts_with('"') && tag.size() <= said_length_max) out.etag = tag;
  const auto modified = answer.header("Last-Modified");
  if (modified.size() <= said_length_max) out.modified = modified;
  return out;
}

std::optional<url_version> read_version(const std::string& url, const std::string& root) {
  const auto path = note_path(url, root);
  const auto file = open_below(path, {std::filesystem::path{path}.parent_path().string()});
  if (!file || file->size_bytes() > note_bytes_max) return std::nullopt;
  std::string text(static_cast<size_t>(file->size_bytes()), '\0');
  if (!file->read(0, text)) return std::nullopt;
  const auto read = parse_json(text);
  if (!read || !read->is_object()) return std::nullopt;
  url_version out{member_text(*read, "etag"), member_text(*read, "modified"),
                  member_text(*read, "name")};
  const bool is_there = out.name.starts_with("part-") && find_shared(out.name, root).has_value();
  return is_there ? std::optional{std::move(out)} : std::nullopt;
}

result<std::monostate> write_version(const url_version& version, const std::string& url,
                                     const std::string& root) {
  const json note{{"etag", version.etag}, {"modified", version.modified}, {"name", version.name}};
  return write_whole(note_path(url, root), to_text(note), note_mode);
}

}  // namespace ironbus
