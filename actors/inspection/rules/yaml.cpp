#include "actors/inspection/rules/built_in.hpp"

#include <yaml-cpp/yaml.h>

#include <charconv>

namespace ironbus::inspection {

namespace {

constexpr size_t yaml_depth_max = 25;
constexpr size_t yaml_values_max = 100'000;

/// Ends reading; never leaves this file.
struct yaml_problem {
  YAML::Mark mark;
  std::string what;
};

template <class T>
std::optional<T> number_of(const std::string& text) {
  T out{};
  const auto* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, out);
  if (text.empty() || read.ec != std::errc{} || read.ptr != end) return std::nullopt;
  return out;
}

/// The core schema of YAML 1.2, as far as rules need it.
json plain_scalar(const std::string& text) {
  if (text.empty() || text == "~" || text == "null" || text == "Null") return nullptr;
  if (text == "true" || text == "True") return true;
  if (text == "false" || text == "False") return false;
  if (const auto whole = number_of<int64_t>(text)) return *whole;
  const bool digits = text.find_first_not_of("+-.0123456789eE") == std::string::npos;
  if (const auto real = number_of<double>(text); real && digits) return *real;
  return text;
}

class yaml_reader {
public:
  json read(const YAML::Node& yaml, size_t depth) {
    if (depth > yaml_depth_max) throw yaml_problem{yaml.Mark(), "it is nested too deeply"};
    if (++values_ > yaml_values_max) throw yaml_problem{yaml.Mark(), "it has too many values"};
    if (yaml.IsScalar())
      return yaml.Tag() == "!" ? json(yaml.Scalar()) : plain_scalar(yaml.Scalar());
    if (yaml.IsSequence()) return read_list(yaml, depth);
    if (yaml.IsMap()) return read_map(yaml, depth);
    return nullptr;
  }

private:
  json read_list(const YAML::Node& x, size_t depth) {
    auto out = json::array();
    for (const auto& item : x) out.push_back(read(item, depth + 1));
    return out;
  }

  json read_map(const YAML::Node& x, size_t depth) {
    auto out = json::object();
    for (const auto& item : x) {
      if (!item.first.IsScalar()) throw yaml_problem{item.first.Mark(), "a key is no scalar"};
      const auto& key = item.first.Scalar();
      if (out.contains(key)) throw yaml_problem{item.first.Mark(), "'" + key + "' is there twice"};
      out[key] = read(item.second, depth + 1);
    }
    return out;
  }

  size_t values_ = 0;
};

tl::unexpected<failure> at_line(const YAML::Mark& mark, const std::string& what) {
  return fail(error_code::invalid,
              "YAML, line " + std::to_string(mark.line + 1) + ": " + what + ".");
}

}  // namespace

result<json> read_yaml(const std::string& text) {
  try {
    return yaml_reader{}.read(YAML::Load(text), 0);
  } catch (const yaml_problem& e) {
    return at_line(e.mark, e.what);
  } catch (const YAML::Exception& e) {
    return at_line(e.mark, e.msg);
  }
}

}  // namespace ironbus::inspection
