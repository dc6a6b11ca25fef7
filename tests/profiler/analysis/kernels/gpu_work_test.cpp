// What kernels do: classes by names that libraries give, operations and bytes by hand counts (and those of torch.utils.flop_counter), chains,
// attention in pieces, optimizers; the table of GPUs.
#include <QtTest>
#include <array>
#include <nlohmann/json.hpp>

#include "profiler/analysis/kernels/gpu_work.h"
#include "tests/profiler/analysis/trace_builder.h"

using namespace stepscope;
using Json = nlohmann::json;

namespace {

struct Named {
  const char* kernel;
  KernelClass kind;
};

// As profilers of PyTorch, JAX and ROCm write them.
constexpr std::array kNamed{
    Named{"ampere_bf16_s16816gemm_bf16_128x128_ldg8_f2f_stages_32x5_tn", KernelClass::Product},
    Named{"sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_warpgroupsize1x1x1_execute_segment_k_off_kernel__5x_cublas",
          KernelClass::Product},
    Named{"nvjet_hsh_128x256_64x4_1x2_h_bz_coopA_NTT", KernelClass::Product},
    Named{"volta_sgemm_128x64_nn", KernelClass::Product},
    Named{"void cutlass::Kernel2<cutlass_80_tensorop_f16_s16816gemm_relu_f16_128x128_32x5_nn_align8>(Params)", KernelClass::Product},
    Named{"void splitKreduce_kernel<32, 16, int, float, __nv_bfloat16>(...)", KernelClass::Product},
    Named{"Cijk_Ailk_Bljk_HHS_BH_MT128x128x16_MI32x32x8x1", KernelClass::Product},
    Named{"void gemv2T_kernel_val<int, int, __half, __half, __half, float, 128>(...)", KernelClass::Product},
    Named{"sm80_xmma_fprop_implicit_gemm_f16f16_f16f32_f32_nhwckrsc_nhwc_tilesize128x128x32", KernelClass::Convolution},
    Named{"void cudnn::cnn::wgrad_alg0_engine<float, 128, 6, 7, 3, 3, 5, false, 512>(int, int)", KernelClass::Convolution},
    Named{"volta_scudnn_winograd_128x128_ldg1_ldg4_relu_tile148t_nt_v1", KernelClass::Convolution},
    Named{"igemm_fwd_gtcx_nhwc_fp16_bx0_ex1_bt128x128x32", KernelClass::Convolution},
    Named{"void cudnn::winograd_nonfused::winogradForwardData4x4<float, float>(...)", KernelClass::Convolution},
    Named{"void flash_fwd_kernel<Flash_fwd_kernel_traits<64, 128, 128, 4>>(Flash_fwd_params)", KernelClass::Attention},
    Named{"void pytorch_flash::flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel<...>", KernelClass::Attention},
    Named{"fmha_cutlassF_bf16_aligned_64x128_rf_sm80(PyTorchMemEffAttention::AttentionKernel<...>::Params)", KernelClass::Attention},
    Named{"void at::native::(anonymous namespace)::softmax_warp_forward<c10::BFloat16, c10::BFloat16, float, 11, false, false>",
          KernelClass::Softmax},
    Named{"void at::native::(anonymous namespace)::cunn_SoftMaxForward<4, float, float, float, SoftMaxForwardEpilogue>", KernelClass::Softmax},
    Named{"void cudnn::bn_fw_tr_1C11_kernel_NCHW<float, float, 512, true, 1>(cudnnTensorStruct)", KernelClass::Norm},
    Named{"void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<float, float>(int, float)", KernelClass::Norm},
    Named{"void at::native::(anonymous namespace)::GammaBetaBackwardCUDAKernel<float, float>", KernelClass::Norm},
    Named{"void at::native::batch_norm_transform_input_kernel<float, float, float, true, int>", KernelClass::Norm},
    Named{"void at::native::vectorized_elementwise_kernel<4, at::native::AddFunctor<float>, at::detail::Array<char*, 3> >(int)",
          KernelClass::Elementwise},
    Named{
        "void at::native::vectorized_elementwise_kernel<4, at::native::threshold_kernel_impl<float>(at::TensorIteratorBase&, float, float)::{lambda(float, float)#1}>",
        KernelClass::Elementwise},
    Named{"void at::native::elementwise_kernel<128, 2, at::native::gpu_kernel_impl_nocast<at::native::BinaryFunctor<float>>>",
          KernelClass::Elementwise},
    Named{"triton_poi_fused_gelu_3", KernelClass::Elementwise},
    Named{"loop_add_fusion_12", KernelClass::Elementwise},
    Named{"void at::native::unrolled_elementwise_kernel<at::native::direct_copy_kernel_cuda(at::TensorIteratorBase&)::{lambda()#3}>",
          KernelClass::Copy},
    Named{"void at::native::(anonymous namespace)::CatArrayBatchedCopy<float, unsigned int, 4, 64, 64>", KernelClass::Copy},
    Named{"void nchwToNhwcKernel<float, float, float, true, false, (cudnnKernelDataType_t)0>(int, int)", KernelClass::Copy},
    Named{"void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::MeanOps<float, float>, unsigned int, float, 4> >",
          KernelClass::Reduction},
    Named{"triton_red_fused_native_layer_norm_2", KernelClass::Norm},
    Named{"triton_per_fused_sum_7", KernelClass::Reduction},
    Named{"void at::native::(anonymous namespace)::nll_loss_forward_reduce_cuda_kernel_2d<float>", KernelClass::Reduction},
    Named{"void at::native::(anonymous namespace)::max_pool_backward_nchw<float, float>(int, float const*)", KernelClass::Pool},
    Named{"void at::native::(anonymous namespace)::indexSelectLargeIndex<float, long, unsigned int, 2, 2, -2, true>", KernelClass::Indexing},
    Named{"void at::native::(anonymous namespace)::embedding_backward_feature_kernel", KernelClass::Indexing},
    Named{"void at::native::(anonymous namespace)::multi_tensor_apply_kernel<TensorListMetadata<4>, FusedAdamMathFunctor<float, 4>>",
          KernelClass::Optimizer},
    Named{"ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)", KernelClass::Collective},
    Named{"ncclKernel_AllGather_RING_LL_Sum_int8_t", KernelClass::Collective},
    Named{"my_kernel", KernelClass::Other},
};

OpWork workOf(const char* op, const char* json) {
  const auto work = opWork(op, Json::parse(json));
  return work.value_or(OpWork{-1, -1, WorkType::Unknown, 0, 0, 0, 0, ""});
}

std::string product(int step, const char* dims) {
  Q_UNUSED(step)
  return std::string(R"({"Input Dims": )") + dims + R"(, "Input type": ["c10::BFloat16", "c10::BFloat16"]})";
}

}  // namespace

class GpuWorkTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Data sheets: 300, 600, 900 and 1800 GB/s both ways of NVLink 2 to 5, so half of it one way. A name that does not tell has none.
  void linksByName() {
    const auto link = [](const char* name) { return gpuLink(name).value_or(GpuLink{}).bytesPerSecond; };
    QCOMPARE(link("Tesla V100-SXM2-32GB"), 150e9);
    QCOMPARE(link("NVIDIA A100-SXM4-80GB"), 300e9);
    QCOMPARE(link("NVIDIA H100 80GB HBM3"), 450e9);
    QCOMPARE(link("NVIDIA B200"), 900e9);
    for (const char* none : {"Tesla V100-DGXS-32GB", "NVIDIA A100-PCIE-40GB", "NVIDIA H100 PCIe", "NVIDIA L4", "NVIDIA GeForce RTX 4090",
                             "NVIDIA GB200", "NVIDIA GH200 480GB", "NVIDIA A100-SXM4-40GB MIG 1g.5gb", ""})
      QVERIFY2(!gpuLink(none), none);
  }

  void kernelsByName() {
    for (const Named& named : kNamed)
      QVERIFY2(kernelClass(named.kernel) == named.kind,
               qPrintable(QString("%1 is taken for %2").arg(named.kernel, QString::fromStdString(std::string(nameOf(kernelClass(named.kernel)))))));
  }

  void aNameThatTellsNothingGoesByItsOp() {
    QCOMPARE(kernelClass("kernel_17", "aten::_softmax"), KernelClass::Softmax);
    QCOMPARE(kernelClass("kernel_17", "aten::addmm"), KernelClass::Product);
    QCOMPARE(kernelClass("kernel_17", "conv2d backward weights"), KernelClass::Convolution);
    QCOMPARE(kernelClass("ampere_sgemm_128x64_nn", "aten::convolution"), KernelClass::Product);  // the kernel's own name first
  }

  // Two operations for a multiplication with its addition, as torch.utils.flop_counter has them.
  void operationsByHand() {
    OpWork work = workOf("aten::mm", R"({"Input Dims": [[128, 64], [64, 32]], "Input type": ["float", "float"]})");
    QCOMPARE(work.flops, 2.0 * 128 * 64 * 32);
    QCOMPARE(work.bytes, 4.0 * (128 * 64 + 64 * 32 + 128 * 32));
    QVERIFY(work.type == WorkType::F32 && work.m == 128 && work.n == 32 && work.k == 64);
    work =
        workOf("aten::addmm",
               R"({"Input Dims": [[32], [128, 64], [64, 32], [], []], "Input type": ["c10::Half", "c10::Half", "c10::Half", "Scalar", "Scalar"]})");
    QCOMPARE(work.flops, 2.0 * 128 * 64 * 32);
    work = workOf("aten::bmm", R"({"Input Dims": [[16, 128, 64], [16, 64, 128]], "Input type": ["c10::BFloat16", "c10::BFloat16"]})");
    QCOMPARE(work.flops, 2.0 * 16 * 128 * 64 * 128);
    QCOMPARE(work.bytes, 2.0 * 16 * (128 * 64 + 64 * 128 + 128 * 128));
    work = workOf("aten::linear", R"({"Input Dims": [[8, 100, 64], [32, 64], [32]], "Input type": ["float", "float", "float"]})");
    QCOMPARE(work.flops, 2.0 * 8 * 100 * 64 * 32);
    // The first convolution of resnet50: 64 filters of 3 x 7 x 7, 112 x 112 places: 118.01 million multiplications an image.
    work = workOf(
        "aten::convolution",
        R"({"Input Dims": [[1, 3, 224, 224], [64, 3, 7, 7], [], [], [], [], [], [], []], "Input type": ["float", "float", "", "", "", "", "", "", ""],
                      "Concrete Inputs": ["", "", "", "[2, 2]", "[3, 3]", "[1, 1]", "False", "[0, 0]", "1"]})");
    QCOMPARE(work.flops, 2.0 * 118013952);
    // A depthwise one: 3 x 3 of 32 groups.
    work = workOf(
        "aten::convolution",
        R"({"Input Dims": [[4, 32, 112, 112], [32, 1, 3, 3], [], [], [], [], [], [], []], "Input type": ["float", "float", "", "", "", "", "", "", ""],
                      "Concrete Inputs": ["", "", "", "[1, 1]", "[1, 1]", "[1, 1]", "False", "[0, 0]", "32"]})");
    QCOMPARE(work.flops, 2.0 * 4 * 32 * 9 * 112 * 112);
    // A transposed one does its work for each place of what it reads.
    work = workOf(
        "aten::convolution",
        R"({"Input Dims": [[2, 16, 8, 8], [16, 8, 4, 4], [], [], [], [], [], [], []], "Input type": ["float", "float", "", "", "", "", "", "", ""],
                      "Concrete Inputs": ["", "", "", "[2, 2]", "[1, 1]", "[1, 1]", "True", "[0, 0]", "1"]})");
    QCOMPARE(work.flops, 2.0 * 2 * 16 * 8 * 4 * 4 * 8 * 8);
    work = workOf("aten::convolution_backward",
                  R"({"Input Dims": [[1, 64, 112, 112], [1, 3, 224, 224], [64, 3, 7, 7]], "Input type": ["float", "float", "float"]})");
    QCOMPARE(work.flops, 2 * 2.0 * 118013952);
    // 8 x 12 heads of 128 queries and keys of 64: scores and values, 2 operations each.
    work = workOf("aten::_scaled_dot_product_flash_attention",
                  R"({"Input Dims": [[8, 12, 128, 64], [8, 12, 128, 64], [8, 12, 128, 64]], "Input type": ["c10::Half", "c10::Half", "c10::Half"]})");
    QCOMPARE(work.flops, 4.0 * 8 * 12 * 128 * 128 * 64);
    work = workOf(
        "aten::_scaled_dot_product_flash_attention_backward",
        R"({"Input Dims": [[8, 12, 128, 64], [8, 12, 128, 64], [8, 12, 128, 64], [8, 12, 128, 64]], "Input type": ["c10::Half", "c10::Half", "c10::Half", "c10::Half"]})");
    QCOMPARE(work.flops, 10.0 * 8 * 12 * 128 * 128 * 64);
  }

  void whatCannotBeCountedIsNot() {
    QVERIFY(!opWork("aten::add", Json::parse(R"({"Input Dims": [[4], [4]]})")));
    QVERIFY(!opWork("aten::mm", Json::parse("{}")));
    QVERIFY(!opWork("aten::mm", Json::parse(R"({"Input Dims": [[4, 3], [5, 2]]})")));                       // sizes that do not fit
    QVERIFY(!opWork("aten::mm", Json::parse(R"({"Input Dims": [[4, -3], [-3, 2]]})")));                     // of a damaged file
    QVERIFY(!opWork("aten::convolution", Json::parse(R"({"Input Dims": [[1, 3, 8, 8], [4, 3, 3, 3]]})")));  // stride and padding are not there
    QVERIFY(!opWork("aten::mm", Json::parse(R"([1, 2])")));
  }

  void classesOfAStep() {
    TraceBuilder b;
    for (int step = 0; step < 2; ++step) {
      const std::int64_t t = step * 1000;
      b.span("Trainer", "step", Category::Step, t, 1000, -1, step);
      b.gpu("GPU stream 7", "ampere_bf16_s16816gemm_bf16_128x128", SpanKind::Kernel, t, 300, 0, -1, step);
      b.gpu("GPU stream 7", "void at::native::vectorized_elementwise_kernel<4, at::native::GeluFunctor>", SpanKind::Kernel, t + 300, 400, 0, -1,
            step);
      b.gpu("GPU stream 7", "softmax_warp_forward", SpanKind::Kernel, t + 700, 200, 0, -1, step);
    }
    const GpuWork work = gpuWork(b.build());
    QCOMPARE(work.ns, std::int64_t{1800});
    QCOMPARE(work.of(KernelClass::Elementwise), std::int64_t{800});
    QCOMPARE(work.memoryBoundNs(), std::int64_t{1200});
    QCOMPARE(work.share(KernelClass::Product), 600.0 / 1800.0);
    QCOMPARE(work.classes.front().names.front().name, std::string("GeluFunctor"));
    // gelu and softmax follow each other in both steps; the product ends the chain.
    QCOMPARE(work.chains.chains, std::int64_t{2});
    QCOMPARE(work.chains.kernels, std::int64_t{4});
    QCOMPARE(work.chains.beyondLongestNs, std::int64_t{400});
  }

  void whatACompilerMadeIsNoChain() {
    TraceBuilder b;
    b.gpu("GPU stream 7", "triton_poi_fused_gelu_3", SpanKind::Kernel, 0, 300);
    b.gpu("GPU stream 7", "triton_poi_fused_add_4", SpanKind::Kernel, 300, 300);
    const GpuWork work = gpuWork(b.build());
    QCOMPARE(work.chains.chains, std::int64_t{0});
    QCOMPARE(work.memoryBoundNs(), std::int64_t{0});
    QCOMPARE(work.of(KernelClass::Elementwise), std::int64_t{600});
  }

  // product, scale, softmax, product of one head; beside it a router whose softmax stands between products that are not batched.
  void attentionInPieces() {
    TraceBuilder b;
    std::uint32_t id = 1;
    const auto launch = [&](const char* op, const char* kernel, std::int64_t t, std::int64_t ns, const std::string& json = {}) {
      b.gpu("Trainer", "cudaLaunchKernel", SpanKind::Runtime, t + 1, 2, id);
      b.gpu("Trainer", op, SpanKind::CpuOp, t, 5, 0, -1, -1, json);
      b.gpu("GPU stream 7", kernel, SpanKind::Kernel, t + 5, ns, id++);
    };
    launch("aten::bmm", "ampere_bf16_s16816gemm", 0, 40, product(0, "[[12, 128, 64], [12, 64, 128]]"));
    launch("aten::mul", "vectorized_elementwise_kernel", 100, 20);
    launch("aten::_softmax", "softmax_warp_forward", 200, 30);
    launch("aten::bmm", "ampere_bf16_s16816gemm", 300, 40, product(0, "[[12, 128, 128], [12, 128, 64]]"));
    launch("aten::mm", "ampere_bf16_s16816gemm", 400, 40, product(0, "[[128, 64], [64, 8]]"));
    launch("aten::_softmax", "softmax_warp_forward", 500, 30);
    launch("aten::mm", "ampere_bf16_s16816gemm", 600, 40, product(0, "[[128, 64], [64, 8]]"));
    const GpuWork work = gpuWork(b.build());
    QCOMPARE(work.attention.times, std::int64_t{1});
    QCOMPARE(work.attention.kernels, std::int64_t{4});
    QCOMPARE(work.attention.ns, std::int64_t{130});
    QCOMPARE(work.attention.between.size(), std::size_t{2});
    QCOMPARE(work.products.size(), std::size_t{3});
    QCOMPARE(work.knownProductNs, work.productNs);
    double flops = 0;
    for (const ProductTime& row : work.products) flops += row.flops();
    QCOMPARE(flops, 2.0 * 12 * 128 * 64 * 128 * 2 + 2 * 2.0 * 128 * 64 * 8);
  }

  void optimizersByTheirSteps() {
    TraceBuilder b;
    std::uint32_t id = 1;
    for (int step = 0; step < 2; ++step) {
      const std::int64_t t = step * 10000;
      b.span("Trainer", "step", Category::Step, t, 10000, -1, step);
      b.gpu("Trainer", "Optimizer.step#AdamW.step", SpanKind::Annotation, t + 1000, 5000);
      for (int k = 0; k < 10; ++k) {
        const bool fused = k == 9;
        b.gpu("Trainer", "cudaLaunchKernel", SpanKind::Runtime, t + 1100 + 100 * k, 10, id);
        b.gpu("GPU stream 7", fused ? "multi_tensor_apply_kernel" : "vectorized_elementwise_kernel", SpanKind::Kernel, t + 1150 + 100 * k, 20, id++);
      }
      b.gpu("Trainer", "cudaLaunchKernel", SpanKind::Runtime, t + 8000, 10, id);  // after the optimizer
      b.gpu("GPU stream 7", "vectorized_elementwise_kernel", SpanKind::Kernel, t + 8100, 20, id++);
    }
    const GpuWork work = gpuWork(b.build());
    QCOMPARE(work.optimizers.size(), std::size_t{1});
    const OptimizerSteps& adam = work.optimizers.front();
    QCOMPARE(adam.optimizer, std::string("AdamW"));
    QCOMPARE(adam.steps, std::int64_t{2});
    QCOMPARE(adam.kernels, std::int64_t{20});
    QCOMPARE(adam.fusedKernels, std::int64_t{2});
    QCOMPARE(adam.hostNs, std::int64_t{10000});
    QCOMPARE(adam.kernelNs, std::int64_t{400});
  }

  // Names as drivers print them (the list of supported products in the NVIDIA driver's README, rocm-smi), with what the data sheets and NVIDIA's
  // list of compute capabilities say of them. spec: "" = not one model with known peaks.
  void devicesByName_data() {
    QTest::addColumn<QString>("spec");
    QTest::addColumn<MatrixUnits>("units");
    const auto row = [](const char* name, const char* spec, MatrixUnits units) { QTest::newRow(name) << QString(spec) << units; };
    constexpr MatrixUnits kUnknown = MatrixUnits::Unknown, kNone = MatrixUnits::None, kFp16 = MatrixUnits::Fp16;
    for (const char* name : {"Tesla K80",
                             "Tesla K40m",
                             "Tesla M4",
                             "Tesla M40 24GB",
                             "Tesla M60",
                             "Tesla P4",
                             "Tesla P40",
                             "Tesla P100-PCIE-16GB",
                             "Tesla P100-SXM2-16GB",
                             "Quadro K420",
                             "Quadro P4000",
                             "Quadro P400",
                             "Quadro T1000",
                             "Quadro T2000 with Max-Q Design",
                             "NVIDIA T400",
                             "NVIDIA T400 4GB",
                             "NVIDIA T600 Laptop GPU",
                             "NVIDIA T1000 8GB",
                             "GeForce GTX 1080 Ti",
                             "NVIDIA GeForce GTX 1660 SUPER",
                             "NVIDIA GeForce GTX 1650 Ti with Max-Q Design",
                             "NVIDIA GeForce GTX 980",
                             "NVIDIA TITAN X (Pascal)",
                             "NVIDIA TITAN Xp",
                             "GeForce GTX TITAN X"})
      row(name, "", kNone);
    row("Tesla V100-SXM2-32GB", "V100", kFp16);
    row("Tesla V100-SXM2-16GB", "V100", kFp16);
    row("Tesla V100-DGXS-32GB", "V100", kFp16);
    row("Tesla V100-PCIE-16GB", "V100 PCIe", kFp16);
    row("Tesla V100-FHHL-16GB", "", kFp16);  // lower clocks
    row("Tesla V100S-PCIE-32GB", "", kFp16);
    row("NVIDIA TITAN V", "", kFp16);
    row("Quadro GV100", "", kFp16);
    row("Tesla T4", "T4", kFp16);
    row("GRID T4-16Q", "", kFp16);  // a virtual GPU
    row("NVIDIA GeForce RTX 2080 Ti", "RTX 2080 Ti", kFp16);
    row("GeForce RTX 2080", "", kFp16);
    row("NVIDIA GeForce RTX 2080 Super with Max-Q Design", "", kFp16);
    row("NVIDIA GeForce RTX 2060 SUPER", "", kFp16);
    row("NVIDIA TITAN RTX", "", kFp16);
    row("Quadro RTX 8000", "", kFp16);
    row("Quadro RTX 5000 with Max-Q Design", "", kFp16);
    row("NVIDIA GeForce RTX 2050", "", kUnknown);  // Ampere
    row("NVIDIA A100-SXM4-40GB", "A100 40 GB", kUnknown);
    row("NVIDIA A100-PCIE-40GB", "A100 40 GB", kUnknown);
    row("A100-SXM4-40GB", "A100 40 GB", kUnknown);
    row("NVIDIA A100-SXM4-80GB", "A100 80 GB", kUnknown);
    row("NVIDIA A100 80GB PCIe", "A100 PCIe 80 GB", kUnknown);
    for (const char* name : {"NVIDIA A100-SXM-64GB", "NVIDIA A100X", "NVIDIA A100-SXM4-40GB MIG 1g.5gb", "GRID A100-4C", "NVIDIA A800-SXM4-80GB",
                             "NVIDIA A2", "NVIDIA A16", "NVIDIA A30", "NVIDIA A40-48Q", "NVIDIA A10M", "NVIDIA A10-24Q", "NVIDIA RTX A4000",
                             "NVIDIA RTX A2000 12GB", "NVIDIA RTX A5000 Laptop GPU"})
      row(name, "", kUnknown);
    row("NVIDIA A10", "A10", kUnknown);
    row("NVIDIA A10G", "A10G", kUnknown);
    row("NVIDIA A40", "A40", kUnknown);
    row("NVIDIA RTX A6000", "RTX A6000", kUnknown);
    row("Quadro RTX A6000", "", kUnknown);  // so named by early drivers
    row("NVIDIA RTX 6000 Ada Generation", "", kUnknown);
    row("NVIDIA RTX 4000 SFF Ada Generation", "", kUnknown);
    row("NVIDIA GeForce RTX 3090", "RTX 3090", kUnknown);
    row("NVIDIA GeForce RTX 4080", "RTX 4080", kUnknown);
    row("NVIDIA GeForce RTX 4090", "RTX 4090", kUnknown);
    for (const char* name : {"NVIDIA GeForce RTX 3080", "NVIDIA GeForce RTX 3080 Ti", "NVIDIA GeForce RTX 3080 Laptop GPU",
                             "NVIDIA GeForce RTX 3090 Ti", "NVIDIA GeForce RTX 4080 SUPER", "NVIDIA GeForce RTX 4090 D",
                             "NVIDIA GeForce RTX 4090 Laptop GPU", "NVIDIA GeForce RTX 5090", "NVIDIA RTX PRO 6000 Blackwell Workstation Edition"})
      row(name, "", kUnknown);
    row("NVIDIA L4", "L4", kUnknown);
    row("NVIDIA L40", "L40", kUnknown);
    row("NVIDIA L40S", "L40S", kUnknown);
    row("NVIDIA L40G", "", kUnknown);
    row("NVIDIA L40S-48C", "", kUnknown);
    row("NVIDIA H100 80GB HBM3", "H100 SXM", kUnknown);
    row("NVIDIA H100 PCIe", "H100 PCIe", kUnknown);
    row("NVIDIA H100 NVL", "H100 NVL", kUnknown);
    row("NVIDIA H100 80GB HBM3 MIG 3g.40gb", "", kUnknown);
    row("NVIDIA H800", "H800", kUnknown);
    row("NVIDIA H800 PCIe", "", kUnknown);
    row("NVIDIA H200", "H200", kUnknown);
    row("NVIDIA H200 NVL", "", kUnknown);  // 835 TFLOP/s in bf16
    row("NVIDIA H20", "", kUnknown);
    row("NVIDIA GH200 480GB", "GH200", kUnknown);
    row("NVIDIA GH200 144G HBM3e", "", kUnknown);  // 4.9 TB/s
    row("NVIDIA B200", "B200", kUnknown);
    row("NVIDIA GB200", "", kUnknown);
    row("AMD Instinct MI100", "MI100", kUnknown);
    row("AMD Instinct MI210", "MI210", kUnknown);
    row("AMD Instinct MI250X/MI250", "MI250X (one of two dies)", kUnknown);
    row("AMD Instinct MI300A", "MI300A", kUnknown);
    row("AMD Instinct MI300X", "MI300X", kUnknown);
    row("AMD Instinct MI300X VF", "MI300X", kUnknown);
    row("AMD Instinct MI308X", "", kUnknown);
    row("AMD Instinct MI355X", "", kUnknown);
    row("AMD Radeon RX 7900 XTX", "", kUnknown);
    row("Apple M4", "", kUnknown);
    row("Intel(R) Data Center GPU Max 1550", "", kUnknown);
    row("GPU 0", "", kUnknown);
  }
  void devicesByName() {
    QFETCH(QString, spec);
    QFETCH(MatrixUnits, units);
    const std::string name = QTest::currentDataTag();
    QCOMPARE(QString::fromStdString(std::string(gpuSpec(name).value_or(GpuSpec{}).name)), spec);
    QVERIFY(matrixUnits(name) == units);
    QCOMPARE(gpuVendor(name) == GpuVendor::Amd, name.starts_with("AMD"));
    QCOMPARE(gpuVendor(name) == GpuVendor::Other, name.starts_with("Apple") || name.starts_with("Intel") || name.starts_with("GPU"));
  }

  void gpusByName() {
    const auto a100 = gpuSpec("NVIDIA A100-SXM4-80GB"), v100 = gpuSpec("Tesla V100-DGXS-32GB"), h100 = gpuSpec("NVIDIA H100 80GB HBM3"),
               mi300 = gpuSpec("AMD Instinct MI300X"), l4 = gpuSpec("NVIDIA L4"), l40s = gpuSpec("NVIDIA L40S");
    QVERIFY(a100 && v100 && h100 && mi300 && l4 && l40s);
    QCOMPARE(a100->bf16, 312e12);
    QCOMPARE(a100->bandwidth, 2039e9);
    QVERIFY(v100->bf16 == 0 && v100->major == 7 && v100->f16 == 125e12);
    QVERIFY(h100->major == 9 && mi300->vendor == GpuVendor::Amd && l4->name == "L4" && l40s->name == "L40S");
    QCOMPARE(gpuSpec("NVIDIA A100-SXM4-40GB")->bandwidth, 1555e9);
    QVERIFY(!gpuSpec("Quadro K420") && !gpuSpec(""));
    // 4096 cubed in bf16: 137 GFLOP at 312 TFLOP/s; a vector times a matrix: 32 MiB and two vectors at 2,039 GB/s.
    OpWork square = workOf("aten::mm", R"({"Input Dims": [[4096, 4096], [4096, 4096]], "Input type": ["c10::BFloat16", "c10::BFloat16"]})");
    QVERIFY(qAbs(leastNs(square, *a100) - 2.0 * 4096 * 4096 * 4096 / 312e12 * 1e9) < 1);
    OpWork thin = workOf("aten::mm", R"({"Input Dims": [[1, 4096], [4096, 4096]], "Input type": ["c10::BFloat16", "c10::BFloat16"]})");
    QVERIFY(qAbs(leastNs(thin, *a100) - 2.0 * (4096.0 * 4096 + 2 * 4096) / 2039e9 * 1e9) < 1);
    QCOMPARE(leastNs(OpWork{}, *a100), 0.0);
  }

  void labels() {
    QCOMPARE(kernelLabel("void at::native::vectorized_elementwise_kernel<4, at::native::GeluCUDAKernelImpl>"), std::string("GeluCUDAKernelImpl"));
    QCOMPARE(kernelLabel("void at::native::(anonymous namespace)::softmax_warp_forward<c10::BFloat16, float>"), std::string("softmax_warp_forward"));
    QCOMPARE(kernelLabel("void at::native::vectorized_elementwise_kernel<(int)4, at::native::AUnaryFunctor<float, (int)2>>(int)"),
             std::string("AUnaryFunctor"));
    QCOMPARE(kernelLabel("void at::native::<unnamed>::CatArrayBatchedCopy_vectorized<at::native::<unnamed>::Opaque>"),
             std::string("CatArrayBatchedCopy_vectorized"));
    QCOMPARE(kernelLabel("volta_sgemm_128x64_nn"), std::string("volta_sgemm_128x64_nn"));
    QCOMPARE(kernelLabel(""), std::string());
  }
};

QTEST_APPLESS_MAIN(GpuWorkTest)
#include "gpu_work_test.moc"
