// What JSON traces say and imports once lost: one row each, with the answer that is known.
#include <functional>

#include "core/base/error.h"
#include "profiler/analysis/exclusive_breakdown.h"
#include "profiler/analysis/gpu/communication.h"
#include "profiler/analysis/gpu/copies.h"
#include "profiler/analysis/kernel_table.h"
#include "profiler/analysis/path/loader_load.h"
#include "profiler/analysis/self_time.h"
#include "profiler/io/chrome_arguments.h"
#include "profiler/io/import.h"
// Above Qt.
#include "tests/profiler/io/trace_files.h"

namespace stepscope {

using namespace stepscope::test;

namespace {

struct Row {
  const char* name;
  std::string events;
  std::function<QString(const Trace&)> wrong;  // empty when all is there
  std::string members = {};                    // of the outermost object, before the events
};

const NamedSpan* named(const std::vector<NamedSpan>& spans, std::string_view name, int number = 0) {
  for (const NamedSpan& span : spans)
    if (span.name == name && number-- == 0) return &span;
  return nullptr;
}

// The arrows of one kind as "from -> to", in order.
QString arrows(const Trace& trace, FlowKind kind) {
  QString text;
  const auto nameOf = [&](SpanRef span) {
    const TraceLane& lane = trace.laneOf(span);
    return QString::fromStdString(std::string(trace.names.name(lane.name[span.index])));
  };
  QStringList list;
  for (std::size_t i = 0; i < trace.flows.size(); ++i)
    if (trace.flows.kind[i] == static_cast<std::uint8_t>(kind)) list << nameOf(trace.flows.from[i]) + "->" + nameOf(trace.flows.to[i]);
  list.sort();
  return list.join(' ');
}

QString equal(const QString& got, const QString& wanted) {
  return got == wanted ? QString() : "got \"" + got + "\", wanted \"" + wanted + "\"";
}

QString counters(const Trace& trace) {
  QStringList list;
  for (const TraceCounter& counter : trace.counters) {
    QString text = QString::fromStdString(trace.tracks[static_cast<std::size_t>(counter.track)].name) + ":";
    for (const double value : counter.value) text += " " + QString::number(value);
    list << text;
  }
  return list.join("; ");
}

const std::string kJax =
    "{'ph':'M','pid':1,'name':'process_name','args':{'name':'/device:GPU:0'}},"
    "{'ph':'M','pid':1,'tid':14,'name':'thread_name','args':{'name':'Stream #14(Compute,MemcpyH2D)'}},"
    "{'ph':'M','pid':1,'tid':2,'name':'thread_name','args':{'name':'XLA Ops'}},"
    "{'ph':'M','pid':701,'name':'process_name','args':{'name':'/host:CPU'}},"
    "{'ph':'M','pid':701,'tid':9,'name':'thread_name','args':{'name':'python'}},"
    "{'ph':'X','pid':701,'tid':9,'ts':10,'dur':2,'name':'cuLaunchKernel','args':{'correlation_id':'7'}},"
    "{'ph':'X','pid':701,'tid':9,'ts':13,'dur':2,'name':'cuMemcpyHtoDAsync','args':{'correlation_id':'8'}},"
    "{'ph':'X','pid':701,'tid':9,'ts':16,'dur':1,'name':'PjitFunction(step)'},"
    "{'ph':'X','pid':1,'tid':14,'ts':20,'dur':5,'name':'fusion_3','args':{'correlation_id':'7',"
    "'kernel_details':'regs:32 static_shared:64 dynamic_shared:16 grid:4,1,1 block:256,1,1 occ_pct:75'}},"
    "{'ph':'X','pid':1,'tid':14,'ts':30,'dur':5,'name':'MemcpyH2D','args':{'correlation_id':'8','memcpy_details':"
    "'kind_src:pageable kind_dst:device size:4096 dest:0 async:1'}},"
    "{'ph':'X','pid':1,'tid':14,'ts':40,'dur':5,'name':'copy.7','args':{'memcpy_details':'kind_src:device kind_dst:device size:64'}},"
    "{'ph':'X','pid':1,'tid':2,'ts':20,'dur':5,'name':'fusion.3','args':{'correlation_id':'7'}},{}";

std::vector<Row> rows() {
  std::vector<Row> rows;
  rows.push_back({"JAX: correlations join calls and work", kJax, [](const Trace& trace) {
                    return equal(arrows(trace, FlowKind::Launch), "cuLaunchKernel->fusion_3 cuMemcpyHtoDAsync->MemcpyH2D (pageable -> device)");
                  }});
  rows.push_back({"JAX: the empty object at the end is no error", kJax,
                  [](const Trace& trace) { return trace.dropped == 0 && trace.notes.empty() ? QString() : QString("something is dropped"); }});
  rows.push_back({"JAX: copies are copies, with direction, memory and bytes", kJax, [](const Trace& trace) {
                    QStringList list;
                    for (const CopyRow& row : copyTable(trace))
                      list << QString("%1 %2 %3 %4")
                                  .arg(static_cast<int>(row.kind.direction))
                                  .arg(static_cast<int>(row.kind.memory))
                                  .arg(row.calls)
                                  .arg(row.bytes);
                    list.sort();
                    const QString wanted = QString("%1 %2 1 4096, %3 %4 1 64")
                                               .arg(static_cast<int>(CopyDirection::HostToDevice))
                                               .arg(static_cast<int>(HostMemory::Pageable))
                                               .arg(static_cast<int>(CopyDirection::DeviceToDevice))
                                               .arg(static_cast<int>(HostMemory::None));
                    return equal(list.join(", "), wanted);
                  }});
  rows.push_back({"JAX: registers, shared memory and occupancy of kernels", kJax, [](const Trace& trace) {
                    const std::vector<KernelRow> kernels = kernelTable(trace);
                    if (kernels.size() != 1) return QString("not one kernel");
                    return equal(QString("%1 %2 %3").arg(kernels[0].registers).arg(kernels[0].sharedBytes).arg(kernels[0].occupancy), "32 80 0.75");
                  }});
  rows.push_back({"TPU: its ops are work of a device",
                  "{'ph':'M','pid':3,'name':'process_name','args':{'name':'/device:TPU:2'}},"
                  "{'ph':'M','pid':3,'tid':1,'name':'thread_name','args':{'name':'XLA Ops'}},"
                  "{'ph':'M','pid':3,'tid':2,'name':'thread_name','args':{'name':'XLA Modules'}},"
                  "{'ph':'X','pid':3,'tid':1,'ts':10,'dur':5,'name':'fusion.1'},"
                  "{'ph':'X','pid':3,'tid':1,'ts':20,'dur':5,'name':'copy-start.2'},"
                  "{'ph':'X','pid':3,'tid':1,'ts':30,'dur':5,'name':'all-reduce.9'},"
                  "{'ph':'X','pid':3,'tid':2,'ts':10,'dur':30,'name':'jit_step'}",
                  [](const Trace& trace) {
                    QStringList list;
                    for (const TraceLane& lane : trace.lanes)
                      for (std::size_t i = 0; i < lane.size(); ++i)
                        list << QString("%1 %2 %3")
                                    .arg(QString::fromStdString(std::string(trace.names.name(lane.name[i]))))
                                    .arg(trace.tracks[static_cast<std::size_t>(lane.track)].device)
                                    .arg(QString::fromStdString(std::string(nameOf(lane.kindOf(i)))));
                    list.sort();
                    if (trace.devices.size() != 1 || trace.devices[0].name != "TPU:2") return QString("no device");
                    if (communicationFacts(trace).ns != 5000) return QString("the collective is not told");
                    return equal(list.join(", "), "all-reduce.9 2 kernel, copy-start.2 2 gpu_memcpy, fusion.1 2 kernel, jit_step -1 ");
                  }});
  rows.push_back({"ROCm: correlations of 64 bits",
                  "{'ph':'X','cat':'cuda_runtime','pid':1,'tid':1,'ts':1,'dur':2,'name':'hipA','args':{'correlation':94489280513}},"
                  "{'ph':'X','cat':'cuda_runtime','pid':1,'tid':1,'ts':4,'dur':2,'name':'hipB','args':{'correlation':4294967297}},"
                  "{'ph':'X','cat':'kernel','pid':0,'tid':7,'ts':20,'dur':5,'name':'b','args':{'correlation':4294967297,'stream':7,'device':0}},"
                  "{'ph':'X','cat':'kernel','pid':0,'tid':7,'ts':30,'dur':5,'name':'a','args':{'correlation':94489280513,'stream':7,'device':0}},"
                  "{'ph':'X','cat':'kernel','pid':0,'tid':7,'ts':40,'dur':5,'name':'c','args':{'correlation':1,'stream':7,'device':0}}",
                  [](const Trace& trace) { return equal(arrows(trace, FlowKind::Launch), "hipA->a hipB->b"); }});
  rows.push_back(
      {"correlations count within their process",
       "{'ph':'X','cat':'cuda_runtime','pid':1,'tid':1,'ts':1,'dur':1,'name':'call1','args':{'correlation':5}},"
       "{'ph':'X','cat':'cuda_runtime','pid':1,'tid':1,'ts':50,'dur':1,'name':'call1b','args':{'correlation':6}},"
       "{'ph':'X','cat':'cuda_runtime','pid':1,'tid':1,'ts':90,'dur':1,'name':'call1c','args':{'correlation':7}},"
       "{'ph':'X','cat':'cuda_runtime','pid':1,'tid':1,'ts':95,'dur':1,'name':'call1d','args':{'correlation':8}},"
       "{'ph':'X','cat':'cuda_runtime','pid':2,'tid':2,'ts':6,'dur':1,'name':'call2','args':{'correlation':5}},"
       "{'ph':'X','cat':'kernel','pid':100,'tid':7,'ts':8,'dur':5,'name':'k1','args':{'correlation':5,'stream':7,'device':0}},"
       "{'ph':'X','cat':'kernel','pid':100,'tid':7,'ts':60,'dur':5,'name':'k1b','args':{'correlation':6,'stream':7,'device':0}},"
       "{'ph':'X','cat':'kernel','pid':100,'tid':7,'ts':92,'dur':2,'name':'k1c','args':{'correlation':7,'stream':7,'device':0}},"
       "{'ph':'X','cat':'kernel','pid':100,'tid':7,'ts':97,'dur':2,'name':'k1d','args':{'correlation':8,'stream':7,'device':0}},"
       "{'ph':'X','cat':'kernel','pid':101,'tid':7,'ts':9,'dur':5,'name':'k2','args':{'correlation':5,'stream':7,'device':1}}",
       [](const Trace& trace) { return equal(arrows(trace, FlowKind::Launch), "call1->k1 call1b->k1b call1c->k1c call1d->k1d call2->k2"); }});
  rows.push_back({"sequence numbers join forward and backward where no arrow does",
                  "{'ph':'X','cat':'cpu_op','pid':1,'tid':1,'ts':10,'dur':9,'name':'aten::linear','args':{'Sequence number':4,'Fwd thread id':0}},"
                  "{'ph':'X','cat':'cpu_op','pid':1,'tid':1,'ts':12,'dur':5,'name':'aten::addmm','args':{'Sequence number':4,'Fwd thread id':0}},"
                  "{'ph':'X','cat':'cpu_op','pid':1,'tid':2,'ts':30,'dur':9,'name':'evaluate','args':{'Sequence number':4,'Fwd thread id':1}},"
                  "{'ph':'X','cat':'cpu_op','pid':1,'tid':2,'ts':31,'dur':5,'name':'AddmmBackward0','args':{'Sequence number':4,'Fwd thread id':1}}",
                  [](const Trace& trace) { return equal(arrows(trace, FlowKind::ForwardBackward), "aten::addmm->evaluate"); }});
  rows.push_back({"external ids tell the op of work without a call",
                  "{'ph':'X','cat':'cpu_op','pid':1,'tid':1,'ts':10,'dur':9,'name':'aten::mm','args':{'External id':33}},"
                  "{'ph':'X','cat':'kernel','pid':0,'tid':7,'ts':20,'dur':5,'name':'gemm','args':{'External id':33,'stream':7,'device':0}}",
                  [](const Trace& trace) { return equal(arrows(trace, FlowKind::Launch), "aten::mm->gemm"); }});
  // A control character in one name sends a piece to the reader that is lenient.
  rows.push_back({"the memory curve beside a control character",
                  "{'ph':'X','name':'a\x01','pid':1,'tid':1,'ts':1,'dur':1},,null,"
                  "{'ph':'i','name':'[memory]','pid':1,'tid':1,'ts':2,'s':'t','args':{'Total Allocated':1024,'Total Reserved':4096,'Device Id':0}},"
                  "{'ph':'i','name':'[memory]','pid':1,'tid':1,'ts':3,'s':'t','args':{'Total Allocated':512,'Total Reserved':4096,'Device Id':0}}",
                  [](const Trace& trace) { return equal(counters(trace), "Total Allocated, GPU 0: 1024 512; Total Reserved, GPU 0: 4096 4096"); }});
  rows.push_back({"id2.local counts within its process",
                  "{'ph':'b','cat':'c','id2':{'local':'0x1'},'name':'r','pid':1,'tid':1,'ts':10},"
                  "{'ph':'b','cat':'c','id2':{'local':'0x1'},'name':'r','pid':2,'tid':2,'ts':20},"
                  "{'ph':'e','cat':'c','id2':{'local':'0x1'},'name':'r','pid':1,'tid':1,'ts':30},"
                  "{'ph':'e','cat':'c','id2':{'local':'0x1'},'name':'r','pid':2,'tid':2,'ts':110}",
                  [](const Trace& trace) {
                    QStringList list;
                    for (const NamedSpan& span : spansOf(trace)) list << QString::number(span.duration);
                    return equal(list.join(' '), "20000 90000");
                  }});
  rows.push_back({"arguments at the end of a span",
                  "{'ph':'B','name':'a','pid':1,'tid':1,'ts':1},{'ph':'E','pid':1,'tid':1,'ts':2,'args':{'late':1}},"
                  "{'ph':'B','name':'b','pid':1,'tid':1,'ts':3,'args':{'early':2}},{'ph':'E','pid':1,'tid':1,'ts':4,'args':{'late':3}},"
                  "{'ph':'B','name':'c','pid':1,'tid':1,'ts':5,'args':{'early':4}},{'ph':'E','pid':1,'tid':1,'ts':6}",
                  [](const Trace& trace) {
                    QString text;
                    for (const NamedSpan& span : spansOf(trace))
                      for (const TraceArgument& argument : argumentsOf(trace, trace.laneOf(span.ref).argumentsOf(span.ref.index)))
                        text += QString::fromStdString(span.name + "." + argument.name + "=" + argument.value + " ");
                    return equal(text, "a.late=1 b.early=2 b.late=3 c.early=4 ");
                  }});
  rows.push_back({"a category that is none of Kineto's", "{'ph':'X','cat':'toplevel','name':'a','pid':1,'tid':1,'ts':1,'dur':1,'args':{'x':1}}",
                  [](const Trace& trace) {
                    QString text;
                    for (const TraceArgument& argument : argumentsOf(trace, trace.lanes[0].argumentsOf(0)))
                      text += QString::fromStdString(argument.name + "=" + argument.value + " ");
                    return equal(text, "category=toplevel x=1 ");
                  }});
  rows.push_back({"samples and stack frames of the outermost level", "{'ph':'X','name':'a','pid':5,'tid':6,'ts':1,'dur':9}",
                  [](const Trace& trace) {
                    if (trace.marks.size() != 1 || trace.marks[0].size() != 2) return QString("not two marks on one thread");
                    if (trace.marks[0].track != trace.lanes[0].track) return QString("not on the thread of the span");
                    return equal(QString::fromStdString(std::string(trace.names.name(trace.marks[0].name[0])) + " " +
                                                        std::string(trace.names.name(trace.marks[0].name[1]))),
                                 "memcpy cycles");
                  },
                  "'stackFrames':{'7':{'category':'libc','name':'memcpy'}},"
                  "'samples':[{'cpu':0,'tid':6,'ts':2.5,'name':'cycles','sf':7,'weight':1},{'cpu':0,'tid':6,'ts':4,'name':'cycles','weight':1}],"});
  rows.push_back({"the rank of distributedInfo", "{'ph':'X','cat':'cpu_op','name':'a','pid':5,'tid':6,'ts':1,'dur':9}",
                  [](const Trace& trace) { return equal(QString::fromStdString(trace.processes[0].labels), "rank 3 of 8, nccl"); },
                  "'distributedInfo':{'backend':'nccl','rank':3,'world_size':8},"});
  // The wait of stream 20 for an event that was recorded behind "a" and before "b" on stream 7 is an arrow from "a" to "c".
  rows.push_back({"events that streams wait for",
                  "{'ph':'X','cat':'kernel','name':'a','pid':0,'tid':7,'ts':1,'dur':5,'args':{'device':0,'stream':7,'correlation':10}},"
                  "{'ph':'X','cat':'kernel','name':'b','pid':0,'tid':7,'ts':7,'dur':5,'args':{'device':0,'stream':7,'correlation':14}},"
                  "{'ph':'X','cat':'kernel','name':'early','pid':0,'tid':20,'ts':2,'dur':1,'args':{'device':0,'stream':20,'correlation':9}},"
                  "{'ph':'X','cat':'kernel','name':'c','pid':0,'tid':20,'ts':8,'dur':3,'args':{'device':0,'stream':20,'correlation':15}},"
                  "{'ph':'X','cat':'cuda_sync','name':'Stream Wait Event','pid':0,'tid':20,'ts':6,'dur':1,'args':{'device':0,'stream':20,"
                  "'wait_on_stream':7,'wait_on_cuda_event_record_corr_id':12,'correlation':13}}",
                  [](const Trace& trace) {
                    QStringList arrows;
                    const auto name = [&](SpanRef span) {
                      const TraceLane& lane = trace.laneOf(span);
                      return QString::fromStdString(std::string(trace.names.name(lane.name[span.index])));
                    };
                    for (std::size_t f = 0; f < trace.flows.size(); ++f) arrows << name(trace.flows.from[f]) + " to " + name(trace.flows.to[f]);
                    return equal(arrows.join(", "), "a to c");
                  }});
  rows.push_back({"the groups of distributedInfo", "{'ph':'X','cat':'cpu_op','name':'a','pid':5,'tid':6,'ts':1,'dur':9}",
                  [](const Trace& trace) {
                    return equal(QString::fromStdString(trace.processes[0].labels),
                                 "rank 1 of 4, gloo, group 0 default_pg (4), group 2 rank pair of 2 (2)");
                  },
                  "'distributedInfo':{'backend':'gloo','rank':1,'world_size':4,'pg_count':2,'pg_config':["
                  "{'pg_name':'0','pg_desc':'default_pg','backend_config':'cuda:nccl','pg_size':4,'ranks':[0,1,2,3]},"
                  "{'pg_name':'2','pg_desc':'rank pair of 2','ranks':[0,1]}, 7]},"});
  rows.push_back({"communication with its bytes, group and type",
                  "{'ph':'X','cat':'cpu_op','name':'record_param_comms','pid':1,'tid':1,'ts':1,'dur':1,'args':{'External id':9,"
                  "'Collective name':'_allgather_base','In msg nelems':100,'Out msg nelems':200,'Group size':2,'dtype':'BFloat16',"
                  "'Process Group Name':'1'}},"
                  "{'ph':'X','cat':'kernel','name':'ncclDevKernel_AllReduce','pid':0,'tid':7,'ts':10,'dur':4,'args':{'stream':7,'device':0,"
                  "'Collective name':'allreduce','In msg nelems':1000,'Out msg nelems':1000,'Group size':2,'dtype':'Float',"
                  "'Process Group Name':'0'}},"
                  "{'ph':'X','cat':'kernel','name':'ncclDevKernel_AllGather','pid':0,'tid':7,'ts':20,'dur':2,'args':{'stream':7,'device':0,"
                  "'External id':9}}",
                  [](const Trace& trace) {
                    QStringList list;
                    for (const CommunicationFacts::Row& row : communicationFacts(trace).rows)
                      list << QString("%1 %2 %3 %4 %5 %6")
                                  .arg(QString::fromStdString(row.name), QString::fromStdString(row.dtype), QString::fromStdString(row.group))
                                  .arg(row.ranks)
                                  .arg(row.ns)
                                  .arg(row.bytes);
                    return equal(list.join(", "), "allreduce Float 0 2 4000 4000, _allgather_base BFloat16 1 2 2000 400");
                  }});
  // 5250 floats in 1750 us are 12 MB/s; between two ranks as much on the bus. An all-gather's input is a part of what is sent.
  rows.push_back({"collectives of gloo, on the host",
                  "{'ph':'X','cat':'user_annotation','name':'gloo:all_reduce','pid':5,'tid':6,'ts':1,'dur':1750,'args':{"
                  "'Input type':['float'],'Input Dims':[[5250]]}},"
                  "{'ph':'X','cat':'user_annotation','name':'gloo:all_gather','pid':5,'tid':6,'ts':2000,'dur':9,'args':{"
                  "'Input type':['float'],'Input Dims':[[7]]}},"
                  "{'ph':'X','cat':'cpu_op','name':'a','pid':5,'tid':5,'ts':1,'dur':9}",
                  [](const Trace& trace) {
                    const CommunicationFacts facts = communicationFacts(trace);
                    if (facts.calls != 0 || facts.ns != 0) return QString("they count as work of a GPU");
                    QStringList list;
                    for (const CommunicationFacts::Row& row : facts.rows)
                      list << QString("%1 %2 %3 %4 %5")
                                  .arg(QString::fromStdString(row.name))
                                  .arg(row.ranks)
                                  .arg(row.bytes)
                                  .arg(row.algorithmBandwidth())
                                  .arg(row.busBandwidth());
                    return equal(list.join(", "), "gloo:all_reduce 2 21000 1.2e+07 1.2e+07, gloo:all_gather 2 -1 0 0");
                  },
                  "'distributedInfo':{'backend':'gloo','rank':1,'world_size':2},"});
  rows.push_back({"a worker of a loader that is a process of its own",
                  "{'ph':'X','cat':'user_annotation','name':'ProfilerStep#1','pid':1,'tid':1,'ts':0,'dur':1000},"
                  "{'ph':'X','cat':'cpu_op','name':'aten::mm','pid':1,'tid':1,'ts':500,'dur':400},"
                  "{'ph':'M','name':'process_name','pid':2,'args':{'name':'DataLoader worker 0'}},"
                  "{'ph':'X','cat':'user_annotation','name':'fetch','pid':2,'tid':2,'ts':100,'dur':500},"
                  "{'ph':'X','cat':'cpu_op','name':'aten::stack','pid':2,'tid':2,'ts':300,'dur':100},"
                  "{'ph':'X','cat':'python_function','name':'torch/utils/data/_utils/worker.py(245): _worker_loop','pid':3,'tid':3,'ts':0,'dur':900},"
                  "{'ph':'X','cat':'cpu_op','name':'aten::stack','pid':3,'tid':3,'ts':950,'dur':100},"
                  "{'ph':'X','cat':'cpu_op','name':'aten::stack','pid':4,'tid':4,'ts':0,'dur':1000}",
                  [](const Trace& trace) {  // the second worker is in the step for 50 of its 100 us; the third process is none
                    const LoaderLoad load = loaderLoad(trace);
                    return equal(QString("%1 %2").arg(load.workers).arg(load.busyNs), "2 550000");
                  }});
  rows.push_back({"validations by the names of ranges and of the user's functions",
                  "{'ph':'X','cat':'user_annotation','name':'Validation','pid':1,'tid':1,'ts':0,'dur':5},"
                  "{'ph':'X','cat':'user_annotation','name':'evaluate #3','pid':1,'tid':1,'ts':10,'dur':5},"
                  "{'ph':'X','cat':'user_annotation','name':'[pl][profile][Strategy]DDPStrategy.validation_step','pid':1,'tid':1,'ts':20,'dur':5},"
                  "{'ph':'X','cat':'python_function','name':'train.py(80): validate','pid':1,'tid':1,'ts':30,'dur':5},"
                  "{'ph':'X','cat':'python_function','name':'torch/nn/modules/module.py(2): eval','pid':1,'tid':1,'ts':40,'dur':5},"
                  "{'ph':'X','cat':'python_function','name':'model.py(2): eval','pid':1,'tid':1,'ts':50,'dur':5},"
                  "{'ph':'X','cat':'python_function','name':'site-packages/sympy/core.py(2): evaluate','pid':1,'tid':1,'ts':60,'dur':5},"
                  "{'ph':'X','cat':'user_annotation','name':'evaluate_loss_of_step','pid':1,'tid':1,'ts':70,'dur':5},"
                  "{'ph':'X','cat':'cpu_op','name':'aten::validate_compressed_sparse_indices','pid':1,'tid':1,'ts':80,'dur':5}",
                  [](const Trace& trace) {
                    QStringList at;
                    for (const TraceLane& lane : trace.lanes)
                      for (std::size_t i = 0; i < lane.size(); ++i)
                        if (lane.category[i] == static_cast<std::uint8_t>(Category::Validation)) at << QString::number(lane.start[i] / 1000);
                    at.sort();
                    return equal(at.join(' '), "0 10 20 30");
                  }});
  return rows;
}

}  // namespace

class LostRowsTest : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir folder_;
  QString sentence(std::string_view content, const char* name) {
    try {
      importTrace(writeFile(folder_, name, content));
    } catch (const Error& error) {
      return QString(error.what()) + " " + error.cure().c_str();
    }
    return "no error";
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
    std::string text = "{" + wanted.members + "'traceEvents':[" + wanted.events + "]}";
    std::replace(text.begin(), text.end(), '\'', '"');
    const std::optional<Trace> trace = importTrace(writeFile(folder_, "row.json", text));
    QVERIFY(trace);
    QCOMPARE(QString::fromStdString(broken(*trace)), QString());
    const QString wrong = wanted.wrong(*trace);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
  }

  // What is no trace is named, with the way to one.
  void names_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("cure");
    const auto row = [](const char* name, const QByteArray& content, const char* file, const char* what, const char* cure) {
      QTest::newRow(name) << content << QByteArray(file) << QString(what) << QString(cure);
    };
    const QByteArray plane("\x0A\x40\x08\x01\x12\x09/host:CPU", 15);
    row("zip", QByteArray("PK\3\4 and more", 13), "a.zip", "zip archive", "unzip");
    QByteArray tar(512, '\0');
    tar.replace(257, 5, "ustar");
    row("tar", tar, "a.tar", "tar archive", "tar xf");
    row("packed tar", QByteArray::fromStdString(gzipped(tar.toStdString())), "a.tar.gz", "tar archive", "tar xf");
    row("xplane that is cut off", plane, "host.xplane.pb", "cut off within its first plane", "Copy the file again");
    row("xplane by its content", plane, "profile.bin", "cut off within its first plane", "Copy the file again");
    row("Nsight's own", "NVIDIA something", "a.nsys-rep", "Nsight Systems in its own format", "nsys export --type sqlite");
    row("Perfetto's own", QByteArray("\x0A\x10\x42\x01\x02", 5), "a.pftrace", "Perfetto's own format", "traceconv json");
    row("white space", "  \n\t ", "a.json", "nothing but white space", "record");
    row("cut off before the events", "{\"schemaVersion\":1,\"deviceProperties\":[{\"id\"", "a.json", "cut off before its list of events", "Copy");
    row("one long member", QByteArray("{\"metadata\":\"") + QByteArray(5 << 20, 'x') + "\"}", "a.json", "no list \"traceEvents\"", "Choose");
    row("memory timeline", "[[1,2,3],[[0,5],[1,6]]]", "a.json", "holds no events", "export_chrome_trace");
    row("list of numbers", "[1,2,3]", "a.json", "holds no events", "export_chrome_trace");
    row("empty list", "[]", "a.json", "recorded nothing", "Record");
    row("rocprofv3", "{\"rocprofiler-sdk-tool\":[{\"metadata\":{}}]}", "a.json", "rocprofv3", "traceconv");
    row("memory snapshot", "{\"segments\":[],\"device_traces\":[]}", "a.json", "memory snapshot", "memory_viz");
  }
  void names() {
    QFETCH(QByteArray, content);
    QFETCH(QByteArray, file);
    QFETCH(QString, what);
    QFETCH(QString, cure);
    const QString said = sentence(content.toStdString(), file.constData());
    QVERIFY2(said.contains(what) && said.contains(cure), qPrintable(said));
  }
};

}  // namespace stepscope

QTEST_APPLESS_MAIN(stepscope::LostRowsTest)
#include "lost_rows_test.moc"
