#include "drivers/image/download_answer.hpp"

#include "drivers/kit/http/content_range.hpp"
#include "messages/base/text.hpp"

namespace ironbus {

namespace {

/// The version to use in a later range request: a strong ETag, else a date.
std::string validator_in(const http_response& head) {
  constexpr size_t validator_bytes_max = 256;
  for (const char* name : {"ETag", "Last-Modified"}) {
    const auto text = head.header(name);
    if (!text.empty() && text.size() <= validator_bytes_max && !text.starts_with("W/"))
      return std::string{text};
  }
  return {};
}

std::string size_text(uint64_t bytes) { return std::to_string(bytes) + " bytes"; }

}  // namespace

http_headers headers_for_rest(const part_file& file) {
  if (file.bytes() == 0 || file.validator().empty()) return {};
  return {{"Range", "bytes=" + std::to_string(file.bytes()) + "-"}, {"If-Range", file.validator()}};
}

std::string answer_taker::refuse(std::string sentence, error_code why, bool is_final) {
  is_final_ = is_final;
  why_ = why;
  return server_ + " " + sentence + ".";
}

/// An error of the local disk, which the server cannot fix.
std::string answer_taker::local_failure(const failure& failed) {
  is_final_ = true;
  why_ = failed.code;
  return failed.message + ".";
}

std::string answer_taker::begin_whole(const http_response& head) {
  const auto size = read_byte_count(head.header("Content-Length"));
  if (size && *size > room_.bytes_max)
    return refuse("has an image of " + size_text(*size) + ", more than the free space of " +
                      size_text(room_.bytes_max),
                  error_code::too_large, true);
  if (size && room_.make) room_.make(*size);
  const auto failed = part_.restart(validator_in(head), size);
  return failed ? local_failure(*failed) : std::string{};
}

std::string answer_taker::begin_rest(const http_response& head) {
  const auto range = read_content_range(head.header("Content-Range"));
  const bool fits = range && range->first == part_.bytes() && part_.bytes() > 0 &&
                    (!range->total || !part_.total() || *range->total == *part_.total());
  if (fits) return {};
  const auto asked = part_.bytes();
  const auto failed = part_.restart({}, {});  // the next attempt requests the whole file
  if (failed) return local_failure(*failed);
  return refuse("sent another range than the requested bytes from " + std::to_string(asked),
                error_code::unavailable, false);
}

std::string answer_taker::begin(const http_response& head) {
  begun_ = true;
  return head.status == 206 ? begin_rest(head) : begin_whole(head);
}

std::string answer_taker::take(const http_response& head, std::string_view part) {
  if (!begun_)
    if (auto wrong = begin(head); !wrong.empty()) return wrong;
  const auto now = part_.bytes() + part.size();
  if (part_.total() && now > *part_.total())
    return refuse("sends more than the announced " + size_text(*part_.total()),
                  error_code::unavailable, false);
  if (now > room_.bytes_max)
    return refuse("sends more than the free space of " + size_text(room_.bytes_max),
                  error_code::too_large, true);
  const auto failed = part_.append(part);
  return failed ? local_failure(*failed) : std::string{};
}

std::string answer_taker::end(unsigned status, const http_headers& headers) {
  if (status == 200 || status == 206) {
    if (!begun_)
      if (auto wrong = begin({status, headers, {}}); !wrong.empty()) return wrong;
    if (!part_.total() || part_.bytes() == *part_.total()) return {};
    return refuse("sent only " + size_text(part_.bytes()) + " of " + size_text(*part_.total()),
                  error_code::unavailable, false);
  }
  if (status == 416 && part_.bytes() > 0) {
    const auto failed = part_.restart({}, {});
    if (failed) return local_failure(*failed);
    return refuse("does not have the requested bytes", error_code::unavailable, false);
  }
  const bool passing = status >= 500 || status == 408 || status == 429;
  const auto why = status == 404 || status == 410 ? error_code::not_found
                   : passing                      ? error_code::unavailable
                                                  : error_code::invalid;
  return refuse(
      "answered with HTTP " + std::to_string(status) +
          (status == 401 || status == 403 ? ": wrong credentials. Check image_pull_secret" : ""),
      why, !passing);
}

web_reader::attempt_end web_reader::try_download(const http_url& where,
                                                 const std::string& authorization, part_file& file,
                                                 const download_room& room) {
  answer_taker answer{file, room, "The image server " + authority_of(where.host, where.port)};
  std::string refused;
  auto headers = headers_for_rest(file);
  if (!authorization.empty()) headers.emplace_back("Authorization", authorization);
  const auto got =
      follow(where, std::move(headers), [&](const http_response& head, std::string_view part) {
        return refused = answer.take(head, part);
      });
  if (!refused.empty()) return {failure{answer.why(), refused}, !answer.is_final()};
  if (!got) {
    const bool passing = got.error().code != error_code::invalid;
    return {got.error(), passing};
  }
  auto wrong = answer.end(got->status, got->headers);
  if (wrong.empty()) return {};
  return {failure{answer.why(), std::move(wrong)}, !answer.is_final()};
}

}  // namespace ironbus
