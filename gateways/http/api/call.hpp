#pragma once

#include "gateways/http/api/router.hpp"
#include "gateways/http/api/target.hpp"
#include "gateways/http/transport/message.hpp"
#include "messages/base/json.hpp"
#include "messages/platform/log.hpp"
#include "messages/platform/tracing.hpp"
#include "messages/rights/rule_set.hpp"
#include "messages/rights/seen_access.hpp"

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ironbus::http {

struct origin;
struct services;

/// One request while the API handles it. Its callbacks share it. It is answered once; further
/// answers are ignored.
class call : public std::enable_shared_from_this<call> {
public:
  call(http::services& services, http::request request, listener_kind listener);

  /// Sets the receiver of the answer; call it before the call is handled.
  void on_reply(responder reply) { reply_ = std::move(reply); }

  http::services& services;
  http::request request;
  const listener_kind listener;
  target url;
  const route* matched = nullptr;
  std::vector<std::string> arguments;  ///< The values of the route's {…}, in order.
  int version = 0;                     ///< Of the API; 0 for a route without versions.
  std::string user;                    ///< The authenticated user; empty without authentication.
  std::string_view proof;              ///< How the user proved it: a value of api.auth_strategy.
  std::string credential;              ///< See proved_user.
  rights::identity who;                ///< Of the user, if `rules` is set.
  /// The policy for the user. Null: the user may do everything that the route allows.
  std::shared_ptr<const rights::rule_set> rules;
  std::shared_ptr<void> place;  ///< In identity_budget; released with the answer.
  std::string denied_rule;      ///< The policy rule that denied the request; empty: none.
  bool is_concealed = false;    ///< The policy hides the object: the answer is 404.
  std::string request_id;
  const std::string callers_id;         ///< See callers_request_id().
  trace_context trace;                  ///< The span of the request; unset while tracing is off.
  std::unique_ptr<tracing::span> span;  ///< Of a sampled trace, until the call is answered.
  /// The access of the objects on which the permission is based, by subject (note_access).
  std::map<std::string, seen_access> seen;
  /// Checks the permission again and starts the handler again; null: there is none.
  void (*start_again)(const call_ptr& x) = nullptr;
  /// If set, the body has not been read yet. Called once the body may be read.
  std::function<void()> before_body;

  /// Whether a trusted proxy says how the client reached the service.
  bool has_proxy_headers() const;

  /// The start of all links, see base_url.hpp.
  std::string base() const;

  /// The addresses of this service's own pages: the one in links and the one that the client used.
  std::vector<std::string> own_addresses() const;

  /// The part of the request that commands carry. `subject`: of the command to a node or record.
  http::origin origin(const std::string& subject = {}) const;

  /// The path as sent, shortened for the log. It leaves out the query, which may hold secrets.
  std::string path() const;

  /// The fields that identify the request in the log: method, path, request id and trace.
  std::vector<log::field> log_fields(std::string path) const;

  void respond(response response);
  void refuse(const failure& why);
  /// 200 with a JSON text.
  void respond_json(std::string text);
  /// An empty answer, such as 202 or 204.
  void respond_empty(unsigned status, header_list headers = {});

  /// Runs a part of the handling; an exception becomes a 500.
  void guarded(const std::function<void()>& part);

  /// Runs a part of the handling on a server thread, guarded.
  void resume(std::function<void()> part);

  /// The body as JSON, within the limits. `invalid` if it is not an object.
  result<json> body_object() const;
  result<json> body_json() const;

private:
  bool checks_again();
  void log_error(const std::string& what) const;
  void log_refused_ramdisk(const failure& why) const;

  responder reply_;
  std::atomic<bool> answered_{false};
  int checks_ = 1;  ///< How often the permission was checked.
};

using call_ptr = std::shared_ptr<call>;

}  // namespace ironbus::http
