// A libcuda.so.1 that takes everything and does nothing: with it cuDNN compiles and builds its plans for a GPU that is only described. Its
// functions are those that cuDNN looks up by name.
extern "C" {
#define ACCEPT(name) \
  int name() {       \
    return 0;        \
  }
ACCEPT(cuCtxGetCurrent)
ACCEPT(cuCtxGetLimit)
ACCEPT(cuCtxPopCurrent)
ACCEPT(cuCtxPushCurrent)
ACCEPT(cuDeviceGet)
ACCEPT(cuDeviceGetAttribute)
ACCEPT(cuDeviceGetCount)
ACCEPT(cuDriverGetVersion)
ACCEPT(cuFuncGetAttribute)
ACCEPT(cuFuncSetAttribute)
ACCEPT(cuGetErrorName)
ACCEPT(cuGetErrorString)
ACCEPT(cuInit)
ACCEPT(cuKernelGetAttribute)
ACCEPT(cuKernelSetAttribute)
ACCEPT(cuLaunchCooperativeKernel)
ACCEPT(cuLaunchKernel)
ACCEPT(cuLaunchKernelEx)
ACCEPT(cuLibraryUnload)
ACCEPT(cuLinkAddData)
ACCEPT(cuLinkComplete)
ACCEPT(cuLinkCreate)
ACCEPT(cuLinkDestroy)
ACCEPT(cuModuleUnload)
ACCEPT(cuOccupancyMaxPotentialClusterSize)
ACCEPT(cuStreamGetCtx)
#undef ACCEPT

// The runtime finds no more than its first look; what it cannot find it does without.
constexpr int kNotFound = 500;  // CUDA_ERROR_NOT_FOUND
int cuGetExportTable(const void**, const void*) {
  return kNotFound;
}
int cuGetProcAddress_v2(const char*, void** function, int, unsigned long long, int* result) {
  *function = nullptr;
  if (result) *result = 1;
  return kNotFound;
}
int cuGetProcAddress(const char* name, void** function, int version, unsigned long long flags) {
  return cuGetProcAddress_v2(name, function, version, flags, nullptr);
}

// Handles are looked at: null is none.
static int something = 0;
int cuLibraryLoadData(void** library, const void*, void*, void*, unsigned, void*, void*, unsigned) {
  *library = &something;
  return 0;
}
int cuLibraryLoadFromFile(void** library, const char*, void*, void*, unsigned, void*, void*, unsigned) {
  *library = &something;
  return 0;
}
int cuLibraryGetKernel(void** kernel, void*, const char*) {
  *kernel = &something;
  return 0;
}
int cuModuleLoadData(void** module, const void*) {
  *module = &something;
  return 0;
}
int cuModuleGetFunction(void** function, void*, const char*) {
  *function = &something;
  return 0;
}
}
