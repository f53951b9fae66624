#include "tests/support/coded_types.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <set>
#include <sstream>

namespace ironbus::test {

namespace {

std::string read_file(const std::string& path) {
  std::ifstream file{path};
  return {std::istreambuf_iterator<char>{file}, {}};
}

void check_texts_of(const coded_type& type, const json& texts) {
  std::set<std::string> keys;
  std::set<std::string> initial_only;
  for (const auto& text : texts) {
    const auto again = type.again(text);
    BOOST_TEST_REQUIRE(again.has_value(), type.name + ": " + (again ? "" : again.error().message));
    BOOST_TEST(to_text(*again) == to_text(text), type.name);
    for (const auto& [key, value] : text.items()) keys.insert(key);
  }
  for (const auto& key : keys) {
    bool filled = false;
    for (const auto& text : texts)
      filled |= text.contains(key) && text[key] != type.initial.value(key, json{});
    BOOST_TEST(filled, type.name + "." + key + " is in no text with a value of its own");
  }
  BOOST_TEST(keys.size() == type.members, type.name + " has " + std::to_string(type.members) +
                                              " members, its texts " + std::to_string(keys.size()));
}

struct probe {
  const char* title;
  json value;  ///< Discarded: the member is missing.
};

const std::vector<probe>& probes() {
  static const std::vector<probe> all{
      {"missing", json(json::value_t::discarded)},
      {"null", nullptr},
      {"true", true},
      {"-1", -1},
      {"1.5", 1.5},
      {"2^64-1", UINT64_MAX},
      {"\"?\"", "?"},
      {"[]", json::array()},
      {"{}", json::object()},
  };
  return all;
}

/// One letter of the page; see `legend`.
std::string outcome_of(const coded_type& type, json text, const std::string& key,
                       const json& value) {
  if (value.is_discarded())
    text.erase(key);
  else
    text[key] = value;
  const auto again = type.again(text);
  if (!again)
    return again.error().message.find("'" + key + "'") != std::string::npos ? "refused" : "unnamed";
  if (to_text(*again) == to_text(text)) return "kept";
  text[key] = type.initial.value(key, json{});
  if (to_text(*again) == to_text(text)) return "initial";
  return "other";
}

constexpr std::string_view legend =
    "How a missing member, or a member of another type, is read:\n"
    "  kept     read and written unchanged\n"
    "  initial  replaced by its initial value\n"
    "  other    replaced by another value\n"
    "  refused  the document is rejected, and the error names the member\n"
    "  unnamed  the document is rejected, and the error does not name the member\n";

std::string members_page(const std::vector<coded_type>& types, const json& texts) {
  std::ostringstream out;
  out << legend;
  for (const auto& type : types) {
    out << '\n' << std::left << std::setw(40) << type.name;
    for (const auto& one : probes()) out << std::setw(8) << one.title;
    out << '\n';
    const auto& full = texts.at(type.name).front();
    for (const auto& [key, value] : full.items()) {
      out << "  " << std::setw(38) << key;
      for (const auto& one : probes())
        out << std::setw(8) << outcome_of(type, full, key, one.value);
      out << '\n';
    }
  }
  std::string page;
  std::istringstream lines{out.str()};
  for (std::string line; std::getline(lines, line);)
    page += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  return page;
}

}  // namespace

json read_document(const std::string& path) {
  auto document = json::parse(read_file(path), nullptr, false);
  BOOST_TEST(!document.is_discarded(), path + " is no JSON document");
  return document.is_discarded() ? json::object() : document;
}

void check_texts(const std::vector<coded_type>& types, const std::string& folder) {
  const auto texts = read_document(folder + "/texts.json");
  for (const auto& type : types) {
    BOOST_TEST(texts.contains(type.name), type.name + " has no text");
    if (texts.contains(type.name)) check_texts_of(type, texts[type.name]);
  }
  BOOST_TEST(texts.size() == types.size(), folder + "/texts.json has texts of unknown types");
}

void check_members(const std::vector<coded_type>& types, const std::string& folder) {
  const auto path = folder + "/members.txt";
  const auto page = members_page(types, read_document(folder + "/texts.json"));
  if (std::getenv("IRONBUS_WRITE_DOCS") != nullptr) std::ofstream{path} << page;
  std::istringstream wanted{read_file(path)};
  std::istringstream now{page};
  std::string wanted_line;
  for (std::string line; std::getline(now, line);) {
    std::getline(wanted, wanted_line);
    BOOST_TEST(line == wanted_line);
  }
  BOOST_TEST(!std::getline(wanted, wanted_line), path + " has more lines");
}

void check_damaged(const std::string& text, bool (*accepts)(std::string_view text)) {
  BOOST_TEST_REQUIRE(accepts(text));
  size_t accepted = 0;
  for (size_t size = 0; size < text.size(); ++size)
    accepted += accepts(std::string_view{text}.substr(0, size)) ? 1U : 0U;
  BOOST_TEST(accepted == 0U);
  static constexpr std::array bytes{'\0', '"', '}', '[', '9', '\xff'};
  for (size_t offset = 0; offset < text.size(); ++offset) {
    auto damaged = text;
    damaged[offset] = bytes[offset % bytes.size()];
    BOOST_CHECK_NO_THROW(accepts(damaged));
  }
}

}  // namespace ironbus::test
