// Timing kernels while other programs use the machine too.
#pragma once

namespace stepscope::cpu {

// Whether other programs use the cores. In that case, in every parallel region all threads wait for the one without a core, for a time slice of the
// scheduler, and wall times cannot compare kernels. The CPU time of a single thread still can.
bool coresAreBusy(int threads);

double wallMs();
double threadCpuMs();  // CPU time of the calling thread

}  // namespace stepscope::cpu
