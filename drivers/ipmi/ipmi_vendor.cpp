#include "drivers/ipmi/ipmi_vendor.hpp"

#include "drivers/kit/driver_info_reader.hpp"
#include "messages/base/text.hpp"

#include <algorithm>

namespace ironbus {

namespace {

constexpr size_t raw_bytes_max = 256;
constexpr size_t raw_answer_shown = 1000;

/// They become arguments of a program, so only bytes are allowed.
std::optional<ipmi_order> raw_command_order(std::string_view text) {
  auto out = single_order({"raw"});
  while (true) {
    text = trim(text);
    if (text.empty()) break;
    const auto word = text.substr(0, text.find(' '));
    if (!read_byte(word) || out.words.size() > raw_bytes_max) return std::nullopt;
    out.words.emplace_back(word);
    text.remove_prefix(word.size());
  }
  // At least a network function and a command.
  return out.words.size() >= 3 ? std::optional{std::move(out)} : std::nullopt;
}

ipmi_order reset_order(bool warm) { return single_order({"bmc", "reset", warm ? "warm" : "cold"}); }

std::optional<bool> warm_of(const json& args) {
  const auto given = args.value("warm", json{});
  if (given.is_null()) return true;
  if (given.is_boolean()) return given.get<bool>();
  return given.is_string() ? boolean_word(given.get<std::string>()) : std::nullopt;
}

}  // namespace

ipmi_outcome send_ipmi_raw(ipmi_context& context, permitted_step request, ipmi_access access) {
  auto order = raw_command_order(member_text(request.what.args, "raw_bytes"));
  if (!order)
    co_return step_refused(
        "'raw_bytes' must be a text of 2 to 256 bytes, separated by blanks. Each byte is 0x00 to "
        "0xff or 0 to 255, such as 0x00 0x01.");
  const auto answer =
      co_await context.tool.run(request.allowed, std::move(access), std::move(*order));
  if (!answer) co_return step_failed(answer.error().message);
  co_return step_done({}, "ipmitool: " + words_of_ipmitool(answer->substr(0, raw_answer_shown)));
}

ipmi_outcome reset_ipmi_bmc(ipmi_context& context, permitted_step request, ipmi_access access) {
  const auto warm = warm_of(request.what.args);
  if (!warm) co_return step_refused("'warm' must be true or false.");
  auto order = reset_order(*warm);
  const auto answer = co_await context.tool.run(request.allowed, std::move(access), order);
  if (!answer) co_return step_failed(answer.error().message);
  co_return step_done({}, "ipmitool: " + order.text());
}

}  // namespace ironbus
