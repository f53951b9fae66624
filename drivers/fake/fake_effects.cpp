#include "drivers/fake/fake_effects.hpp"

#include <array>

namespace ironbus {

namespace {

/// The methods of the vendor interface compare a word.
step_outcome compare_word(const step_request& request) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 3> words{{
      {"second_method", "kazoo"},
      {"third_method_sync", "meow"},
      {"fourth_method_shared_lock", "woof"},
  }};
  for (const auto& [method, word] : words)
    if (request.what.name == method) return fake_answer(fake_text_argument(request, "bar") == word);
  return step_done();
}

step_outcome trigger_servicewait(const step_request&) { return step_waiting_for_agent(); }

constexpr std::array vendor_effects{
    fake_effect_row{"vendor", "second_method", &compare_word},
    fake_effect_row{"vendor", "third_method_sync", &compare_word},
    fake_effect_row{"vendor", "fourth_method_shared_lock", &compare_word},
    fake_effect_row{"vendor", "trigger_servicewait", &trigger_servicewait},
};

}  // namespace

json fake_argument(const step_request& x, const char* name) {
  const auto found = x.what.args.find(name);
  return found == x.what.args.end() ? json{} : *found;
}

std::string fake_text_argument(const step_request& x, const char* name) {
  const auto value = fake_argument(x, name);
  return value.is_string() ? value.get<std::string>() : std::string{};
}

step_outcome fake_answer(json answer) {
  auto out = step_done();
  out.answer = std::move(answer);
  return out;
}

step_outcome fake_effect(const step_request& request) {
  for (const auto rows : {std::span<const fake_effect_row>{vendor_effects}, fake_power_effects(),
                          fake_bmc_effects(), fake_component_effects(), fake_network_effects()})
    for (const auto& row : rows)
      if (row.interface == request.what.interface && row.step == request.what.name)
        return row.apply(request);
  return step_done();
}

}  // namespace ironbus
