#pragma once

#include "gateways/http/transport/message.hpp"
#include "messages/platform/file_stamp.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace ironbus::http {

/// What a client can ask by whether the file it knows is still the one there is (RFC 9110, section
/// 8.8).
struct validators {
  /// Strong: equal tags are equal bytes. Quoted, as it is sent. Other hosts have other tags for
  /// the same bytes, so who goes on elsewhere gets all again.
  std::string etag;
  std::chrono::sys_seconds changed;
  /// Whether that second is over. Before, there may be another change in it, so that its date
  /// would not tell two versions apart: it is not said then, and what is said is strong, too
  /// (section 8.8.2.2).
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

/// Judges If-Match, If-Unmodified-Since, If-None-Match and If-Modified-Since of a GET or HEAD, in
/// the order of section 13.2.2. What is no tag matches none, and what is no date is passed over.
verdict judge(const request& asked, const validators& current, std::chrono::sys_seconds now);

/// Whether Range counts: there is no If-Range, or it names this version of the file, by its strong
/// tag or its very date (section 13.1.5).
bool range_counts(const request& asked, const validators& current, std::chrono::sys_seconds now);

}  // namespace ironbus::http
