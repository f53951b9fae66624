#pragma once

#include "messages/base/errors.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace re2 {
class RE2;
}

namespace ironbus::inspection {

/// A compiled regular expression (RE2): its time grows with the text, never with tricks in the
/// pattern. Cheap to copy; safe to share between threads.
class pattern {
public:
  /// `invalid` with a sentence on what is wrong and, where RE2 lacks what other engines have, what
  /// to write instead. At most 4096 bytes.
  static result<pattern> compile(const std::string& text);

  bool matches(std::string_view text) const;   ///< The whole text.
  bool found_in(std::string_view text) const;  ///< Some part of it.
  size_t instructions() const;  ///< A match takes at most so many steps for a byte of the text.

private:
  explicit pattern(std::shared_ptr<const re2::RE2> compiled) : compiled_(std::move(compiled)) {}

  std::shared_ptr<const re2::RE2> compiled_;
};

}  // namespace ironbus::inspection
