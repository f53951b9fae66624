#include "gateways/http/ramdisk/file_answer.hpp"

#include "gateways/http/api/error.hpp"
#include "gateways/http/ramdisk/byte_range.hpp"
#include "gateways/http/ramdisk/http_date.hpp"
#include "gateways/http/ramdisk/preconditions.hpp"

namespace ironbus::http {

namespace chr = std::chrono;

namespace {

/// Headers of all answers about the file. Caches must revalidate, because a boot script may change
/// within a minute.
header_list file_headers(const validators& current, chr::sys_seconds now) {
  header_list out{{"Date", http_date(now)},
                  {"Accept-Ranges", "bytes"},
                  {"Cache-Control", "no-cache"},
                  {"ETag", current.etag}};
  if (const auto date = current.modified()) out.emplace_back("Last-Modified", http_date(*date));
  return out;
}

/// HEAD ignores ranges: it is answered as a GET without them (RFC 9110, section 14.2).
byte_range range_of(const request& asked, const validators& current, uint64_t size,
                    chr::sys_seconds now) {
  const auto lines = header_lines(asked.headers, "Range");
  if (asked.method != "GET" || lines.size() != 1 || !range_counts(asked, current, now)) return {};
  return parse_range(lines[0], size);
}

response refuse_file(unsigned status, const std::string& text, const std::string& range = {}) {
  auto out = error_response(status, text);
  if (!range.empty()) out.headers.emplace_back("Content-Range", range);
  return out;
}

response without_body(unsigned status) {
  response out;
  out.status = status;
  return out;
}

response with_body(const composed_file& file, const byte_range& range) {
  response out;
  const auto size = file.size_bytes();
  out.content_type = "application/octet-stream";
  if (range.what == byte_range::kind::whole) {
    out.file = file_part{file.spans(0, size), size};
    return out;
  }
  out.status = 206;
  out.headers.emplace_back("Content-Range", "bytes " + std::to_string(range.first) + "-" +
                                                std::to_string(range.first + range.bytes - 1) +
                                                "/" + std::to_string(size));
  out.file = file_part{file.spans(range.first, range.bytes), range.bytes, range.bytes == size};
  return out;
}

response answer_unless_known(const request& asked, const composed_file& file,
                             const validators& current, chr::sys_seconds now) {
  const auto size = file.size_bytes();
  switch (judge(asked, current, now)) {
    case verdict::failed:
      return refuse_file(412, "The file does not match the request's precondition.");
    case verdict::not_modified: return without_body(304);
    case verdict::proceed: break;
  }
  const auto range = range_of(asked, current, size, now);
  if (range.what == byte_range::kind::none)
    return refuse_file(416, "The file has " + std::to_string(size) + " bytes.",
                       "bytes */" + std::to_string(size));
  return with_body(file, range);
}

}  // namespace

response file_answer(const request& asked, const composed_file& file, timestamp now) {
  const auto second = chr::floor<chr::seconds>(now);
  const auto current = validators_of(file.stamp(), second);
  auto out = answer_unless_known(asked, file, current, second);
  if (out.status >= 400) return out;  // The body is an error text, not the file.
  for (auto& header : file_headers(current, second)) out.headers.push_back(std::move(header));
  return out;
}

}  // namespace ironbus::http
