#include "drivers/redfish/redfish_context.hpp"

namespace ironbus {

http_exchange redfish_by_http(boost::asio::io_context& io, const redfish_options& options) {
  http_client_options out;
  out.peer = "the BMC";
  out.counted_as = http_peer::bmc;
  out.connect_timeout = options.connect_timeout;
  out.exchange_timeout = options.request_timeout;
  out.answer_bytes_max = options.answer_bytes_max;
  out.idle_per_server_max = 1;
  out.redirects_are_answers = true;
  const auto client = std::make_shared<const http_client>(io.get_executor(), std::move(out));
  return [client](http_request request) { return client->exchange(std::move(request)); };
}

step_outcome redfish_step_failed(const redfish_error& error) {
  const bool unasked = error.fault == redfish_fault::refused && error.status == 0;
  return unasked ? step_refused(error.message) : step_failed(error.message);
}

step_outcome redfish_answered(json answer) {
  auto out = step_done();
  out.answer = std::move(answer);
  return out;
}

}  // namespace ironbus
