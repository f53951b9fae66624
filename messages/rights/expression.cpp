#include "messages/rights/expression.hpp"

#include "messages/base/text.hpp"

#include <optional>

namespace ironbus::rights {

namespace {

constexpr std::string_view blanks = " \t\r\n";

enum class token_kind : uint8_t { open, close, word_and, word_or, word_not, check, end };

struct token {
  token_kind kind = token_kind::end;
  std::string_view text;
  size_t position = 0;  ///< From 1.
};

std::optional<token_kind> keyword(std::string_view word) {
  const auto known = lower(word);
  if (known == "and") return token_kind::word_and;
  if (known == "or") return token_kind::word_or;
  if (known == "not") return token_kind::word_not;
  return std::nullopt;
}

/// Splits a rule into tokens. A word ends at a blank or at a parenthesis that is not part of
/// %(key)s or of a quoted literal.
class rule_tokens {
public:
  explicit rule_tokens(std::string_view text) : text_(text) { advance(); }

  const token& current() const { return current_; }

  void advance() {
    const auto begin = text_.find_first_not_of(blanks, place_);
    if (begin == std::string_view::npos) {
      place_ = text_.size();
      current_ = {token_kind::end, {}, text_.size() + 1};
      return;
    }
    place_ = begin;
    if (text_[place_] == '(' || text_[place_] == ')') {
      const auto kind = text_[place_] == '(' ? token_kind::open : token_kind::close;
      ++place_;
      current_ = {kind, text_.substr(begin, 1), begin + 1};
      return;
    }
    while (place_ < text_.size() && goes_on()) skip_unit();
    const auto word = text_.substr(begin, place_ - begin);
    current_ = {keyword(word).value_or(token_kind::check), word, begin + 1};
  }

private:
  bool goes_on() const {
    return blanks.find(text_[place_]) == std::string_view::npos && text_[place_] != '(' &&
           text_[place_] != ')';
  }

  /// Skips a character, a quoted literal or %(key)s.
  void skip_unit() {
    const auto start = text_.substr(place_);
    auto end = std::string_view::npos;
    if (start.starts_with("%(")) end = start.find(")s");
    if (end != std::string_view::npos) {
      place_ += end + 2;
    } else if (start[0] == '\'' || start[0] == '"') {
      const auto quote = start.find(start[0], 1);
      place_ = quote == std::string_view::npos ? text_.size() : place_ + quote + 1;
    } else {
      ++place_;
    }
  }

  std::string_view text_;
  size_t place_ = 0;
  token current_;
};

failure expected(std::string_view what, const token& found) {
  const auto seen = found.kind == token_kind::end
                        ? std::string{"the end"}
                        : "'" + std::string{found.text.substr(0, 64)} + "'";
  return {error_code::invalid, "At position " + std::to_string(found.position) + ": expected " +
                                   std::string{what} + ", got " + seen + "."};
}

bool is_quoted(std::string_view x) {
  return x.size() >= 2 && (x.front() == '\'' || x.front() == '"') && x.back() == x.front();
}

result<expression> read_check(const token& word) {
  constexpr std::string_view forms =
      "a check such as role:admin, rule:NAME or project_id:%(node.owner)s";
  expression out;
  if (word.text == "@" || word.text == "!") {
    out.is = word.text == "@" ? expression::kind::always : expression::kind::never;
    return out;
  }
  const auto name_end = is_quoted(word.text.substr(0, word.text.rfind(':'))) ? word.text.rfind(':')
                                                                             : word.text.find(':');
  if (name_end == std::string_view::npos || name_end == 0 || name_end + 1 == word.text.size())
    return tl::unexpected(expected(forms, word));
  const auto left = word.text.substr(0, name_end);
  const auto right = word.text.substr(name_end + 1);
  if (left == "http" || left == "https")
    return fail(error_code::invalid, "At position " + std::to_string(word.position) +
                                         ": remote checks (http:, https:) are not supported.");
  out.right_is_key = right.starts_with("%(") && right.ends_with(")s");
  if (!out.right_is_key && right.find('%') != std::string_view::npos)
    return tl::unexpected(expected("a constant or %(key)s after ':'", word));
  out.right = out.right_is_key ? right.substr(2, right.size() - 4) : right;
  out.left_is_literal = is_quoted(left);
  out.left = out.left_is_literal ? left.substr(1, left.size() - 2) : left;
  out.is = out.left_is_literal  ? expression::kind::equal
           : out.left == "role" ? expression::kind::role
           : out.left == "rule" ? expression::kind::rule
                                : expression::kind::equal;
  if (out.is == expression::kind::role && !out.right_is_key) out.right = lower(out.right);
  if (out.is == expression::kind::rule && out.right_is_key)
    return tl::unexpected(expected("the name of a rule after 'rule:'", word));
  return out;
}

class rule_parser {
public:
  explicit rule_parser(std::string_view text) : tokens_(text) {}

  result<expression> whole() {
    auto out = alternatives(0);
    if (out && tokens_.current().kind != token_kind::end)
      return tl::unexpected(expected("'and', 'or' or the end", tokens_.current()));
    return out;
  }

private:
  using part_reader = result<expression> (rule_parser::*)(int);

  result<expression> alternatives(int depth) {
    return series(depth, token_kind::word_or, expression::kind::any, &rule_parser::conjunction);
  }
  result<expression> conjunction(int depth) {
    return series(depth, token_kind::word_and, expression::kind::all, &rule_parser::factor);
  }

  result<expression> series(int depth, token_kind separator, expression::kind kind,
                            part_reader read) {
    auto first = (this->*read)(depth);
    if (!first || tokens_.current().kind != separator) return first;
    expression out;
    out.is = kind;
    out.parts.push_back(std::move(*first));
    while (tokens_.current().kind == separator) {
      tokens_.advance();
      auto next = (this->*read)(depth);
      if (!next) return next;
      out.parts.push_back(std::move(*next));
    }
    return out;
  }

  result<expression> factor(int depth) {
    const auto word = tokens_.current();
    if (depth > expression_depth_max)
      return fail(error_code::invalid, "At position " + std::to_string(word.position) +
                                           ": nested more than " +
                                           std::to_string(expression_depth_max) + " levels deep.");
    switch (word.kind) {
      case token_kind::word_not: return negation(depth);
      case token_kind::open: return parenthesis(depth);
      case token_kind::check: tokens_.advance(); return read_check(word);
      default: return tl::unexpected(expected("a check, 'not' or '('", word));
    }
  }

  result<expression> negation(int depth) {
    tokens_.advance();
    auto inner = factor(depth + 1);
    if (!inner) return inner;
    expression out;
    out.is = expression::kind::negation;
    out.parts.push_back(std::move(*inner));
    return out;
  }

  result<expression> parenthesis(int depth) {
    tokens_.advance();
    auto inner = alternatives(depth + 1);
    if (!inner) return inner;
    if (tokens_.current().kind != token_kind::close)
      return tl::unexpected(expected("'and', 'or' or ')'", tokens_.current()));
    tokens_.advance();
    return inner;
  }

  rule_tokens tokens_;
};

std::string joined_parts(const expression& series, std::string_view separator) {
  return join(
      series.parts,
      [](const expression& part) {
        const bool is_series = part.is == expression::kind::all || part.is == expression::kind::any;
        return is_series ? "(" + text_of(part) + ")" : text_of(part);
      },
      separator);
}

}  // namespace

std::string text_of(const expression& rule) {
  switch (rule.is) {
    case expression::kind::always: return "@";
    case expression::kind::never: return "!";
    case expression::kind::negation: return "not " + joined_parts(rule, "");
    case expression::kind::all: return joined_parts(rule, " and ");
    case expression::kind::any: return joined_parts(rule, " or ");
    default: break;
  }
  const auto left = rule.left_is_literal ? "'" + rule.left + "'" : rule.left;
  return left + ":" + (rule.right_is_key ? "%(" + rule.right + ")s" : rule.right);
}

result<expression> parse_expression(std::string_view text) {
  if (text.size() > expression_bytes_max)
    return fail(error_code::invalid,
                "The rule is longer than " + std::to_string(expression_bytes_max) + " characters.");
  if (trim(text, blanks).empty()) {
    expression always;
    always.is = expression::kind::always;
    return always;
  }
  return rule_parser{text}.whole();
}

}  // namespace ironbus::rights
