// As much of libnvidia-ml.so.1 as is asked for by name. $FAKE_NVML_INIT is what nvmlInit returns; device 0 exists, no other.
#include <cstdlib>
#include <cstring>

namespace {
int open = 0;
}

extern "C" {
int nvmlInit_v2() {
  const char* text = std::getenv("FAKE_NVML_INIT");
  const int result = text ? std::atoi(text) : 0;
  open += result == 0;
  return result;
}
int nvmlShutdown() {
  --open;
  return 0;
}
int fakeNvmlOpen() {
  return open;
}
const char* nvmlErrorString(int error) {
  return error == 9 ? "Driver Not Loaded" : "Invalid Argument";
}
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device) {
  static int handle;
  *device = &handle;
  return index == 0 ? 0 : 2;
}
int nvmlDeviceGetHandleByPciBusId_v2(const char* bus, void** device) {
  static int handle;
  *device = &handle;
  return std::strcmp(bus, "0000:11:00.0") == 0 ? 0 : 2;
}
int nvmlDeviceGetUtilizationRates(void*, unsigned* two) {
  two[0] = 87;
  two[1] = 40;
  return 0;
}
int nvmlDeviceGetMemoryInfo(void*, unsigned long long* three) {
  three[0] = 1000;
  three[1] = 300;
  three[2] = 700;
  return 0;
}
int nvmlDeviceGetPowerUsage(void*, unsigned* milliwatts) {
  *milliwatts = 512500;
  return 0;
}
int nvmlDeviceGetTemperature(void*, unsigned, unsigned* celsius) {
  *celsius = 61;
  return 0;
}
int nvmlDeviceGetClockInfo(void*, unsigned which, unsigned* megahertz) {
  *megahertz = which == 1 ? 1980 : 2619;
  return 0;
}
int nvmlDeviceGetCurrentClocksThrottleReasons(void*, unsigned long long* reasons) {
  *reasons = 0x4 | 0x20 | 0x1;
  return 0;
}
int nvmlDeviceGetPcieThroughput(void*, unsigned, unsigned*) {
  return 3;  // not supported
}
}
