// As much of libcuda.so.1 as is asked for by name. $FAKE_CUDA_INIT is what cuInit returns, $FAKE_CUDA_VERSION the version, and
// $FAKE_CUDA_DEVICES the number of GPUs; $FAKE_CUDA_CAPABILITY the compute capability of the first, 75 being 7.5; the others are newer.
#include <cstddef>
#include <cstdio>
#include <cstdlib>

namespace {
int numberOf(const char* variable, int otherwise) {
  const char* text = std::getenv(variable);
  return text ? std::atoi(text) : otherwise;
}
}  // namespace

extern "C" {
int cuInit(unsigned) {
  return numberOf("FAKE_CUDA_INIT", 0);
}
int cuDriverGetVersion(int* version) {
  *version = numberOf("FAKE_CUDA_VERSION", 13000);
  return 0;
}
int cuDeviceGetCount(int* count) {
  *count = numberOf("FAKE_CUDA_DEVICES", 1);
  return 0;
}
int cuDeviceGetName(char* name, int size, int device) {
  std::snprintf(name, static_cast<std::size_t>(size), "Pretended GPU %d", device);
  return 0;
}
int cuDeviceGetAttribute(int* value, int attribute, int device) {
  const int capability = device == 0 ? numberOf("FAKE_CUDA_CAPABILITY", 90) : 90;
  *value = attribute == 75 ? capability / 10 : attribute == 76 ? capability % 10 : 0;
  return 0;
}
int cuDeviceGetPCIBusId(char* text, int size, int device) {
  std::snprintf(text, static_cast<std::size_t>(size), "0000:%02x:00.0", 16 + device);
  return 0;
}
int cuDeviceTotalMem_v2(std::size_t* bytes, int) {
  *bytes = std::size_t{8} << 30;
  return 0;
}
}
