// Peaks of GPUs by their names: dense rates from the vendors' data sheets. For traces of other programs, which name their GPU but do not contain its
// peaks. Our own runs measure the device instead.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace stepscope {

enum class GpuVendor : std::uint8_t { Nvidia, Amd, Other };

struct GpuSpec {
  std::string_view name;  // "A100 80 GB"
  GpuVendor vendor = GpuVendor::Other;
  int major = 0, minor = 0;  // NVIDIA's compute capability; 0 for others
  // FLOP/s without sparsity. f32: without matrix units. tf32, f16, bf16: matrix products on matrix units that accumulate in f32; 0: no such units for
  // this type.
  double f32 = 0, tf32 = 0, f16 = 0, bf16 = 0;
  double bandwidth = 0;  // of its memory, bytes/s
};

// All functions here take a device's name as CUDA, ROCm and nvidia-smi print it, which traces contain ("NVIDIA A100-SXM4-80GB", "Tesla
// V100-DGXS-32GB", "AMD Instinct MI300X"), in upper or lower case. No value: not in the table, or the name fits several models with different peaks
// ("NVIDIA GeForce RTX 3080" with 10 or 12 GB), or it is a part of a GPU (MIG, virtual GPUs).
std::optional<GpuSpec> gpuSpec(std::string_view deviceName);

GpuVendor gpuVendor(std::string_view deviceName);  // Other: the name does not show it

// The types that a GPU's matrix units (tensor cores) multiply. Fp16: neither bf16 nor TF32, as on Volta and Turing, compute capability 7.x (CUDA C++
// Programming Guide, table of features by compute capability). Unknown: newer than these, or not the name of an NVIDIA GPU.
enum class MatrixUnits : std::uint8_t { Unknown, None, Fp16 };
MatrixUnits matrixUnits(std::string_view deviceName);

// The links between GPUs of one machine: NVLink, Infinity Fabric. From the vendors' data sheets, which give the sum of both directions.
struct GpuLink {
  std::string_view name;      // "NVLink 4 of an H100 SXM"
  double bytesPerSecond = 0;  // in one direction, all links of the GPU together
};
// No value: the device is not in the table, or has no such links, or its name does not show them (a V100 of a DGX Station).
std::optional<GpuLink> gpuLink(std::string_view deviceName);

}  // namespace stepscope
