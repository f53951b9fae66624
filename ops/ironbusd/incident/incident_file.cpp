#include "ops/ironbusd/incident/incident_file.hpp"

#include "messages/wire/incident.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <fstream>

namespace ironbus::daemon {

namespace {

constexpr json_limits line_limits{.bytes = incident_line_bytes_max, .depth = 60};

tl::unexpected<failure> wrong(const std::string& why) { return fail(error_code::invalid, why); }

/// A kind of line that may be repeated.
struct repeated {
  const char* line;
  const char* member;  ///< In a gateway's answer.
  std::vector<json> incident_file::*kept;
};

constexpr std::array repeated_lines{repeated{"operation", "operations", &incident_file::operations},
                                    repeated{"event", "events", &incident_file::events},
                                    repeated{"decision", "decisions", &incident_file::decisions}};

std::string line_of(const char* name, const json& content) {
  return "{\"" + std::string{name} + "\":" + to_text(content) + "}\n";
}

result<std::monostate> check_head(const json& head) {
  const auto format = head.find("format");
  if (format == head.end() || !format->is_number_unsigned()) return wrong("it has no format");
  if (*format != incident_format)
    return wrong("its format is " + to_text(*format) + ", this release reads " +
                 std::to_string(incident_format));
  return {};
}

class line_reader {
public:
  explicit line_reader(std::istream& source) : source_{source} {}

  result<incident_file> read() {
    for (;;) {
      auto text = next();
      if (!text) return tl::unexpected(text.error());
      auto line = parse_json(*text, line_limits);
      if (!line) return at_line(line.error().message);
      if (!line->is_object() || line->size() != 1)
        return at_line("it is not an object with one member");
      const auto ended = take(line->begin().key(), line->begin().value());
      if (!ended) return at_line(ended.error().message);
      if (*ended) return std::move(out_);
    }
  }

private:
  tl::unexpected<failure> at_line(const std::string& why) const {
    return wrong("line " + std::to_string(number_) + ": " + why);
  }

  result<std::string> next() {
    std::string text;
    ++number_;
    for (char c = 0; source_.get(c) && c != '\n';) {
      if (text.size() == incident_line_bytes_max || ++bytes_ > incident_bytes_read_max)
        return at_line("it is too long");
      text += c;
    }
    if (text.empty() && source_.eof())
      return wrong(number_ == 1 ? "it is empty" : "it is incomplete: the last line is missing");
    if (number_ > incident_lines_max) return at_line("there are too many lines");
    return text;
  }

  /// True after the last line.
  result<bool> take(const std::string& name, json& content) {
    if ((number_ == 1) != (name == "incident"))
      return wrong(number_ == 1 ? "it does not begin with {\"incident\":…}"
                                : "it has a second {\"incident\":…}");
    if (!content.is_object() && !(name == "snapshot" && content.is_null()))
      return wrong("'" + name.substr(0, name_shown_max) + "' must be an object");
    if (name == "incident") {
      out_.head = std::move(content);
      return check_head(out_.head).map([](auto) { return false; });
    }
    if (name == "end") return end(content);
    if (name == "snapshot") {
      out_.snapshot = std::move(content);
      return false;
    }
    for (const auto& kind : repeated_lines)
      if (name == kind.line) {
        (out_.*kind.kept).push_back(std::move(content));
        return false;
      }
    return wrong("unknown line '" + name.substr(0, name_shown_max) + "'");
  }

  result<bool> end(const json& content) {
    const auto lines = content.find("lines");
    if (lines == content.end() || *lines != number_ - 1)
      return wrong("its line count is wrong: the file was changed or truncated");
    if (source_.peek() != std::istream::traits_type::eof()) return wrong("there is data after it");
    return true;
  }

  static constexpr size_t name_shown_max = 40;

  std::istream& source_;
  uint64_t number_ = 0;
  size_t bytes_ = 0;
  incident_file out_;
};

}  // namespace

result<std::string> incident_lines(const json& answer) {
  const auto none = fail(error_code::unavailable, "the response is not an incident");
  if (!answer.is_object() || !answer.contains("incident") || !answer.contains("snapshot"))
    return none;
  auto out = line_of("incident", answer["incident"]) + line_of("snapshot", answer["snapshot"]);
  uint64_t lines = 2;
  for (const auto& kind : repeated_lines) {
    const auto all = answer.find(kind.member);
    if (all == answer.end() || !all->is_array()) return none;
    for (const auto& one : *all) out += line_of(kind.line, one);
    lines += all->size();
  }
  return out + line_of("end", {{"lines", lines}});
}

result<incident_file> read_incident(std::istream& lines) { return line_reader{lines}.read(); }

result<incident_file> read_incident_file(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error))
    return fail(error_code::not_found, "there is no file " + file.string());
  std::ifstream source{file, std::ios::binary};
  if (!source) return wrong(file.string() + " cannot be read");
  auto out = read_incident(source);
  if (!out) return wrong(file.string() + " is not a complete incident: " + out.error().message);
  return out;
}

result<std::monostate> write_new_file(const std::filesystem::path& file, const std::string& text) {
  const int descriptor =
      ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (descriptor < 0) {
    std::error_code error;
    if (std::filesystem::exists(file, error)) return wrong(file.string() + " already exists");
    return wrong(file.string() + " cannot be created");
  }
  size_t written = 0;
  while (written < text.size()) {
    const auto more = ::write(descriptor, text.data() + written, text.size() - written);
    if (more <= 0) break;
    written += static_cast<size_t>(more);
  }
  const bool is_whole = written == text.size() && ::fsync(descriptor) == 0;
  if (::close(descriptor) == 0 && is_whole) return {};
  std::error_code error;
  std::filesystem::remove(file, error);
  return wrong(file.string() + " cannot be written");
}

}  // namespace ironbus::daemon
