// SQLite exports of Nsight Systems.
#include <sqlite3.h>

#include <cstdio>

#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/trace_check.h"

using namespace stepscope;

namespace {

std::string databaseOf(const char* sql) {
  const std::string path = fuzz::folder() + "/seed.sqlite";
  std::remove(path.c_str());
  sqlite3* database = nullptr;
  fuzz::check(sqlite3_open(path.c_str(), &database) == SQLITE_OK, "no database can be made");
  const bool made = sqlite3_exec(database, sql, nullptr, nullptr, nullptr) == SQLITE_OK;
  const std::string why = sqlite3_errmsg(database);
  sqlite3_close(database);
  fuzz::check(made, "the database of a seed cannot be made: " + why);
  return fuzz::readFile(path);
}

}  // namespace

std::vector<std::string> fuzz::seeds() {
  return {databaseOf("PRAGMA page_size=512; CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);"
                     "INSERT INTO StringIds VALUES(1,'sgemm'),(2,'cudaLaunchKernel'),(3,'main'),(4,'step');"
                     "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER, end INTEGER, deviceId INTEGER, contextId INTEGER, streamId INTEGER,"
                     " correlationId INTEGER, globalPid INTEGER, demangledName INTEGER, shortName INTEGER, gridX INTEGER, blockX INTEGER);"
                     "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(100,200,0,1,7,5,16777216,1,1,4,32),(210,300,0,1,7,6,16777216,1,1,4,32);"
                     "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INTEGER, end INTEGER, globalTid INTEGER, correlationId INTEGER,"
                     " nameId INTEGER, returnValue INTEGER);"
                     "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(50,60,16777217,5,2,0),(65,70,16777217,6,2,0);"
                     "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY(start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER,"
                     " correlationId INTEGER, bytes INTEGER, copyKind INTEGER);"
                     "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES(310,320,0,7,9,4096,1);"
                     "CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE(start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER,"
                     " correlationId INTEGER, globalPid INTEGER, graphId INTEGER);"
                     "INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE VALUES(330,390,0,7,6,16777216,3);"
                     "CREATE TABLE GPU_METRICS(timestamp INTEGER, typeId INTEGER, metricId INTEGER, value INTEGER);"
                     "INSERT INTO GPU_METRICS VALUES(100,4096,1,50),(200,4096,1,70);"
                     "CREATE TABLE TARGET_INFO_GPU_METRICS(typeId INTEGER, metricId INTEGER, metricName TEXT);"
                     "INSERT INTO TARGET_INFO_GPU_METRICS VALUES(4096,1,'SMs Active [Throughput %]');"
                     "CREATE TABLE CUDA_GPU_MEMORY_USAGE_EVENTS(start INTEGER, globalPid INTEGER, deviceId INTEGER, address INTEGER,"
                     " bytes INTEGER, memKind INTEGER, memoryOperationType INTEGER);"
                     "INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS VALUES(60,16777216,0,4096,100,2,0),(70,16777216,0,4096,0,2,1);"
                     "CREATE TABLE CUPTI_ACTIVITY_KIND_CUDA_EVENT(timestamp INTEGER, deviceId INTEGER, streamId INTEGER, eventId INTEGER);"
                     "INSERT INTO CUPTI_ACTIVITY_KIND_CUDA_EVENT VALUES(205,0,7,1);"
                     "CREATE TABLE CUDA_UM_GPU_PAGE_FAULT_EVENTS(start INTEGER, end INTEGER, deviceId INTEGER, faultAccessType INTEGER);"
                     "INSERT INTO CUDA_UM_GPU_PAGE_FAULT_EVENTS VALUES(110,120,0,1);"
                     "CREATE TABLE MPI_COLLECTIVES_EVENTS(start INTEGER, end INTEGER, globalTid INTEGER, textId INTEGER);"
                     "INSERT INTO MPI_COLLECTIVES_EVENTS VALUES(80,90,16777217,4);"
                     "CREATE TABLE COMPOSITE_EVENTS(id INTEGER PRIMARY KEY, start INTEGER, globalTid INTEGER);"
                     "INSERT INTO COMPOSITE_EVENTS VALUES(1,55,16777217);"
                     "CREATE TABLE SAMPLING_CALLCHAINS(id INTEGER, symbol INTEGER, stackDepth INTEGER);"
                     "INSERT INTO SAMPLING_CALLCHAINS VALUES(1,3,0);"
                     "CREATE TABLE NVTX_EVENTS(start INTEGER, end INTEGER, eventType INTEGER, text TEXT, textId INTEGER, globalTid INTEGER);"
                     "INSERT INTO NVTX_EVENTS VALUES(40,400,59,'step 1',NULL,16777217),(45,NULL,34,NULL,4,16777217);"
                     "CREATE TABLE ThreadNames(nameId INTEGER, priority INTEGER, globalTid INTEGER);"
                     "INSERT INTO ThreadNames VALUES(3,0,16777217);"
                     "CREATE TABLE TARGET_INFO_GPU(id INTEGER, name TEXT, totalMemory INTEGER, smCount INTEGER);"
                     "INSERT INTO TARGET_INFO_GPU VALUES(0,'GPU',1000000,10);"),
          databaseOf("CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER, end INTEGER);"
                     "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(1,2),(3,9);")};
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::checkTrace(data, size);
  return 0;
}
