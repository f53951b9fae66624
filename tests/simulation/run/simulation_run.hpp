#pragma once

#include "tests/simulation/run/fault_plan.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace ironbus::simulation {

struct run_options {
  uint64_t seed = 1;
  uint32_t operators = 6;  ///< Each leads one node at a time.
  uint32_t lives = 3;      ///< Of each operator.
  uint32_t tenants = 2;    ///< Each asks for one node at a time, by an allocation.
  uint32_t authors = 2;    ///< Each keeps one inspection rule at a time.
  uint32_t faults = 14;
  cluster_size size{};
  machine_habits habits{};
};

struct run_report {
  uint64_t seed = 0;
  uint32_t lives = 0;
  uint64_t events = 0;  ///< Of the loop.
  uint64_t commits = 0;
  uint64_t steps = 0;   ///< Begun by machines.
  uint64_t claims = 0;  ///< Nodes given to allocations.
  uint64_t rules = 0;   ///< Carried out by inspections.
  moment virtual_time{};
  std::vector<std::string> violations;  ///< Those of the first moment that had one.
};

/// The faults that belong to a seed.
std::vector<fault> faults_of(const run_options& options);

/// One whole life of a cluster under one seed: the same options and faults give the same report.
run_report simulate(const run_options& options, const std::vector<fault>& faults);

/// Whether two violations are the same but for who and when.
bool is_same_kind(const std::string& one, const std::string& other);

}  // namespace ironbus::simulation
