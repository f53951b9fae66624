#include "messages/contract/driver_contract.hpp"
#include "messages/model/driver_catalog.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <fstream>
#include <sstream>

using namespace ironbus;

// docs/reference/driver_contract.md is made from the table, so it cannot go stale. After a change of it:
//   IRONBUS_WRITE_DOCS=1 ops/test -R unit_messages_contract

namespace {

struct word_of_mask {
  uint32_t mask;
  std::string_view word;
};

constexpr std::array trait_words{
    word_of_mask{op_required, "required"},
    word_of_mask{op_reads, "only reads"},
    word_of_mask{op_idempotent, "idempotent"},
    word_of_mask{op_by_agent, "may wait for the agent"},
    word_of_mask{op_by_task, "may go on as a task"},
};

constexpr std::array phase_words{
    word_of_mask{phase_verify, "verify"}, word_of_mask{phase_clean, "clean"},
    word_of_mask{phase_deploy, "deploy"}, word_of_mask{phase_service, "service"}};

std::string words_of(std::span<const word_of_mask> table, uint32_t mask) {
  std::string out;
  for (const auto& row : table)
    if ((mask & row.mask) != 0) out += (out.empty() ? "" : ", ") + std::string{row.word};
  return out;
}

std::string in_ticks(std::string_view x) { return "`" + std::string{x} + "`"; }

std::string describe(const value_contract& contract) {
  auto out = in_ticks(contract.name) + (contract.given == presence::required ? "*" : "") + " " +
             std::string{to_string(contract.type)};
  if (contract.given == presence::from_service) out += " (given by the service)";
  return contract.allowed.empty() ? out : out + ": " + allowed_words(contract);
}

std::string describe(std::span<const value_contract> all) {
  std::string out;
  for (const auto& x : all) out += (out.empty() ? "" : "; ") + describe(x);
  return out;
}

std::string describe(const answer_contract& answer_contract) {
  if (answer_contract.type == value_type::nothing) return {};
  const auto members = describe(answer_contract.members);
  return std::string{to_string(answer_contract.type)} + (members.empty() ? "" : " of " + members);
}

std::string or_dash(std::string x) { return x.empty() ? "–" : x; }

void write_kind(std::ostream& out, std::string_view kind) {
  out << "\n## " << kind
      << "\n\n| Operation | What it does | Arguments | Answer | Reports | Besides | Steps of | API "
         "|\n|---|---|---|---|---|---|---|---|\n";
  for (const auto& x : driver_contract())
    if (x.what.interface == kind)
      out << "| " << in_ticks(x.what.name) << " | " << x.description << " | "
          << or_dash(describe(x.arguments)) << " | " << or_dash(describe(x.answer)) << " | "
          << or_dash(fact_names(x.reports)) << " | " << or_dash(words_of(trait_words, x.traits))
          << " | " << or_dash(words_of(phase_words, x.phases)) << " | "
          << or_dash(x.rest.empty() ? "" : in_ticks(x.rest)) << " |\n";
}

std::string page() {
  std::ostringstream out;
  out << "# The contract of driver interfaces\n\n"
         "Made from the table of `messages/contract/driver_contract.hpp`; a test compares them. "
         "How a "
         "driver is\nwritten says [How to write a driver](../how-to/write_a_driver.md).\n\n"
         "An implementation declares operations of its kind and no others, with these arguments; "
         "it has those\nthat are *required*, unless its steps are those that an agent offers. `*` "
         "marks an argument that must\nbe given, or a member of the answer that is always there. "
         "A list of members says what each object of\nthe list has. What is *idempotent*, run "
         "again, ends alike and leaves the machine as after the first\ntime. Besides what it "
         "reports, every operation may leave notes in `driver_internal_info`.\n\nArguments are "
         "compared with the table before a driver hears of them; the steps that an agent offers\n"
         "are compared with what the agent says of them. `tests/contract/driver` holds every "
         "hardware type to\nall of this.\n";
  for (const auto kind : interface_kinds) write_kind(out, kind);
  return out.str();
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_page_of_the_driver_contract_says_what_the_table_says) {
  const std::string path = "docs/reference/driver_contract.md";  // tests run at the root of the project
  if (std::getenv("IRONBUS_WRITE_DOCS") != nullptr) std::ofstream{path} << page();
  std::ifstream file{path};
  const std::string text{std::istreambuf_iterator<char>{file}, {}};
  BOOST_TEST((text == page()), path << " is out of date; see above how to write it anew");
}
