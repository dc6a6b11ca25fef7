// The content of a Chrome trace in JSON besides its events: GPUs, the base of its times, the rank that recorded it, samples of the CPU.
#pragma once

#include "profiler/io/assembler.h"
#include "profiler/io/top_level.h"

namespace stepscope {

// Kineto's deviceProperties, baseTimeNanoseconds and distributedInfo, which becomes the label "rank 3 of 8" of the processes that compute.
void addChromeMembers(const TopLevel& top, Trace& trace);

// The lists "samples" and "stackFrames": each becomes a mark on its thread, named by its frame. Call it before the trace is assembled.
void addChromeSamples(const TopLevel& top, TraceAssembler& assembler);

// JAX and others write {}, or only a description of the recording, if there was nothing to record.
bool isTraceOfNothing(const std::map<std::string, std::string>& members);

}  // namespace stepscope
