#include "actors/inspection/values/pattern.hpp"

#include <re2/re2.h>

#include <array>

namespace ironbus::inspection {

namespace {

constexpr size_t pattern_length_max = 4096;
constexpr int64_t pattern_memory_bytes = 1024 * 1024;

struct advice_row {
  std::string_view construct;
  std::string_view sentence;
};

/// Constructs of other regular expression engines, and what RE2 offers instead.
constexpr std::array advices{
    advice_row{"(?=", "lookahead is not supported; use a second condition"},
    advice_row{"(?!", "lookahead is not supported; use a second condition with '!'"},
    advice_row{"(?<=", "lookbehind is not supported; use a second condition"},
    advice_row{"(?<!", "lookbehind is not supported; use a second condition with '!'"},
    advice_row{"(?P=", "backreferences are not supported"},
    advice_row{"(?P>", "recursion is not supported"},
    advice_row{"(?<", "a named group is written (?P<name>...)"},
    advice_row{"(?>", "atomic groups are not supported, and not needed"},
    advice_row{"(?(", "conditionals are not supported; use '|' or a second condition"},
    advice_row{"(?#", "comments are not supported"},
    advice_row{"\\Z", "the end of the text is written \\z"},
    advice_row{"\\u", "a character is written \\x{...}"},
    advice_row{"\\N", "a character is written \\x{...}"},
    advice_row{"\\1", "backreferences are not supported"},
    advice_row{"\\2", "backreferences are not supported"},
};

/// Advice for a rejected pattern; RE2's error names only the first characters of the construct.
std::string advice_on(const std::string& text) {
  for (const auto& row : advices)
    if (text.find(row.construct) != std::string::npos) return ": " + std::string{row.sentence};
  return "";
}

/// `{,3}` is a repetition in other engines and plain text for RE2. Accepting it would change its
/// meaning.
bool has_open_repeat(const std::string& text) {
  bool in_class = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == '[' && !in_class)
      in_class = true;
    else if (text[i] == ']')
      in_class = false;
    else if (!in_class && text.compare(i, 2, "{,") == 0)
      return true;
  }
  return false;
}

tl::unexpected<failure> refuse_pattern(const std::string& text, const std::string& why) {
  return fail(error_code::invalid,
              "the regular expression '" + text.substr(0, 80) + "' is invalid: " + why);
}

re2::StringPiece piece(std::string_view text) { return {text.data(), text.size()}; }

}  // namespace

result<pattern> pattern::compile(const std::string& text) {
  if (text.size() > pattern_length_max)
    return refuse_pattern(text, "it is longer than " + std::to_string(pattern_length_max));
  if (has_open_repeat(text)) return refuse_pattern(text, "a repetition is written {0,n}, not {,n}");
  re2::RE2::Options options{re2::RE2::Quiet};
  options.set_max_mem(pattern_memory_bytes);
  auto compiled = std::make_shared<const re2::RE2>(text, options);
  if (compiled->ok()) return pattern{std::move(compiled)};
  return refuse_pattern(text, compiled->error() + advice_on(text));
}

bool pattern::matches(std::string_view text) const {
  return re2::RE2::FullMatch(piece(text), *compiled_);
}

bool pattern::found_in(std::string_view text) const {
  return re2::RE2::PartialMatch(piece(text), *compiled_);
}

size_t pattern::instructions() const { return static_cast<size_t>(compiled_->ProgramSize()); }

}  // namespace ironbus::inspection
