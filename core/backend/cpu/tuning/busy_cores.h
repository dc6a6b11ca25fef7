// Timing kernels while other programs use the machine too.
#pragma once

namespace stepscope::cpu {

// Whether other programs use the cores. Then, in every parallel region, the threads wait for the one that has no core, for a time slice of the
// scheduler, and wall times say nothing about kernels. The CPU time of a single thread still does.
bool coresAreBusy(int threads);

double wallMs();
double threadCpuMs();  // of the calling thread

}  // namespace stepscope::cpu
