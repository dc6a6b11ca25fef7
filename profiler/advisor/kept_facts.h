// The facts of a stored run: its capture, configuration, plan, machine and history, read from the project's folder.
#pragma once

#include <optional>
#include <string>

#include "core/backend/backend.h"
#include "core/train/capture/capture_facts.h"
#include "profiler/advisor/facts.h"

namespace stepscope {

struct CapturedWindow;

// `storePath`: Project::storePath(). `capture`: the file of the trace; empty: the one that the run kept, if it has one. Throws Error if there is no
// such run or a file cannot be read.
AdviceFacts keptFacts(const std::string& storePath, RunId run, const std::string& capture = {});
// The same for a trace in memory. If `capture` is null, the facts of the capture that was kept last are used.
AdviceFacts runFacts(const std::string& storePath, RunId run, std::shared_ptr<const Trace> trace, const CaptureFacts* capture);

// The facts of a trace file that is opened alone; if it lies in a run's folder, with what the run kept. Throws Error.
AdviceFacts factsOfFile(std::shared_ptr<const Trace> trace, const std::string& path);

// The advice for a captured window as JSON, which the trainer keeps with its run (TrainerOptions::findings). Throws Error.
std::string captureFindings(const CapturedWindow& window);

// Does not measure: peak rates are those that were stored before.
MachineFacts machineFacts(const Backend& backend, int threads);

}  // namespace stepscope
