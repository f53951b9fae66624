#include "ops/ironbusd/machines/record_command.hpp"

#include "messages/platform/http_url.hpp"
#include "ops/ironbusd/manual/exit_codes.hpp"
#include "ops/recorder/anonymizer.hpp"
#include "ops/recorder/bmc_reader.hpp"
#include "ops/recorder/mockup_folder.hpp"

#include <iostream>

namespace ironbus::daemon {

namespace {

int end_recording(exit_code code, const std::string& why) {
  std::cerr << "ironbusd record-bmc: " << why << std::endl;
  return code;
}

result<http_endpoint> read_address(const std::string& text) {
  const auto whole = text.find("://") == std::string::npos ? "https://" + text : text;
  const auto url = parse_http_url(whole);
  if (!url) return fail(error_code::invalid, "--address is invalid: " + url.error().message + ".");
  if (url->path.empty() || url->path == "/" || url->path == "/redfish/v1" ||
      url->path == "/redfish/v1/")
    return http_endpoint{url->secure, url->host, url->port};
  return fail(error_code::invalid,
              "--address names the path '" + url->path + "'; allowed: none, or /redfish/v1");
}

tls_trust read_bmc_trust(const record_request& asked) {
  if (asked.insecure) return {tls_trust::kind::anything};
  if (asked.ca_file.empty()) return {};
  return {tls_trust::kind::file, asked.ca_file};
}

result<recorder::bmc_account> read_account(const record_request& asked) {
  recorder::bmc_account out;
  const auto address = read_address(asked.address);
  if (!address) return tl::unexpected(address.error());
  out.bmc = *address;
  out.trust = read_bmc_trust(asked);
  if (const auto usable = tls_context(out.trust); !usable)
    return fail(error_code::invalid, "--ca-file names '" + asked.ca_file +
                                         "', which is unusable: " + usable.error().message);
  auto proof = cli::authorization_of(asked.who);
  if (!proof) return tl::unexpected(proof.error());
  out.authorization = std::move(proof->value);
  return out;
}

result<recorder::recording> read_bmc(recorder::bmc_account account, const record_request& asked) {
  recorder::walk_limits limits;
  limits.resources_max = asked.resources_max;
  limits.longest = std::chrono::seconds{asked.seconds_max};
  recorder::bmc_reader reader{std::move(account),
                              std::chrono::steady_clock::now() + limits.longest};
  if (const auto service = reader.check_service(); !service) return tl::unexpected(service.error());
  auto out =
      recorder::walk_bmc([&](const std::string& target) { return reader.read(target); }, limits);
  if (!out || !asked.anonymous) return out;
  return recorder::anonymous(std::move(*out));
}

int report(const recorder::recording& what, const std::string& folder) {
  for (const auto& [path, why] : what.unread)
    std::cerr << "not recorded: " << path << ": " << why << "\n";
  std::cerr << std::flush;
  std::cout << "ironbusd record-bmc: resources=" << what.resources.size()
            << " unread=" << what.unread.size() << " folder=" << folder << std::endl;
  return what.cut_off ? exit_recorded_in_part : exit_ok;
}

}  // namespace

int run_recording(const record_request& asked) {
  auto account = read_account(asked);
  if (!account) return end_recording(exit_usage, account.error().message);
  if (const auto free = recorder::check_target(asked.folder); !free)
    return end_recording(exit_usage, free.error().message);
  const auto read = read_bmc(std::move(*account), asked);
  if (!read) return end_recording(exit_start, read.error().message);
  if (const auto written = recorder::write_mockup(*read, asked.folder); !written)
    return end_recording(exit_start, written.error().message);
  return report(*read, asked.folder);
}

}  // namespace ironbus::daemon
