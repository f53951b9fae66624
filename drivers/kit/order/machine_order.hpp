#pragma once

#include "drivers/kit/order/answer_kind.hpp"
#include "messages/base/host_source.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace ironbus {

/// The answer to an order.
struct order_answer {
  answer_kind kind = answer_kind::accepted;
  std::string words{};  ///< Of a failure: the sentence for the operator with the BMC's own words.
};

/// What a reading of the machine shows.
enum class machine_sight : uint8_t {
  wanted,    ///< The wanted state.
  other,     ///< Another state, and no change is running.
  changing,  ///< A change is running.
  nothing,   ///< The reading failed. The next one may not.
  denied,  ///< The BMC rejected the credentials. Few readings follow, so that it locks no account.
  failed,  ///< The machine reports that the order has failed, such as a task that ended so.
  closed,  ///< No further reading is possible: this worker has lost its permit.
  count_
};

struct order_sight {
  machine_sight shows = machine_sight::nothing;
  std::string state{};  ///< The state in words, such as "power off"; empty: none was shown.
  std::string words{};  ///< Of a failed reading or order: the sentence for the operator.
};

using order_sender = std::function<boost::asio::awaitable<order_answer>()>;
using order_reader = std::function<boost::asio::awaitable<order_sight>()>;

/// An order to a machine. The functions are called on the coroutine's executor, one at a time, and
/// may be called again after each result.
struct machine_order {
  order_sender send;
  order_reader look;
  /// Sending it twice is harmless, because it names the wanted state.
  bool repeatable = false;
  /// A reading just before showed another state.
  bool seen_other = false;
  /// The machine has the wanted state before and after, as with a restart. If the answer is no
  /// success, then only a visible change proves that it was executed.
  bool returns = false;
  /// Time until the order has an effect. Earlier readings do not count.
  std::chrono::milliseconds effect_after{};
};

/// The pace of sending and reading.
struct order_pace {
  using milliseconds = std::chrono::milliseconds;

  milliseconds limit{60'000};        ///< From the last sending until the end is unknown.
  milliseconds first{1'000};         ///< Pause between readings; grows.
  milliseconds longest{10'000};      ///< Longest pause between readings.
  milliseconds again_after{10'000};  ///< Pause before the order is sent again.
  unsigned again_max = 6;            ///< Number of repetitions.
  /// Empty: the process's clock and timer.
  std::function<steady_clock::time_point()> now{};
  std::function<boost::asio::awaitable<void>(milliseconds)> pause{};
};

enum class order_result : uint8_t {
  done,     ///< The machine shows the wanted state.
  refused,  ///< The order was not executed, or the machine reports its failure.
  unknown,  ///< It may have been executed, but the machine did not show the end in time.
  count_
};

/// What was seen.
struct order_end {
  order_result result = order_result::unknown;
  std::string state{};  ///< The last state that the machine showed; empty: none.
  answer_kind answer = answer_kind::not_sent;  ///< The last one.
  std::string refusal{};  ///< The last answer that was no success, with the BMC's own words.
  std::string unread{};   ///< Why the last reading failed; empty: it did not.
  unsigned sent = 0;      ///< How often the order was sent.
  std::chrono::milliseconds took{};
};

/// The sentences for the operator on an order that is not done. `machine` is "The machine of the
/// BMC at 192.0.2.1", `wanted` the state in words.
std::string text_of(const order_end& end, const std::string& machine, const std::string& wanted);

}  // namespace ironbus
