#pragma once

#include "gateways/sqlite/database/database.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ironbus::sqlite {

/// SQL text together with the values of its `?`. Texts are not copied. They must live until the
/// last step of the statement.
class sql_text {
public:
  sql_text& add(std::string_view sql) {
    sql_ += sql;
    return *this;
  }
  sql_text& add(std::string_view sql, std::string_view value) {
    values_.emplace_back(value);
    return add(sql);
  }
  sql_text& add(std::string_view sql, int64_t value) {
    values_.emplace_back(value);
    return add(sql);
  }

  statement prepare(database& file) const {
    auto made = file.prepare(sql_);
    for (const auto& value : values_) std::visit([&](auto x) { made << x; }, value);
    return made;
  }

private:
  std::string sql_;
  std::vector<std::variant<std::string_view, int64_t>> values_;
};

}  // namespace ironbus::sqlite
