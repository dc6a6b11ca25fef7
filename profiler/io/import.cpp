#include "profiler/io/import.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <vector>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "profiler/io/assembler.h"
#include "profiler/io/importers.h"
#include "profiler/io/text_source.h"
#include "profiler/trace/trace_file.h"

namespace stepscope {
namespace {

constexpr std::int64_t kReportNs = 50'000'000;

// An unpacked copy that is deleted with its last user.
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
      if (wrote > 0)
        done += static_cast<std::size_t>(wrote);
      else if (errno != EINTR)
        throw Error(ErrorKind::Resource, path_, std::string("the file cannot be unpacked: ") + std::strerror(errno),
                    "Free some space, or set TMPDIR to a folder that has it");
    }
  }

 private:
  int file_ = -1;
  std::string path_;
};

// `cutShort`: why the packed file ended early, or empty.
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

// The arguments of a recording that was packed: they are read from its unpacked copy, and errors name the file that the user knows.
class UnpackedArguments : public ArgumentSource {
 public:
  UnpackedArguments(std::shared_ptr<const ArgumentSource> arguments, std::shared_ptr<const TemporaryFile> file, std::string path)
      : arguments_(std::move(arguments)), file_(std::move(file)), path_(std::move(path)) {}
  std::string json(std::uint64_t handle) const override {
    try {
      return arguments_->json(handle);
    } catch (const Error& error) {
      throw Error(error.kind(), path_, error.happened(), error.cure());
    }
  }

 private:
  std::shared_ptr<const ArgumentSource> arguments_;
  std::shared_ptr<const TemporaryFile> file_;
  std::string path_;
};

[[noreturn]] void throwCutShort(const std::string& path, const std::string& cutShort) {
  throw Error(ErrorKind::Input, path, cutShort, "Copy the file again, or record the trace again");
}

Trace importRecording(const std::string& path, const std::shared_ptr<TemporaryFile>& unpacked, ProgressReport& report) {
  try {
    std::optional<Trace> trace = loadTrace(unpacked ? unpacked->path() : path, [&](std::uint64_t done, std::uint64_t bytes) {
      report({done, bytes, 0});  // throws when it is cancelled
      return true;
    });
    if (unpacked && trace->arguments) trace->arguments = std::make_shared<UnpackedArguments>(std::move(trace->arguments), unpacked, path);
    return std::move(*trace);
  } catch (const Error& error) {
    throw Error(error.kind(), path, error.happened(), error.cure());
  }
}

Trace importAny(const std::string& path, const ImportOptions& options, ProgressReport& report) {
  bool gzip = false;
  std::string head(16, '\0');
  {
    TextSource source(path);
    gzip = source.gzip();
    head.resize(source.read(head));
  }
  const bool sqlite = head.starts_with(std::string_view("SQLite format 3\0", 16));
  const bool recording = head.starts_with("SSTRACE\n");
  if (!sqlite && !recording) return importChrome(path, options, report);
  std::string cutShort;
  const std::shared_ptr<TemporaryFile> unpacked = gzip ? unpack(path, report, cutShort) : nullptr;
  if (recording) {
    if (!cutShort.empty()) throwCutShort(path, cutShort);  // its checksum is of the whole
    return importRecording(path, unpacked, report);
  }
  if (cutShort.empty()) return importNsight(path, unpacked ? unpacked->path() : path, unpacked, report);
  try {
    Trace trace = importNsight(path, unpacked->path(), unpacked, report);
    trace.notes.insert(trace.notes.begin(), TraceNote{cutShort + "; what came before is shown", 1, false});
    return trace;
  } catch (const Error&) {  // nothing can be read of what came before
    throwCutShort(path, cutShort);
  }
}

}  // namespace

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

}  // namespace stepscope
