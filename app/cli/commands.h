// The commands of stepscope-cli, one a file. Each adds itself to the parser; its callback does the work and throws Error.
#pragma once

#include <CLI/CLI.hpp>

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
void addSelftest(CLI::App& app);

// A command that told of its failure itself and ends with exit code 1.
struct Failed {};

}  // namespace stepscope::cli
