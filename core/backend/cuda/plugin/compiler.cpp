#include "core/backend/cuda/plugin/compiler.h"

#include <dlfcn.h>
#include <nvrtc.h>

#include <filesystem>
#include <sstream>

#include "core/backend/cuda/plugin/context.h"
#include "core/backend/cuda/plugin/shared_library.h"

namespace stepscope::cuda {

struct Kernel {
  cudaKernel_t kernel = nullptr;
  // Bytes of dynamic shared memory that a launch may use so far. Without a request a block gets 48 KiB, of which the kernel itself uses a part.
  std::int64_t sharedBytes = 40 << 10;
};

namespace {

struct Nvrtc {
  SharedLibrary library{"libnvrtc.so.13"};
  decltype(&nvrtcVersion) version = library.function<decltype(nvrtcVersion)>("nvrtcVersion");
  decltype(&nvrtcCreateProgram) create = library.function<decltype(nvrtcCreateProgram)>("nvrtcCreateProgram");
  decltype(&nvrtcDestroyProgram) destroy = library.function<decltype(nvrtcDestroyProgram)>("nvrtcDestroyProgram");
  decltype(&nvrtcCompileProgram) compile = library.function<decltype(nvrtcCompileProgram)>("nvrtcCompileProgram");
  decltype(&nvrtcAddNameExpression) addName = library.function<decltype(nvrtcAddNameExpression)>("nvrtcAddNameExpression");
  decltype(&nvrtcGetLoweredName) loweredName = library.function<decltype(nvrtcGetLoweredName)>("nvrtcGetLoweredName");
  decltype(&nvrtcGetProgramLogSize) logSize = library.function<decltype(nvrtcGetProgramLogSize)>("nvrtcGetProgramLogSize");
  decltype(&nvrtcGetProgramLog) log = library.function<decltype(nvrtcGetProgramLog)>("nvrtcGetProgramLog");
  decltype(&nvrtcGetCUBINSize) cubinSize = library.function<decltype(nvrtcGetCUBINSize)>("nvrtcGetCUBINSize");
  decltype(&nvrtcGetCUBIN) cubin = library.function<decltype(nvrtcGetCUBIN)>("nvrtcGetCUBIN");
  decltype(&nvrtcGetPTXSize) ptxSize = library.function<decltype(nvrtcGetPTXSize)>("nvrtcGetPTXSize");
  decltype(&nvrtcGetPTX) ptx = library.function<decltype(nvrtcGetPTX)>("nvrtcGetPTX");
};

const Nvrtc& nvrtc() {
  static const Nvrtc loaded;
  return loaded;
}

std::string entryOf(const KernelRef& kernel) {
  return std::string("stepscope::cuda::run<") + kernel.type + ">";
}

std::string cacheFile(const SourceFile* files, std::int32_t fileCount, const KernelRef* kernels, std::int32_t count, int arch,
                      const std::string& directory) {
  int major = 0, minor = 0;
  nvrtc().version(&major, &minor);
  Hash hash;
  for (std::int32_t i = 0; i < fileCount; ++i) hash.add(files[i].text);
  for (std::int32_t i = 0; i < count; ++i) hash.add(kernels[i].type);
  hash.add(std::to_string(arch) + " " + std::to_string(major) + "." + std::to_string(minor));
  std::ostringstream name;
  name << directory << "/cuda-kernels/" << std::hex << hash.value << ".cubin";
  return name.str();
}

void checkNvrtc(nvrtcResult result, const char* what) {
  if (result != NVRTC_SUCCESS) throw Failure(kFailed, std::string(what) + ": NVRTC error " + std::to_string(static_cast<int>(result)));
}

Kernel* kernelOf(cudaLibrary_t library, const std::string& entry) {
  cudaKernel_t kernel = nullptr;
  check(cudaLibraryGetKernel(&kernel, library, entry.c_str()), "loading kernels");
  return new Kernel{kernel};
}

// Loads the kernels; they stay loaded until the end of the process.
cudaLibrary_t loaded(const CompiledKernels& compiled) {
  cudaLibrary_t library = nullptr;
  check(cudaLibraryLoadData(&library, compiled.image.data(), nullptr, nullptr, 0, nullptr, nullptr, 0), "loading kernels");
  return library;
}

std::int32_t compile(Context* context, const SourceFile* files, std::int32_t fileCount, const KernelRef* kernels, std::int32_t count, Kernel** out) {
  return guarded([&] {
    context->use();
    PackedKernels& packed = context->packed(files, fileCount);
    std::vector<KernelRef> rest;
    std::vector<Kernel**> places;
    for (std::int32_t i = 0; i < count; ++i) {
      const PackedKernels::Image* image = packed.holding(kernels[i].type);
      if (!image) {
        rest.push_back(kernels[i]);
        places.push_back(out + i);
        continue;
      }
      void*& library = context->packedLibraries[image];
      if (!library) library = loaded(image->kernels);
      out[i] = kernelOf(static_cast<cudaLibrary_t>(library), image->entryOf(kernels[i].type));
    }
    if (rest.empty()) return;
    const CompiledKernels compiled = compileKernels(files, fileCount, rest.data(), static_cast<std::int32_t>(rest.size()), context->architecture(),
                                                    false, context->cacheDirectory);
    const cudaLibrary_t library = loaded(compiled);
    for (std::size_t i = 0; i < places.size(); ++i) *places[i] = kernelOf(library, compiled.entries[i]);
  });
}

std::int32_t launch(Context* context, Kernel* kernel, std::int64_t blocks, std::int32_t threads, std::int64_t sharedBytes, const void* functor,
                    std::int64_t) {
  return guardedEnqueuing(*context, [&] {
    if (sharedBytes > kernel->sharedBytes) {
      check(cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel->kernel), cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 static_cast<int>(sharedBytes)),
            "asking for shared memory");
      kernel->sharedBytes = sharedBytes;
    }
    void* arguments[] = {const_cast<void*>(functor)};
    check(cudaLaunchKernel(reinterpret_cast<const void*>(kernel->kernel), dim3(static_cast<unsigned>(blocks)), dim3(static_cast<unsigned>(threads)),
                           arguments, static_cast<std::size_t>(sharedBytes), context->compute),
          "starting a kernel");
  });
}

}  // namespace

CompiledKernels compileKernels(const SourceFile* files, std::int32_t fileCount, const KernelRef* kernels, std::int32_t count, int arch, bool ptx,
                               const std::string& cacheDirectory, bool quick) {
  CompiledKernels compiled;
  std::string cached;
  if (!ptx && !cacheDirectory.empty()) {
    cached = cacheFile(files, fileCount, kernels, count, arch, cacheDirectory);
    if (readKernels(cached, count, compiled)) return compiled;
    compiled = {};
  }
  const Nvrtc& compiler = nvrtc();
  std::string text;
  std::vector<const char*> texts, names;
  for (std::int32_t i = 0; i < fileCount; ++i) {
    const std::string name = files[i].name;
    if (!name.ends_with("-inl.h")) text += "#include \"" + name + "\"\n";
    texts.push_back(files[i].text);
    names.push_back(files[i].name);
  }
  nvrtcProgram program = nullptr;
  checkNvrtc(compiler.create(&program, text.c_str(), "stepscope_kernels.cu", fileCount, texts.data(), names.data()), "preparing kernels");
  struct Guard {
    const Nvrtc& compiler;
    nvrtcProgram* program;
    ~Guard() { compiler.destroy(program); }
  } const guard{compiler, &program};
  for (std::int32_t i = 0; i < count; ++i) checkNvrtc(compiler.addName(program, entryOf(kernels[i]).c_str()), "preparing kernels");
  const std::string target = (ptx ? "--gpu-architecture=compute_" : "--gpu-architecture=sm_") + std::to_string(arch);
  const char* options[] = {target.c_str(), "--std=c++20", "--Ofast-compile=max"};
  const nvrtcResult result = compiler.compile(program, quick ? 3 : 2, options);
  if (result != NVRTC_SUCCESS) {
    std::size_t size = 0;
    compiler.logSize(program, &size);
    std::string log(size, '\0');
    if (size > 0) compiler.log(program, log.data());
    throw Failure(kFailed, "compiling kernels for " + target.substr(target.rfind('=') + 1) + ": " + log);
  }
  for (std::int32_t i = 0; i < count; ++i) {
    const char* name = nullptr;
    checkNvrtc(compiler.loweredName(program, entryOf(kernels[i]).c_str(), &name), "naming kernels");
    compiled.entries.emplace_back(name);
  }
  std::size_t size = 0;
  checkNvrtc((ptx ? compiler.ptxSize : compiler.cubinSize)(program, &size), "compiling kernels");
  compiled.image.resize(size);
  checkNvrtc((ptx ? compiler.ptx : compiler.cubin)(program, compiled.image.data()), "compiling kernels");
  if (!cached.empty()) writeKernels(cached, compiled);
  return compiled;
}

PackedKernels& Context::packed(const SourceFile* files, std::int32_t fileCount) {
  if (!packed_) {
    Dl_info plugin{};
    std::string folder;
    if (dladdr(reinterpret_cast<const void*>(&compile), &plugin) != 0 && plugin.dli_fname)
      folder = (std::filesystem::path(plugin.dli_fname).parent_path() / "kernels").string();
    packed_ = std::make_unique<PackedKernels>(folder, major, minor, textSum(files, fileCount));
  }
  return *packed_;
}

void addCompiler(DeviceApi& api) {
  api.compile = compile;
  api.launch = launch;
  api.compileOnly = [](const SourceFile* files, std::int32_t fileCount, const KernelRef* kernels, std::int32_t count, std::int32_t arch,
                       std::int32_t ptx, const char* cacheDirectory, std::int64_t* imageBytes) {
    return guarded([&] {
      // PTX is made only to get the compiler's messages about the text, so its speed does not matter.
      const CompiledKernels compiled =
          compileKernels(files, fileCount, kernels, count, arch, ptx != 0, cacheDirectory ? cacheDirectory : "", ptx != 0);
      *imageBytes = static_cast<std::int64_t>(compiled.image.size());
    });
  };
}

}  // namespace stepscope::cuda
