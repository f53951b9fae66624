#include "actors/node/tables/transitions.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <fstream>
#include <sstream>

using namespace ironbus;

// docs/states.md is made from the tables, so it cannot go stale. After a change of a table:
//   IRONBUS_WRITE_DOCS=1 ops/test -R unit_actors_node

namespace {

constexpr std::array kinds{"stable", "working", "waiting", "hold", "failed"};
constexpr std::array aborts{"–", "after the step", "at once if the step is abortable", "at once"};
constexpr std::array heartbeats{"–", "noted", "acted on"};

std::string yes(bool x) { return x ? "yes" : "–"; }

void write_states(std::ostream& out) {
  out << "| State | Kind | Target | Busy | PATCH with a target | DELETE | Lookup | Heartbeat | "
         "Abort |\n|---|---|---|---|---|---|---|---|---|\n";
  for (const auto& x : state_table::rows)
    out << "| `" << to_string(x.state) << "` | " << kinds[static_cast<size_t>(x.kind)] << " | "
        << (x.target ? to_string(*x.target) : "–") << " | " << yes(x.busy) << " | "
        << yes(x.patch_while_target_set) << " | " << yes(x.deletable) << " | " << yes(x.lookup)
        << " | " << heartbeats[static_cast<size_t>(x.heartbeat)] << " | "
        << aborts[static_cast<size_t>(x.abort)] << " |\n";
}

std::string mermaid_id(provision_state state) {
  std::string id{to_string(state)};
  for (auto& c : id)
    if (c == ' ' || c == '-') c = '_';
  return id;
}

void write_drawing(std::ostream& out) {
  out << "```mermaid\nstateDiagram-v2\n  [*] --> enroll\n";
  for (const auto& x : state_table::rows)
    if (mermaid_id(x.state) != to_string(x.state))
      out << "  state \"" << to_string(x.state) << "\" as " << mermaid_id(x.state) << "\n";
  for (const auto& x : transition_table::rows)
    out << "  " << mermaid_id(x.from) << " --> " << mermaid_id(x.to) << ": " << to_string(x.on)
        << "\n";
  out << "```\n";
}

std::string page() {
  std::ostringstream out;
  out << "# Provision states\n\nMade from `messages/model/state_table.hpp` and "
         "`actors/node/tables/transitions.hpp`; a test compares them.\n\n## What is true of each "
         "state\n\n";
  write_states(out);
  out << "\n## How a node moves\n\nIn maintenance a node may be deleted in every state.\n\n";
  write_drawing(out);
  return out.str();
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_page_of_states_says_what_the_tables_say) {
  const std::string path = "docs/states.md";  // tests run at the root of the project
  if (std::getenv("IRONBUS_WRITE_DOCS") != nullptr) std::ofstream{path} << page();
  std::ifstream file{path};
  const std::string text{std::istreambuf_iterator<char>{file}, {}};
  BOOST_TEST((text == page()), "docs/states.md is out of date; see above how to write it anew");
}
