// Exports of Nsight Systems made here, table by table, with the answer that is known of each.
#include <sqlite3.h>

#include <functional>
#include <random>

#include "core/base/error.h"
#include "profiler/analysis/exclusive_breakdown.h"
#include "profiler/analysis/gpu/communication.h"
#include "profiler/analysis/gpu/copies.h"
#include "profiler/analysis/kernel_table.h"
#include "profiler/io/chrome_arguments.h"
#include "profiler/io/import.h"
#include "profiler/io/nsight/nsight_database.h"
#include "profiler/io/nsight/nvtx_payload.h"
// Above Qt.
#include "tests/profiler/io/trace_files.h"

namespace stepscope {

using namespace stepscope::test;

namespace {

// What every export has.
constexpr const char* kBase =
    "CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);"
    "INSERT INTO StringIds "
    "VALUES(1,'gemm'),(2,'cudaGraphLaunch'),(3,'MPI_Allreduce'),(4,'memcpy_avx'),(5,'NCCL'),(6,'ncclAllReduce'),(7,'MPI_Init');"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INTEGER, end INTEGER, globalTid INTEGER, correlationId INTEGER, nameId INTEGER);"
    "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(50,60,16777217,5,2);"
    "CREATE TABLE ENUM_CUDA_MEM_KIND(id INTEGER, name TEXT, label TEXT);"
    "INSERT INTO ENUM_CUDA_MEM_KIND VALUES(0,'','Pageable'),(1,'','Pinned'),(2,'','Device'),(4,'','Managed');"
    "CREATE TABLE ENUM_CUDA_MEMCPY_OPER(id INTEGER, name TEXT, label TEXT);"
    "INSERT INTO ENUM_CUDA_MEMCPY_OPER VALUES(1,'','Host-to-Device'),(2,'','Device-to-Host');";

constexpr const char* kKernel =
    "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER, correlationId INTEGER,"
    " globalPid INTEGER, demangledName INTEGER, shortName INTEGER, registersPerThread INTEGER, gridX INTEGER, gridY INTEGER, gridZ INTEGER,"
    " blockX INTEGER, blockY INTEGER, blockZ INTEGER, staticSharedMemory INTEGER, dynamicSharedMemory INTEGER);"
    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(1000,2000,0,7,9,16777216,1,1,64,54,2,1,256,1,1,1024,15360);";

struct Row {
  const char* name;
  std::string sql;
  std::function<QString(const Trace&)> wrong;  // empty when all is there
};

QString equal(const QString& got, const QString& wanted) {
  return got == wanted ? QString() : "got \"" + got + "\", wanted \"" + wanted + "\"";
}

QString counters(const Trace& trace) {
  QStringList list;
  for (const TraceCounter& counter : trace.counters) {
    const TraceTrack& track = trace.tracks[static_cast<std::size_t>(counter.track)];
    QString text = QString::fromStdString(trace.processes[static_cast<std::size_t>(track.process)].id + " " + track.name) + ":";
    for (const double value : counter.value) text += " " + QString::number(value);
    list << text;
  }
  list.sort();
  return list.join("; ");
}

QString marks(const Trace& trace) {
  QStringList list;
  for (const TraceMarks& marks : trace.marks)
    for (std::size_t i = 0; i < marks.size(); ++i)
      list << QString("%1@%2 on %3")
                  .arg(QString::fromStdString(std::string(trace.names.name(marks.name[i]))))
                  .arg(marks.time[i])
                  .arg(QString::fromStdString(trace.tracks[static_cast<std::size_t>(marks.track)].name));
  list.sort();
  return list.join("; ");
}

QString names(const Trace& trace, SpanKind kind) {
  QStringList list;
  for (const NamedSpan& span : spansOf(trace))
    if (trace.laneOf(span.ref).kindOf(span.ref.index) == kind) list << QString::fromStdString(span.name);
  return list.join(", ");
}

std::vector<Row> rows() {
  std::vector<Row> rows;
  rows.push_back({"CUDA graphs are work of the GPU, joined with their launch",
                  "CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE(start INTEGER, end INTEGER, deviceId INTEGER, contextId INTEGER,"
                  " streamId INTEGER, correlationId INTEGER, globalPid INTEGER, graphId INTEGER, graphExecId INTEGER);"
                  "INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE VALUES(100,900,0,1,7,5,16777216,3,4),(0,0,0,1,7,6,16777216,3,4);",
                  [](const Trace& trace) {
                    if (trace.flows.size() != 1) return QString("not joined with its launch");
                    if (noted(trace, "recorded as a whole") != 1 || noted(trace, "times were not collected") != 1) return QString("no note");
                    const ExclusiveBreakdown breakdown = exclusiveBreakdown(trace);
                    if (breakdown.gpus.size() != 1 || breakdown.gpus[0].busyNs != 800) return QString("the GPU looks idle");
                    return equal(names(trace, SpanKind::Kernel), "CUDA graph 3");
                  }});
  rows.push_back({"metrics of the GPU are counters",
                  "CREATE TABLE GPU_METRICS(timestamp INTEGER, typeId INTEGER, metricId INTEGER, value INTEGER);"
                  "INSERT INTO GPU_METRICS VALUES(100,4096,1,10),(100,4096,2,90),(200,4096,1,30),(300,4097,1,5);"
                  "CREATE TABLE TARGET_INFO_GPU_METRICS(typeId INTEGER, sourceId INTEGER, typeName TEXT, metricId INTEGER, metricName TEXT);"
                  "INSERT INTO TARGET_INFO_GPU_METRICS VALUES(4096,0,'',1,'SMs Active [Throughput %]'),(4096,0,'',2,'Tensor Active [Throughput %]'),"
                  "(4097,0,'',1,'SMs Active [Throughput %]');",
                  [](const Trace& trace) {
                    return equal(
                        counters(trace),
                        "GPU 0 SMs Active [Throughput %]: 10 30; GPU 0 Tensor Active [Throughput %]: 90; GPU 1 SMs Active [Throughput %]: 5");
                  }});
  rows.push_back({"memory by its kind: pinned memory is the host's",
                  "CREATE TABLE CUDA_GPU_MEMORY_USAGE_EVENTS(start INTEGER, globalPid INTEGER, deviceId INTEGER, address INTEGER, bytes INTEGER,"
                  " memKind INTEGER, memoryOperationType INTEGER);"
                  "INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS VALUES(10,1,0,100,1000,2,0),(20,1,0,200,50,1,0),(30,1,0,300,7,4,0),(40,1,0,100,0,2,1),"
                  "(50,1,0,999,4,2,1);",
                  [](const Trace& trace) {
                    if (noted(trace, "allocated before the recording") != 1) return QString("no note");
                    return equal(counters(trace), "GPU 0 managed memory in use: 7; GPU 0 memory in use: 1000 0; GPU 0 pinned host memory in use: 50");
                  }});
  rows.push_back({"copies tell direction and memory",
                  "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY(start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER, correlationId INTEGER,"
                  " globalPid INTEGER, bytes INTEGER, copyKind INTEGER, srcKind INTEGER, dstKind INTEGER);"
                  "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES(100,200,0,7,9,16777216,4096,1,0,2),(300,310,0,7,10,16777216,8,2,2,1);",
                  [](const Trace& trace) {
                    QStringList list;
                    for (const CopyRow& row : copyTable(trace))
                      list << QString("%1 %2 %3").arg(static_cast<int>(row.kind.direction)).arg(static_cast<int>(row.kind.memory)).arg(row.bytes);
                    return equal(list.join(", "), QString("%1 %2 4096, %3 %4 8")
                                                      .arg(static_cast<int>(CopyDirection::HostToDevice))
                                                      .arg(static_cast<int>(HostMemory::Pageable))
                                                      .arg(static_cast<int>(CopyDirection::DeviceToHost))
                                                      .arg(static_cast<int>(HostMemory::Pinned)));
                  }});
  // An H100: 64 warps, 65,536 registers and 233,472 bytes a multiprocessor. 256 threads of 64 registers: 4 blocks by registers, 32 warps;
  // 108 blocks on 54 multiprocessors are 16 warps each.
  rows.push_back({"grid, registers, shared memory and occupancy of kernels",
                  std::string(kKernel) +
                      "CREATE TABLE TARGET_INFO_GPU(id INTEGER, name TEXT, totalMemory INTEGER, smCount INTEGER, maxWarpsPerSm INTEGER,"
                      " maxBlocksPerSm INTEGER, maxRegistersPerSm INTEGER, maxShmemPerSm INTEGER, threadsPerWarp INTEGER, cuDevice INTEGER);"
                      "INSERT INTO TARGET_INFO_GPU VALUES(3,'Half an H100',1000,54,64,32,65536,233472,32,0);",
                  [](const Trace& trace) {
                    const std::vector<KernelRow> kernels = kernelTable(trace);
                    if (kernels.size() != 1) return QString("not one kernel");
                    if (trace.devices.size() != 1 || trace.devices[0].id != 0) return QString("the device has Nsight's number, not CUDA's");
                    return equal(QString("%1 %2 %3 %4")
                                     .arg(kernels[0].registers)
                                     .arg(kernels[0].sharedBytes)
                                     .arg(kernels[0].blocksPerMultiprocessor)
                                     .arg(kernels[0].occupancy),
                                 "64 16384 2 0.25");
                  }});
  rows.push_back({"without the limits of the GPU no occupancy is claimed", kKernel, [](const Trace& trace) {
                    const std::vector<KernelRow> kernels = kernelTable(trace);
                    return kernels.size() == 1 && kernels[0].registers == 64 && kernels[0].occupancy < 0 && kernels[0].blocksPerMultiprocessor < 0
                               ? QString()
                               : QString("a figure is made up");
                  }});
  rows.push_back({"NVTX: domains and payloads",
                  "CREATE TABLE NVTX_EVENTS(start INTEGER, end INTEGER, eventType INTEGER, text TEXT, textId INTEGER, globalTid INTEGER,"
                  " domainId INTEGER, int64Value INTEGER);"
                  "INSERT INTO NVTX_EVENTS VALUES(1,NULL,75,NULL,5,16777217,8,NULL),(100,200,59,NULL,6,16777217,8,4096),"
                  "(90,300,59,'forward',NULL,16777217,0,NULL),(80,400,59,'step 3',NULL,16777217,8,NULL);",
                  [](const Trace& trace) {
                    QString payload;
                    for (const NamedSpan& span : spansOf(trace))
                      if (span.name == "NCCL:ncclAllReduce")
                        for (const TraceArgument& argument : argumentsOf(trace, trace.laneOf(span.ref).argumentsOf(span.ref.index)))
                          if (argument.name == "payload") payload = QString::fromStdString(argument.value);
                    return equal(names(trace, SpanKind::Annotation) + " " + payload, "step 3, forward, NCCL:ncclAllReduce 4096");
                  }});
  // What NCCL registers (nvtx_payload_schemas.h): a communicator, bytes and a reduction, and an array and a text of a foreign library.
  const std::string schemas =
      "CREATE TABLE NVTX_PAYLOAD_SCHEMAS(domainId INTEGER, schemaId INTEGER, name TEXT, type INTEGER, flags INTEGER, numEntries INTEGER,"
      " payloadSize INTEGER, alignTo INTEGER);"
      "INSERT INTO NVTX_PAYLOAD_SCHEMAS "
      "VALUES(8,1002,NULL,1,NULL,3,24,NULL),(8,1003,NULL,2,NULL,5,NULL,NULL),(8,1004,NULL,1,NULL,2,8,NULL),"
      "(8,1005,NULL,1,NULL,2,8,NULL),(8,1006,NULL,1,NULL,1,8,NULL),(8,1007,NULL,1,NULL,2,16,NULL);"
      "CREATE TABLE NVTX_PAYLOAD_SCHEMA_ENTRIES(domainId INTEGER, schemaId INTEGER, idx INTEGER, flags INTEGER, type INTEGER, name TEXT,"
      " description TEXT, arrayOrUnionDetail INTEGER, offset INTEGER);"
      "INSERT INTO NVTX_PAYLOAD_SCHEMA_ENTRIES VALUES(8,1002,0,NULL,18,'NCCL communicator ID',NULL,NULL,NULL),"
      "(8,1002,1,NULL,22,'Message size [bytes]',NULL,NULL,8),(8,1002,2,NULL,9001,'Reduction operation',NULL,NULL,16),"
      "(8,1003,0,NULL,14,'count',NULL,NULL,NULL),(8,1003,1,48,15,'list',NULL,0,NULL),(8,1003,2,NULL,1004,'pair',NULL,NULL,NULL),"
      "(8,1003,3,32,76,'text',NULL,NULL,NULL),(8,1003,4,2,5,'far',NULL,NULL,NULL),"
      "(8,1004,0,NULL,42,'half',NULL,NULL,NULL),(8,1004,1,NULL,19,'float',NULL,NULL,NULL),"
      "(8,1005,0,NULL,8,'long',NULL,NULL,NULL),(8,1005,1,NULL,6,'next',NULL,NULL,4),(8,1006,0,NULL,1006,'itself',NULL,NULL,NULL),"
      "(8,1007,0,NULL,80,'function',NULL,NULL,NULL),(8,1007,1,16,2,'code',NULL,3,NULL);"
      "CREATE TABLE NVTX_PAYLOAD_ENUM_ENTRIES(domainId INTEGER, schemaId INTEGER, idx INTEGER, name TEXT, value INTEGER, isFlag INTEGER);"
      "INSERT INTO NVTX_PAYLOAD_ENUM_ENTRIES VALUES(8,9001,0,'Sum',0,NULL),(8,9001,1,'Product',1,NULL);"
      "CREATE TABLE NVTX_EVENTS(start INTEGER, end INTEGER, eventType INTEGER, text TEXT, globalTid INTEGER, domainId INTEGER,"
      " int64Value INTEGER, binaryData BLOB);";
  struct Blob {
    const char* name;
    const char* hex;
    const char* payload;
  };
  constexpr const char* kNotDecoded = "\"not decoded: %1 bytes in a layout that the export does not describe\"";
  const Blob blobs[] = {
      {"NVTX: NCCL's payload",
       "0800000000000000"
       "ea03000000000000"
       "1800000000000000"
       "2000000000000000"
       "bc0a000000000000"
       "0010000000000000"
       "0100000000000000",
       R"({"NCCL communicator ID":2748,"Message size [bytes]":4096,"Reduction operation":"Product"})"},
      {"NVTX: a payload with arrays, a schema and a text",
       "0800000000000000"
       "eb03000000000000"
       "2000000000000000"
       "2000000000000000"
       "02000000"
       "fdffffff"
       "07000000"
       "00c1"
       "0000"
       "0000003f"
       "c3a90000"
       "1111111111111111",
       R"({"count":2,"list":[-3,7],"pair":{"half":-2.5,"float":0.5},"text":"é","far":"not decoded"})"},
      {"NVTX: a payload with a registered string",
       "0800000000000000"
       "ef03000000000000"
       "1000000000000000"
       "3000000000000000"
       "0600000000000000"
       "01020300"
       "00000000",
       R"({"function":"ncclAllReduce","code":[1,2,3]})"},
      {"NVTX: a payload that is cut",
       "0800000000000000"
       "ea03000000000000"
       "1700000000000000"
       "2000000000000000"
       "bc0a000000000000"
       "0010000000000000"
       "01000000000000",
       kNotDecoded},
      {"NVTX: a payload of an unknown schema",
       "0800000000000000"
       "4d00000000000000"
       "0800000000000000"
       "2000000000000000"
       "bc0a000000000000",
       kNotDecoded},
      {"NVTX: a payload whose types have other sizes",
       "0800000000000000"
       "ed03000000000000"
       "0800000000000000"
       "2000000000000000"
       "bc0a000000000000",
       kNotDecoded},
      {"NVTX: a schema in itself",
       "0800000000000000"
       "ee03000000000000"
       "0800000000000000"
       "2000000000000000"
       "bc0a000000000000",
       kNotDecoded},
  };
  for (const Blob& blob : blobs)
    rows.push_back(
        {blob.name, schemas + "INSERT INTO NVTX_EVENTS VALUES(100,200,59,'call',16777217,8,NULL,x'" + blob.hex + "');", [blob](const Trace& trace) {
           QString payload, raw;
           for (const NamedSpan& span : spansOf(trace))
             if (span.name == "call")
               for (const TraceArgument& argument : argumentsOf(trace, trace.laneOf(span.ref).argumentsOf(span.ref.index))) {
                 if (argument.name == "payload") payload = QString::fromStdString(argument.value);
                 if (argument.name == "binaryData") raw = "raw bytes are shown";
               }
           QString wanted = QString::fromUtf8(blob.payload);
           if (wanted.contains("%1")) wanted = wanted.arg(QByteArrayView(blob.hex).size() / 2).remove('"');
           return raw.isEmpty() ? equal(payload, wanted) : raw;
         }});
  rows.push_back({"CUDA events",
                  "CREATE TABLE CUPTI_ACTIVITY_KIND_CUDA_EVENT(timestamp INTEGER, deviceId INTEGER, streamId INTEGER, globalPid INTEGER, "
                  "eventId INTEGER);"
                  "INSERT INTO CUPTI_ACTIVITY_KIND_CUDA_EVENT VALUES(70,0,7,16777216,12),(0,0,7,16777216,13);",
                  [](const Trace& trace) {
                    if (noted(trace, "without a device time") != 1) return QString("no note");
                    return marks(trace).startsWith("CUDA event 12@70") ? QString() : marks(trace);
                  }});
  // Event 12 is recorded twice on stream 7: behind a, and behind b. Stream 20 waits for the second; its calls stand in no order in the file.
  const std::string events =
      "INSERT INTO StringIds VALUES(20,'a'),(21,'b'),(22,'early'),(23,'c'),(24,'cudaEventRecord'),(25,'cudaStreamWaitEvent');"
      "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER, correlationId INTEGER,"
      " globalPid INTEGER, demangledName INTEGER);"
      "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(800,900,0,20,300,16777216,23),(150,250,0,20,90,16777216,22),(100,300,0,7,100,16777216,20),"
      "(400,700,0,7,120,16777216,21);"
      "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(61,62,16777217,130,24),(60,61,16777217,110,24),(63,64,16777217,200,25);"
      "CREATE TABLE ENUM_CUPTI_SYNC_TYPE(id INTEGER, name TEXT, label TEXT);"
      "INSERT INTO ENUM_CUPTI_SYNC_TYPE VALUES(7,'CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_WAIT_EVENT','Stream wait sync'),"
      "(8,'CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_EVENT_SYNCHRONIZE','Event sync');";
  const auto arrows = [](const Trace& trace) {
    QStringList list;
    const auto name = [&](SpanRef span) {
      const TraceLane& lane = trace.laneOf(span);
      return QString::fromStdString(std::string(trace.names.name(lane.name[span.index])));
    };
    for (std::size_t f = 0; f < trace.flows.size(); ++f)
      if (static_cast<FlowKind>(trace.flows.kind[f]) == FlowKind::Other) list << name(trace.flows.from[f]) + " to " + name(trace.flows.to[f]);
    return list.join(", ");
  };
  const auto waits = [&](const char* name, const std::string& records, const std::string& wait, const char* wanted) {
    rows.push_back({name,
                    events +
                        "CREATE TABLE CUPTI_ACTIVITY_KIND_SYNCHRONIZATION(start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER,"
                        " correlationId INTEGER, globalPid INTEGER, syncType INTEGER, eventId INTEGER, eventSyncId INTEGER);"
                        "INSERT INTO CUPTI_ACTIVITY_KIND_SYNCHRONIZATION VALUES(63,64,0,20,200,16777216," +
                        wait +
                        ");"
                        "CREATE TABLE CUPTI_ACTIVITY_KIND_CUDA_EVENT(timestamp INTEGER, deviceId INTEGER, streamId INTEGER, correlationId INTEGER,"
                        " globalPid INTEGER, eventId INTEGER, eventSyncId INTEGER);" +
                        records,
                    [=](const Trace& trace) { return equal(arrows(trace), wanted); }});
  };
  const std::string both = "INSERT INTO CUPTI_ACTIVITY_KIND_CUDA_EVENT VALUES(0,0,7,130,16777216,12,2),(0,0,7,110,16777216,12,1);",
                    older = "INSERT INTO CUPTI_ACTIVITY_KIND_CUDA_EVENT VALUES(0,0,7,130,16777216,12,NULL),(0,0,7,110,16777216,12,NULL);";
  waits("a stream waits for the last record of its event", older, "7,12,NULL", "b to c");
  waits("a stream waits for the record that is told", both, "7,12,1", "a to c");
  waits("a record that was not traced", both, "7,12,9", "");
  waits("a wait of the host is none of a stream", both, "8,12,2", "");
  waits("events that were not traced", "", "7,12,2", "");
  waits("an event of another device", "INSERT INTO CUPTI_ACTIVITY_KIND_CUDA_EVENT VALUES(0,1,7,130,16777216,12,2);", "7,12,2", "");
  rows.push_back({"page faults of unified memory",
                  "CREATE TABLE CUDA_UM_GPU_PAGE_FAULT_EVENTS(start INTEGER, end INTEGER, deviceId INTEGER, address INTEGER, "
                  "numberOfPageFaults INTEGER,"
                  " faultAccessType INTEGER); INSERT INTO CUDA_UM_GPU_PAGE_FAULT_EVENTS VALUES(100,150,0,4096,3,1);"
                  "CREATE TABLE ENUM_CUDA_UNIF_MEM_ACCESS_TYPE(id INTEGER, name TEXT, label TEXT);"
                  "INSERT INTO ENUM_CUDA_UNIF_MEM_ACCESS_TYPE VALUES(1,'','Read');"
                  "CREATE TABLE CUDA_UM_CPU_PAGE_FAULT_EVENTS(start INTEGER, globalPid INTEGER, address INTEGER);"
                  "INSERT INTO CUDA_UM_CPU_PAGE_FAULT_EVENTS VALUES(120,16777216,4096);",
                  [](const Trace& trace) {
                    return equal(names(trace, SpanKind::Other) + "; " + marks(trace),
                                 "page faults, Read; page fault@120 on page faults of unified memory");
                  }});
  rows.push_back({"MPI is communication",
                  "CREATE TABLE MPI_COLLECTIVES_EVENTS(start INTEGER, end INTEGER, globalTid INTEGER, textId INTEGER, size INTEGER);"
                  "INSERT INTO MPI_COLLECTIVES_EVENTS VALUES(100,300,16777217,3,8);"
                  "CREATE TABLE MPI_OTHER_EVENTS(start INTEGER, end INTEGER, globalTid INTEGER, textId INTEGER);"
                  "INSERT INTO MPI_OTHER_EVENTS VALUES(10,20,16777217,7);",
                  [](const Trace& trace) {
                    const ExclusiveBreakdown breakdown = exclusiveBreakdown(trace);
                    if (breakdown.of(TimeClass::Communication) != 200 || breakdown.of(TimeClass::Cpu) != 10) return QString("not communication");
                    return equal(names(trace, SpanKind::CpuOp), "MPI_Init, MPI_Allreduce");
                  }});
  rows.push_back({"samples of the CPU",
                  "CREATE TABLE COMPOSITE_EVENTS(id INTEGER PRIMARY KEY, start INTEGER, cpu INTEGER, threadState INTEGER, globalTid INTEGER);"
                  "INSERT INTO COMPOSITE_EVENTS VALUES(11,100,0,0,16777217),(12,200,0,0,16777217);"
                  "CREATE TABLE SAMPLING_CALLCHAINS(id INTEGER, symbol INTEGER, module INTEGER, unresolved INTEGER, stackDepth INTEGER);"
                  "INSERT INTO SAMPLING_CALLCHAINS VALUES(11,4,1,0,0),(11,1,1,0,1);",
                  [](const Trace& trace) {
                    if (trace.events != 3) return QString("events: %1").arg(trace.events);  // a call and two samples
                    for (const TraceMarks& marks : trace.marks)
                      for (std::size_t i = 0; i < marks.size(); ++i) {
                        const std::string arguments = trace.arguments->json(marks.argumentsOf(i));
                        const bool first = trace.names.name(marks.name[i]) == "memcpy_avx";
                        if ((arguments.find("\"stack\":[\"memcpy_avx\",") != std::string::npos) != first) return QString::fromStdString(arguments);
                      }
                    return equal(marks(trace), "CPU sample@200 on thread 1; memcpy_avx@100 on thread 1");
                  }});
  rows.push_back({"a table that is not read is named",
                  "CREATE TABLE SCHED_EVENTS(start INTEGER); INSERT INTO SCHED_EVENTS VALUES(1);"
                  "CREATE TABLE OPENACC_DATA_EVENTS(start INTEGER);",
                  [](const Trace& trace) {
                    return noted(trace, "the table SCHED_EVENTS is not shown") == 1 && noted(trace, "OPENACC") == 0 ? QString() : QString("no note");
                  }});
  return rows;
}

}  // namespace

class NsightTest : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir folder_;
  std::string make(const std::string& sql) {
    const std::string path = writeFile(folder_, "made.sqlite", "");
    sqlite3* database = nullptr;
    sqlite3_open(path.c_str(), &database);
    char* error = nullptr;
    if (sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &error) != SQLITE_OK) qWarning("%s", error);
    sqlite3_close(database);
    return path;
  }

 private Q_SLOTS:
  void keeps_data() {
    QTest::addColumn<int>("row");
    int number = 0;
    for (const Row& row : rows()) QTest::newRow(row.name) << number++;
  }
  void keeps() {
    QFETCH(int, row);
    const Row wanted = rows()[static_cast<std::size_t>(row)];
    const std::optional<Trace> trace = importTrace(make(kBase + wanted.sql));
    QVERIFY(trace);
    QCOMPARE(QString::fromStdString(broken(*trace)), QString());
    const QString wrong = wanted.wrong(*trace);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
  }

  // Against NVIDIA's calculator: compute capability 9.0, 64 warps, 32 blocks, 65,536 registers, 233,472 bytes.
  void occupancy_data() {
    QTest::addColumn<int>("threads");
    QTest::addColumn<int>("registers");
    QTest::addColumn<int>("shared");
    QTest::addColumn<double>("wanted");
    QTest::newRow("full") << 1024 << 32 << 0 << 1.0;
    QTest::newRow("by registers") << 256 << 64 << 0 << 0.5;
    QTest::newRow("by registers, in units of four warps") << 96 << 255 << 0 << 6.0 / 64;
    QTest::newRow("by blocks") << 32 << 16 << 0 << 0.5;
    QTest::newRow("by shared memory") << 128 << 32 << 100 * 1024 << 8.0 / 64;
    QTest::newRow("none fits") << 1024 << 255 << 0 << 0.0;
    QTest::newRow("damaged") << -1 << 32 << 0 << -1.0;
  }
  void occupancy() {
    QFETCH(int, threads);
    QFETCH(int, registers);
    QFETCH(int, shared);
    QFETCH(double, wanted);
    QCOMPARE(nsight::theoreticalOccupancy({1, threads, registers, shared}, {132, 64, 32, 65'536, 233'472, 32}), wanted);
  }

  // Any blob with any layout is read without a crash, and not past its end (which a sanitizer would see). Many of them must be decoded: else
  // the test would pass when all are refused.
  void damagedPayloads() {
    std::mt19937 random(20261125);
    const auto below = [&](std::uint32_t end) { return static_cast<std::int64_t>(random() % end); };
    const auto none = [](std::uint64_t) { return std::optional<std::string>(); };
    std::vector<std::byte> sound(32 + 48);
    sound[0] = std::byte{1}, sound[8] = std::byte{7}, sound[16] = std::byte{48}, sound[24] = std::byte{32};
    nsight::PayloadLayouts layouts;
    layouts.schemas[{1, 7}] = {1, 48, 0, 8, {{0, 18, 0, {}, "a"}, {16, 6, 3, {}, "b"}, {0, 9, 0, {}, "c"}}};
    QCOMPARE(nsight::decodedPayload(sound, layouts, none)->dump(), R"({"a":0,"b":[0,0,0],"c":0})");
    int decoded = 0;
    for (int i = 0; i < 20'000; ++i) {
      layouts.schemas.clear();
      layouts.enums[{1, 9}] = {std::uint64_t{1} << below(4), {{"flag", 1, true}, {"one", 2, false}}};
      for (std::int64_t id = 7; id < 9; ++id) {
        nsight::PayloadSchema& schema = layouts.schemas[{1, id}];
        schema = {1 + below(2),
                  static_cast<std::uint64_t>(below(3) ? 0 : below(60)),
                  static_cast<std::uint64_t>(below(5)),
                  std::uint64_t{1} << below(5),
                  {}};
        for (std::int64_t e = below(5); e >= 0; --e) {
          nsight::PayloadEntry entry;
          entry.flags = below(3) ? 0 : below(4) << 4 | below(16);
          entry.type = below(4) ? below(82) : 7 + below(3);
          entry.detail = below(8) ? below(6) : -below(1000);
          if (below(4) == 0) entry.offset = random();
          schema.entries.push_back(entry);
        }
      }
      std::vector<std::byte> blob = sound;
      blob.resize(static_cast<std::size_t>(below(100)) + 1);
      for (std::size_t at = 32; at < blob.size(); ++at) blob[at] = below(3) ? std::byte{0} : static_cast<std::byte>(random());
      if (blob.size() > 32 && below(8)) blob[16] = static_cast<std::byte>(blob.size() - 32);
      if (const auto payload = nsight::decodedPayload(blob, layouts, none)) {
        QVERIFY(payload->is_object());
        ++decoded;
      }
    }
    QVERIFY2(decoded > 1000, qPrintable(QString("only %1 of 20000 are decoded").arg(decoded)));
  }

  void rocpdIsNamed() {
    try {
      importTrace(make("CREATE TABLE rocpd_kernel_dispatch(id INTEGER)"));
      QFAIL("it opened");
    } catch (const Error& error) {
      QVERIFY2(QString(error.what()).contains("rocpd") && QString(error.cure().c_str()).contains("traceconv"), error.what());
    }
  }
};

}  // namespace stepscope

QTEST_APPLESS_MAIN(stepscope::NsightTest)
#include "nsight_test.moc"
