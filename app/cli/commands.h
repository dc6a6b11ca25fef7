// The commands of stepscope-cli, one a file. Each adds itself to the parser; its callback does the work and throws Error.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "core/base/error.h"

namespace stepscope::cli {

void addTrain(CLI::App& app);
void addNew(CLI::App& app);
void addData(CLI::App& app);
void addLrTest(CLI::App& app);
void addBench(CLI::App& app);
void addSwitches(CLI::App& app);
void addTry(CLI::App& app);
void addModel(CLI::App& app);
void addRuns(CLI::App& app);
void addCheckpoints(CLI::App& app);
void addSweep(CLI::App& app);
void addStore(CLI::App& app);
void addReport(CLI::App& app);
void addSample(CLI::App& app);
void addDoctor(CLI::App& app);
void addTrace(CLI::App& app);
void addAdvise(CLI::App& app);

// How stepscope-cli ends where not all went well; --help and examples/README.md tell them.
enum ExitCode : int {
  kFailed = 1,
  kUsage = 2,        // the command line cannot be understood
  kNotSaved = 3,     // the work is done, and not all of it is on disk
  kNothingLeft = 4,  // a run that was to go on had come to its end
};

// A command that told of its failure itself.
struct Failed {
  ExitCode code = kFailed;
};

void tellError(const std::string& text);  // on standard error, in a line of its own

// Writes what a command was asked for. What the disk refuses is told, and ends the command with kNotSaved.
template <typename Write>
void saving(const Write& write) {
  try {
    write();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::Resource) throw;
    tellError(error.what());
    throw Failed{kNotSaved};
  }
}

}  // namespace stepscope::cli
