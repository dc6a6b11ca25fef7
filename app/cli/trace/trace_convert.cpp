#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/speech.h"
#include "app/cli/trace/trace_commands.h"
#include "core/base/error.h"
#include "core/base/units.h"
#include "profiler/io/export.h"
#include "profiler/trace/trace_file.h"

namespace stepscope::cli {
namespace {

struct ConvertArguments {
  std::vector<std::string> in;
  std::string out;
};

void convert(const ConvertArguments& arguments) {
  const auto is = [&](const char* extension) { return arguments.out.ends_with(extension); };
  const bool json = is(".json") || is(".json.gz"), table = is(".csv");
  if (!json && !table && !is(".sstrace"))
    throw Error(ErrorKind::Input, arguments.out, "the ending of the name is not that of a format that can be written",
                "Use .json or .json.gz (Chrome and Perfetto), .sstrace (Stepscope's own, compact) or .csv (a table of the spans)");
  std::error_code unknown;
  for (const std::string& in : arguments.in)
    if (std::filesystem::equivalent(in, arguments.out, unknown))
      throw Error(ErrorKind::Input, arguments.out, "the trace would overwrite itself", "Choose another name");
  const Trace trace = openTraces(arguments.in);
  saving([&] {
    if (json) {
      if (!exportChrome(trace, arguments.out, [] { return !interrupted(); })) {
        say(stderr, "stepscope-cli: interrupted\n");
        throw Failed{};
      }
    } else if (table) {
      exportSpansCsv(trace, arguments.out);
    } else {
      saveTrace(trace, arguments.out);
    }
  });
  const auto bytes = static_cast<double>(std::filesystem::file_size(arguments.out, unknown));
  say("{}: {}, {}\n", Name{arguments.out}, text::counted(trace.eventCount(), "event"), text::bytes(bytes));
  for (const TraceNote& note : trace.notes)
    if (note.dropped) say("  dropped   {}: {}\n", text::count(note.count), note.reason);
    else if (arguments.in.size() > 1) say("  {}\n", note.reason);
}

constexpr const char* kOutHelp = ".json or .json.gz (Chrome, Perfetto), .sstrace (Stepscope's own, compact), .csv (a table of the spans)";

}  // namespace

void addTraceConvert(CLI::App& trace) {
  const auto arguments = std::make_shared<ConvertArguments>();
  CLI::App* command = trace.add_subcommand("convert", "Convert a trace to another format, given by the ending of OUT");
  command
      ->add_option_function<std::string>(
          "IN", [arguments](const std::string& path) { arguments->in = {path}; }, "A trace of any supported format")
      ->required();
  command->add_option("OUT", arguments->out, kOutHelp)->required();
  command->callback([arguments] { convert(*arguments); });
}

void addTraceMerge(CLI::App& trace) {
  const auto arguments = std::make_shared<ConvertArguments>();
  CLI::App* command = trace.add_subcommand("merge", "Write the traces of several ranks as one, with their clocks aligned");
  command->add_option("FILE", arguments->in, "The traces of one training, one of each rank")->required()->expected(2, 250);
  command->add_option("--out,-o", arguments->out, kOutHelp)->required();
  command->callback([arguments] { convert(*arguments); });
}

}  // namespace stepscope::cli
