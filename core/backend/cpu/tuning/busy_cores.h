// Timing kernels on a machine that others use as well.
#pragma once

namespace stepscope::cpu {

// Whether other programs hold the cores: then a team waits for whichever of its threads is not running, a time slice of the kernel's
// scheduler for every parallel region, and wall times say nothing about kernels. One thread by its own CPU clock still does.
bool coresAreBusy(int threads);

double wallMs();
double threadCpuMs();  // of the calling thread

}  // namespace stepscope::cpu
