#pragma once

#include <cstdint>
#include <string_view>

namespace ironbus {

/// What the answer to an order says. No answer proves that the machine did it: see execute_order().
enum class answer_kind : uint8_t {
  accepted,     ///< A success.
  in_progress,  ///< The machine has started, such as 202.
  already_so,   ///< A conflict with the present state: it is the wanted one, or was just left.
  transient,    ///< Not now. It was not executed.
  refused,      ///< Final. It was not executed.
  unknown,      ///< It may have been executed.
  not_sent,     ///< It did not leave this service.
  count_
};

struct answer_kind_info {
  answer_kind kind;
  bool accepted;    ///< The machine agreed.
  bool executed;    ///< The machine may have executed it.
  bool sent_again;  ///< It may be sent again, if the machine still shows another state.
  bool at_once;     ///< The machine may show the end at once: no pause before the first look.
};

const answer_kind_info& info(answer_kind x);

/// Kind of an HTTP answer with that status and the BMC's message with its MessageIds. A known
/// message counts before the status.
answer_kind kind_of_http(unsigned status, std::string_view words);

/// Kind of a failed IPMI command, by ipmitool's message; `otherwise` if it is not known.
answer_kind kind_of_ipmi(std::string_view words, answer_kind otherwise);

}  // namespace ironbus
