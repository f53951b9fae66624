// Output of BMCs: the text of ipmitool and ipmipower, and error bodies of Redfish. The result is
// limited in size, consists of printable characters, and can be written as JSON.
#include "drivers/ipmi/ipmi_fault.hpp"
#include "drivers/ipmi/ipmipower_text.hpp"
#include "drivers/ipmi/sensor_text.hpp"
#include "drivers/redfish/client/redfish_fault.hpp"
#include "tests/fuzz/bent_text.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>

namespace {

using namespace ironbus;

/// Limit of one message of a BMC.
constexpr size_t words_max = 4096;

bool is_printable(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](unsigned char letter) { return letter >= ' ' && letter != 0x7f; });
}

void read_ipmi(const std::string& text) {
  demand(parse_json(to_text(read_sensors(text))).has_value());
  for (const auto& [host, answer] : read_ipmipower(text)) {
    const auto meaning = meaning_of(answer);
    demand(!meaning.state || meaning.why.empty());
  }
  const auto words = words_of_ipmitool(text);
  demand(words.size() <= words_max && is_printable(words));
  demand(classify_ipmi_text(text, {}) < ipmi_fault::count_);
}

void read_refusal(std::string body, unsigned status) {
  http_response answer;
  answer.status = status;
  answer.body = std::move(body);
  const auto error = error_of(answer, "GET /redfish/v1/", "192.0.2.1");
  demand(error.words.size() <= words_max && is_printable(error.words));
  demand(error.fault < redfish_fault::count_ && is_printable(error.message));
  demand(parse_json(to_text(json(error.message))).has_value());
}

json some_refusal() {
  return {{"error",
           {{"code", "Base.1.8.GeneralError"},
            {"message", "See @Message.ExtendedInfo"},
            {"@Message.ExtendedInfo",
             {{{"MessageId", "IDRAC.2.8.SYS518"},
               {"Message", "The iDRAC is busy."},
               {"Severity", "Critical"},
               {"RelatedProperties", {"#/Boot"}}}}}}}};
}

}  // namespace

static void feed_bmc(std::string_view input) {
  draw choices{input};
  switch (choices.byte() % 3) {
    case 0: return read_ipmi(std::string{choices.rest()});
    case 1: return read_refusal(bent_text(some_refusal(), choices), 400U + choices.byte());
    default: read_refusal(std::string{choices.rest()}, 503);
  }
}

static const ironbus::fuzz_target bmc_target{"bmc", feed_bmc};
