#include <utility>

#include "core/base/error.h"
#include "profiler/io/importers.h"
#include "profiler/trace/trace_file.h"

namespace stepscope {
namespace {

// The arguments of a compressed recording: read from its uncompressed copy, while errors name the file that the user knows.
class UnpackedArguments : public ArgumentSource {
 public:
  UnpackedArguments(std::shared_ptr<const ArgumentSource> arguments, std::shared_ptr<const void> file, std::string path)
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
  std::shared_ptr<const void> file_;
  std::string path_;
};

}  // namespace

Trace importRecording(const ImportSource& source) {
  try {
    std::optional<Trace> trace = loadTrace(source.readable, [&](std::uint64_t done, std::uint64_t bytes) {
      source.report({done, bytes, 0});  // throws if it is cancelled
      return true;
    });
    if (source.keep && trace->arguments)
      trace->arguments = std::make_shared<UnpackedArguments>(std::move(trace->arguments), source.keep, source.path);
    return std::move(*trace);
  } catch (const Error& error) {
    throw Error(error.kind(), source.path, error.happened(), error.cure());
  }
}

}  // namespace stepscope
