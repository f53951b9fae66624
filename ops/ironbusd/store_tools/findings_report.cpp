#include "ops/ironbusd/store_tools/findings_report.hpp"

#include "messages/base/json.hpp"

namespace ironbus::daemon {

namespace {

std::string line_of(const store_finding& finding) {
  std::string out = "  " + std::string{to_string(finding.what)} + " in " + finding.place;
  if (!finding.subject.empty()) out += " of " + finding.subject;
  out += ": " + finding.text;
  return out + (finding.mended ? " (repaired)\n" : "\n");
}

}  // namespace

void findings_report::add(store_finding x) {
  ++found_;
  if (x.mended) ++mended_;
  if (listed_.size() < listed_max) listed_.push_back(std::move(x));
}

std::string findings_report::as_text() const {
  if (found_ == 0) return store_ + ": no errors\n";
  auto out = store_ + ": " + std::to_string(found_) + (found_ == 1 ? " finding" : " findings");
  if (mended_ > 0) out += ", " + std::to_string(mended_) + " repaired";
  out += "\n";
  for (const auto& x : listed_) out += line_of(x);
  if (found_ > listed_.size())
    out += "  and " + std::to_string(found_ - listed_.size()) + " more\n";
  return out;
}

std::string findings_report::as_json() const {
  auto listed = json::array();
  for (const auto& x : listed_)
    listed.push_back({{"defect", to_string(x.what)},
                      {"place", x.place},
                      {"subject", x.subject},
                      {"text", x.text},
                      {"mended", x.mended}});
  return to_text(json{{"store", store_},
                      {"found", found_},
                      {"mended", mended_},
                      {"findings", std::move(listed)}}) +
         "\n";
}

}  // namespace ironbus::daemon
