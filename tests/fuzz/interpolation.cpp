// The text of a rule with placeholders: rejected with a position, or rendered. Secrets stay masked,
// and a single placeholder returns the value of the document.
#include "actors/inspection/values/value_template.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <cstdlib>

namespace {

ironbus::inspection::documents fuzz_documents() {
  ironbus::inspection::documents out;
  out.node = {{"name", "n"}, {"driver_info", {{"ipmi_password", "SECRET"}}}};
  out.inventory = ironbus::json::parse(
      R"({"cpu": {"count": 4, "half": 0.5, "neg": -7, "big": 18446744073709551615},
          "list": ["a", null, true, {"password": "SECRET"}], "text": "{node.name} é"})");
  out.plugin_data = {{"auth_token", "SECRET"}, {"x", {{"bmc_password", {{"y", "SECRET"}}}}}};
  return out;
}

}  // namespace

static void feed_interpolation(std::string_view input) {
  using namespace ironbus;
  using namespace ironbus::inspection;
  static const auto docs = fuzz_documents();
  const std::string text{input};
  if (text.find("SECRET") != std::string::npos) return;
  const view sees{docs, true};
  const json item = {{"k", "v"}};
  budget left{{}};
  std::vector<std::string> unresolved;
  const auto compiled = value_template::compile(text);
  if (!compiled) {
    if (compiled.error().message.find(" at character ") == std::string::npos) std::abort();
    return;
  }
  for (const auto& seen : {sees, sees.with_item(item)}) {
    const auto out = compiled->render({seen, left, unresolved});
    if (to_text(out.value).find("SECRET") != std::string::npos) std::abort();
    if (out.missing && out.value != text) std::abort();
  }
  value_template::compile(json{{text, {text, 1}}}).value().render({sees, left, unresolved});
}

static const ironbus::fuzz_target interpolation_target{"interpolation", feed_interpolation};
