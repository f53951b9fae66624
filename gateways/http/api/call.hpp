#pragma once

#include "gateways/http/api/router.hpp"
#include "gateways/http/api/target.hpp"
#include "gateways/http/transport/message.hpp"
#include "messages/base/json.hpp"
#include "messages/platform/log.hpp"
#include "messages/platform/tracing.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ironbus::http {

struct origin;
struct services;

/// One request on its way through the API. Shared by the callbacks that carry it on; answered
/// exactly once, any further answer is ignored.
class call : public std::enable_shared_from_this<call> {
public:
  call(http::services& services, http::request request, listener_kind listener);

  /// Where the answer goes; set before the call is handled.
  void on_reply(responder reply) { reply_ = std::move(reply); }

  http::services& services;
  http::request request;
  const listener_kind listener;
  target url;
  const route* matched = nullptr;
  std::vector<std::string> arguments;  ///< What stood at the route's {…}, in order.
  int version = 0;                     ///< Of the API; 0 where the route has none.
  std::string user;                    ///< Who has been authenticated; empty: nobody was asked.
  std::string request_id;
  const std::string callers_id;         ///< See callers_request_id().
  trace_context trace;                  ///< Its span; not set while tracing is off.
  std::unique_ptr<tracing::span> span;  ///< Of a trace that is sampled, until it is answered.
  /// Set: the body has not been read yet, and this is called if it may be.
  std::function<void()> before_body;

  /// What links begin with, see base_url.hpp.
  std::string base() const;

  /// What commands take along.
  http::origin origin() const;

  /// The path as sent, without the query, which may hold secrets; cut short, for the log.
  std::string path() const;

  /// How the log knows it: method, the path, the ids of the request and of its trace.
  std::vector<log::field> log_fields(std::string path) const;

  void respond(response response);
  void refuse(const failure& x);
  /// 200 with a JSON text.
  void respond_json(std::string text);
  /// An empty answer, such as 202 or 204.
  void respond_empty(unsigned status, header_list headers = {});

  /// Runs a part of the handling; an exception becomes a 500.
  void guarded(const std::function<void()>& part);

  /// Runs a part of the handling on a thread of the server's, guarded.
  void resume(std::function<void()> part);

  /// The body as JSON, within the limits; `invalid` if it is no object.
  result<json> body_object() const;
  result<json> body_json() const;

private:
  void log_error(const std::string& what) const;
  void log_refused_ramdisk(const failure& why) const;

  responder reply_;
  std::atomic<bool> answered_{false};
};

using call_ptr = std::shared_ptr<call>;

}  // namespace ironbus::http
