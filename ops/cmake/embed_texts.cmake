# Writes a C++ source that holds text files: cmake -DOUTPUT=FILE -DFOLDER=DIR -P embed_texts.cmake
# Each becomes a row of ironbus::http::page_texts() (gateways/http/ui/page_files.hpp).
file(GLOB files LIST_DIRECTORIES false "${FOLDER}/*")
list(SORT files)
set(rows "")
foreach(path IN LISTS files)
  file(READ "${path}" text)
  cmake_path(GET path FILENAME name)
  string(APPEND rows "    page_text{\"${name}\", R\"page_text(${text})page_text\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "// Made by ops/cmake/embed_texts.cmake.
#include \"gateways/http/ui/page_files.hpp\"

#include <array>

namespace ironbus::http {

std::span<const page_text> page_texts() {
  static constexpr std::array texts{
${rows}  };
  return texts;
}

}  // namespace ironbus::http
")
