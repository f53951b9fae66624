#pragma once

#include "tests/simulation/run/fault_plan.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace ironbus::simulation {

struct run_options {
  uint64_t seed = 1;
  uint32_t operators = 6;  ///< Each leads one node at a time.
  uint32_t lives = 3;      ///< Per operator.
  uint32_t tenants = 2;    ///< Each requests one node at a time by an allocation.
  uint32_t authors = 2;    ///< Each keeps one inspection rule at a time.
  uint32_t faults = 14;
  cluster_size size{};
  machine_habits habits{};
};

struct run_report {
  uint64_t seed = 0;
  uint32_t lives = 0;
  uint64_t events = 0;  ///< Events of the loop.
  uint64_t commits = 0;
  uint64_t steps = 0;   ///< Started by machines.
  uint64_t claims = 0;  ///< Nodes assigned to allocations.
  uint64_t rules = 0;   ///< Run by inspections.
  moment virtual_time{};
  std::vector<std::string> violations;  ///< Of the first time at which there were any.
};

/// The faults of a seed.
std::vector<fault> faults_of(const run_options& options);

/// Simulates a cluster with one seed: the same options and faults give the same report.
run_report simulate(const run_options& options, const std::vector<fault>& faults);

/// Whether two violations differ in names and times only.
bool is_same_kind(const std::string& one, const std::string& other);

}  // namespace ironbus::simulation
