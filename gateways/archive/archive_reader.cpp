#include "gateways/archive/archive_reader.hpp"

#include "messages/base/overloaded.hpp"
#include "messages/crypto/digest.hpp"

namespace ironbus::archive {

namespace {

tl::unexpected<failure> wrong(const std::string& why) { return fail(error_code::invalid, why); }

/// Checks that the lines form a complete archive.
class line_check {
public:
  /// True after the last line.
  result<bool> take(const std::string& text) {
    auto read = decode_line(text);
    if (!read) return tl::unexpected(read.error());
    const auto* last = std::get_if<ending>(&*read);
    if (lines_ == 0) {
      if (auto begun = begin(*read); !begun) return tl::unexpected(begun.error());
    } else if (std::holds_alternative<beginning>(*read)) {
      return wrong("a second header in the archive");
    }
    if (last != nullptr) return end(*last);
    sum_.add(text);
    sum_.add("\n");
    ++lines_;
    return false;
  }

  uint64_t lines() const { return lines_; }

private:
  static result<std::monostate> begin(const line& first) {
    const auto* head = std::get_if<beginning>(&first);
    if (head == nullptr) return wrong("the first line is not {\"ironbus_store\":…}");
    if (head->form > format)
      return wrong("it was written by a newer ironbus (format " + std::to_string(head->form) +
                   ", this one knows " + std::to_string(format) + ")");
    return {};
  }

  result<bool> end(const ending& last) {
    if (last.lines != lines_)
      return wrong("the last line expects " + std::to_string(last.lines) +
                   " lines before it, but there are " + std::to_string(lines_));
    if (last.sha256 != sum_.end())
      return wrong("the SHA-256 does not match: the archive was changed");
    return true;
  }

  digest sum_{"sha256"};
  uint64_t lines_ = 0;
};

}  // namespace

result<reader> reader::open(const std::filesystem::path& file) {
  reader made{file};
  std::error_code error;
  if (!std::filesystem::exists(file, error))
    return fail(error_code::not_found, "file not found: " + file.string());
  made.stream_.open(file, std::ios::binary);
  if (!made.stream_) return fail(error_code::unavailable, file.string() + " cannot be read");
  if (auto whole = made.check(); !whole) return tl::unexpected(whole.error());
  return made;
}

result<std::monostate> reader::check() {
  uint64_t number = 0;
  auto whole = check_lines(number);
  if (!whole)
    return fail(whole.error().code, file_.string() + " is not a complete archive: line " +
                                        std::to_string(number) + ": " + whole.error().message);
  stream_.clear();
  stream_.seekg(0);
  std::string head;
  std::getline(stream_, head);
  return {};
}

result<std::monostate> reader::check_lines(uint64_t& number) {
  line_check all;
  for (std::string text; std::getline(stream_, text);) {
    ++number;
    auto ended = all.take(text);
    if (!ended) return tl::unexpected(ended.error());
    if (!*ended) continue;
    items_ = all.lines() - 1;
    if (stream_.peek() != std::ifstream::traits_type::eof())
      return wrong("there is data after the last line");
    return {};
  }
  return wrong(number == 0 ? "it is empty" : "the last line is missing: the file is truncated");
}

result<std::optional<stored_item>> reader::next() {
  std::string text;
  if (!std::getline(stream_, text))
    return fail(error_code::unavailable, file_.string() + " changed while it was read");
  auto read = decode_line(text);
  if (!read) return tl::unexpected(read.error());
  using answer = result<std::optional<stored_item>>;
  return std::visit(
      overloaded{
          [](beginning&) -> answer { return wrong("a second header in the archive"); },
          [](ending&) -> answer { return std::nullopt; },
          [](auto& item) -> answer { return stored_item{std::move(item)}; },
      },
      *read);
}

}  // namespace ironbus::archive
