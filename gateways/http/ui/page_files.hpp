#pragma once

#include <span>
#include <string>
#include <string_view>

namespace ironbus::http {

/// A file of gateways/http/ui/page as it was when the binary was built.
struct page_text {
  std::string_view name;  ///< "fleet.js"
  std::string_view text;
};

/// All of them, by name. The source is made by CMake (ops/cmake/embed_texts.cmake).
std::span<const page_text> page_texts();

/// A file as it is sent.
struct page_file {
  std::string_view text;
  std::string_view content_type;
  std::string etag;  ///< Strong, quoted: of the bytes.
};

/// Null: there is none of that name.
const page_file* find_page_file(std::string_view name);

}  // namespace ironbus::http
