#pragma once

#include "messages/base/codec.hpp"
#include "messages/base/json_text.hpp"
#include "messages/base/time.hpp"
#include "messages/events/event_filter.hpp"
#include "messages/ports/commit.hpp"
#include "messages/wire/letter_order.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

inline constexpr std::string_view webhook_type = "webhook";  ///< Of its record (model/record.hpp).

/// An address that is told of events, as its record says.
struct webhook {
  std::string uuid;
  std::string name;
  std::string url;
  std::string secret;  ///< What its requests are signed with; never shown or logged.
  event_filter wanted;
  std::string since;  ///< The place that it begins after (event_place.hpp).
  bool enabled = true;
  size_t max_batch = 1;  ///< Events in one request at most.
  std::vector<letter_order> orders;
};

/// Reads the attributes of its record, which has been checked.
webhook read_webhook(const json& attributes);

/// The key that a secret stands for: "whsec_" and base64, or base64 alone, of 24 to 64 bytes.
/// Unset: it is none.
std::optional<std::string> read_webhook_secret(std::string_view text);

/// How far a webhook has come. One record in the store ("webhook_delivery", the webhook's UUID),
/// which the conductor that delivers for it writes; its rows are the dead letters.
struct webhook_delivery {
  static constexpr int schema = 1;

  std::string owner;      ///< "<conductor>/<its start>"; empty: nobody delivers.
  std::string since;      ///< What the webhook's `since` was when it began.
  std::string log;        ///< The log of events,
  uint64_t position = 0;  ///< up to where all that is wanted was delivered or is a dead letter,
  uint64_t complete_after = 0;  ///< and up to where the receiver knows that events are missing.
  uint64_t delivered = 0;       ///< Events, repetitions not counted.
  uint64_t gaps = 0;
  uint64_t attempts = 0;  ///< So far, of what comes next.
  std::optional<timestamp> next_attempt_at;
  std::optional<timestamp> last_attempt_at;
  std::optional<timestamp> last_success_at;
  std::optional<timestamp> last_error_at;
  std::string last_error;
  uint64_t dead_letters = 0;
  uint64_t orders_done = 0;  ///< Number of the last one.
};

/// An event that its receiver did not take: a row of webhook_delivery.
struct undelivered_event {
  std::string id;
  std::string webhook_uuid;
  std::string log;
  uint64_t position = 0;
  std::string event_id;
  std::string type;
  std::string subject;
  uint64_t attempts = 0;
  std::optional<timestamp> given_up_at;
  std::string last_error;
  json_text event;  ///< As it was sent.
};

/// The conductor in webhook_delivery::owner.
std::string_view name_in_owner(std::string_view owner);

member_codecs<webhook_delivery> members_of(const webhook_delivery*);
member_codecs<undelivered_event> members_of(const undelivered_event*);

inline constexpr std::string_view webhook_delivery_aggregate = "webhook_delivery";
inline constexpr std::string_view webhook_delivery_collection = "webhook_deliveries";
inline constexpr std::string_view dead_letter_collection = "webhook_dead_letters";
/// Columns of a dead letter's row: the UUID of its webhook, and its own id.
inline constexpr std::string_view dead_letter_webhook_column = "webhook_uuid";
inline constexpr std::string_view dead_letter_id_column = "id";

/// The commit that makes what a delivery has come to true; the version is that of before.
commit make_delivery_commit(const std::string& uuid, const webhook_delivery& delivery,
                            uint64_t version);
row row_of(const undelivered_event& letter);

}  // namespace ironbus
