// Makes the machine code of all our kernels for some GPUs, without one: pack_cuda_kernels PLUGIN FOLDER ARCH... (80 90 100). FOLDER gets
// index.sm_ARCH and the files that it names, which the plugin reads (plugin/kernel_files.h); those that are there already are not made
// again. Needs NVRTC. pack_cuda_kernels --list tells the kernels' types.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "core/backend/cuda/base/kernel_sources.h"
#include "core/backend/cuda/base/plugin_loader.h"
#include "core/backend/cuda/cuda_backend.h"
#include "core/backend/cuda/plugin/kernel_files.h"
#include "core/passes/amp.h"
#include "core/passes/step_graph.h"
#include "tests/core/backend/cuda/emulated_device.h"
#include "tests/core/backend/cuda/optimizer_graphs.h"
#include "tests/dev/op_cases/op_cases.h"
#include "tests/dev/selftest/op_checks.h"
#include "tests/dev/selftest/training_steps.h"

using namespace stepscope;

namespace {

constexpr std::size_t kKernelsOfAnImage = 12;

// Every kernel that the op cases, the optimizers and the steps of some models ask for, in both layouts and all types. What a program asks for
// beyond them is compiled where it runs.
std::vector<std::string> kernelTypes() {
  const auto backend = cuda::makeBackend(cuda::emulatedDevice());
  const auto compile = [&](const Graph& graph) {
    for (const ImageLayout images : {ImageLayout::ChannelsFirst, ImageLayout::ChannelsLast}) {
      CompileOptions options;
      options.images = images;
      options.autotune = false;
      options.mayTime = false;
      options.onlyPlanned = true;  // nothing is tried, which would take minutes here
      backend->compile(graph, options);
    }
  };
  for (const bool libraries : {false, true}) {
    cuda::emulation().libraries = libraries;
    for (const DType type : {DType::F32, DType::BF16, DType::F16})
      for (const OpCase& c : opCases()) {
        if (c.graph.outputs().contains("y")) continue;
        compile(autodiff(type == DType::F32 ? c.graph : amp(c.graph, type, everythingLow).graph).graph);
      }
  }
  for (const OptimizerGraph& optimizer : optimizerGraphs()) compile(optimizer.graph);
  for (const auto& steps : {trainingSteps(), gradientSteps(false)})
    for (const TrainingStep& step : steps) compile(graphOf(step));
  for (const DType low : {DType::F32, DType::BF16, DType::F16})
    for (const char* name : {"resnet50", "gpt", "mobilenet_v2", "vit_small", "lenet5", "mlp"}) {
      const auto entry = std::find_if(modelZoo().begin(), modelZoo().end(), [&](const ZooEntry& e) { return e.name == name; });
      ModelSpec model;
      model.name = name;
      OptimizerSpec sgd;
      sgd.momentum = 0.9;
      sgd.scalesLoss = low == DType::F16;
      compile(buildTrainingStep(buildModel(model, defaultInput(*entry), 2, true), sgd, optionsOf(low)).graph);
      compile(buildEvaluationStep(buildModel(model, defaultInput(*entry), 2, false), optionsOf(low)).graph);
    }
  return {cuda::emulation().kernelTypes.begin(), cuda::emulation().kernelTypes.end()};
}

struct Image {
  int arch = 0;
  std::vector<std::string> types;
  std::string name{};  // of its file in the folder
};

std::vector<Image> imagesOf(const std::vector<std::string>& types, int arch) {
  const auto sources = cuda::kernelSources();
  std::vector<Image> images;
  for (std::size_t at = 0; at < types.size(); at += kKernelsOfAnImage) {
    const auto begin = types.begin() + static_cast<std::ptrdiff_t>(at);
    Image image{arch, {begin, begin + static_cast<std::ptrdiff_t>(std::min(kKernelsOfAnImage, types.size() - at))}};
    cuda::Hash hash;
    hash.add(std::to_string(cuda::textSum(sources.data(), static_cast<std::int32_t>(sources.size()))));
    for (const std::string& type : image.types) hash.add(type);
    image.name = fmt::format("sm_{}.{:016x}.cubin", arch, hash.value);
    images.push_back(std::move(image));
  }
  return images;
}

bool isMade(const Image& image, const std::filesystem::path& folder) {
  cuda::CompiledKernels compiled;
  return cuda::readKernels(folder / image.name, static_cast<std::int32_t>(image.types.size()), compiled);
}

// Through a kernel cache of its own, of which it is the only file.
bool make(const cuda::DeviceApi& api, const Image& image, const std::filesystem::path& folder) {
  const auto sources = cuda::kernelSources();
  std::vector<cuda::KernelRef> kernels;
  for (const std::string& type : image.types) kernels.push_back({type.c_str(), nullptr});
  const std::filesystem::path cache = folder / (image.name + ".making");
  std::filesystem::remove_all(cache);
  std::int64_t bytes = 0;
  const auto status = api.compileOnly(sources.data(), static_cast<std::int32_t>(sources.size()), kernels.data(),
                                      static_cast<std::int32_t>(kernels.size()), image.arch, 0, cache.c_str(), &bytes);
  if (status != cuda::kOk) return std::fprintf(stderr, "pack_cuda_kernels: %s\n", api.errorText()), false;
  for (const auto& file : std::filesystem::directory_iterator(cache / "cuda-kernels")) std::filesystem::rename(file, folder / image.name);
  std::filesystem::remove_all(cache);
  return isMade(image, folder);
}

// By as many processes as there are cores, since NVRTC compiles one program at a time in each.
bool makeAll(const std::vector<Image>& images, const std::filesystem::path& folder, const char* pluginFile) {
  void* const shared = mmap(nullptr, sizeof(std::atomic<std::size_t>), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return std::perror("pack_cuda_kernels"), false;
  auto& next = *new (shared) std::atomic<std::size_t>(0);
  std::vector<pid_t> children;
  for (unsigned worker = 0; worker < std::max(1u, std::thread::hardware_concurrency()); ++worker) {
    const pid_t child = fork();
    if (child < 0) return std::perror("pack_cuda_kernels"), false;
    if (child > 0) {
      children.push_back(child);
      continue;
    }
    const cuda::Plugin plugin = cuda::loadPlugin(pluginFile);
    if (!plugin.api) std::fprintf(stderr, "pack_cuda_kernels: %s\n", plugin.problem.c_str()), _exit(1);
    bool made = true;
    for (std::size_t i = next++; i < images.size() && made; i = next++) made = make(*plugin.api, images[i], folder);
    _exit(made ? 0 : 1);
  }
  bool made = true;
  for (const pid_t child : children) {
    int status = 0;
    made = waitpid(child, &status, 0) == child && status == 0 && made;
  }
  return made;
}

bool writeIndex(const std::vector<Image>& images, const std::filesystem::path& folder, int arch) {
  const auto sources = cuda::kernelSources();
  std::ofstream index(folder / ("index.sm_" + std::to_string(arch)));
  index << cuda::textSum(sources.data(), static_cast<std::int32_t>(sources.size())) << '\n';
  for (const Image& image : images) {
    if (image.arch != arch) continue;
    index << image.name;
    for (const std::string& type : image.types) index << '\t' << type;
    index << '\n';
  }
  return static_cast<bool>(index.flush());
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> types = kernelTypes();
  if (argc == 2 && std::string_view(argv[1]) == "--list") {
    for (const std::string& type : types) std::puts(type.c_str());
    return 0;
  }
  if (argc < 4) return std::fprintf(stderr, "pack_cuda_kernels PLUGIN FOLDER ARCH...\n"), 2;
  const std::filesystem::path folder = argv[2];
  std::filesystem::create_directories(folder);
  std::vector<Image> images, missing;
  for (int i = 3; i < argc; ++i)
    for (Image& image : imagesOf(types, std::atoi(argv[i]))) images.push_back(std::move(image));
  std::ranges::copy_if(images, std::back_inserter(missing), [&](const Image& image) { return !isMade(image, folder); });
  if (!makeAll(missing, folder, argv[1])) return 1;
  for (int i = 3; i < argc; ++i)
    if (!writeIndex(images, folder, std::atoi(argv[i]))) return std::fprintf(stderr, "pack_cuda_kernels: %s cannot be written\n", argv[2]), 1;
  std::printf("%zu kernels for %d GPUs: %zu files, of which %zu were made now\n", types.size(), argc - 3, images.size(), missing.size());
}
