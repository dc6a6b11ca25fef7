// The commands of stepscope-cli. Each function adds its command to the parser; the command's callback does the work, and may throw Error or Failed.
#pragma once

#include <CLI/CLI.hpp>
#include <exception>
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
void addEvaluate(CLI::App& app);
void addPredict(CLI::App& app);
void addExport(CLI::App& app);
void addFreeze(CLI::App& app);
void addDoctor(CLI::App& app);
void addTrace(CLI::App& app);
void addAdvise(CLI::App& app);

// Exit codes of stepscope-cli other than success; --help and examples/README.md list them.
enum ExitCode : int {
  kFailed = 1,
  kUsage = 2,        // the command line is invalid
  kNotSaved = 3,     // the work is done, but not all of it is on disk
  kNothingLeft = 4,  // a run that should continue had nothing left to do
};

// Thrown by a command that has already reported its failure.
struct Failed {
  ExitCode code = kFailed;
};

void tellError(const std::string& text);  // prints a line on standard error, in the chosen language
void tellError(const std::exception& problem);

// Calls `write`, which writes the output of a command. A disk error (ErrorKind::Resource) is reported, and ends the command with kNotSaved.
template <typename Write>
void saving(const Write& write) {
  try {
    write();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::Resource) throw;
    tellError(error);
    throw Failed{kNotSaved};
  }
}

}  // namespace stepscope::cli
