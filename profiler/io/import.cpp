#include "profiler/io/import.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <vector>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "profiler/io/assembler.h"
#include "profiler/io/foreign_formats.h"
#include "profiler/io/importers.h"
#include "profiler/io/ranks/merge_ranks.h"
#include "profiler/io/text_source.h"

namespace stepscope {
namespace {

constexpr std::string_view kPlaneNames[] = {"/host:", "/device:", "Task Environment", "/misc:"};
constexpr std::int64_t kReportNs = 50'000'000;

// An uncompressed copy that is deleted with its last user.
class TemporaryFile {
 public:
  TemporaryFile() {
    std::string pattern = (std::filesystem::temp_directory_path() / "stepscope-XXXXXX").string();
    file_ = ::mkstemp(pattern.data());
    path_ = pattern;
    if (file_ < 0)
      throw Error(ErrorKind::Resource, path_, std::string("a temporary file cannot be made: ") + std::strerror(errno),
                  "Free some space, or set TMPDIR to a folder that is writable");
  }
  ~TemporaryFile() {
    ::close(file_);
    ::unlink(path_.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::string& path() const { return path_; }
  void append(std::span<const char> bytes) {
    for (std::size_t done = 0; done < bytes.size();) {
      const ssize_t wrote = ::write(file_, bytes.data() + done, bytes.size() - done);
      if (wrote > 0) done += static_cast<std::size_t>(wrote);
      else if (errno != EINTR)
        throw Error(ErrorKind::Resource, path_, std::string("the file cannot be unpacked: ") + std::strerror(errno),
                    "Free some space, or set TMPDIR to a folder that has it");
    }
  }

 private:
  int file_ = -1;
  std::string path_;
};

// `cutShort`: why the compressed file ended early, or empty.
std::shared_ptr<TemporaryFile> unpack(const std::string& path, ProgressReport& report, std::string& cutShort) {
  TextSource source(path);
  auto file = std::make_shared<TemporaryFile>();
  std::vector<char> buffer(std::size_t{1} << 20);
  for (std::size_t got = 0; (got = source.read(buffer)) > 0;) {
    file->append(std::span(buffer).first(got));
    report({source.fileRead(), source.fileBytes(), 0});
  }
  cutShort = source.cutShort();
  return file;
}

[[noreturn]] void throwCutShort(const std::string& path, const std::string& cutShort) {
  throw Error(ErrorKind::Input, path, cutShort, "Copy the file again, or record the trace again");
}

Trace importAny(const std::string& path, const ImportOptions& options, ProgressReport& report) {
  const auto& [def, gzip] = formatOf(path);
  if (!gzip || def.packed == ImporterDef::Packed::Streams) return def.read({path, path, nullptr, options, report});

  std::string cutShort;
  const std::shared_ptr<TemporaryFile> unpacked = unpack(path, report, cutShort);
  const ImportSource source{path, unpacked->path(), unpacked, options, report};
  if (cutShort.empty()) return def.read(source);
  if (def.packed == ImporterDef::Packed::WholeCopy) throwCutShort(path, cutShort);
  try {
    Trace trace = def.read(source);
    trace.notes.insert(trace.notes.begin(), TraceNote{cutShort + "; what came before is shown", 1, false});
    trace.endsEarly = true;
    return trace;
  } catch (const Error&) {  // the part that was unpacked cannot be read
    throwCutShort(path, cutShort);
  }
}

// XSpace { planes { ... name: "/host:CPU" } }: nested messages, each beginning with 0x0A, with a name that XProf gives its planes. Perfetto's own
// traces begin in the same way.
bool isXPlane(std::string_view head) {
  const bool text =
      std::all_of(head.begin(), head.end(), [](char c) { return static_cast<unsigned char>(c) >= ' ' || c == '\n' || c == '\r' || c == '\t'; });
  if (head.size() < 3 || head[0] != '\x0A' || text) return false;
  return std::any_of(std::begin(kPlaneNames), std::end(kPlaneNames),
                     [&](std::string_view name) { return head.find(name) != std::string_view::npos; });
}

}  // namespace

FormatOfFile formatOf(const std::string& path) {
  TextSource source(path);
  std::string head(kForeignHead, '\0');
  head.resize(source.read(head));
  const std::vector<ImporterDef>& defs = importerDefs();
  const auto told = std::find_if(defs.begin(), defs.end(), [&](const ImporterDef& def) { return def.isFormat && def.isFormat(head); });
  if (told == defs.end()) refuseForeign(path, head);
  return {told == defs.end() ? defs.front() : *told, source.gzip()};
}

const std::vector<ImporterDef>& importerDefs() {
  using Packed = ImporterDef::Packed;
  static const std::vector<ImporterDef> defs = {
      // The first entry accepts whatever no other format recognizes.
      {"a trace in JSON (PyTorch, JAX, Chrome)", "*.json *.json.gz *.gz", nullptr, importChrome, Packed::Streams},
      {"an SQLite export of Nsight Systems", "*.sqlite *.sqlite.gz *.db",
       [](std::string_view head) { return head.starts_with(std::string_view("SQLite format 3\0", 16)); }, importNsight, Packed::Copy,
       "an export of Nsight Systems contains how much memory is in use (nsys profile --cuda-memory-usage=true; the timeline shows it), "
       "but not which code allocated it"},
      {"a recording that ends in .sstrace", "*.sstrace", [](std::string_view head) { return head.starts_with("SSTRACE\n"); }, importRecording,
       Packed::WholeCopy, "a recording of Stepscope holds no single events of an allocator", true},
      {"a profile of XProf (JAX, TensorFlow) that ends in .xplane.pb", "*.xplane.pb *.xplane.pb.gz", isXPlane, importXPlane, Packed::WholeCopy,
       "events of an allocator in profiles of XProf (JAX, TensorFlow) are not supported"},
  };
  return defs;
}

std::string traceFormats() {
  std::string text;
  const std::vector<ImporterDef>& defs = importerDefs();
  for (std::size_t i = 0; i < defs.size(); ++i) text += (i == 0 ? "" : i + 1 < defs.size() ? ", " : ", or ") + std::string(defs[i].title);
  return text;
}

std::string traceSuffixes() {
  std::string text;
  for (const ImporterDef& def : importerDefs()) text += (text.empty() ? "" : " ") + std::string(def.suffixes);
  return text;
}

void ProgressReport::operator()(const ImportProgress& progress) {
  latest_ = progress;
  if (cancelled()) throw ImportCancelled();
}

bool ProgressReport::cancelled() {
  if (!options_.progress) return false;
  const std::int64_t now = nowNs();
  if (now < next_) return false;
  next_ = now + kReportNs;
  return !options_.progress(latest_);
}

std::optional<Trace> importTrace(const std::string& path, const ImportOptions& options) {
  ProgressReport report(options);
  try {
    return importAny(path, options, report);
  } catch (const ImportCancelled&) {
    return std::nullopt;
  }
}

std::optional<Trace> importTraces(const std::vector<std::string>& paths, const ImportOptions& options) {
  if (paths.empty() || paths.size() > kMostRanks)
    throw Error(ErrorKind::Input, paths.empty() ? "trace" : paths.front(),
                paths.empty() ? "no trace is given" : "more than " + std::to_string(kMostRanks) + " traces cannot be opened as one",
                "Give the traces of one training, one per rank");
  if (paths.size() == 1) return importTrace(paths.front(), options);
  std::uint64_t bytes = 0, done = 0;
  std::int64_t events = 0;
  std::vector<std::uint64_t> sizes;
  for (const std::string& path : paths) bytes += sizes.emplace_back(identityOf(path).bytes);
  std::vector<Trace> traces;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    ImportOptions one = options;
    if (options.progress)
      one.progress = [&](const ImportProgress& progress) {
        return options.progress({done + std::min(progress.bytesRead, sizes[i]), bytes, events + progress.events});
      };
    std::optional<Trace> trace = importTrace(paths[i], one);
    if (!trace) return std::nullopt;
    done += sizes[i];
    events += trace->events;
    traces.push_back(std::move(*trace));
  }
  return mergeRanks(std::move(traces), paths);
}

}  // namespace stepscope
