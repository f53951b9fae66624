#pragma once

#include "messages/contract/step_list.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace ironbus::http {

/// What a member of a request's body may be.
enum class body_type : uint8_t {
  any,
  text,
  uuid,
  mac,
  url,  ///< A text with a scheme; whoever opens it looks closer.
  boolean,
  boolean_word,  ///< Or a word for one, such as "yes"; it becomes the boolean.
  count,         ///< From 1 to 1,000,000,000, or its digits as a text; it becomes the number.
  object,
  text_or_object,
  document,  ///< A text, an object or a list.
  list,      ///< Of anything.
  texts,     ///< A list; the rest of the row is about each of its texts.
  objects,   ///< A list of objects.
  steps,     ///< See step_list.hpp.
  count_
};

/// A mask.
enum body_flag : uint32_t {
  needed = 1U << 0,
  may_be_null = 1U << 1,   ///< Null is as good as nothing, at every version.
  may_be_blank = 1U << 2,  ///< And so is an empty text.
  not_empty = 1U << 3,     ///< A text or a list.
  any_case = 1U << 4,      ///< Of the allowed values; they become lower case.
  is_secret = 1U << 5,     ///< No refusal shows the value.
};

/// A text that is allowed, and since when.
struct allowed_text {
  std::string_view text;
  int since = 1;
};

/// What a body_type::count is at most.
inline constexpr int64_t body_count_max = 1'000'000'000;

struct body_table;

/// A member of a request's body, declared once: the check and the OpenAPI document follow it.
struct body_field {
  std::string_view name;
  body_type type = body_type::any;
  int since = 1;  ///< First microversion 1.<since> that accepts it.
  uint32_t flags = 0;
  size_t size_max = 0;                         ///< Bytes of a text, items of a list; 0: no bound.
  std::span<const allowed_text> allowed = {};  ///< Empty: every text.
  /// Of an object, or of each item of `objects`; null: any. Of a `list` they only describe its
  /// items, and `check` judges them.
  const body_table* members = nullptr;
  const step_list_form* steps = nullptr;  ///< Of a list of steps.
  /// What the columns cannot say; `path` is the place of the value.
  result<std::monostate> (*check)(const std::string& path, const json& value,
                                  int version) = nullptr;
  std::string_view description = {};

  constexpr bool has(uint32_t flag) const { return (flags & flag) != 0; }
};

/// An object that a request brings.
struct body_table {
  std::string_view name = {};  ///< Of its schema; empty: it stands in another one.
  std::span<const body_field> fields = {};
  bool open = false;   ///< Other members are accepted, too.
  bool needed = true;  ///< Without a body the request is refused.
  bool newer_is_unknown =
      false;  ///< A newer member is `invalid`, even null; no matter of versions.
};

/// Checks an object and brings what it holds into the form that is worked with. `invalid` and, for
/// what is newer than the version, `not_acceptable` name the member, the value and what is allowed.
/// `prefix`: where the object stands ("local_link_connection/").
result<std::monostate> check_body(const body_table& table, json& object, int version,
                                  const std::string& prefix = {});

}  // namespace ironbus::http
