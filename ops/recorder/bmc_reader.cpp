#include "ops/recorder/bmc_reader.hpp"

#include "drivers/kit/gzip_text.hpp"
#include "drivers/port/sole_permit.hpp"
#include "drivers/redfish/client/redfish_link.hpp"
#include "messages/base/json.hpp"
#include "messages/base/text.hpp"

namespace ironbus::recorder {

namespace {

constexpr size_t answer_bytes_max = 8 * 1024 * 1024;
constexpr json_limits root_limits{.bytes = 256 * 1024, .depth = 12};

http_client_options client_options() {
  http_client_options out;
  out.peer = "the BMC";
  out.counted_as = http_peer::bmc;
  out.attempts_max = 3;
  out.retry_first = std::chrono::seconds{1};
  out.answer_bytes_max = answer_bytes_max;
  out.idle_per_server_max = 1;
  return out;
}

result<std::string> whole_body(http_response answer) {
  if (lower(answer.header("Content-Encoding")) != "gzip") return std::move(answer.body);
  auto plain = gunzip(answer.body, answer_bytes_max);
  if (!plain) return fail(error_code::invalid, "the response is not valid gzip, or is too large");
  return std::move(*plain);
}

/// The failure for a status other than 200. `forbidden` stops the walk; see resource_reader.
tl::unexpected<failure> refused(unsigned status) {
  const auto said = "the BMC returned " + std::to_string(status);
  if (status == 401)
    return fail(error_code::forbidden, said +
                                           ". Check --user and its password. Not retried, because "
                                           "BMCs lock accounts");
  return fail(error_code::invalid, said);
}

}  // namespace

bmc_reader::bmc_reader(bmc_account account, time_point deadline)
    : account_{std::move(account)}, deadline_{deadline}, client_{client_options()} {}

http_result bmc_reader::get(const std::string& target, bool as_account, bool identity) {
  http_request out{sole_permit()};
  out.server = account_.bmc;
  out.trust = account_.trust;
  out.target = target;
  out.deadline = deadline_;
  out.headers = {{"OData-Version", "4.0"}, {"Accept", "application/json"}};
  if (identity) out.headers.emplace_back("Accept-Encoding", "identity");
  if (as_account && !account_.authorization.empty())
    out.headers.emplace_back("Authorization", account_.authorization);
  return client_.exchange(std::move(out));
}

result<std::monostate> bmc_reader::check_service() {
  const auto answer = get("/redfish/v1/", false, true);
  if (!answer) return tl::unexpected(as_failure(answer.error()));
  if (answer->status == 401 || answer->status == 403) return {};  // some BMCs protect the root too
  const auto root = parse_json(answer->body, root_limits);
  if (answer->status == 200 && root && is_service_root(*root)) return {};
  return fail(error_code::invalid,
              authority_of(account_.bmc) + " is not a Redfish service: GET /redfish/v1/ returned " +
                  std::to_string(answer->status) + " without a service root. Check --address.");
}

result<std::string> bmc_reader::read(const std::string& target) {
  auto answer = get(target, true, true);
  if (answer && answer->status == 406) answer = get(target, true, false);
  if (!answer) return tl::unexpected(as_failure(answer.error()));
  if (answer->status != 200) return refused(answer->status);
  return whole_body(std::move(*answer));
}

}  // namespace ironbus::recorder
