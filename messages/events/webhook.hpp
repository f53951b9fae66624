#pragma once

#include "messages/base/codec.hpp"
#include "messages/base/json_text.hpp"
#include "messages/base/time.hpp"
#include "messages/events/event_filter.hpp"
#include "messages/ports/commit.hpp"
#include "messages/wire/dead_letter_order.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// The type of its record (model/record.hpp).
inline constexpr std::string_view webhook_type = "webhook";

/// A receiver of events, as its record describes it.
struct webhook {
  std::string uuid;
  std::string name;
  std::string url;
  std::string secret;  ///< Signs its requests; never shown or logged.
  event_filter wanted;
  std::string since;  ///< Delivery starts after this position (event_position.hpp).
  bool enabled = true;
  size_t max_batch = 1;  ///< Maximum number of events in one request.
  std::vector<dead_letter_order> orders;
};

/// Reads the attributes of its record, which were checked before.
webhook read_webhook(const json& attributes);

/// The key in a secret: "whsec_" and base64, or base64 alone, of 24 to 64 bytes. Unset: invalid.
std::optional<std::string> read_webhook_secret(std::string_view text);

/// The delivery state of a webhook. One record in the store ("webhook_delivery", the webhook's
/// UUID); the conductor that delivers writes it. Its rows are the dead letters.
struct webhook_delivery {
  static constexpr int schema = 1;

  std::string owner;  ///< "<conductor>/<its start>"; empty: no conductor delivers.
  std::string since;  ///< The webhook's `since` when delivery started.
  std::string log;    ///< The event log,
  /// the position up to which all selected events were delivered or became dead letters,
  uint64_t position = 0;
  /// and the position up to which the receiver knows about missing events.
  uint64_t complete_after = 0;
  uint64_t delivered = 0;  ///< Number of events, without repetitions.
  uint64_t gaps = 0;
  uint64_t attempts = 0;  ///< Attempts for the next event so far.
  std::optional<timestamp> next_attempt_at;
  std::optional<timestamp> last_attempt_at;
  std::optional<timestamp> last_success_at;
  std::optional<timestamp> last_error_at;
  std::string last_error;
  uint64_t dead_letters = 0;
  uint64_t orders_done = 0;  ///< Number of the last order carried out.
};

/// An event that the receiver did not accept: a row of webhook_delivery.
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

/// The conductor's name in webhook_delivery::owner.
std::string_view name_in_owner(std::string_view owner);

member_codecs<webhook_delivery> members_of(const webhook_delivery*);
member_codecs<undelivered_event> members_of(const undelivered_event*);

inline constexpr std::string_view webhook_delivery_aggregate = "webhook_delivery";
inline constexpr std::string_view webhook_delivery_collection = "webhook_deliveries";
inline constexpr std::string_view dead_letter_collection = "webhook_dead_letters";
/// Columns of a dead letter's row: the UUID of its webhook, and its own id.
inline constexpr std::string_view dead_letter_webhook_column = "webhook_uuid";
inline constexpr std::string_view dead_letter_id_column = "id";

/// The commit that stores the state of a delivery; `version` is the current version.
commit make_delivery_commit(const std::string& uuid, const webhook_delivery& delivery,
                            uint64_t version);
row row_of(const undelivered_event& letter);

}  // namespace ironbus
