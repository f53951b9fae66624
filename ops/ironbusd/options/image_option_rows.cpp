// The rows of the section `image`.

#include "ops/ironbusd/options/limits_of.hpp"
#include "ops/ironbusd/options/option_table.hpp"
#include "ops/ironbusd/options/tls_limit_rows.hpp"

namespace ironbus::daemon {

using namespace std::chrono_literals;

namespace {

option image_row(std::string name, field where, std::string description, limits allowed = {}) {
  return {"image", std::move(name), std::move(where), std::move(description), std::move(allowed)};
}

std::vector<option> cache_rows() {
  return {
      {"image", "cache_path", member_option([](auto& x) -> auto& { return x.policy.image_root; }),
       "Folder of cached images. Drivers write it and gateways serve from it, so both need the "
       "same folder. No other installation may use it.",
       not_empty(), secrecy::open, "images in the data folder", "/var/lib/ironbus/images"},
      image_row("cache_size",
                member_option([](auto& x) -> auto& { return x.agents.images.cache_bytes_max; }),
                "Largest size of the cache. The least recently used images are deleted first, but "
                "none that a deployment uses.",
                within(1, 1'073'741'824, "MiB", 1024 * 1024)),
      image_row("cache_ttl",
                member_option([](auto& x) -> auto& { return x.agents.images.cache_ttl; }),
                "How long an unused image is kept.", within(1min, 8760h)),
      image_row("force_raw_images",
                member_option([](auto& x) -> auto& { return x.agents.images.force_raw; }),
                "Convert qcow2 images to raw in the cache (with qemu-img). Agents then write them "
                "while they download and need no memory for them."),
  };
}

std::vector<option> download_rows() {
  return {
      image_row("download_concurrency",
                member_option([](auto& x) -> auto& { return x.agents.images.downloads_max; }),
                "Most images that a worker fetches at once.", within(1, 64)),
      image_row("download_timeout",
                member_option([](auto& x) -> auto& { return x.agents.images.download_timeout; }),
                "How long the download of one image may take.", within(1s, week)),
      image_row("stall_timeout",
                member_option([](auto& x) -> auto& { return x.agents.images.stall_timeout; }),
                "If an image server sends nothing for this long, the connection is closed and the "
                "missing part is requested again.",
                within(100ms, 1h)),
      image_row("download_attempts",
                member_option([](auto& x) -> auto& { return x.agents.images.attempts_max; }),
                "Attempts without a further MiB until the download fails.", within(1, 100)),
      image_row("retry_pause",
                member_option([](auto& x) -> auto& { return x.agents.images.retry_pause; }),
                "Pause before the next attempt; the pauses double, up to a minute.",
                within(0ms, 1h)),
  };
}

std::vector<option> server_rows() {
  auto credentials = image_row("authentication_config", member_option([](auto& x) -> auto& {
                                 return x.agents.images.authentication_config;
                               }),
                               "File of credentials per host for image servers and registries, as "
                               "container tools write it (config.json with `auths`). Read at each "
                               "download. A node's image_pull_secret takes precedence.");
  credentials.alias = "oci.authentication_config";
  credentials.unset = "none";
  credentials.example = "/etc/ironbus/image-credentials.json";
  auto registries =
      image_row("registry_verify_ca",
                member_option([](auto& x) -> auto& { return x.agents.images.registry_verify_ca; }),
                "The same as verify_ca for registries (oci:// images). Empty: as verify_ca.");
  registries.alias = "oci.verify_ca";
  return {
      std::move(registries),
      image_row("redirect_hosts",
                member_option([](auto& x) -> auto& { return x.agents.images.redirect_hosts; }),
                "Further hosts that image servers may redirect to: names, or .example.org for all "
                "its subdomains."),
      image_row("networks",
                member_option([](auto& x) -> auto& { return x.agents.images.networks; }),
                "Networks in which image servers may be, such as 192.0.2.0/24. Empty: all but "
                "loopback, link-local, multicast and reserved addresses and metadata services."),
      image_row("verify_ca",
                member_option([](auto& x) -> auto& { return x.agents.images.verify_ca; }),
                "How to verify an image server's certificate: true (by the system's authorities), "
                "false (not at all), or a file of authorities in PEM.",
                not_empty()),
      std::move(credentials),
  };
}

std::vector<option> image_tls() {
  return tls_limit_rows(
      "image", "image servers and registries",
      [](auto& x) -> auto& { return x.agents.images.tls; });
}

}  // namespace

std::vector<option> image_option_rows() {
  auto out = cache_rows();
  for (auto part : {download_rows, server_rows, image_tls}) {
    auto more = part();
    std::move(more.begin(), more.end(), std::back_inserter(out));
  }
  return out;
}

}  // namespace ironbus::daemon
