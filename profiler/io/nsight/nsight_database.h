// An SQLite export of Nsight Systems as a database: its tables, their contents, and the handling of damaged ones.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "core/store/database.h"

namespace stepscope::nsight {

// The tables of events. A handle of arguments is the table's index here and the number of its row.
inline constexpr const char* kTables[] = {"CUPTI_ACTIVITY_KIND_KERNEL",
                                          "CUPTI_ACTIVITY_KIND_MEMCPY",
                                          "CUPTI_ACTIVITY_KIND_MEMSET",
                                          "CUPTI_ACTIVITY_KIND_RUNTIME",
                                          "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION",
                                          "NVTX_EVENTS",
                                          "CUPTI_ACTIVITY_KIND_OVERHEAD",
                                          "PROFILER_OVERHEAD",
                                          "OSRT_API",
                                          "CUDNN_EVENTS",
                                          "CUBLAS_EVENTS",
                                          "CUDA_GPU_MEMORY_USAGE_EVENTS",
                                          "CUPTI_ACTIVITY_KIND_GRAPH_TRACE",
                                          "GPU_METRICS",
                                          "CUPTI_ACTIVITY_KIND_CUDA_EVENT",
                                          "CUDA_UM_CPU_PAGE_FAULT_EVENTS",
                                          "CUDA_UM_GPU_PAGE_FAULT_EVENTS",
                                          "MPI_COLLECTIVES_EVENTS",
                                          "MPI_P2P_EVENTS",
                                          "MPI_START_WAIT_EVENTS",
                                          "MPI_OTHER_EVENTS",
                                          "COMPOSITE_EVENTS",
                                          "SAMPLING_CALLCHAINS"};
enum Table : std::uint64_t {
  Kernel,
  Memcpy,
  Memset,
  Runtime,
  Synchronization,
  Nvtx,
  Overhead,
  ProfilerOverhead,
  OsRuntime,
  CuDnn,
  CuBlas,
  MemoryUsage,
  GraphTrace,
  GpuMetrics,
  CudaEvent,
  CpuPageFault,
  GpuPageFault,
  MpiCollective,
  MpiPointToPoint,
  MpiStartWait,
  MpiOther,
  CpuSample,
  CallChain
};
inline constexpr int kRowBits = 48;
// For tables that are short in every sound export. A damaged table may never end.
inline constexpr const char* kFirstRows = " LIMIT 10000";

[[noreturn]] void notReadable(const std::string& path, const DatabaseError& error);

// Whether the file is shorter than its header states: an incomplete copy.
bool isCutOff(const std::string& database);

std::unique_ptr<Connection> connect(const std::string& database);
std::set<std::string> columnsOf(const Connection& connection, const std::string& table);
// id -> text of an ENUM_ table, whose text column is `text`; empty if there is none.
std::map<std::int64_t, std::string> enumOf(const Connection& connection, const std::string& table, const char* text);

// Limits for the number of warps on a multiprocessor; 0: not in the export (TARGET_INFO_GPU).
struct GpuLimits {
  std::int64_t multiprocessors = 0, warps = 0, blocks = 0, registers = 0, sharedBytes = 0, threadsPerWarp = 0;
  bool known() const { return multiprocessors > 0 && warps > 0 && blocks > 0 && registers > 0 && sharedBytes > 0 && threadsPerWarp > 0; }
};
// By CUDA's number of the device.
std::map<std::int64_t, GpuLimits> limitsOf(const Connection& connection);

struct LaunchShape {
  std::int64_t blocks = 0, threads = 0;  // blocks of the grid, threads of a block
  std::int64_t registers = 0;            // per thread
  std::int64_t sharedBytes = 0;          // per block
};
// Warps that fit on a multiprocessor / its maximum, 0 to 1; -1 if the limits are not known. The rules of NVIDIA's occupancy calculator
// (cuda_occupancy.h): registers are allocated in units of 256 per warp, for four warps at once, shared memory in units of 128 bytes with 1 KiB for
// the system per block.
double theoreticalOccupancy(const LaunchShape& shape, const GpuLimits& limits);

}  // namespace stepscope::nsight
