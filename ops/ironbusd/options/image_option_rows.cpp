// The rows of the section `image`.

#include "ops/ironbusd/options/limits_of.hpp"
#include "ops/ironbusd/options/option_table.hpp"

namespace ironbus::daemon {

using namespace std::chrono_literals;

namespace {

option image_row(std::string name, field where, std::string description, limits allowed = {}) {
  return {"image", std::move(name), std::move(where), std::move(description), std::move(allowed)};
}

std::vector<option> cache_rows() {
  return {
      image_row("cache_path", member_option([](auto& x) -> auto& { return x.policy.image_root; }),
                "Folder of the images that this service has fetched. Drivers fill it, gateways "
                "hand out what is in it: it is the same for both.",
                not_empty()),
      image_row("cache_size",
                member_option([](auto& x) -> auto& { return x.agents.images.cache_bytes_max; }),
                "How large it may become. What was used longest ago goes first; what a deployment "
                "uses stays.",
                within(1, 1'073'741'824, "MiB", 1024 * 1024)),
      image_row("cache_ttl",
                member_option([](auto& x) -> auto& { return x.agents.images.cache_ttl; }),
                "How long an image is kept that nobody uses.", within(1min, 8760h)),
      image_row("force_raw_images",
                member_option([](auto& x) -> auto& { return x.agents.images.force_raw; }),
                "Make qcow2 images raw in the cache (by qemu-img), so that agents write them as "
                "they come and need no memory for them."),
  };
}

std::vector<option> download_rows() {
  return {
      image_row("download_concurrency",
                member_option([](auto& x) -> auto& { return x.agents.images.downloads_max; }),
                "Images that a worker fetches at once.", within(1, 64)),
      image_row("download_timeout",
                member_option([](auto& x) -> auto& { return x.agents.images.download_timeout; }),
                "How long it may take to fetch one.", within(1s, week)),
      image_row("stall_timeout",
                member_option([](auto& x) -> auto& { return x.agents.images.stall_timeout; }),
                "An image server that has sent nothing for so long is given up; what is missing "
                "is asked for anew.",
                within(100ms, 1h)),
      image_row("download_attempts",
                member_option([](auto& x) -> auto& { return x.agents.images.attempts_max; }),
                "How often a server is asked without a MiB that is new.", within(1, 100)),
      image_row("retry_pause",
                member_option([](auto& x) -> auto& { return x.agents.images.retry_pause; }),
                "Pause before it is asked again; the pauses double, up to a minute.",
                within(0ms, 1h)),
  };
}

std::vector<option> server_rows() {
  auto credentials = image_row(
      "authentication_config",
      member_option([](auto& x) -> auto& { return x.agents.images.authentication_config; }),
      "File of credentials by host for image servers and registries, as container tools write it "
      "(config.json with `auths`). Read whenever an image is fetched. A node's image_pull_secret "
      "comes first.");
  credentials.alias = "oci.authentication_config";
  credentials.unset = "none";
  credentials.example = "/etc/ironbus/image-credentials.json";
  return {
      image_row("redirect_hosts",
                member_option([](auto& x) -> auto& { return x.agents.images.redirect_hosts; }),
                "Hosts that image servers may redirect to, besides themselves: names, or "
                ".example.org for all below."),
      image_row(
          "networks", member_option([](auto& x) -> auto& { return x.agents.images.networks; }),
          "Networks in which image servers may be, such as 192.0.2.0/24. Empty: everywhere "
          "but loopback, link-local, multicast and reserved addresses and metadata services."),
      image_row("verify_ca",
                member_option([](auto& x) -> auto& { return x.agents.images.verify_ca; }),
                "What proves an image server's certificate: true (the system's authorities), "
                "false (nothing), or a file of authorities in PEM.",
                not_empty()),
      std::move(credentials),
  };
}

}  // namespace

std::vector<option> image_option_rows() {
  auto out = cache_rows();
  for (auto part : {download_rows, server_rows}) {
    auto more = part();
    std::move(more.begin(), more.end(), std::back_inserter(out));
  }
  return out;
}

}  // namespace ironbus::daemon
