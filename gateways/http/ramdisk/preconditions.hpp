#pragma once

#include "gateways/http/transport/message.hpp"
#include "messages/platform/file_stamp.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace ironbus::http {

/// The validators of a file, which clients use in conditional requests (RFC 9110, section 8.8).
struct validators {
  /// A strong tag: equal tags mean equal bytes. Quoted, as sent. Other hosts have other tags for
  /// the same bytes, so a client that continues on another host gets the whole file.
  std::string etag;
  std::chrono::sys_seconds changed;
  /// Whether the second of the last change is over. Before, the file may change again in it, and
  /// its date could not distinguish the versions. So the date is sent only when settled, and is
  /// then strong, too (section 8.8.2.2).
  bool settled = false;

  /// Last-Modified.
  std::optional<std::chrono::sys_seconds> modified() const {
    return settled ? std::optional{changed} : std::nullopt;
  }
};

validators validators_of(const file_stamp& stamp, std::chrono::sys_seconds now);

enum class verdict : uint8_t {
  proceed,
  not_modified,  ///< 304
  failed         ///< 412
};

/// Evaluates If-Match, If-Unmodified-Since, If-None-Match and If-Modified-Since of a GET or HEAD in
/// the order of section 13.2.2. An invalid tag matches nothing, and an invalid date is ignored.
verdict judge(const request& asked, const validators& current, std::chrono::sys_seconds now);

/// Whether Range applies: there is no If-Range, or it has this version's strong tag or exact date
/// (section 13.1.5).
bool range_counts(const request& asked, const validators& current, std::chrono::sys_seconds now);

}  // namespace ironbus::http
