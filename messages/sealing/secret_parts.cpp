#include "messages/sealing/secret_parts.hpp"

#include "messages/base/json.hpp"
#include "messages/base/secrets.hpp"
#include "messages/crypto/secret_box.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace ironbus::sealing {

namespace {

/// A member of an object, for {"name": a secret key, "value": …}.
struct seen_member {
  std::string_view key;
  text_part value;
};

constexpr std::array<std::string_view, 4> naming_keys{"name", "key", "attribute", "path"};

/// The content of a JSON string with its quotes.
std::string text_in(std::string_view raw) {
  const auto inner = raw.substr(1, raw.size() - 2);
  if (inner.find('\\') == std::string_view::npos) return std::string{inner};
  const auto parsed = json::parse(raw, nullptr, false);
  return parsed.is_string() ? parsed.get<std::string>() : std::string{inner};
}

bool is_worth_hiding(std::string_view raw) {
  return raw != "null" && raw != "true" && raw != "false" && raw != R"("")" && raw != "{}" &&
         raw != "[]" && raw != R"("******")";
}

/// Whether the masking would change a text: a URL with a password, `key=value`, a document.
bool holds_secret(std::string_view raw) {
  const auto inner = raw.substr(1, raw.size() - 2);
  if (inner.find_first_of("=\\'") == std::string_view::npos &&
      inner.find("://") == std::string_view::npos)
    return false;
  const auto text = text_in(raw);
  if (text.starts_with('{') || text.starts_with('[')) {
    const auto inside = find_parts(text, wanted_parts::secret);
    if (inside && !inside->parts.empty()) return true;
  }
  return mask_text(text) != text;
}

/// Whether a name, or the last part of a path as "/driver_info/pw", is a secret key.
bool names_secret(std::string_view text) {
  return is_secret_key(text) || is_secret_key(text.substr(text.rfind('/') + 1));
}

/// Whether that key names a value if the object names a secret.
bool is_value_key(std::string_view key) {
  static const auto naming = json::object({{"name", "password"}});
  return is_secret_member(naming, key);
}

class part_finder {
public:
  part_finder(std::string_view text, wanted_parts what) : text_{text}, what_{what} {}

  std::optional<found_parts> run() {
    skip_blanks();
    if (!value(false)) return std::nullopt;
    skip_blanks();
    if (offset_ != text_.size()) return std::nullopt;
    return std::move(out_);
  }

private:
  bool ended() const { return offset_ >= text_.size(); }
  bool is_at(char c) const { return !ended() && text_[offset_] == c; }
  std::string_view raw_since(size_t begin) const { return text_.substr(begin, offset_ - begin); }

  void skip_blanks() {
    offset_ = std::min(text_.find_first_not_of(" \t\r\n", offset_), text_.size());
  }

  bool pass(char c) {
    skip_blanks();
    if (!is_at(c)) return false;
    ++offset_;
    skip_blanks();
    return true;
  }

  bool string() {
    if (!is_at('"')) return false;
    for (++offset_;; ++offset_) {
      offset_ = text_.find_first_of("\"\\", offset_);
      if (offset_ == std::string_view::npos) return offset_ = text_.size(), false;
      if (text_[offset_] == '"') return ++offset_, true;
      ++offset_;  // the escaped character
      if (ended()) return false;
    }
  }

  /// A number or a literal.
  bool word() {
    const auto begin = offset_;
    offset_ = std::min(text_.find_first_of(",]} \t\r\n", offset_), text_.size());
    return offset_ > begin;
  }

  /// Reads a value. `secret`: its key says that it is one.
  bool value(bool secret) {
    if (ended()) return false;
    const auto begin = offset_;
    const auto first = out_.parts.size();
    const char kind = text_[offset_];
    const bool read = kind == '{'   ? object()
                      : kind == '[' ? list()
                      : kind == '"' ? string()
                                    : word();
    if (!read) return false;
    const auto raw = raw_since(begin);
    if (is_wanted(raw, secret)) {
      out_.parts.resize(first);
      out_.parts.push_back({begin, offset_, path_});
    }
    return true;
  }

  bool is_wanted(std::string_view raw, bool secret) const {
    if (is_sealed_part(raw)) return true;
    if (what_ == wanted_parts::sealed) return false;
    if (secret) return is_worth_hiding(raw);
    return raw.starts_with('"') && holds_secret(raw);
  }

  bool list() {
    if (++depth_ > own_json_depth_max) return false;
    const auto length = path_.size();
    ++offset_;
    skip_blanks();
    for (size_t i = 0; !is_at(']'); ++i) {
      if (i > 0 && !pass(',')) return false;
      path_ += '/' + std::to_string(i);
      if (!value(false)) return false;
      path_.resize(length);
      skip_blanks();
    }
    ++offset_;
    --depth_;
    return true;
  }

  bool object() {
    if (++depth_ > own_json_depth_max) return false;
    ++offset_;
    skip_blanks();
    std::vector<seen_member> seen;
    bool names = false;
    for (bool first = true; !is_at('}'); first = false) {
      if (!first && !pass(',')) return false;
      if (!member(seen, names)) return false;
      skip_blanks();
    }
    ++offset_;
    --depth_;
    if (names) add_named(seen);
    return true;
  }

  bool member(std::vector<seen_member>& seen, bool& names) {
    auto begin = offset_;
    if (!string()) return false;
    const auto raw_key = raw_since(begin);
    const auto key = raw_key.substr(1, raw_key.size() - 2);
    if (!pass(':')) return false;
    const auto length = path_.size();
    path_.append(1, '/').append(key);
    begin = offset_;
    if (!value(is_secret(key))) return false;
    note(key, begin, seen, names);
    path_.resize(length);
    return true;
  }

  bool is_secret(std::string_view key) {
    if (what_ == wanted_parts::sealed) return false;
    const auto [known, fresh] = keys_.try_emplace(key, false);
    if (fresh) known->second = is_secret_key(key);
    return known->second;
  }

  void note(std::string_view key, size_t begin, std::vector<seen_member>& seen, bool& names) {
    const auto raw = raw_since(begin);
    if (depth_ == 1 && key == "id" && raw.starts_with('"')) out_.id = raw;
    if (what_ == wanted_parts::sealed) return;
    if (std::find(naming_keys.begin(), naming_keys.end(), key) != naming_keys.end())
      names = names || (raw.starts_with('"') && !is_sealed_part(raw) && names_secret(text_in(raw)));
    else if (key.ends_with('e') || key.ends_with('E'))
      seen.push_back({key, {begin, offset_, path_}});
  }

  void add_named(std::vector<seen_member>& seen) {
    auto& parts = out_.parts;
    for (auto& [key, now] : seen) {
      const auto raw = text_.substr(now.begin, now.end - now.begin);
      if (!is_value_key(key) || !is_worth_hiding(raw)) continue;
      const auto first =
          std::lower_bound(parts.begin(), parts.end(), now.begin,
                           [](const text_part& part, size_t begin) { return part.begin < begin; });
      const auto last = std::find_if(
          first, parts.end(), [end = now.end](const text_part& part) { return part.begin >= end; });
      parts.insert(parts.erase(first, last), std::move(now));
    }
  }

  const std::string_view text_;
  const wanted_parts what_;
  size_t offset_ = 0;
  size_t depth_ = 0;
  std::string path_;
  std::unordered_map<std::string_view, bool> keys_;
  found_parts out_;
};

}  // namespace

bool is_sealed_part(std::string_view raw) {
  return raw.starts_with('"') && raw.substr(1).starts_with(sealed_prefix);
}

std::optional<found_parts> find_parts(std::string_view text, wanted_parts what) {
  return part_finder{text, what}.run();
}

}  // namespace ironbus::sealing
