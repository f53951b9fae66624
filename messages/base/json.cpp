#include "messages/base/json.hpp"

namespace ironbus {

namespace {

/// Builds the document while reading, in linear time, and records the first error. A key that
/// occurs twice in an object is an error, because two readers of the text might use different
/// values. (The library's own callbacks traverse a list again after each of its members.)
class strict_reader : public json::json_sax_t {
public:
  bool null() override { return put(nullptr); }
  bool boolean(bool x) override { return put(x); }
  bool number_integer(json::number_integer_t x) override { return put(x); }
  bool number_unsigned(json::number_unsigned_t x) override { return put(x); }
  bool number_float(json::number_float_t x, const std::string& text) override {
    // A whole number that fits no integer would change its value.
    if (text.find_first_of(".eE") != std::string::npos) return put(x);
    refuse("The JSON document holds an integer out of range: " + text.substr(0, 64) +
           "; allowed: -2^63 to 2^64 - 1.");
    return false;
  }
  bool string(std::string& x) override { return put(std::move(x)); }
  bool binary(json::binary_t& x) override { return put(std::move(x)); }
  bool start_object(size_t) override { return open(json::object()); }
  bool start_array(size_t) override { return open(json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(std::string& text) override {
    auto [position, is_new] = open_.back()->get_ref<json::object_t&>().emplace(text, nullptr);
    member_ = &position->second;
    if (!is_new)
      refuse("The JSON document has the key " + to_text(json(text.substr(0, 64))) +
             " twice in one object.");
    return is_new;
  }
  bool parse_error(size_t byte, const std::string&, const json::exception& error) override {
    constexpr int out_of_range = 406;
    refuse(error.id == out_of_range
               ? "The JSON document holds a number out of range."
               : "The document is not valid JSON (error at byte " + std::to_string(byte) + ").");
    return false;
  }

  result<json> take() {
    if (wrong_) return fail(error_code::invalid, std::move(*wrong_));
    return std::move(document_);
  }

private:
  bool put(json x) {
    place(std::move(x));
    return true;
  }
  bool open(json x) {
    open_.push_back(&place(std::move(x)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }
  void refuse(std::string why) { wrong_ = std::move(why); }

  json& place(json value) {
    if (open_.empty()) return document_ = std::move(value);
    if (!open_.back()->is_array()) return *member_ = std::move(value);
    open_.back()->push_back(std::move(value));
    return open_.back()->back();
  }

  json document_;
  std::vector<json*> open_;  ///< The enclosing objects and lists, outermost first.
  json* member_ = nullptr;   ///< Of the innermost object: the member whose value comes next.
  std::optional<std::string> wrong_;
};

}  // namespace

// Counts outside strings, before anything is built: the parser recurses.
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

result<json> parse_json(std::string_view text, const json_limits& limits) {
  if (text.size() > limits.bytes)
    return fail(error_code::too_large, "The request body has " + std::to_string(text.size()) +
                                           " bytes; at most " + std::to_string(limits.bytes) +
                                           " are allowed.");
  if (depth_of(text) > limits.depth)
    return fail(error_code::invalid, "The JSON document is nested deeper than " +
                                         std::to_string(limits.depth) + " levels.");
  strict_reader reader;
  json::sax_parse(text, &reader);
  return reader.take();
}

result<json> parse_own_json(std::string_view text) {
  if (depth_of(text) > own_json_depth_max)
    return fail(error_code::internal, "stored document is nested too deep");
  auto parsed = json::parse(text, nullptr, false);
  if (parsed.is_discarded()) return fail(error_code::internal, "stored document is not JSON");
  return parsed;
}

}  // namespace ironbus
