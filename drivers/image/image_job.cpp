#include "drivers/image/image_job.hpp"

#include "drivers/image/checksum_file.hpp"
#include "drivers/image/credentials.hpp"
#include "drivers/image/image_format.hpp"
#include "drivers/image/raw_image.hpp"
#include "drivers/image/web_reader.hpp"
#include "messages/crypto/digest.hpp"
#include "messages/platform/log.hpp"

#include <algorithm>

namespace ironbus {

namespace {

/// Source and checksum of an image.
struct image_place {
  http_url url;
  std::string authorization;
  std::optional<image_sum> sum;  ///< Unset: any content.
};

std::string text_of(const std::optional<image_sum>& sum) {
  return sum ? sum->algorithm + ":" + sum->digits : std::string{};
}

std::string key_of(const image_request& wish, const std::optional<image_sum>& sum, bool raw) {
  return sha256_of(wish.source + "\n" + text_of(sum) + "\n" + sha256_of(wish.secret) +
                   (wish.boots ? "\nboots"
                    : raw      ? "\nraw"
                               : ""));
}

result<std::string> authorization_for(const image_request& wish, const image_options& options,
                                      const std::string& host, uint16_t port) {
  if (!wish.secret.empty()) return authorization_of_secret(wish.secret);
  return authorization_of_host(options.authentication_config, host, port);
}

/// How long a server's confirmation of a version is valid.
constexpr int64_t believed_seconds = 60;

int64_t seconds_now() {
  return std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
}

tl::unexpected<failure> unfit_source(const image_request& wish, const std::string& why) {
  const auto what = wish.boots ? "The URL" : "instance_info.image_source";
  return fail(error_code::invalid, std::string{what} + " cannot be used: " + why + ".");
}

/// How to verify the server of an image.
const std::string& verify_ca_for(const std::string& source, const image_options& options) {
  const bool by_registry = is_oci_url(source) && !options.registry_verify_ca.empty();
  return by_registry ? options.registry_verify_ca : options.verify_ca;
}

/// Fetches one image, with limited resources.
class image_job {
public:
  image_job(const image_request& wish, const image_options& options, const permit& allowed,
            const std::atomic<bool>& stopping)
      : wish_{wish},
        options_{options},
        allowed_{allowed},
        stopping_{stopping},
        web_{options, verify_ca_for(wish.source, options), allowed, stopping} {}

  result<oci_image> locate_in_registry() {
    const auto reference = parse_oci_reference(wish_.source);
    if (!reference) return unfit_source(wish_, reference.error().message);
    const auto authorization = authorization_for(wish_, options_, reference->host, reference->port);
    if (!authorization) return tl::unexpected(authorization.error());
    return resolve_oci(web_, *reference, wish_.cpu_arch, *authorization);
  }

  result<image_place> locate() {
    if (is_oci_url(wish_.source)) {
      auto found = locate_in_registry();
      if (!found) return tl::unexpected(found.error());
      return image_place{found->blob, found->authorization, found->sum};
    }
    const auto url = parse_http_url_with_query(wish_.source);
    if (!url) return unfit_source(wish_, url.error().message);
    auto authorization = authorization_for(wish_, options_, url->host, url->port);
    if (!authorization) return tl::unexpected(authorization.error());
    if (wish_.sum || wish_.boots) return image_place{*url, std::move(*authorization), wish_.sum};
    auto sum = fetch_sum(*url, *authorization);
    if (!sum) return tl::unexpected(sum.error());
    return image_place{*url, std::move(*authorization), std::move(*sum)};
  }

  result<cached_image> bring(const image_place& place, const cache_folder& cache) {
    const auto key = key_of(wish_, place.sum, options_.force_raw);
    const auto held = cache.lock(key, stopping_);
    if (!held) return tl::unexpected(held.error());
    if (auto found = cache.find(key); found && is_current(*found, place, cache)) return *found;
    return fetch(place, key, cache);
  }

private:
  /// An image with a checksum is always current. Otherwise the server is asked. If it does not
  /// respond, the download retries.
  bool is_current(cached_image found, const image_place& place, const cache_folder& cache) {
    if (place.sum) return true;
    const auto now = seconds_now();
    if (found.looked_up <= now && now - found.looked_up < believed_seconds) return true;
    if (found.version.empty() || !web_.is_unchanged(place.url, place.authorization, found.version))
      return false;
    found.looked_up = now;
    return !cache.note(found);
  }

  result<image_sum> fetch_sum(const http_url& image, const std::string& authorization) {
    const auto unread = [](const std::string& why) {
      return fail(error_code::invalid,
                  "The checksum file of instance_info.image_checksum cannot be used: " + why + ".");
    };
    const auto url = parse_http_url_with_query(wish_.checksum_url);
    if (!url) return unread(url.error().message);
    http_headers headers;
    if (!authorization.empty() && url->host == image.host && url->port == image.port &&
        url->secure == image.secure)
      headers.emplace_back("Authorization", authorization);
    const auto page = web_.read(*url, headers, checksum_file_bytes_max);
    if (!page) return tl::unexpected(page.error());
    if (page->status != 200)
      return unread("its server answered with HTTP " + std::to_string(page->status));
    auto sum = find_sum(page->body, name_of_image(wish_.source));
    if (!sum) return unread(sum.error().message);
    if (sum->algorithm == "md5" && !wish_.allows_md5)
      return unread(
          "it has only an md5 checksum, which is disabled by the option agent.allow_md5_checksum");
    return sum;
  }

  result<cached_image> fetch(const image_place& place, const std::string& key,
                             const cache_folder& cache) {
    cache.make_room(options_, 0);
    const auto algorithm = place.sum ? place.sum->algorithm : "sha256";
    auto part = part_file::open(cache.part_of(key), algorithm);
    if (!part) return tl::unexpected(part.error());
    const download_room room{options_.cache_bytes_max,
                             [&](uint64_t bytes) { cache.make_room(options_, bytes); }};
    if (auto failed = web_.download(place.url, place.authorization, *part, room))
      return tl::unexpected(std::move(*failed));
    auto made = check_and_keep(*part, place, key, cache);
    // A download that was interrupted by the worker's exit is resumed later.
    if (!made && made.error().code != error_code::unavailable) cache.forget_part(key);
    if (made)
      log::info("image fetched", {{log_key::host, authority_of(place.url.host, place.url.port)},
                                  {log_key::count, std::to_string(made->bytes)}});
    return made;
  }

  result<cached_image> check_and_keep(part_file& part, const image_place& place,
                                      const std::string& key, const cache_folder& cache) {
    const auto sums = part.end();
    if (!sums) return tl::unexpected(sums.error());
    if (place.sum && sums->wanted != place.sum->digits)
      return fail(error_code::invalid, "The image has the wrong checksum: its " +
                                           place.sum->algorithm + " is " + sums->wanted +
                                           ", expected " + place.sum->digits + ".");
    if (wish_.boots)
      return keep({key, sums->sha256, "raw", part.bytes(), part.validator(), seconds_now()}, cache);
    const auto file = open_below(cache.part_of(key), {cache.root()});
    if (!file) return tl::unexpected(file.error());
    const auto content = content_of(*file);
    if (!content) return tl::unexpected(content.error());
    if (wish_.inspects)
      if (auto wrong =
              check_image_content(*content, wish_.declared_format, wish_.permitted_formats))
        return tl::unexpected(std::move(*wrong));
    if (options_.force_raw && content->format == "qcow2") return convert(*content, key, cache);
    return keep({key, sums->sha256, std::string{content->format}, file->size_bytes()}, cache);
  }

  static result<cached_image> keep(cached_image image, const cache_folder& cache) {
    if (auto failed = cache.keep(image)) return tl::unexpected(std::move(*failed));
    return image;
  }

  /// Replaces a qcow2 image with its raw content.
  result<cached_image> convert(const image_content& content, const std::string& key,
                               const cache_folder& cache) {
    if (content.disk_bytes > options_.cache_bytes_max)
      return fail(error_code::too_large, "The image is " + std::to_string(content.disk_bytes) +
                                             " bytes in raw format, more than the space of " +
                                             std::to_string(options_.cache_bytes_max) + " bytes.");
    cache.make_room(options_, content.disk_bytes);
    const raw_order order{cache.part_of(key), cache.raw_of(key), options_.cache_bytes_max,
                          options_.download_timeout};
    if (auto failed = make_raw(order, allowed_, stopping_)) return tl::unexpected(*failed);
    if (auto failed = cache.replace_part(key)) return tl::unexpected(*failed);
    const auto file = open_below(cache.part_of(key), {cache.root()});
    if (!file) return tl::unexpected(file.error());
    const auto made = content_of(*file);
    if (!made) return tl::unexpected(made.error());
    auto sum = sum_of("sha256", *file);
    if (!sum) return tl::unexpected(sum.error());
    return keep({key, std::move(*sum), std::string{made->format}, file->size_bytes()}, cache);
  }

public:
  static result<image_content> content_of(const open_file& file) {
    std::string head(std::min<uint64_t>(file.size_bytes(), image_head_bytes), '\0');
    std::string tail(std::min<uint64_t>(file.size_bytes(), image_tail_bytes), '\0');
    const auto first = file.read(0, head);
    if (!first) return tl::unexpected(first.error());
    const auto last = file.read(file.size_bytes() - tail.size(), tail);
    if (!last) return tl::unexpected(last.error());
    head.resize(*first);
    tail.resize(*last);
    return look_at_image(head, tail, file.size_bytes());
  }

private:
  const image_request& wish_;
  const image_options& options_;
  const permit& allowed_;
  const std::atomic<bool>& stopping_;
  web_reader web_;
};

/// A cached image may have been fetched for a node with another declared format.
std::optional<failure> check_cached(const image_request& wish, const cached_image& image) {
  const bool converted = wish.declared_format == "qcow2" && image.format != "qcow2";
  if (!wish.inspects || converted) return std::nullopt;
  image_content content;
  content.format = image.format;
  content.partitioned = image.format == "gpt" || image.format == "iso";
  return check_image_content(content, wish.declared_format, wish.permitted_formats);
}

}  // namespace

std::string image_request::id() const {
  const auto expected = sum ? text_of(sum) : checksum_url;
  return sha256_of(source + "\n" + expected + "\n" + sha256_of(secret) + "\n" + cpu_arch + "\n" +
                   declared_format + (boots ? "\nboots" : ""));
}

std::string name_of_image(const std::string& source) {
  const auto path = source.substr(0, source.find_first_of("?#"));
  return path.substr(path.find_last_of('/') + 1);
}

result<oci_image> locate_image(const image_request& wish, const image_options& options,
                               const permit& allowed, const std::atomic<bool>& stopping) {
  return image_job{wish, options, allowed, stopping}.locate_in_registry();
}

result<cached_image> fetch_image(const image_request& wish, const cache_folder& cache,
                                 const image_options& options, const permit& allowed,
                                 const std::atomic<bool>& stopping) {
  image_job job{wish, options, allowed, stopping};
  const auto place = job.locate();
  if (!place) return tl::unexpected(place.error());
  auto brought = job.bring(*place, cache);
  if (brought)
    if (auto wrong = check_cached(wish, *brought)) return tl::unexpected(std::move(*wrong));
  return brought;
}

std::optional<failure> inspect_image(const open_file& file, std::string_view declared,
                                     const std::vector<std::string>& permitted) {
  const auto content = image_job::content_of(file);
  if (!content) return content.error();
  return check_image_content(*content, declared, permitted);
}

}  // namespace ironbus
