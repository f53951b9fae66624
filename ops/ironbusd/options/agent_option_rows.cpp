// The rows of the section `agent`.

#include "ops/ironbusd/options/limits_of.hpp"
#include "ops/ironbusd/options/option_table.hpp"

#include <array>

namespace ironbus::daemon {

using namespace std::chrono_literals;

namespace {

option agent_row(std::string name, field where, std::string description, limits allowed = {}) {
  return {"agent", std::move(name), std::move(where), std::move(description), std::move(allowed)};
}

constexpr std::array<std::string_view, static_cast<size_t>(lost_agent::count_)> lost_agent_names{
    "none", "reboot", "maintenance"};

/// The field of an enum, by the names of its values in their order.
template <class Where, size_t N>
field named(Where where, const std::array<std::string_view, N>& names) {
  return {value_type::text,
          [where, &names](settings& chosen, const json& document, const limits& allowed) {
            std::string name;
            if (!read_value(document, allowed, name)) return false;
            for (size_t i = 0; i < N; ++i)
              if (names[i] == name)
                where(chosen) = static_cast<std::remove_cvref_t<decltype(where(chosen))>>(i);
            return true;
          },
          [where, &names](const settings& x, const limits& how) {
            return show_value(how, std::string{names[static_cast<size_t>(where(x))]});
          }};
}

std::vector<option> addresses() {
  return {
      agent_row("require_tls", member_option([](auto& x) -> auto& { return x.require_tls; }),
                "Accept only agents that are spoken to by https."),
      agent_row("callback_networks",
                member_option([](auto& x) -> auto& { return x.callback_networks; }),
                "Networks in which agents may be, such as 192.0.2.0/24. Empty: everywhere but "
                "loopback, link-local, multicast and reserved addresses and metadata services."),
      agent_row("verify_ca", member_option([](auto& x) -> auto& { return x.agents.verify_ca; }),
                "What proves an agent's certificate where the agent has sent none: true (the "
                "system's authorities), false (nothing), or a file of authorities in PEM.",
                not_empty()),
      agent_row(
          "allow_tokenless_agents",
          member_option([](auto& x) -> auto& { return x.policy.allow_tokenless_agents; }),
          "Take heartbeats without a token, as agents of older releases send them, for nodes "
          "that have no token. Whoever reaches the API can then pretend to be such an agent."),
      agent_row(
          "lost_agent_action",
          named(
              [](auto& x) -> auto& { return x.conductor.lost_agent_action; }, lost_agent_names),
          "What happens when a node has waited too long for its agent: none (its workflow "
          "fails), reboot (the machine, a few times), maintenance.",
          one_of({"none", "reboot", "maintenance"})),
  };
}

std::vector<option> agent_patience() {
  return {
      agent_row("command_timeout",
                member_option([](auto& x) -> auto& { return x.agents.command_timeout; }),
                "How long the answer to one request may take.", within(100ms, 1h)),
      agent_row("max_command_attempts",
                member_option([](auto& x) -> auto& { return x.agents.command_attempts_max; }),
                "Requests until an agent counts as unreachable.", within(1, 100)),
      agent_row("command_retry_pause",
                member_option([](auto& x) -> auto& { return x.agents.command_retry_pause; }),
                "Pause between those.", within(0s, 1h)),
      agent_row("command_wait_interval",
                member_option([](auto& x) -> auto& { return x.agents.command_wait_interval; }),
                "How often a command is asked after that ends without a heartbeat.",
                within(10ms, 1h)),
      agent_row("command_wait_attempts",
                member_option([](auto& x) -> auto& { return x.agents.command_wait_attempts; }),
                "How many times, at most.", within(1, 100'000)),
      agent_row("max_answer_size",
                member_option([](auto& x) -> auto& { return x.agents.answer_bytes_max; }),
                "Largest answer of an agent; a larger one is cut off and refused.",
                within(1, 1'048'576, "KiB", 1024)),
      agent_row("max_answer_depth",
                member_option([](auto& x) -> auto& { return x.agents.answer_depth_max; }),
                "Deepest nesting of an answer.", within(1, 1000)),
      agent_row("max_steps", member_option([](auto& x) -> auto& { return x.agents.steps_max; }),
                "Steps that an agent may offer.", within(1, 100'000)),
  };
}

constexpr std::array<std::string_view, static_cast<size_t>(log_collection::count_)>
    log_collection_names{"never", "on_failure", "always"};

std::vector<option> ramdisk_logs() {
  return {
      agent_row("deploy_logs_collect",
                named(
                    [](auto& x) -> auto& { return x.agents.logs.collect; }, log_collection_names),
                "Whether a ramdisk's logs are kept when its workflow ends: never, on_failure or "
                "always.",
                one_of({"never", "on_failure", "always"})),
      agent_row("deploy_logs_local_path",
                member_option([](auto& x) -> auto& { return x.agents.logs.folder; }),
                "Folder of those logs on the host of the worker.", not_empty()),
      agent_row("deploy_logs_kept",
                member_option([](auto& x) -> auto& { return x.agents.logs.kept_max; }),
                "Logs kept of each node; the oldest go first.", within(1, 1000)),
  };
}

std::optional<std::string> check_service_url(const std::string& text) {
  const bool web = text.starts_with("http://") || text.starts_with("https://");
  if (text.empty() || (web && text.find_first_of(" \t?#") == std::string::npos))
    return std::nullopt;
  return "it is no URL of a service; allowed: http://HOST[:PORT] or https://HOST[:PORT], maybe "
         "with "
         "a path";
}

std::vector<option> images() {
  auto service =
      agent_row("service_url", member_option([](auto& x) -> auto& { return x.policy.service_url; }),
                "Where agents reach this service, such as http://192.0.2.1:6385. Empty: "
                "api.public_endpoint, else where this process listens if that is one address.");
  service.check = check_service_url;
  return {
      std::move(service),
      agent_row("allow_md5_checksum", member_option([](auto& x) -> auto& {
                  return x.policy.drivers.images.allow_md5_checksum;
                }),
                "Whether an image may be named with an md5 digest."),
      agent_row("image_download_source", member_option([](auto& x) -> auto& {
                  return x.policy.drivers.images.image_download_source;
                }),
                "Who fetches images where neither the instance nor its node says: http (the agent) "
                "or local (this service, which keeps them in its cache and hands them out).",
                one_of({"http", "local"})),
      agent_row("disable_deep_image_inspection", member_option([](auto& x) -> auto& {
                  return x.policy.drivers.images.disable_deep_image_inspection;
                }),
                "Whether images are written without a look at what they are. Agents are told as "
                "well."),
      agent_row("enable_bios_bootloader_install", member_option([](auto& x) -> auto& {
                  return x.policy.drivers.images.enable_bios_bootloader_install;
                }),
                "Whether agents may run grub-install and grub-mkconfig of a partition image: it is "
                "the image's own code. Needed for machines with a BIOS, and for UEFI where the "
                "image has no loader in /boot/efi."),
      agent_row("permitted_image_formats", member_option([](auto& x) -> auto& {
                  return x.policy.drivers.images.permitted_image_formats;
                }),
                "Formats that instance_info.image_disk_format may name.", not_empty()),
  };
}

}  // namespace

std::vector<option> agent_option_rows() {
  auto out = addresses();
  for (auto part : {agent_patience, images, ramdisk_logs}) {
    auto more = part();
    std::move(more.begin(), more.end(), std::back_inserter(out));
  }
  return out;
}

}  // namespace ironbus::daemon
