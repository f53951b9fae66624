#include "messages/base/yaml.hpp"

namespace ironbus {

namespace {

constexpr size_t yaml_bytes_max = 8 * 1024 * 1024;
constexpr size_t yaml_depth_max = 25;
constexpr size_t yaml_values_max = 100'000;

yaml_problem problem_at(const YAML::Mark& mark, std::string what) {
  return {mark.line + 1, std::move(what)};
}

/// Throws a yaml_problem, which is caught in this file.
class yaml_walker {
public:
  explicit yaml_walker(yaml_scalar_reader read_scalar) : read_scalar_(read_scalar) {}

  json read(const YAML::Node& yaml, size_t depth) {
    if (depth > yaml_depth_max) throw problem_at(yaml.Mark(), "it is nested too deeply");
    if (++values_ > yaml_values_max) throw problem_at(yaml.Mark(), "it has too many values");
    if (yaml.IsScalar()) return read_scalar_(yaml.Scalar(), yaml.Tag() == "!");
    if (yaml.IsSequence()) return read_list(yaml, depth);
    if (yaml.IsMap()) return read_map(yaml, depth);
    return nullptr;
  }

private:
  json read_list(const YAML::Node& yaml, size_t depth) {
    auto out = json::array();
    for (const auto& item : yaml) out.push_back(read(item, depth + 1));
    return out;
  }

  json read_map(const YAML::Node& yaml, size_t depth) {
    auto out = json::object();
    for (const auto& item : yaml) {
      const auto& key = item.first;
      if (!key.IsScalar()) throw problem_at(key.Mark(), "a key is not a scalar");
      if (out.contains(key.Scalar()))
        throw problem_at(key.Mark(), "'" + key.Scalar() + "' occurs twice");
      out[key.Scalar()] = read(item.second, depth + 1);
    }
    return out;
  }

  yaml_scalar_reader read_scalar_;
  size_t values_ = 0;
};

}  // namespace

tl::expected<YAML::Node, yaml_problem> load_yaml(const std::string& text) {
  if (text.size() > yaml_bytes_max)
    return tl::unexpected(yaml_problem{1, "it is longer than 8 MiB"});
  try {
    return YAML::Load(text);
  } catch (const YAML::Exception& error) {
    return tl::unexpected(problem_at(error.mark, error.msg));
  }
}

tl::expected<json, yaml_problem> read_yaml_value(const YAML::Node& yaml,
                                                 yaml_scalar_reader read_scalar) {
  try {
    return yaml_walker{read_scalar}.read(yaml, 0);
  } catch (yaml_problem& problem) {
    return tl::unexpected(std::move(problem));
  }
}

}  // namespace ironbus
