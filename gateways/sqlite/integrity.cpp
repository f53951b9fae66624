#include "gateways/sqlite/integrity.hpp"

#include <algorithm>

namespace ironbus::sqlite {

namespace {

/// The maximum number of messages, because one defect causes many.
constexpr int sentences_max = 20;

std::vector<std::string> sentences(database& file, const std::string& pragma) {
  auto ask = file.compile(pragma);
  statement said{ask.get()};
  std::vector<std::string> found;
  while (said.step())
    if (auto text = said.text(0); text != "ok") {
      std::replace(text.begin(), text.end(), '\n', ' ');
      found.push_back(std::move(text));
    }
  return found;
}

}  // namespace

std::vector<std::string> table_names(database& file) {
  auto ask = file.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name");
  std::vector<std::string> found;
  while (ask.step()) found.push_back(ask.text(0));
  return found;
}

std::vector<std::string> quick_check(database& file) {
  return sentences(file, "PRAGMA quick_check(" + std::to_string(sentences_max) + ")");
}

std::vector<std::string> check_table(database& file, const std::string& table) {
  return sentences(file, "PRAGMA integrity_check('" + table + "')");
}

}  // namespace ironbus::sqlite
