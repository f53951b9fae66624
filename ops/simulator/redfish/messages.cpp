#include "ops/simulator/redfish/messages.hpp"

#include <algorithm>
#include <array>

namespace ironbus::simulator {

namespace {

constexpr std::string_view mend = "Correct the request and send it again.";
constexpr std::string_view later = "Send the request again later.";

constexpr std::array message_rows{
    base_message{"Success", 200, "OK", "The request completed successfully.", "None."},
    base_message{"GeneralError", 400, "Critical", "A general error has occurred.", mend},
    base_message{"InternalError", 500, "Critical",
                 "The request failed due to an internal service error.", later},
    base_message{"MalformedJSON", 400, "Critical", "The request body is not a valid JSON object.",
                 mend},
    base_message{"EmptyJSON", 400, "Warning", "The request body is an empty JSON object.", mend},
    base_message{"PropertyUnknown", 400, "Warning",
                 "The property %1 is not in the list of valid properties for the resource.", mend},
    base_message{"PropertyNotWritable", 400, "Warning",
                 "The property %1 is a read-only property and cannot be assigned a value.", mend},
    base_message{"PropertyMissing", 400, "Warning",
                 "The property %1 is a required property and must be included in the request.",
                 mend},
    base_message{"PropertyValueTypeError", 400, "Warning",
                 "The value '%1' for the property %2 is of a different type than the property can "
                 "accept.",
                 mend},
    base_message{"PropertyValueNotInList", 400, "Warning",
                 "The value '%1' for the property %2 is not in the list of acceptable values.",
                 mend},
    base_message{"PropertyValueFormatError", 400, "Warning",
                 "The value '%1' for the property %2 is of a different format than the property "
                 "can accept.",
                 mend},
    base_message{"PropertyValueOutOfRange", 400, "Warning",
                 "The value '%1' for the property %2 is not in the supported range of acceptable "
                 "values.",
                 mend},
    base_message{"PropertyValueConflict", 400, "Warning",
                 "The property '%1' could not be written because its value would conflict with "
                 "the value of the '%2' property.",
                 mend},
    base_message{"ActionParameterMissing", 400, "Critical",
                 "The action %1 requires that the parameter %2 be present in the request body.",
                 mend},
    base_message{"ActionParameterUnknown", 400, "Warning",
                 "The action %1 was submitted with the invalid parameter %2.", mend},
    base_message{"ActionParameterNotSupported", 400, "Warning",
                 "The parameter %1 for the action %2 is not supported on the target resource.",
                 mend},
    base_message{"ActionParameterValueTypeError", 400, "Warning",
                 "The value '%1' for the parameter %2 in the action %3 is of a different type than "
                 "the parameter can accept.",
                 mend},
    base_message{"ActionParameterValueNotInList", 400, "Warning",
                 "The value '%1' for the parameter %2 in the action %3 is not in the list of "
                 "acceptable values.",
                 mend},
    base_message{"ActionParameterValueFormatError", 400, "Warning",
                 "The value '%1' for the parameter %2 in the action %3 is of a different format "
                 "than the parameter can accept.",
                 mend},
    base_message{"ActionParameterValueConflict", 409, "Warning",
                 "The parameter %1 with the requested value of '%2' does not meet the constraints "
                 "of the state of the resource.",
                 later},
    base_message{"OperationSupportedInFutureStateURI", 400, "Warning",
                 "The properties %1 can be changed at the future state of the resource only.",
                 mend},
    base_message{"ResourceNotFound", 404, "Critical",
                 "The requested resource of type %1 named '%2' was not found.", mend},
    base_message{"ResourceMissingAtURI", 404, "Critical",
                 "The resource at the URI %1 was not found.", mend},
    base_message{"ResourceInUse", 409, "Warning",
                 "The change to the requested resource failed because the resource is in use or in "
                 "transition.",
                 later},
    base_message{"OperationNotAllowed", 405, "Critical",
                 "The HTTP method is not allowed on this resource.", mend},
    base_message{"NotAcceptable", 406, "Critical",
                 "The requested encoding of the response is not supported.", mend},
    base_message{"UnsupportedMediaType", 415, "Critical",
                 "The body's media type is not application/json.", mend},
    base_message{"PreconditionFailed", 412, "Critical",
                 "The ETag supplied did not match the ETag required to change this resource.",
                 mend},
    base_message{"PreconditionRequired", 428, "Critical",
                 "A precondition header or annotation is required to change this resource.", mend},
    base_message{"QueryNotSupported", 501, "Warning",
                 "Querying is not supported by the implementation.", mend},
    base_message{"NoValidSession", 401, "Critical",
                 "There is no valid session established with the implementation.", mend},
    base_message{"ResourceAtUriUnauthorized", 401, "Critical",
                 "While accessing the resource at %1, the service received an authorization error.",
                 mend},
    base_message{"SessionLimitExceeded", 503, "Critical",
                 "The session establishment failed due to the number of simultaneous sessions "
                 "exceeding the limit of the implementation.",
                 later},
    base_message{"EventSubscriptionLimitExceeded", 503, "Critical",
                 "The event subscription failed due to the number of simultaneous subscriptions "
                 "exceeding the limit of the implementation.",
                 later},
    base_message{"ServiceTemporarilyUnavailable", 503, "Critical",
                 "The service is temporarily unavailable. Retry in %1 seconds.", later},
};

const base_message* find_message(std::string_view name) {
  const auto* found = std::ranges::find(message_rows, name, &base_message::name);
  return found == message_rows.end() ? nullptr : found;
}

std::string fill(std::string_view text, const std::vector<std::string>& args) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto place = text[i] == '%' && i + 1 < text.size() ? text[i + 1] - '1' : -1;
    if (place < 0 || place > 8) {
      out += text[i];
      continue;
    }
    if (static_cast<size_t>(place) < args.size()) out += args[static_cast<size_t>(place)];
    ++i;
  }
  return out;
}

std::string full_id(const profile& kind, const fault& what) {
  if (find_message(what.message_id) == nullptr) return what.message_id;
  return std::string{kind.base_registry} + "." + what.message_id;
}

}  // namespace

std::span<const base_message> base_messages() { return message_rows; }

fault to_fault(const refusal& x) {
  return {std::string{x.message_id}, {}, {}, x.status, std::string{x.text}};
}

unsigned status_of(const fault& x) {
  if (x.status != 0) return x.status;
  const auto* row = find_message(x.message_id);
  return row == nullptr ? 400 : row->status;
}

json message_entry(const profile& kind, const fault& what) {
  json out{{"@odata.type", "#Message.v1_1_1.Message"},
           {"MessageId", full_id(kind, what)},
           {"MessageArgs", what.args}};
  if (!what.property.empty()) out["RelatedProperties"] = json::array({what.property});
  if (!kind.message_texts) return out;
  const auto* row = find_message(what.message_id);
  out["Message"] = row == nullptr ? what.text : fill(row->text, what.args);
  out["Severity"] = row == nullptr ? "Critical" : std::string{row->severity};
  out["Resolution"] = row == nullptr ? std::string{mend} : std::string{row->resolution};
  return out;
}

json error_body(const profile& kind, const fault& why) {
  const auto entry = message_entry(kind, why);
  return {{"error",
           {{"code", entry["MessageId"]},
            {"message", entry.value("Message", "See @Message.ExtendedInfo for more information.")},
            {"@Message.ExtendedInfo", json::array({entry})}}}};
}

}  // namespace ironbus::simulator
