#include "drivers/ramdisk/deploy/download.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"
#include "drivers/ramdisk/base/log.hpp"
#include "drivers/ramdisk/base/text.hpp"
#include "drivers/ramdisk/deploy/digest.hpp"

#include <algorithm>
#include <optional>
#include <thread>

namespace ironbus::ramdisk {

namespace {

constexpr int redirects_max = 5;
constexpr std::size_t checksum_file_max = 4 << 20;

std::string header(const web_answer& answer, const char* name) {
  const auto found = answer.headers.find(name);
  return found == answer.headers.end() ? std::string{} : found->second;
}

/// "bytes 100-199/200": first byte and total size.
std::optional<std::pair<std::uint64_t, std::optional<std::uint64_t>>> range_of(
    const web_answer& answer) {
  const auto text = header(answer, "content-range");
  const auto dash = text.find('-');
  const auto slash = text.find('/');
  if (text.rfind("bytes ", 0) != 0 || dash == std::string::npos || slash == std::string::npos)
    return std::nullopt;
  const auto begin = number(trimmed(std::string_view{text}.substr(6, dash - 6)));
  if (!begin) return std::nullopt;
  return std::pair{*begin, number(trimmed(std::string_view{text}.substr(slash + 1)))};
}

bool is_redirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

/// Whether a retry would return the same status.
bool is_final(int status) {
  return status >= 400 && status < 500 && status != 408 && status != 429;
}

void pause(const download_rules& rules) {
  if (rules.wait) return rules.wait(rules.pause);
  std::this_thread::sleep_for(rules.pause);
}

std::string tried(const download_rules& rules) {
  return " (tried " + std::to_string(rules.failures_max) + " times)";
}

/// Downloads one image from one URL with as many connections as necessary.
class image_transfer {
public:
  image_transfer(const image_info& image, const std::string& url, const download_rules& rules,
                 const image_sink& sink, digest& sum)
      : image_{image}, rules_{rules}, sink_{sink}, sum_{sum} {
    const auto parsed = parse_web_address(url);
    if (!parsed) fail("'" + url + "' is not an http or https URL");
    address_ = *parsed;
  }

  std::uint64_t run() {
    int failures = 0;
    while (!done_) {
      const auto before = place_;
      try {
        connect();
      } catch (const web_failure& failed) {
        failures = place_ > before ? 1 : failures + 1;
        log_line("image at " + std::to_string(place_) + ": " + failed.what());
        if (failures >= rules_.failures_max) fail(failed.what() + tried(rules_));
        pause(rules_);
      }
    }
    return place_;
  }

private:
  [[noreturn]] void fail(const std::string& why) const {
    throw image_download_failed(image_.id, why);
  }

  void connect() {
    web_request request;
    request.address = address_;
    if (!image_.authorization.empty()) request.headers["Authorization"] = image_.authorization;
    if (place_ > 0 && !mark_.empty()) {
      request.headers["Range"] = "bytes=" + std::to_string(place_) + "-";
      request.headers["If-Range"] = mark_;
    }
    const auto answer = stream(
        request, rules_.web, [this](const web_answer& head) { return take_head(head); },
        [this](const char* bytes, std::size_t size) { take(bytes, size); });
    if (is_redirect(answer.status)) return follow(answer);
    if (answer.status != 200 && answer.status != 206) return refuse(answer);
    if (size_ && place_ != *size_)
      throw web_failure{"the server closed the connection after " + std::to_string(place_) +
                        " of " + std::to_string(*size_) + " bytes"};
    done_ = true;
  }

  void follow(const web_answer& answer) {
    const auto next = redirected(address_, header(answer, "location"));
    if (!next || ++redirects_ > redirects_max)
      fail("cannot follow a redirect of " + address_.text());
    address_ = *next;
  }

  void refuse(const web_answer& answer) const {
    const auto why = "Received status code " + std::to_string(answer.status) + " from " +
                     address_.text() + ", expected 200.";
    if (is_final(answer.status)) fail(why);
    throw web_failure{why};
  }

  bool take_head(const web_answer& head) {
    if (head.status == 206) {
      const auto range = range_of(head);
      if (!range || range->first != place_)
        fail("the server answered a request from byte " + std::to_string(place_) +
             " with the range '" + header(head, "content-range") + "'");
      if (range->second && size_ && *range->second != *size_)
        fail("the image changed its size during the download");
      return true;
    }
    if (head.status != 200) return false;
    begin_anew(head);
    return true;
  }

  void begin_anew(const web_answer& head) {
    if (place_ > 0) log_line("restarting the download: the server cannot resume it");
    place_ = 0;
    sum_.restart();
    size_ = number(header(head, "content-length"));
    if (size_ && *size_ > sink_.size_max) too_large(*size_);
    const auto tag = header(head, "etag");
    const bool ranges = lower(header(head, "accept-ranges")) == "bytes";
    mark_ = !ranges                                   ? ""
            : !tag.empty() && tag.rfind("W/", 0) != 0 ? tag
                                                      : header(head, "last-modified");
  }

  [[noreturn]] void too_large(std::uint64_t size) const {
    fail("the image has " + std::to_string(size) + " bytes or more, but the available space is " +
         std::to_string(sink_.size_max));
  }

  void take(const char* bytes, std::size_t size) {
    if (place_ + size > sink_.size_max) too_large(place_ + size);
    sum_.add(bytes, size);
    sink_.write(place_, bytes, size);
    place_ += size;
  }

  const image_info& image_;
  const download_rules& rules_;
  const image_sink& sink_;
  digest& sum_;
  web_address address_;
  std::uint64_t place_ = 0;
  std::optional<std::uint64_t> size_;
  std::string mark_;  // value of If-Range; empty: it cannot be resumed
  int redirects_ = 0;
  bool done_ = false;
};

/// One try. Throws web_failure if another try may help.
std::string document_at(const std::string& url, const std::string& authorization,
                        const web_rules& rules, std::size_t size_max) {
  auto address = parse_web_address(url);
  for (int hop = 0; address && hop <= redirects_max; ++hop) {
    web_request request;
    request.address = *address;
    if (!authorization.empty()) request.headers["Authorization"] = authorization;
    const auto answer = exchange(request, rules, size_max);
    if (answer.status == 200) return answer.body;
    if (!is_redirect(answer.status)) {
      const auto why = "Received status code " + std::to_string(answer.status) + ", expected 200.";
      if (is_final(answer.status)) throw image_download_failed(address->text(), why);
      throw web_failure{why};
    }
    address = redirected(*address, header(answer, "location"));
  }
  throw image_download_failed(url, "it is not an http or https URL, or has too many redirects");
}

struct expected_sum {
  std::string algorithm;
  std::string value;
};

std::string fetched(const image_info& image, const std::string& value,
                    const download_rules& rules) {
  if (!is_web_url(value)) return lower(value);
  const auto address = parse_web_address(image.urls.front());
  const auto path =
      address ? address->target.substr(0, address->target.find('?')) : image.urls.front();
  const auto name = path.substr(path.rfind('/') + 1);
  auto out = checksum_in(download_text(value, image.authorization, rules, checksum_file_max), name);
  if (out.empty())
    throw image_download_failed(value, "Checksum file does not contain name " + name);
  return out;
}

expected_sum expected_of(const image_info& image, const download_rules& rules, bool md5_allowed) {
  expected_sum out;
  out.algorithm = image.hash_algorithm;
  out.value =
      fetched(image, image.hash_algorithm.empty() ? image.checksum : image.hash_value, rules);
  if (out.algorithm.empty()) out.algorithm = algorithm_of_length(out.value.size());
  if (out.algorithm.empty() || (lower(out.algorithm) == "md5" && !md5_allowed))
    throw command_failure{"RESTError", 500, "An error occurred",
                          "Unable to proceed with image " + image.id +
                              " as the checksum indicator has been used but the "
                              "algorithm could not be identified, or is md5, which is not allowed"};
  return out;
}

}  // namespace

std::uint64_t download_image(const image_info& image, const download_rules& rules,
                             const image_sink& sink, bool md5_allowed) {
  const auto expected = expected_of(image, rules, md5_allowed);
  digest sum{expected.algorithm};
  std::string why;
  for (const auto& url : image.urls) {
    std::uint64_t size = 0;
    try {
      size = image_transfer{image, url, rules, sink, sum}.run();
    } catch (const command_failure& failed) {
      if (failed.type != "ImageDownloadError" || &url == &image.urls.back()) throw;
      log_line(failed.details);
      continue;
    }
    if (const auto found = sum.finish(); found != expected.value)
      throw command_failure{
          "ImageChecksumError", 500, "Error verifying image checksum",
          "Image failed to verify against checksum. location: " + url.substr(0, url.find('?')) +
              "; image ID: " + image.id + "; image checksum: " + expected.value +
              "; verification checksum: " + found};
    return size;
  }
  throw image_download_failed(image.id, "it has no URL");
}

std::string image_beginning(const image_info& image, const download_rules& rules, std::size_t size,
                            bool md5_allowed) {
  struct beginning_complete : std::exception {};  // ends the download
  std::string out;
  image_sink sink;
  sink.size_max = UINT64_MAX;
  sink.write = [&](std::uint64_t place, const char* bytes, std::size_t count) {
    if (place == 0) out.clear();
    out.append(bytes, std::min(count, size - out.size()));
    if (out.size() == size) throw beginning_complete{};
  };
  try {
    download_image(image, rules, sink, md5_allowed);
  } catch (const beginning_complete&) {
    // An exception is the only way to end a download early.
  }
  return out;
}

std::string download_text(const std::string& url, const std::string& authorization,
                          const download_rules& rules, std::size_t size_max) {
  for (int failures = 1;; ++failures) try {
      return document_at(url, authorization, rules.web, size_max);
    } catch (const web_failure& failed) {
      log_line(url.substr(0, url.find('?')) + ": " + failed.what());
      if (failures >= rules.failures_max)
        throw image_download_failed(url, failed.what() + tried(rules));
      pause(rules);
    }
}

}  // namespace ironbus::ramdisk
