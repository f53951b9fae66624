#include "messages/json.hpp"

namespace ironbus {

namespace {

/// Depth of nesting, counted outside strings before anything is built: the parser recurses.
size_t depth_of(std::string_view text) {
  size_t depth = 0;
  size_t deepest = 0;
  bool in_string = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      deepest = std::max(deepest, ++depth);
    } else if ((c == '}' || c == ']') && depth > 0) {
      --depth;
    }
  }
  return deepest;
}

/// Notes a key that an object has twice: two readers of the text might each take another value.
class key_watch {
public:
  bool operator()(int, json::parse_event_t event, const json& x) {
    if (event == json::parse_event_t::object_start) open_.emplace_back();
    if (event == json::parse_event_t::object_end) open_.pop_back();
    if (event == json::parse_event_t::key && !twice_) {
      const auto& key = x.get_ref<const std::string&>();
      if (!open_.back().insert(key).second) twice_ = key;
    }
    return true;
  }
  const std::optional<std::string>& twice() const { return twice_; }

private:
  std::vector<std::set<std::string>> open_;  ///< The keys so far, of each object around.
  std::optional<std::string> twice_;
};

}  // namespace

result<json> parse_json(std::string_view text, const json_limits& limits) {
  if (text.size() > limits.bytes)
    return fail(error_code::too_large, "The request body has " + std::to_string(text.size()) +
                                           " bytes; at most " + std::to_string(limits.bytes) +
                                           " are allowed.");
  if (depth_of(text) > limits.depth)
    return fail(error_code::invalid, "The JSON document is nested deeper than " +
                                         std::to_string(limits.depth) + " levels.");
  try {
    key_watch keys;
    auto out = json::parse(text, std::ref(keys));
    if (!keys.twice()) return out;
    return fail(error_code::invalid, "The JSON document has the key " +
                                         to_text(json(keys.twice()->substr(0, 64))) +
                                         " twice in one object.");
  } catch (const json::parse_error& e) {
    return fail(error_code::invalid,
                "The document is not valid JSON (error at byte " + std::to_string(e.byte) + ").");
  } catch (const json::exception&) {  // a number beyond the range of a double
    return fail(error_code::invalid, "The JSON document holds a number out of range.");
  }
}

result<json> parse_own_json(std::string_view text) {
  auto parsed = json::parse(text, nullptr, false);
  if (parsed.is_discarded()) return fail(error_code::internal, "stored document is not JSON");
  return parsed;
}

std::string to_text(const json& x) {
  return x.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace ironbus
