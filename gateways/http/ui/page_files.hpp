#pragma once

#include <span>
#include <string>
#include <string_view>

namespace ironbus::http {

/// A file of gateways/http/ui/page, embedded in the binary.
struct page_text {
  std::string_view name;  ///< "fleet.js"
  std::string_view text;
};

/// All embedded files, by name. CMake generates the source (ops/cmake/embed_texts.cmake).
std::span<const page_text> page_texts();

/// A file in the form in which it is sent.
struct page_file {
  std::string_view text;
  std::string_view content_type;
  std::string etag;  ///< Strong and quoted; from the digest of the bytes.
};

/// Null if there is no such file.
const page_file* find_page_file(std::string_view name);

}  // namespace ironbus::http
