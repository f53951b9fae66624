// The rows of the section `agent`.

#include "ops/ironbusd/options/limits_of.hpp"
#include "ops/ironbusd/options/option_table.hpp"
#include "ops/ironbusd/options/tls_limit_rows.hpp"

#include <array>

namespace ironbus::daemon {

using namespace std::chrono_literals;

namespace {

option agent_row(std::string name, field where, std::string description, limits allowed = {}) {
  return {"agent", std::move(name), std::move(where), std::move(description), std::move(allowed)};
}

constexpr std::array<std::string_view, static_cast<size_t>(lost_agent::count_)> lost_agent_names{
    "none", "reboot", "maintenance"};

std::vector<option> addresses() {
  return {
      agent_row("require_tls", member_option([](auto& x) -> auto& { return x.require_tls; }),
                "Accept only agents with https URLs."),
      agent_row("callback_networks",
                member_option([](auto& x) -> auto& { return x.callback_networks; }),
                "Networks in which agents may be, such as 192.0.2.0/24. Empty: all but loopback, "
                "link-local, multicast and reserved addresses and metadata services."),
      agent_row("verify_ca", member_option([](auto& x) -> auto& { return x.agents.verify_ca; }),
                "How to verify an agent's certificate if the agent has sent none: true (by the "
                "system's authorities), false (not at all), or a file of authorities in PEM.",
                not_empty()),
      agent_row("allow_tokenless_agents",
                member_option([](auto& x) -> auto& { return x.policy.allow_tokenless_agents; }),
                "Accept heartbeats without a token, as older agents send them, for nodes that have "
                "no token. Any client of the API can then pretend to be such an agent."),
      agent_row(
          "lost_agent_action",
          named(
              [](auto& x) -> auto& { return x.conductor.lost_agent_action; }, lost_agent_names),
          "Action if a node waits too long for its agent: none (the workflow fails), reboot "
          "(reboot the machine, a few times), maintenance (put the node into maintenance).",
          one_of({"none", "reboot", "maintenance"})),
  };
}

std::vector<option> agent_tls() {
  return tls_limit_rows(
      "agent", "agents", [](auto& x) -> auto& { return x.agents.tls; },
      " Agents receive it and the ciphers with the lookup, and apply both to their own connections "
      "as well.");
}

std::vector<option> agent_patience() {
  return {
      agent_row("command_timeout",
                member_option([](auto& x) -> auto& { return x.agents.command_timeout; }),
                "How long an agent may take to answer one request.", within(100ms, 1h)),
      agent_row("max_command_attempts",
                member_option([](auto& x) -> auto& { return x.agents.command_attempts_max; }),
                "Attempts of a request until the agent counts as unreachable.", within(1, 100)),
      agent_row("command_retry_pause",
                member_option([](auto& x) -> auto& { return x.agents.command_retry_pause; }),
                "Pause between these attempts.", within(0s, 1h)),
      agent_row("command_wait_interval",
                member_option([](auto& x) -> auto& { return x.agents.command_wait_interval; }),
                "Longest interval at which an agent is polled for a command that ends without a "
                "heartbeat. The first polls come sooner.",
                within(10ms, 1h)),
      agent_row("command_wait_attempts",
                member_option([](auto& x) -> auto& { return x.agents.command_wait_attempts; }),
                "Most polls of one command.", within(1, 100'000)),
      agent_row("max_answer_size",
                member_option([](auto& x) -> auto& { return x.agents.answer_bytes_max; }),
                "Largest answer of an agent; larger ones are rejected.",
                within(1, 1'048'576, "KiB", 1024)),
      agent_row("max_answer_depth",
                member_option([](auto& x) -> auto& { return x.agents.answer_depth_max; }),
                "Deepest nesting of an answer.", within(1, 1000)),
      agent_row("max_steps", member_option([](auto& x) -> auto& { return x.agents.steps_max; }),
                "Most steps that an agent may report.", within(1, 100'000)),
  };
}

constexpr std::array<std::string_view, static_cast<size_t>(log_collection::count_)>
    log_collection_names{"never", "on_failure", "always"};

std::vector<option> ramdisk_logs() {
  return {
      agent_row(
          "deploy_logs_collect",
          named(
              [](auto& x) -> auto& { return x.agents.logs.collect; }, log_collection_names),
          "When to keep a ramdisk's logs at the end of its workflow: never, on_failure or always.",
          one_of({"never", "on_failure", "always"})),
      agent_row("deploy_logs_local_path",
                member_option([](auto& x) -> auto& { return x.agents.logs.folder; }),
                "Folder of these logs on the worker's host.", not_empty()),
      agent_row("deploy_logs_kept",
                member_option([](auto& x) -> auto& { return x.agents.logs.kept_max; }),
                "Most logs kept per node; the oldest are deleted first.", within(1, 1000)),
  };
}

std::optional<std::string> check_service_url(const std::string& text) {
  const bool web = text.starts_with("http://") || text.starts_with("https://");
  if (text.empty() || (web && text.find_first_of(" \t?#") == std::string::npos))
    return std::nullopt;
  return "it is not a service URL; allowed: http://HOST[:PORT] or https://HOST[:PORT], maybe "
         "with "
         "a path";
}

std::vector<option> images() {
  auto service =
      agent_row("service_url", member_option([](auto& x) -> auto& { return x.policy.service_url; }),
                "URL of this service for agents, such as http://192.0.2.1:6385. Empty: "
                "api.public_endpoint, else the listen address if it is a single address.");
  service.check = check_service_url;
  return {
      std::move(service),
      agent_row("allow_md5_checksum", member_option([](auto& x) -> auto& {
                  return x.policy.drivers.images.allow_md5_checksum;
                }),
                "Allow images with an md5 checksum."),
      agent_row("image_download_source", member_option([](auto& x) -> auto& {
                  return x.policy.drivers.images.image_download_source;
                }),
                "Who fetches images, unless the instance or its node says: http (the agent) or "
                "local (this service, which caches and serves them).",
                one_of({"http", "local"})),
      agent_row("disable_deep_image_inspection", member_option([](auto& x) -> auto& {
                  return x.policy.drivers.images.disable_deep_image_inspection;
                }),
                "Write images without inspecting their format. Agents receive this setting."),
      agent_row("enable_bios_bootloader_install", member_option([](auto& x) -> auto& {
                  return x.policy.drivers.images.enable_bios_bootloader_install;
                }),
                "Allow agents to run grub-install and grub-mkconfig of a partition image, which is "
                "the image's own code. Needed for machines with a BIOS, and for UEFI if the image "
                "has no loader in /boot/efi."),
      agent_row("permitted_image_formats", member_option([](auto& x) -> auto& {
                  return x.policy.drivers.images.permitted_image_formats;
                }),
                "Allowed values of instance_info.image_disk_format.", not_empty()),
  };
}

}  // namespace

std::vector<option> agent_option_rows() {
  auto out = addresses();
  for (auto part : {agent_tls, agent_patience, images, ramdisk_logs}) {
    auto more = part();
    std::move(more.begin(), more.end(), std::back_inserter(out));
  }
  return out;
}

}  // namespace ironbus::daemon
