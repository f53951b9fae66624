#include "drivers/agent/protocol/agent_command.hpp"

#include "messages/base/text.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

constexpr size_t error_length_max = 1000;
constexpr size_t id_length_max = 255;

struct command_status_row {
  std::string_view text;
  command_status status;
};

constexpr std::array command_status_rows{
    command_status_row{"RUNNING", command_status::running},
    command_status_row{"SUCCEEDED", command_status::succeeded},
    command_status_row{"FAILED", command_status::failed},
    command_status_row{"CLEAN_VERSION_MISMATCH", command_status::version_mismatch},
    command_status_row{"VERSION_MISMATCH", command_status::version_mismatch},
};

command_status status_of(std::string_view text) {
  for (const auto& row : command_status_rows)
    if (row.text == text) return row.status;
  return command_status::unknown;
}

std::string cut_text(std::string text) {
  if (text.size() > error_length_max) text = text.substr(0, error_length_max) + "…";
  // Removes control characters, because an operator's terminal shows the text.
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c >= 0 && c < ' '; }, ' ');
  return text;
}

/// Prefers the details to the message. If both are missing, returns the whole document.
std::string command_error_text(const json& document) {
  if (document.is_null()) return {};
  if (document.is_string()) return cut_text(document.get<std::string>());
  if (document.is_object())
    for (const char* key : {"details", "message"})
      if (auto text = member_text(document, key); !text.empty()) return cut_text(std::move(text));
  return cut_text(to_text(document));
}

/// The step of a command: agents before 2021 repeat the params, later ones report it in the result,
/// once there is one.
json step_of_command(const json& document) {
  if (const auto found = document.find("command_params");
      found != document.end() && found->is_object())
    if (const auto step = found->find("step"); step != found->end() && step->is_object())
      return *step;
  if (const auto position = document.find("command_result");
      position != document.end() && position->is_object())
    for (const char* key : {"clean_step", "deploy_step", "service_step"})
      if (const auto step = position->find(key); step != position->end() && step->is_object())
        return *step;
  return json::object();
}

}  // namespace

result<agent_command> parse_command(const json& document) {
  if (!document.is_object())
    return fail(error_code::invalid,
                "The agent's response contains a command that is not an object.");
  agent_command out;
  out.id = member_text(document, "id");
  out.name = member_text(document, "command_name");
  if (const auto dot = out.name.find('.'); dot != std::string::npos)
    out.name.erase(0, dot + 1);  // format of a command that failed at once
  const auto status = member_text(document, "command_status");
  if (out.id.empty() || out.name.empty() || status.empty())
    return fail(
        error_code::invalid,
        "The agent's response contains a command without id, command_name or command_status.");
  if (out.id.size() > id_length_max || out.name.size() > id_length_max)
    return fail(error_code::invalid,
                "The agent's response contains a command whose id or name is longer than " +
                    std::to_string(id_length_max) + " characters.");
  out.status = status_of(status);
  const auto error = document.value("command_error", json{});
  out.error = command_error_text(error);
  out.too_old = error.is_object() && member_text(error, "type") == "TypeError";
  if (auto found = document.find("command_result"); found != document.end() && found->is_object())
    out.result = *found;
  out.step = step_of_command(document);
  return out;
}

result<std::vector<agent_command>> parse_commands(const json& document) {
  const auto list = document.is_object() ? document.find("commands") : document.end();
  if (!document.is_object() || list == document.end() || !list->is_array())
    return fail(error_code::invalid, "The agent's response contains no list of commands.");
  std::vector<agent_command> out;
  for (const auto& item : *list) {
    auto read = parse_command(item);
    if (!read) return tl::unexpected(read.error());
    out.push_back(std::move(*read));
  }
  return out;
}

bool can_be_asked_for(std::string_view id) {
  return !id.empty() && std::all_of(id.begin(), id.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
  });
}

std::string agent_error_text(std::string_view body) {
  const auto document = parse_json(body);
  if (!document || !document->is_object())
    return cut_text(std::string{body.substr(0, error_length_max)});
  for (const char* key : {"faultstring", "message", "description", "details"})
    if (auto text = member_text(*document, key); !text.empty()) return cut_text(std::move(text));
  if (const auto found = document->find("error_message"); found != document->end())
    return found->is_string() ? agent_error_text(found->get_ref<const std::string&>())
                              : agent_error_text(to_text(*found));
  return cut_text(to_text(*document));
}

bool says_busy(unsigned status, std::string_view text) {
  if (status == 409) return true;
  return (status == 400 || status == 500) && text.find("gent is busy") != std::string_view::npos;
}

const agent_command* find_command(const std::vector<agent_command>& all, std::string_view id) {
  for (const auto& x : all)
    if (x.id == id) return &x;
  return nullptr;
}

const agent_command* find_last(const std::vector<agent_command>& all, std::string_view name,
                               const json& step, std::string_view previous) {
  for (auto x = all.rbegin(); x != all.rend() && x->id != previous; ++x)
    if (x->name == name && (step.empty() || x->step.empty() || same_step(x->step, step)))
      return &*x;
  return nullptr;
}

bool same_step(const json& a, const json& b) {
  return member_text(a, "interface") == member_text(b, "interface") &&
         member_text(a, "step") == member_text(b, "step");
}

}  // namespace ironbus
