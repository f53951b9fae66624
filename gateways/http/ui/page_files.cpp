#include "gateways/http/ui/page_files.hpp"

#include "messages/crypto/digest.hpp"

#include <array>
#include <map>
#include <stdexcept>

namespace ironbus::http {

namespace {

struct suffix_row {
  std::string_view suffix;
  std::string_view content_type;
};

constexpr std::array page_types{
    suffix_row{".html", "text/html; charset=utf-8"},
    suffix_row{".css", "text/css; charset=utf-8"},
    suffix_row{".js", "text/javascript; charset=utf-8"},
    suffix_row{".svg", "image/svg+xml"},
};

std::string_view type_of(std::string_view name) {
  for (const auto& row : page_types)
    if (name.ends_with(row.suffix)) return row.content_type;
  throw std::logic_error("no content type for a file of the page: " + std::string{name});
}

// 96 bits of the digest are enough to distinguish files.
constexpr size_t etag_digits = 24;

std::map<std::string_view, page_file> all_files() {
  std::map<std::string_view, page_file> out;
  for (const auto& [name, text] : page_texts())
    out.emplace(name,
                page_file{text, type_of(name), '"' + sha256_of(text).substr(0, etag_digits) + '"'});
  return out;
}

}  // namespace

const page_file* find_page_file(std::string_view name) {
  static const auto files = all_files();
  const auto found = files.find(name);
  return found == files.end() ? nullptr : &found->second;
}

}  // namespace ironbus::http
