#include "actors/node/tables/transitions.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <fstream>
#include <sstream>

using namespace ironbus;

// docs/reference/states.md is generated from the tables. After a change of a table run:
//   IRONBUS_WRITE_DOCS=1 ops/test -R unit_actors_node

namespace {

constexpr std::array kinds{"stable", "working", "waiting", "hold", "failed"};
constexpr std::array aborts{"–", "after the step", "at once if the step is abortable", "at once",
                            "leaves the failure"};
constexpr std::array heartbeats{"–", "stored", "may continue the workflow"};

struct flag_name {
  state_flag flag;
  const char* name;
};

constexpr std::array flag_names{
    flag_name{flag_target_of_workflow, "target set by the workflow"},
    flag_name{flag_inspects, "inspects"},
    flag_name{flag_awaits_data, "node found by BMC address"},
    flag_name{flag_fixed_power, "no power changes"},
    flag_name{flag_no_power_sync, "no power sync"},
    flag_name{flag_changeable, "interfaces and resource class may change"},
    flag_name{flag_ports_changeable, "cabling may change"},
    flag_name{flag_volumes_free, "volumes may be deleted"},
    flag_name{flag_patch_until_39, "no PATCH from 1.39 on"},
    flag_name{flag_offered, "allocatable"},
    flag_name{flag_in_use, "runs an instance"},
    flag_name{flag_protectable, "may be protected"},
    flag_name{flag_resumes_without_agent, "continues without a heartbeat"},
    flag_name{flag_cleaned_to_leave, "cleaning targets leave it"},
    flag_name{flag_rescue_boots, "boots the rescue ramdisk"},
};

std::string special(const state_info& state_info) {
  std::string out;
  uint32_t named = 0;
  for (const auto& row : flag_names) {
    named |= row.flag;
    if (state_info.has(row.flag)) out += (out.empty() ? "" : ", ") + std::string{row.name};
  }
  BOOST_TEST((state_info.flags & ~named) == 0U, to_string(state_info.state)
                                                    << " has a flag without a name");
  return out.empty() ? "–" : out;
}

std::string abort_of(const state_info& x) {
  const std::string out = aborts[static_cast<size_t>(x.abort)];
  return x.abort_since == 1 ? out : out + ", from 1." + std::to_string(x.abort_since) + " on";
}

std::string yes(bool x) { return x ? "yes" : "–"; }

void write_states(std::ostream& out) {
  out << "| State | Kind | Target | Busy | PATCH with a target | DELETE | Lookup | Heartbeat | "
         "Abort | Special |\n|---|---|---|---|---|---|---|---|---|---|\n";
  for (const auto& x : state_table::rows)
    out << "| `" << to_string(x.state) << "` | " << kinds[static_cast<size_t>(x.kind)] << " | "
        << (x.target ? to_string(*x.target) : "–") << " | " << yes(x.busy) << " | "
        << yes(x.patch_while_target_set) << " | " << yes(x.deletable) << " | " << yes(x.lookup)
        << " | " << heartbeats[static_cast<size_t>(x.heartbeat)] << " | " << abort_of(x) << " | "
        << special(x) << " |\n";
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
    out << "  " << mermaid_id(x.source) << " --> " << mermaid_id(x.target) << ": "
        << to_string(x.event) << "\n";
  out << "```\n";
}

std::string page() {
  std::ostringstream out;
  out << "# Provision states\n\n"
         "For operators and authors of clients: this page lists the provision states of a node, "
         "and the changes between them.\n\n"
         "    baremetal node show r1 -f value -c provision_state\n\n"
         "The page is generated from `messages/model/state_table.hpp` and "
         "`actors/node/tables/transitions.hpp`; a test compares them.\n\n"
         "## States\n\n"
         "| column | meaning |\n"
         "|---|---|\n"
         "| Kind | stable: waits for a request; working: a step runs; waiting: for the agent or a "
         "task; hold: for a request; failed |\n"
         "| Target | the target state |\n"
         "| Busy | a workflow runs; events report its start and end |\n"
         "| PATCH with a target | PATCH is allowed while the node has a target state |\n"
         "| DELETE | the node may be deleted; in maintenance in every state |\n"
         "| Lookup, Heartbeat | an agent may look up its node; effect of its heartbeats |\n"
         "| Abort | effect of `abort` |\n\n";
  write_states(out);
  out << "\n## Transitions\n\n";
  write_drawing(out);
  return out.str();
}

}  // namespace

BOOST_AUTO_TEST_CASE(states_page_matches_the_tables) {
  const std::string path = "docs/reference/states.md";  // tests run at the root of the project
  if (std::getenv("IRONBUS_WRITE_DOCS") != nullptr) std::ofstream{path} << page();
  std::ifstream file{path};
  const std::string text{std::istreambuf_iterator<char>{file}, {}};
  BOOST_TEST((text == page()),
             "docs/reference/states.md is out of date; see the head of this file");
}
