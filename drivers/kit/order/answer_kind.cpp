#include "drivers/kit/order/answer_kind.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace ironbus {

namespace {

using ak = answer_kind;

/// Indexed by answer_kind.
constexpr std::array answer_infos{
    answer_kind_info{ak::accepted, true, true, false, true},
    answer_kind_info{ak::in_progress, true, true, false, false},
    answer_kind_info{ak::already_so, false, false, true, true},
    answer_kind_info{ak::transient, false, false, true, false},
    answer_kind_info{ak::refused, false, false, false, true},
    answer_kind_info{ak::unknown, false, true, true, false},
    answer_kind_info{ak::not_sent, false, false, false, true},
};
static_assert(answer_infos.size() == static_cast<size_t>(answer_kind::count_));

/// A message of a BMC. Both parts must be present.
struct text_kind_row {
  std::string_view text;
  std::string_view beside;
  answer_kind kind;
  std::string_view why;
  std::string_view source;
};

/// The first matching row counts.
constexpr std::array http_texts{
    text_kind_row{"ActionParameterValueNotInList", "", ak::refused, "the value is not supported",
                  "DMTF DSP2065, Base"},
    text_kind_row{"ActionParameterValueFormatError", "", ak::refused, "the value is malformed",
                  "DMTF DSP2065, Base"},
    text_kind_row{"ActionParameterValueTypeError", "", ak::refused, "the value has a wrong type",
                  "DMTF DSP2065, Base"},
    text_kind_row{"ActionParameterNotSupported", "", ak::refused, "the parameter is unknown",
                  "DMTF DSP2065, Base"},
    text_kind_row{"ActionParameterUnknown", "", ak::refused, "the parameter is unknown",
                  "DMTF DSP2065, Base"},
    text_kind_row{"ActionParameterMissing", "", ak::refused, "a parameter is missing",
                  "DMTF DSP2065, Base"},
    text_kind_row{"ActionNotSupported", "", ak::refused, "the action is unknown",
                  "DMTF DSP2065, Base"},
    text_kind_row{"PropertyValueNotInList", "", ak::refused, "the value is not supported",
                  "DMTF DSP2065, Base"},
    text_kind_row{"PropertyNotWritable", "", ak::refused, "the property is read-only",
                  "DMTF DSP2065, Base"},
    text_kind_row{"PropertyUnknown", "", ak::refused, "the property is unknown",
                  "DMTF DSP2065, Base"},
    text_kind_row{"InsufficientPrivilege", "", ak::refused, "the user lacks the privilege",
                  "DMTF DSP2065, Base"},
    text_kind_row{"ServiceTemporarilyUnavailable", "", ak::transient, "the service is starting",
                  "DMTF DSP2065, Base"},
    text_kind_row{"ResourceInUse", "", ak::transient, "another change is running",
                  "DMTF DSP2065, Base"},
    text_kind_row{"ResourceNotReadyRetry", "", ak::transient, "the resource is being prepared",
                  "HPE iLO message registry"},
    text_kind_row{"UnableToModifyDuringSystemPOST", "", ak::transient, "the self-test is running",
                  "HPE iLO message registry"},
    text_kind_row{"InvalidOperationForSystemState", "iLO", ak::already_so,
                  "the power state is the wanted one, or was just left",
                  "HPE iLO message registry"},
    text_kind_row{"NoOperation", "", ak::already_so, "nothing is to be changed",
                  "DMTF DSP2065, Base"},
    text_kind_row{"SYS518", "", ak::transient, "the iDRAC is preparing its data",
                  "Dell iDRAC message registry"},
    text_kind_row{"SYS446", "", ak::unknown, "the iDRAC says so of executed resets too",
                  "public reports of iDRAC users"},
    text_kind_row{"InternalError", "", ak::unknown, "BMCs say so shortly after an executed order",
                  "public reports, Base registry"},
};

struct status_kind_row {
  unsigned first;
  unsigned last;
  answer_kind kind;
  std::string_view why;
  std::string_view source;
};

/// The first matching row counts.
constexpr std::array http_statuses{
    status_kind_row{202, 202, ak::in_progress, "a task, or the change continues",
                    "RFC 9110, 15.3.3"},
    status_kind_row{200, 299, ak::accepted, "a success", "RFC 9110, 15.3"},
    status_kind_row{401, 401, ak::refused, "wrong credentials", "RFC 9110, 15.5.2"},
    status_kind_row{403, 403, ak::refused, "the user lacks the privilege", "RFC 9110, 15.5.4"},
    status_kind_row{405, 405, ak::refused, "the method is not supported", "RFC 9110, 15.5.6"},
    status_kind_row{409, 409, ak::already_so, "a conflict with the state", "RFC 9110, 15.5.10"},
    status_kind_row{412, 412, ak::refused, "the resource has changed", "RFC 9110, 15.5.13"},
    status_kind_row{428, 428, ak::refused, "the ETag is missing", "RFC 6585, 3"},
    status_kind_row{429, 429, ak::transient, "too many requests", "RFC 6585, 4"},
    status_kind_row{503, 503, ak::transient, "the BMC is busy", "RFC 9110, 15.6.4"},
};

constexpr std::array ipmi_texts{
    text_kind_row{"Node busy", "", ak::transient, "completion code 0xc0", "IPMI 2.0, 5.2"},
    text_kind_row{": Timeout", "", ak::unknown, "completion code 0xc3: it may have been done",
                  "IPMI 2.0, 5.2"},
    text_kind_row{"Out of space", "", ak::transient, "completion code 0xc4", "IPMI 2.0, 5.2"},
    text_kind_row{"initialization in progress", "", ak::transient, "completion code 0xd2",
                  "IPMI 2.0, 5.2"},
    text_kind_row{"not supported in present state", "", ak::already_so, "completion code 0xd5",
                  "IPMI 2.0, 5.2"},
    text_kind_row{"insufficient resources for session", "", ak::transient, "RAKP status 0x01",
                  "IPMI 2.0, 13.24"},
    text_kind_row{"Invalid command", "", ak::refused, "completion code 0xc1", "IPMI 2.0, 5.2"},
    text_kind_row{"Invalid data field in request", "", ak::refused, "completion code 0xcc",
                  "IPMI 2.0, 5.2"},
    text_kind_row{"Parameter out of range", "", ak::refused, "completion code 0xc9",
                  "IPMI 2.0, 5.2"},
    text_kind_row{"Insufficient privilege level", "", ak::refused, "completion code 0xd4",
                  "IPMI 2.0, 5.2"},
};

answer_kind kind_of_text(std::span<const text_kind_row> rows, std::string_view words,
                         answer_kind otherwise) {
  const auto holds = [words](std::string_view part) {
    return words.find(part) != std::string_view::npos;
  };
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const auto& row) {
    return holds(row.text) && holds(row.beside);
  });
  return found == rows.end() ? otherwise : found->kind;
}

answer_kind kind_of_status(unsigned status) {
  const auto* found =
      std::find_if(http_statuses.begin(), http_statuses.end(),
                   [status](const auto& row) { return row.first <= status && status <= row.last; });
  return found == http_statuses.end() ? ak::unknown : found->kind;
}

}  // namespace

const answer_kind_info& info(answer_kind x) { return answer_infos.at(static_cast<size_t>(x)); }

answer_kind kind_of_http(unsigned status, std::string_view words) {
  const auto by_status = kind_of_status(status);
  // The words beside a success or rejected credentials are no errors of the order.
  if (info(by_status).accepted || status == 401 || status == 403) return by_status;
  return kind_of_text(http_texts, words, by_status);
}

answer_kind kind_of_ipmi(std::string_view words, answer_kind otherwise) {
  return kind_of_text(ipmi_texts, words, otherwise);
}

}  // namespace ironbus
