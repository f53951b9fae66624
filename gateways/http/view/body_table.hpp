#pragma once

#include "messages/contract/step_list.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace ironbus::http {

/// The type of a member of a request body.
enum class body_type : uint8_t {
  any,
  text,
  uuid,
  mac,
  url,  ///< A text with a scheme. The code that opens it checks more.
  boolean,
  boolean_word,  ///< Or a word such as "yes", which is converted.
  count,         ///< From 1 to 1,000,000,000, or its digits as text, which are converted.
  object,
  text_or_object,
  document,  ///< A text, an object or a list.
  list,      ///< A list of anything.
  texts,     ///< A list of strings. The rest of the row applies to each item.
  objects,   ///< A list of objects.
  steps,     ///< See step_list.hpp.
  count_
};

/// A mask.
enum body_flag : uint32_t {
  needed = 1U << 0,
  may_be_null = 1U << 1,   ///< Null means absent, in all versions.
  may_be_blank = 1U << 2,  ///< An empty text means absent.
  not_empty = 1U << 3,     ///< For a text or a list.
  any_case = 1U << 4,   ///< Accepts the allowed values in any case and converts them to lower case.
  is_secret = 1U << 5,  ///< Error texts never show the value.
};

/// An allowed text and its first version.
struct allowed_text {
  std::string_view text;
  int since = 1;
};

/// The maximum of a body_type::count.
inline constexpr int64_t body_count_max = 1'000'000'000;

struct body_table;

/// A member of a request body. The check and the OpenAPI document both use this declaration.
struct body_field {
  std::string_view name;
  body_type type = body_type::any;
  int since = 1;  ///< First microversion 1.<since> that accepts it.
  uint32_t flags = 0;
  size_t size_max = 0;                         ///< Bytes of a text or items of a list; 0: no limit.
  std::span<const allowed_text> allowed = {};  ///< Empty: every text.
  /// The members of an object, or of each item of `objects`; null: any. For a `list` they only
  /// describe the items, and `check` checks them.
  const body_table* members = nullptr;
  const step_list_form* steps = nullptr;  ///< For a list of steps.
  /// A check beyond the columns. `path` is the path of the value.
  result<std::monostate> (*check)(const std::string& path, const json& value,
                                  int version) = nullptr;
  std::string_view description = {};

  constexpr bool has(uint32_t flag) const { return (flags & flag) != 0; }
};

/// An object in a request.
struct body_table {
  std::string_view name = {};  ///< Of its schema; empty if it is part of another one.
  std::span<const body_field> fields = {};
  bool open = false;   ///< Other members are accepted, too.
  bool needed = true;  ///< A request without a body is rejected.
  bool newer_is_unknown =
      false;  ///< A newer member is `invalid`, even if null, as if it were unknown.
};

/// Checks an object and converts its values. `invalid`, or `not_acceptable` for a member newer than
/// the version, names the member, the value and the allowed values. `prefix`: the path of the
/// object ("local_link_connection/").
result<std::monostate> check_body(const body_table& table, json& object, int version,
                                  const std::string& prefix = {});

}  // namespace ironbus::http
