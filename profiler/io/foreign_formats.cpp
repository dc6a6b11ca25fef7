#include "profiler/io/foreign_formats.h"

#include <algorithm>

#include "core/base/error.h"

namespace stepscope {
namespace {

// Whether the text is a binary message whose field 1 is a message (tag 0x0A): XSpace { planes { ... } } and Perfetto's Trace { packet { ... } }.
bool isProtobuf(std::string_view head) {
  return head.size() > 2 && head[0] == '\x0A' &&
         !std::all_of(head.begin(), head.end(), [](char c) { return static_cast<unsigned char>(c) >= ' ' || c == '\n' || c == '\r' || c == '\t'; });
}

struct ForeignFormat {
  bool (*is)(std::string_view head, std::string_view path);
  const char* what;
  const char* cure;
};

constexpr ForeignFormat kFormats[] = {
    {[](std::string_view head, std::string_view) { return head.starts_with(std::string_view("PK\3\4", 4)) || head.starts_with("PK\5\6"); },
     "this is a zip archive, not a trace", "Unpack it (unzip FILE) and open the trace that is in it: .json, .json.gz or .sqlite"},
    {[](std::string_view head, std::string_view) { return head.size() >= 262 && head.substr(257, 5) == "ustar"; },
     "this is a tar archive, not a trace", "Unpack it (tar xf FILE) and open the trace that is in it: .json, .json.gz or .sqlite"},
    {[](std::string_view head, std::string_view path) {
       return path.ends_with(".nsys-rep") || path.ends_with(".qdrep") || head.starts_with("NVTX-REP");
     },
     "this is a report of Nsight Systems in its own format", "Export it with: nsys export --type sqlite FILE"},
    {[](std::string_view head, std::string_view path) { return path.ends_with(".ncu-rep") || head.starts_with(std::string_view("NVR\0", 4)); },
     "this is a report of Nsight Compute, which times single kernels and no steps",
     "Record the steps with PyTorch's profiler, JAX's, or nsys profile"},
    {[](std::string_view head, std::string_view path) {
       return isProtobuf(head) && (path.ends_with(".pftrace") || path.ends_with(".perfetto-trace"));
     },
     "this is a trace in Perfetto's own format", "Convert it with: traceconv json FILE out.json (get.perfetto.dev/traceconv)"},
    {[](std::string_view head, std::string_view) {
       return head.starts_with(std::string_view("\x80\2", 2)) || head.starts_with(std::string_view("\x80\4", 2));
     },
     "this is a file of Python's pickle: a memory snapshot of PyTorch is one",
     "Save it as JSON: json.dump(torch.cuda.memory._snapshot(), open(FILE, \"w\")), then: stepscope-cli trace memory FILE; or open it at pytorch.org/memory_viz"},
};

}  // namespace

void refuseForeign(const std::string& path, std::string_view head) {
  std::string plain = path;
  if (plain.ends_with(".gz")) plain.resize(plain.size() - 3);
  for (const ForeignFormat& format : kFormats)
    if (format.is(head, plain)) throw Error(ErrorKind::Input, path, format.what, format.cure);
}

const ForeignJson* foreignJson(std::string_view member) {
  struct Known {
    std::string_view member;
    ForeignJson json;
  };
  static constexpr Known known[] = {
      {"rocprofiler-sdk-tool",
       {"this is the JSON of rocprofv3, which has no list \"traceEvents\"",
        "Record with PyTorch's profiler, or convert: rocprofv3 --output-format pftrace, then traceconv json FILE out.json"}},
      {"segments",
       {"this is a memory snapshot of PyTorch, not a trace",
        "List what used the memory with: stepscope-cli trace memory FILE; or open it at pytorch.org/memory_viz"}},
      {"nodes", {"this is a graph (PyTorch's execution trace has such nodes), not a trace with times", "Open what prof.export_chrome_trace wrote"}},
  };
  for (const Known& entry : known)
    if (entry.member == member) return &entry.json;
  return nullptr;
}

}  // namespace stepscope
