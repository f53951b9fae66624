#pragma once

#include "messages/base/errors.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace re2 {
class RE2;
}

namespace ironbus::inspection {

/// A compiled regular expression (RE2). Its time grows linearly with the text, whatever the
/// pattern. Cheap to copy; can be shared between threads.
class pattern {
public:
  /// `invalid` with the reason and, for constructs that RE2 lacks, with an alternative. At most
  /// 4096 bytes.
  static result<pattern> compile(const std::string& text);

  bool matches(std::string_view text) const;   ///< Matches the whole text.
  bool found_in(std::string_view text) const;  ///< Matches a part of the text.
  size_t instructions() const;  ///< Upper limit of the steps for each byte of the text.

private:
  explicit pattern(std::shared_ptr<const re2::RE2> compiled) : compiled_(std::move(compiled)) {}

  std::shared_ptr<const re2::RE2> compiled_;
};

}  // namespace ironbus::inspection
