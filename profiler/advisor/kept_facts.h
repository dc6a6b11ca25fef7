// The facts of a run that is kept: its capture, configuration, plan, machine and history from the project's folder.
#pragma once

#include <optional>
#include <string>

#include "core/backend/backend.h"
#include "core/train/capture/capture_facts.h"
#include "profiler/advisor/facts.h"

namespace stepscope {

struct CapturedWindow;

// storePath: Project::storePath(). capture: the file of the trace; empty: the one that the run kept, if it has one. Throws Error when there
// is no such run, or a file cannot be read.
AdviceFacts keptFacts(const std::string& storePath, RunId run, const std::string& capture = {});
// The same of a trace that is in memory; with null the facts of the capture are those that were kept last.
AdviceFacts runFacts(const std::string& storePath, RunId run, std::shared_ptr<const Trace> trace, const CaptureFacts* capture);

// Facts of a trace file that is opened alone: where it stands in a run's folder, with what the run kept. Throws Error.
AdviceFacts factsOfFile(std::shared_ptr<const Trace> trace, const std::string& path);

// What the rules say of a window that was captured, as the trainer keeps it with its run (TrainerOptions::findings). Throws Error.
std::string captureFindings(const CapturedWindow& window);

// Never measures: peaks are those that are kept.
MachineFacts machineFacts(const Backend& backend, int threads);

}  // namespace stepscope
