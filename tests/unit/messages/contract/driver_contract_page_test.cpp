#include "messages/contract/driver_contract.hpp"
#include "messages/model/driver_catalog.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <fstream>
#include <sstream>

using namespace ironbus;

// docs/reference/driver_contract.md is generated from the table. To regenerate it after a change:
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
    word_of_mask{op_by_task, "may continue as a task"},
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
  out << "# Driver interface contract\n"
         "\n"
         "The operations of each driver interface, for authors of drivers. This page is generated "
         "from the\n"
         "table in `messages/contract/driver_contract.hpp`, and a test compares the two. How to "
         "write a driver:\n"
         "[How to write a driver](../how-to/write_a_driver.md).\n"
         "\n"
         "An implementation declares only operations of its interface, with exactly these "
         "arguments. It must\n"
         "have the *required* operations, unless its steps are the steps that an agent offers. `*` "
         "marks a\n"
         "required argument, or a member that the answer always has. A list of members describes "
         "each object of\n"
         "the list. An *idempotent* operation can run again: it ends alike and leaves the machine "
         "in the same\n"
         "state. Besides the facts it reports, every operation may store notes in "
         "`driver_internal_info`.\n"
         "\n"
         "The service checks arguments against the table before it calls the driver. It checks the "
         "steps of an\n"
         "agent against the agent's own declarations. `tests/contract/driver` tests every hardware "
         "type against\n"
         "this contract.\n";
  for (const auto kind : interface_kinds) write_kind(out, kind);
  return out.str();
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_driver_contract_page_matches_the_table) {
  const std::string path =
      "docs/reference/driver_contract.md";  // tests run at the root of the project
  if (std::getenv("IRONBUS_WRITE_DOCS") != nullptr) std::ofstream{path} << page();
  std::ifstream file{path};
  const std::string text{std::istreambuf_iterator<char>{file}, {}};
  BOOST_TEST((text == page()), path << " is out of date; see above how to rewrite it");
}
