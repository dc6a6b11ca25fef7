# stepscope_room(graph SOURCES a.cpp b.cpp ROOMS base LIBRARIES fmt::fmt)
# A room is a static library stepscope_<name>. Headers are included from the repository's root: "core/graph/graph.h".
function(stepscope_room name)
  cmake_parse_arguments(ARG "" "" "SOURCES;ROOMS;LIBRARIES" ${ARGN})
  add_library(stepscope_${name} STATIC ${ARG_SOURCES})
  target_include_directories(stepscope_${name} PUBLIC ${PROJECT_SOURCE_DIR})
  list(TRANSFORM ARG_ROOMS PREPEND stepscope_)
  target_link_libraries(stepscope_${name} PUBLIC ${ARG_ROOMS} ${ARG_LIBRARIES})
  stepscope_flags(stepscope_${name})
endfunction()

function(stepscope_flags target)
  target_compile_options(${target} PRIVATE -Wall -Wextra)
  if(STEPSCOPE_SANITIZE)
    target_compile_options(${target} PUBLIC -fsanitize=${STEPSCOPE_SANITIZE} -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=${STEPSCOPE_SANITIZE})
  endif()
  get_target_property(type ${target} TYPE)
  if(STEPSCOPE_SANITIZE STREQUAL "thread" AND type STREQUAL "EXECUTABLE")
    if(NOT TARGET stepscope_openmp_under_tsan)
      add_library(stepscope_openmp_under_tsan OBJECT ${PROJECT_SOURCE_DIR}/tests/support/openmp_under_tsan.cpp)
    endif()
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:stepscope_openmp_under_tsan>)
  endif()
endfunction()

# stepscope_test(graph_autodiff SOURCES autodiff_test.cpp ROOMS passes LIBRARIES Qt6::Test [TIMEOUT 300] [SOURCE_TREE] [WITHOUT_ENTRY])
# A Qt Test program registered with CTest; widgets are drawn offscreen. SOURCE_TREE: it reads files of this tree or the test inputs beside it,
# and gets STEPSCOPE_SOURCE_DIR. (Not for all, so that a compiler cache serves other checkouts as well.) WITHOUT_ENTRY: not registered, since
# an entry of several programs runs it. REAL_DATA a b: its functions a and b read large files beside the checkout, which a fresh clone
# lacks; they are run by the entry real_data (stepscope_real_data), and the test's own entry checks all it can everywhere.
# Reading QtTest takes longer than the rest of most tests: it is compiled once, for tests with widgets and for tests without.
function(stepscope_test name)
  cmake_parse_arguments(ARG "SOURCE_TREE;WITHOUT_ENTRY" "TIMEOUT" "SOURCES;ROOMS;LIBRARIES;REAL_DATA" ${ARGN})
  add_executable(test_${name} ${ARG_SOURCES})
  set_target_properties(test_${name} PROPERTIES AUTOMOC ON)
  list(TRANSFORM ARG_ROOMS PREPEND stepscope_)
  target_include_directories(test_${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(test_${name} PRIVATE ${ARG_ROOMS} ${ARG_LIBRARIES} Qt6::Core Qt6::Test)
  if(ARG_SOURCE_TREE)
    target_compile_definitions(test_${name} PRIVATE STEPSCOPE_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  endif()
  stepscope_flags(test_${name})
  stepscope_precompiled_qtest(test_${name})
  if(ARG_REAL_DATA)
    list(JOIN ARG_REAL_DATA " " functions)
    set_property(GLOBAL APPEND PROPERTY STEPSCOPE_REAL_DATA $<TARGET_FILE:test_${name}> ${ARG_REAL_DATA} --)
  endif()
  if(ARG_REAL_DATA AND NOT ARG_WITHOUT_ENTRY)
    stepscope_command_entry(${name} COMMAND sh ${PROJECT_SOURCE_DIR}/cmake/without.sh "${functions}" $<TARGET_FILE:test_${name}>
      TIMEOUT ${ARG_TIMEOUT})
  elseif(NOT ARG_WITHOUT_ENTRY)
    stepscope_test_entry(${name} test_${name} TIMEOUT ${ARG_TIMEOUT})
  endif()
endfunction()

# The entry of what the tests named with REAL_DATA; called behind the last of them.
function(stepscope_real_data)
  get_property(commands GLOBAL PROPERTY STEPSCOPE_REAL_DATA)
  stepscope_command_entry(real_data COMMAND sh ${PROJECT_SOURCE_DIR}/cmake/each.sh ${commands} TIMEOUT 900)
endfunction()

# stepscope_test_entry(kernels_unary_avx2 test_kernels_unary [TIMEOUT 300] [ENVIRONMENT STEPSCOPE_MAX_ISA=avx2])
# One more run of a test program.
function(stepscope_test_entry name target)
  stepscope_command_entry(${name} COMMAND $<TARGET_FILE:${target}> ${ARGN})
endfunction()

# stepscope_command_entry(qemu_haswell_doctor COMMAND sh script argument [TIMEOUT 300] [ENVIRONMENT A=1])
# Any command as an entry. Every entry starts with an empty cache of its own, which no setting of its environment can take away.
function(stepscope_command_entry name)
  cmake_parse_arguments(ARG "" "TIMEOUT" "COMMAND;ENVIRONMENT" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  set(patience)
  if(STEPSCOPE_SANITIZE)  # the thread sanitizer takes so much longer; Qt Test ends a function after five minutes otherwise
    math(EXPR ARG_TIMEOUT "5 * ${ARG_TIMEOUT}")
    set(patience QTEST_FUNCTION_TIMEOUT=${ARG_TIMEOUT}000)
  endif()
  add_test(NAME ${name}
    COMMAND sh ${PROJECT_SOURCE_DIR}/cmake/in_fresh_cache.sh ${CMAKE_BINARY_DIR}/test-cache/${name} ${ARG_COMMAND})
  set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT})
  # Qt and libgomp are not built with the thread sanitizer: what happens wholly inside them cannot be judged. QProcess makes its child by vfork,
  # so the sanitizer takes the parent for the child. It drops its history of accesses where a test of a large model would need all memory.
  # Tests also ask for more memory than there is, which the sanitizers must refuse as the system does. Other tests run beside this one: a team
  # of threads that waits sleeping instead of spinning gives the core to them.
  stepscope_test_environment(${name} QT_QPA_PLATFORM=offscreen ASAN_OPTIONS=allocator_may_return_null=1
    LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/leaks_of_libraries.txt:print_suppressions=0 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
    TSAN_OPTIONS=ignore_noninstrumented_modules=1:die_after_fork=0:memory_limit_mb=8000:allocator_may_return_null=1
    GOMP_SPINCOUNT=1000 ${patience} ${ARG_ENVIRONMENT})
endfunction()

# stepscope_test_environment(train_kill QTEST_FUNCTION_TIMEOUT=840000)
# Adds to the environment of an entry, where set_tests_properties would replace what the entry has.
function(stepscope_test_environment name)
  set_property(TEST ${name} APPEND PROPERTY ENVIRONMENT ${ARGN})
endfunction()

# A precompiled header is taken only where the macros and flags it was made with are those of the file that includes it: hence OpenMP for all tests,
# the same libraries of Qt for all that draw, and a program to carry it. A library would be compiled with -fPIC where Qt asks for nothing and
# the compiler makes programs with -fPIE by itself (Debian 13): GCC then refuses the header for each of them.
function(stepscope_precompiled_qtest target)
  set(kind core)
  set(libraries Qt6::Core Qt6::Test OpenMP::OpenMP_CXX)
  set(headers <algorithm> <cmath> <filesystem> <fstream> <map> <memory> <string> <vector> <QtTest>)
  get_target_property(linked ${target} LINK_LIBRARIES)
  if("${linked}" MATCHES "Qt6::Widgets|stepscope_view_|stepscope_desktop")
    set(kind widgets)
    list(APPEND libraries Qt6::Widgets Qt6::Svg Qt6::PrintSupport QCustomPlotQt6::QCustomPlotQt6)
    list(APPEND headers <QtWidgets>)
  endif()
  target_link_libraries(${target} PRIVATE ${libraries})
  target_compile_definitions(${target} PRIVATE QT_NO_KEYWORDS)  # `slots` and `emit` are names of ours
  if(NOT TARGET stepscope_qtest_${kind})
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/qtest/${kind}.cpp CONTENT "// Carries the precompiled header of the tests.\nint main() {}\n")
    add_executable(stepscope_qtest_${kind} ${CMAKE_BINARY_DIR}/qtest/${kind}.cpp)
    target_link_libraries(stepscope_qtest_${kind} PRIVATE ${libraries})
    target_compile_definitions(stepscope_qtest_${kind} PRIVATE QT_NO_KEYWORDS)
    target_precompile_headers(stepscope_qtest_${kind} PRIVATE ${headers})
    stepscope_flags(stepscope_qtest_${kind})
  endif()
  target_precompile_headers(${target} REUSE_FROM stepscope_qtest_${kind})
endfunction()
