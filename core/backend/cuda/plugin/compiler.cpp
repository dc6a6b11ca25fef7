#include "core/backend/cuda/plugin/compiler.h"

#include <nvrtc.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/backend/cuda/plugin/context.h"
#include "core/backend/cuda/plugin/shared_library.h"

namespace stepscope::cuda {

struct Kernel {
  cudaKernel_t kernel = nullptr;
  // What a launch may ask for so far. A block has 48 KiB without being asked for, of which some are the kernel's own.
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

// FNV-1a, 64 bits.
struct Hash {
  std::uint64_t value = 0xcbf29ce484222325u;
  void add(const std::string& text) {
    for (const unsigned char c : text) value = (value ^ c) * 0x100000001b3u;
    value = (value ^ 0xffu) * 0x100000001b3u;
  }
};

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

// Of names and image: a driver that is given a damaged image may say anything.
std::uint64_t sumOf(const CompiledKernels& compiled) {
  Hash hash;
  for (const std::string& entry : compiled.entries) hash.add(entry);
  hash.add({compiled.image.data(), compiled.image.size()});
  return hash.value;
}

constexpr const char* kCacheTitle = "stepscope kernels, 2";

// The names, one a line, the image's size and the sum of all, then the image. A damaged file is no file.
bool readCache(const std::string& path, std::int32_t count, CompiledKernels& out) {
  std::ifstream file(path, std::ios::binary);
  std::string line;
  std::uint64_t bytes = 0;
  if (!std::getline(file, line) || line != kCacheTitle) return false;
  for (std::int32_t i = 0; i < count && std::getline(file, line); ++i) out.entries.push_back(line);
  std::uint64_t sum = 0;
  if (!(file >> bytes >> sum) || file.get() != '\n' || bytes == 0 || bytes > (std::uint64_t{1} << 30)) return false;
  out.image.resize(bytes);
  file.read(out.image.data(), static_cast<std::streamsize>(bytes));
  return static_cast<std::uint64_t>(file.gcount()) == bytes && file.peek() == std::char_traits<char>::eof() &&
         out.entries.size() == static_cast<std::size_t>(count) && sumOf(out) == sum;
}

// Saved beside and moved, so that no other process reads half of it. Failures cost only time.
void writeCache(const std::string& path, const CompiledKernels& compiled) {
  std::error_code ignored;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
  const std::string beside = path + "." + std::to_string(getpid());
  {
    std::ofstream file(beside, std::ios::binary);
    file << kCacheTitle << '\n';
    for (const std::string& entry : compiled.entries) file << entry << '\n';
    file << compiled.image.size() << ' ' << sumOf(compiled) << '\n';
    file.write(compiled.image.data(), static_cast<std::streamsize>(compiled.image.size()));
    if (!file) {
      file.close();
      std::filesystem::remove(beside, ignored);
      return;
    }
  }
  std::filesystem::rename(beside, path, ignored);
}

void checkNvrtc(nvrtcResult result, const char* what) {
  if (result != NVRTC_SUCCESS) throw Failure(kFailed, std::string(what) + ": NVRTC error " + std::to_string(static_cast<int>(result)));
}

std::int32_t compile(Context* context, const SourceFile* files, std::int32_t fileCount, const KernelRef* kernels, std::int32_t count,
                     Kernel** out) {
  return guarded([&] {
    context->use();
    const CompiledKernels compiled =
        compileKernels(files, fileCount, kernels, count, context->major * 10 + context->minor, false, context->cacheDirectory);
    cudaLibrary_t library = nullptr;  // kept with its kernels to the end of the process
    check(cudaLibraryLoadData(&library, compiled.image.data(), nullptr, nullptr, 0, nullptr, nullptr, 0), "loading kernels");
    for (std::int32_t i = 0; i < count; ++i) {
      cudaKernel_t kernel = nullptr;
      check(cudaLibraryGetKernel(&kernel, library, compiled.entries[static_cast<std::size_t>(i)].c_str()), "loading kernels");
      out[i] = new Kernel{kernel};
    }
  });
}

std::int32_t launch(Context* context, Kernel* kernel, std::int64_t blocks, std::int32_t threads, std::int64_t sharedBytes,
                    const void* functor, std::int64_t) {
  return guardedEnqueuing(*context, [&] {
    if (sharedBytes > kernel->sharedBytes) {
      check(cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel->kernel), cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 static_cast<int>(sharedBytes)),
            "asking for shared memory");
      kernel->sharedBytes = sharedBytes;
    }
    void* arguments[] = {const_cast<void*>(functor)};
    check(cudaLaunchKernel(reinterpret_cast<const void*>(kernel->kernel), dim3(static_cast<unsigned>(blocks)),
                           dim3(static_cast<unsigned>(threads)), arguments, static_cast<std::size_t>(sharedBytes), context->compute),
          "starting a kernel");
  });
}

}  // namespace

CompiledKernels compileKernels(const SourceFile* files, std::int32_t fileCount, const KernelRef* kernels, std::int32_t count, int arch,
                               bool ptx, const std::string& cacheDirectory, bool quick) {
  CompiledKernels compiled;
  std::string cached;
  if (!ptx && !cacheDirectory.empty()) {
    cached = cacheFile(files, fileCount, kernels, count, arch, cacheDirectory);
    if (readCache(cached, count, compiled)) return compiled;
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
  if (!cached.empty()) writeCache(cached, compiled);
  return compiled;
}

void addCompiler(DeviceApi& api) {
  api.compile = compile;
  api.launch = launch;
  api.compileOnly = [](const SourceFile* files, std::int32_t fileCount, const KernelRef* kernels, std::int32_t count, std::int32_t arch,
                       std::int32_t ptx, const char* cacheDirectory, std::int64_t* imageBytes) {
    return guarded([&] {
      // PTX is asked for to hear what the compiler says of the text: how fast it would run is of no interest.
      const CompiledKernels compiled =
          compileKernels(files, fileCount, kernels, count, arch, ptx != 0, cacheDirectory ? cacheDirectory : "", ptx != 0);
      *imageBytes = static_cast<std::int64_t>(compiled.image.size());
    });
  };
}

}  // namespace stepscope::cuda
