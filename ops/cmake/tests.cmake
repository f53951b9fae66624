# Tests are found, not listed: a folder that directly contains *_test.cpp is one Boost.Test executable,
# named after its path and linked to the library it mirrors. Other .cpp files beside them are helpers of
# that executable. A file `links` in the folder names further targets, one a line, when a test needs them.

set(IRONBUS_ALL_LIBRARIES
    ironbus_actors_core ironbus_actors ironbus_drivers ironbus_gateway_http ironbus_gateway_amqp
    ironbus_gateway_redis ironbus_gateway_sqlite ironbus_gateway_local ironbus_gateway_cli
    ironbus_gateway_archive ironbus_gateway_otlp)

# Checks are many and run once: to optimise them takes longer than it saves.
set(IRONBUS_TEST_OPTIONS -O0)

# CTest starts the longest tests first. A fresh clone knows their seconds from tests/durations, a line
# "NAME SECONDS" for each test of ten seconds or more; `ops/test --times` prints them.
file(STRINGS "${PROJECT_SOURCE_DIR}/tests/durations" IRONBUS_DURATIONS REGEX "^[a-z]")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/durations")
function(ironbus_test_cost name)
  foreach(row IN LISTS IRONBUS_DURATIONS)
    if(row MATCHES "^${name} +([0-9]+)$")
      set_tests_properties(${name} PROPERTIES COST ${CMAKE_MATCH_1})
    endif()
  endforeach()
endfunction()

# ironbus_test_executables(<tree> LABEL label TIMEOUT seconds [PREFIX prefix] [LINK target…])
# With LINK every executable of the tree links those; without, the library its path mirrors.
function(ironbus_test_executables tree)
  cmake_parse_arguments(arg "SERIAL" "LABEL;TIMEOUT;PREFIX" "LINK" ${ARGN})
  file(GLOB_RECURSE tests CONFIGURE_DEPENDS "${tree}/*_test.cpp")
  set(folders "")
  foreach(test IN LISTS tests)
    cmake_path(GET test PARENT_PATH folder)
    list(APPEND folders "${folder}")
  endforeach()
  list(REMOVE_DUPLICATES folders)
  set(timeout ${arg_TIMEOUT})
  if(IRONBUS_SANITIZE)  # what is watched at each step takes several times as long
    math(EXPR timeout "4 * ${timeout}")
  endif()

  foreach(folder IN LISTS folders)
    file(RELATIVE_PATH path "${tree}" "${folder}")
    set(libraries ${arg_LINK})
    if(NOT libraries)
      ironbus_mirrored_library("${path}" libraries)
    endif()
    string(REGEX REPLACE "[/-]" "_" name "${arg_PREFIX}/${path}")
    string(REGEX REPLACE "^_|_$" "" name "${name}")
    file(GLOB sources CONFIGURE_DEPENDS "${folder}/*.cpp")
    add_executable(${name} ${sources})
    ironbus_group_sources(${name} KB ${IRONBUS_TEST_UNIT_KB} ${sources})
    ironbus_read_links("${folder}" further)
    target_link_libraries(${name} PRIVATE ${libraries} ${further} ironbus_test_base)
    target_precompile_headers(${name} REUSE_FROM ironbus_test_header)
    # A test's fixture is local to its source, though that is not the main file of a unity build.
    target_compile_options(${name} PRIVATE
      $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage> ${IRONBUS_TEST_OPTIONS})
    add_test(NAME ${name} COMMAND ${name} WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
    set_tests_properties(${name} PROPERTIES TIMEOUT ${timeout} LABELS ${arg_LABEL})
    ironbus_test_cost(${name})
    if(NOT TARGET ${arg_LABEL}_tests)
      add_custom_target(${arg_LABEL}_tests)
    endif()
    add_dependencies(${arg_LABEL}_tests ${name})
    if(arg_SERIAL)
      set_tests_properties(${name} PROPERTIES RUN_SERIAL ON)
    endif()
  endforeach()
endfunction()

# tests/unit/<path> tests the library of the folder <path>.
function(ironbus_mirrored_library path result)
  if(path MATCHES "^messages/stream$")
    set(library ironbus_stream)
  elseif(path MATCHES "^messages(/|$)")
    set(library ironbus_messages)
  elseif(path MATCHES "^actors/runtime(/|$)")
    set(library ironbus_actors)
  elseif(path MATCHES "^actors(/|$)")
    set(library ironbus_actors_core)
  elseif(path MATCHES "^drivers(/|$)")
    set(library ironbus_drivers)
  elseif(path MATCHES "^gateways/([a-z]+)(/|$)")
    set(library ironbus_gateway_${CMAKE_MATCH_1})
  elseif(path MATCHES "^ops/simulator(/|$)")
    set(library ironbus_simulator)
  elseif(path MATCHES "^ops/bmc_check(/|$)")
    set(library ironbus_bmc_check)
  elseif(path MATCHES "^ops/recorder(/|$)")
    set(library ironbus_recorder)
  elseif(path MATCHES "^ops(/|$)")
    set(library ironbus_daemon)
  else()
    message(FATAL_ERROR "tests/unit/${path} mirrors no folder of the project")
  endif()
  set(${result} ${library} PARENT_SCOPE)
endfunction()

function(ironbus_read_links folder result)
  set(targets "")
  if(EXISTS "${folder}/links")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${folder}/links")
    file(STRINGS "${folder}/links" targets REGEX "^[A-Za-z]")
  endif()
  set(${result} ${targets} PARENT_SCOPE)
endfunction()

# ironbus_system_tests(<folder>…): every executable *_test.py drives the daemon from outside.
function(ironbus_system_tests)
  # Debian's own interpreter: the clients (python3-ironicclient, -openstacksdk) are packages of it.
  find_program(IRONBUS_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH REQUIRED)
  foreach(folder IN LISTS ARGN)
    cmake_path(GET folder FILENAME prefix)
    file(GLOB scripts CONFIGURE_DEPENDS "${folder}/*_test.py")
    foreach(script IN LISTS scripts)
      cmake_path(GET script STEM name)
      string(REGEX REPLACE "_test$" "" name "${prefix}_${name}")
      add_test(NAME ${name} COMMAND "${IRONBUS_PYTHON}" "${script}" WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
      set_tests_properties(${name} PROPERTIES
        LABELS "system;${prefix}" TIMEOUT 1500
        ENVIRONMENT "IRONBUSD=${PROJECT_BINARY_DIR}/bin/ironbusd;PYTHONDONTWRITEBYTECODE=1")
      ironbus_test_cost(${name})
      # Label `machine`: minutes of an emulated machine each. `ops/test` runs some of them, `--machines` all.
      # Chaos tests load the machine: one at a time. An emulated machine loads a processor: two at a time, so
      # that neither processor is idle at the end. Emulated firmware that fetches block by block needs the
      # machine for itself.
      if(name MATCHES "^system_(vm_life|ramdisk|ramdisk_silence|ramdisk_neighbours|partition_image|partition_loader)$")
        set_property(TEST ${name} APPEND PROPERTY LABELS machine)
      endif()
      # Label `openstack`, alone: needs packages of OpenStack. Only `ops/test --openstack` runs it.
      if(prefix STREQUAL "openstack")
        set_tests_properties(${name} PROPERTIES LABELS openstack TIMEOUT 3600 RUN_SERIAL ON)
      endif()
      if(prefix STREQUAL "chaos")
        set_tests_properties(${name} PROPERTIES RESOURCE_LOCK chaos PROCESSORS 2)
      elseif(name MATCHES "^system_(vm_|iso_boot|ramdisk_image|ramdisk_fault|partition_loader)")
        set_tests_properties(${name} PROPERTIES RESOURCE_LOCK emulator_1 PROCESSORS 2)
      elseif(name MATCHES "^system_(partition_image|ramdisk$)")
        set_tests_properties(${name} PROPERTIES RESOURCE_LOCK emulator_2 PROCESSORS 2)
      elseif(name STREQUAL "system_network_boot")
        set_tests_properties(${name} PROPERTIES RUN_SERIAL ON)
      endif()
    endforeach()
  endforeach()
endfunction()
