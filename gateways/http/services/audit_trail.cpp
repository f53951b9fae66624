#include "gateways/http/services/audit_trail.hpp"

#include "messages/platform/log.hpp"

namespace ironbus::http {

namespace {

constexpr std::array<std::string_view, static_cast<size_t>(audit_outcome::count_)> outcome_names{
    "success", "failure", "denied"};

void add_field(std::vector<log::field>& out, const log::key& key, std::string_view value) {
  if (!value.empty()) out.push_back({key, std::string{value}});
}

void write_line(const audit_entry& entry) {
  std::vector<log::field> fields;
  add_field(fields, log_key::user, entry.user);
  add_field(fields, log_key::project, entry.project);
  add_field(fields, log_key::user_roles, entry.roles);
  add_field(fields, log_key::client, entry.client);
  add_field(fields, log_key::proof, entry.proof);
  add_field(fields, log_key::method, entry.method);
  add_field(fields, log_key::path, entry.path);
  add_field(fields, log_key::rule, entry.rule);
  add_field(fields, log_key::object, entry.object);
  add_field(fields, log_key::outcome, outcome_name(entry.outcome()));
  add_field(fields, log_key::status, std::to_string(entry.status));
  add_field(fields, log_key::request_id, entry.request_id);
  log::info("audit", std::move(fields));
}

}  // namespace

std::string_view outcome_name(audit_outcome x) { return outcome_names[static_cast<size_t>(x)]; }

audit_outcome audit_entry::outcome() const {
  if (status < 400) return audit_outcome::success;
  return is_refusal && status != 409 ? audit_outcome::denied : audit_outcome::failure;
}

audit_trail::audit_trail(std::string_view extent)
    : takes_changes_(extent == "all"),
      takes_refusals_(extent != "off"),
      counted_({"ironbus_http_audited_requests_total", "Changes and refusals of requests."},
               outcome_names.size(), [](size_t i) {
                 return metrics::labels{{"outcome", std::string{outcome_names[i]}}};
               }) {}

void audit_trail::take(const audit_entry& entry, time_point now) {
  if (!is_wanted(entry)) return;
  ++counted_[static_cast<size_t>(entry.outcome())];
  if (entry.user.empty() && entry.is_refusal && !has_room_for_stranger(now))
    ++unwritten_;
  else
    write_line(entry);
}

bool audit_trail::is_wanted(const audit_entry& entry) const {
  return (entry.is_change && takes_changes_) || (entry.is_refusal && takes_refusals_);
}

bool audit_trail::has_room_for_stranger(time_point now) {
  std::lock_guard hold{mutex_};
  if (now - second_ >= std::chrono::seconds{1}) {
    second_ = now;
    strangers_ = 0;
  }
  return ++strangers_ <= strangers_per_second;
}

}  // namespace ironbus::http
