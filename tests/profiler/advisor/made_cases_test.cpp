// The diagnosis of small made traces: the archive of wrong diagnoses beside the checkout, each with its right and its forbidden sentence, and
// siblings of each kind that are written here. Figures are counted by hand from the times that stand in the traces.
#include <functional>

#include "profiler/io/import.h"
#include "tests/profiler/advisor/diagnosis.h"
#include "tests/profiler/advisor/kineto_writer.h"

#include <QDir>
#include <QProcess>
#include <QtTest>

using namespace stepscope;
using namespace stepscope::test;

namespace {

constexpr double kMs = 1000;  // us

// Empty: right. Else what is wrong.
using Check = std::function<std::string(const Diagnosis&)>;

std::string failed(const char* what, const Diagnosis& d) {
  return std::string(what) + "\n" + d.said();
}
#define MUST(condition) \
  if (!(condition)) return failed(#condition, d)

struct Case {
  const char* file;
  Check check;
};

std::vector<Case> archive() {
  return {
      {"s1_overlapped_loader",
       [](const Diagnosis& d) -> std::string {
         MUST(!d.says("input-bound") && !d.found("input_bound"));
         MUST(d.advice.verdict.sentence.starts_with("Kernels of the GPU"));
         return {};
       }},
      {"s2_checkpoint",
       [](const Diagnosis& d) -> std::string {
         MUST(near(d.rule("recomputation").figure, 30.0, 0.5) && !d.says(" 95 %") && d.first() == "recomputation");
         MUST(d.advice.verdict.sentence.find("activations again takes 30 %") != std::string::npos);
         return {};
       }},
      {"s3_two_gpus",
       [](const Diagnosis& d) -> std::string {
         // (200 + 196) / 2 of 399.6 ms.
         MUST(d.found("communication_bound") && near(d.rule("communication_bound").figure, 49.5, 0.5));
         MUST(d.first() == "communication_bound" && d.advice.verdict.sentence.find("communicates") != std::string::npos);
         return {};
       }},
      {"s4_warmup_before_steps",
       [](const Diagnosis& d) -> std::string {
         for (const Finding& finding : d.advice.findings) MUST(!(finding.unit == "%" && finding.figure > 100.01));
         MUST(!d.found("launch_bound") && !d.says("e+03"));
         return {};
       }},
      {"s5_amd_igemm",
       [](const Diagnosis& d) -> std::string {
         MUST(!d.found("matrix_units"));
         return {};
       }},
      {"s6_torch_save",
       [](const Diagnosis& d) -> std::string {
         MUST(d.first() == "checkpoint_often" && d.advice.verdict.sentence.find("checkpoints") != std::string::npos);
         MUST(!d.says("torch.compile") && !d.found("launch_bound"));
         return {};
       }},
      {"s8_cut_last",
       [](const Diagnosis& d) -> std::string {
         MUST(d.facts.trace.steps.size() == 3 && d.advice.verdict.times.starts_with("3 steps: mean 99.9 ms"));
         MUST(near(d.rule("low_gpu_use").figure, 89.0, 0.5));
         MUST(d.advice.verdict.sentence.starts_with("Kernels of the GPU take 89"));
         return {};
       }},
      {"s12_cudamalloc",
       [](const Diagnosis& d) -> std::string {
         MUST(d.first() == "allocator_churn" && d.says("expandable_segments") && !d.says("torch.compile"));
         // 10 x (3.5 + 3) ms of calls a step; kernels run beside a part of them.
         const double gain = d.rule("allocator_churn").gainAtMostMs.value_or(-1);
         MUST(gain > 40 && gain <= 65.1);
         MUST(d.advice.verdict.sentence.find("cudaMalloc") != std::string::npos);
         return {};
       }},
      {"s14_unfused_adam",
       [](const Diagnosis& d) -> std::string {
         MUST(!d.advice.verdict.sentence.empty());
         return {};
       }},
      {"s15_loader",
       [](const Diagnosis& d) -> std::string {
         MUST(d.first() == "input_bound" && d.advice.verdict.sentence.find("input-bound") != std::string::npos);
         MUST(d.rule("low_gpu_use").sentence.find("the loader") != std::string::npos && !d.says("ouble the batch"));
         return {};
       }},
      {"s16_cuda_graph",
       [](const Diagnosis& d) -> std::string {
         MUST(!d.found("launch_bound") && !d.says("torch.compile"));
         return {};
       }},
      {"s17_fsdp",
       [](const Diagnosis& d) -> std::string {
         MUST(d.found("communication_bound") && d.says("FullyShardedDataParallel(") && !d.says("bucket_cap_mb"));
         MUST(d.first() == "communication_bound" && d.advice.verdict.sentence.find("communicates") != std::string::npos);
         return {};
       }},
      {"s18_custom_allreduce",
       [](const Diagnosis& d) -> std::string {
         MUST(d.found("communication_bound") && near(d.rule("communication_bound").figure, 45, 0.5) && !d.says("DistributedDataParallel"));
         MUST(d.first() == "communication_bound" && d.advice.verdict.sentence.find("communicates") != std::string::npos);
         return {};
       }},
      {"s19_item",
       [](const Diagnosis& d) -> std::string {
         MUST(d.first() == "sync_every_step" && d.says("aten::item") && !d.says("torch.compile"));
         // A step of 9.99 ms holds 8 ms of kernels: no more than the rest can be won.
         const double gain = d.rule("sync_every_step").gainAtMostMs.value_or(-1);
         MUST(gain > 0.5 && gain <= 2.0);
         MUST(d.advice.verdict.sentence.find("cudaStreamSynchronize in aten::item") != std::string::npos);
         return {};
       }},
      {"s20_sync_then_tiny_5us",
       [](const Diagnosis& d) -> std::string {
         MUST(!d.found("sync_every_step") && d.first() == "input_bound");
         return {};
       }},
      {"s20_sync_then_tiny_40us",
       [](const Diagnosis& d) -> std::string {
         MUST(!d.found("sync_every_step") && d.first() == "input_bound");
         return {};
       }},
      {"s21_python_between_ops",
       [](const Diagnosis& d) -> std::string {
         // 500 kernels of 20 us in a step of 99.99 ms: the GPU waits 88.9 ms between the first and the last.
         MUST(d.first() == "launch_bound" && near(d.rule("launch_bound").gainAtMostMs.value_or(0), 88.9, 1.2));
         MUST(d.advice.verdict.sentence.find("launch-bound") != std::string::npos);
         return {};
       }},
      {"s23_h2d_exposed",
       [](const Diagnosis& d) -> std::string {
         MUST(d.first() == "exposed_copies" && d.advice.verdict.sentence.find("from the host to the device") != std::string::npos);
         MUST(near(d.rule("exposed_copies").gainAtMostMs.value_or(0), 90, 0.5) && !d.says("tensor cores") && d.says("second stream"));
         MUST(d.says("from pinned memory") && !d.says("pin_memory"));  // it is pinned already
         return {};
       }},
      {"s24_overlapping_steps",
       [](const Diagnosis& d) -> std::string {
         MUST(d.facts.trace.steps.size() == 6);
         for (std::size_t s = 1; s < 6; ++s) MUST(d.facts.trace.steps[s - 1].range.end <= d.facts.trace.steps[s].range.begin);
         MUST(!d.says("torch.compile"));
         MUST(d.advice.verdict.sentence.starts_with("Kernels of the GPU"));
         return {};
       }},
      {"s26_step_without_number",
       [](const Diagnosis& d) -> std::string {
         MUST(d.facts.trace.steps.size() == 6 && !d.facts.trace.wholeTrace);
         MUST(!d.says("torch.compile"));
         MUST(d.advice.verdict.sentence.starts_with("Kernels of the GPU"));
         return {};
       }},
      {"s27_memory_bound_kernels",
       [](const Diagnosis& d) -> std::string {
         MUST(!d.says("no rule finds"));
         return {};
       }},
      {"s30_item_pins_the_replay",
       [](const Diagnosis& d) -> std::string {
         MUST(d.first() == "input_bound" && near(d.rule("input_bound").gainAtMostMs.value_or(0), 50.0, 0.05));
         TraceFacts facts = d.facts.trace;
         findGains(facts);
         const auto kernel = std::find_if(facts.gains.begin(), facts.gains.end(), [](const Gain& g) { return g.ofClass && g.name == "kernel"; });
         MUST(kernel != facts.gains.end() && near(kernel->gainNs * 1e-6, 39.9, 0.2));
         return {};
       }},
  };
}

struct Made {
  const char* name;
  KinetoWriter trace;
  Check check;
};

template <class Write>
KinetoWriter made(const Write& write, const char* device = "NVIDIA A100-SXM4-80GB") {
  KinetoWriter w(device);
  write(w);
  return w;
}

std::vector<Made> siblings() {
  std::vector<Made> all;
  const auto add = [&](const char* name, const KinetoWriter& trace, Check check) { all.push_back({name, trace, std::move(check)}); };

  add("a wait for data beside a GPU that is 95 % busy", made([](KinetoWriter& w) {
        for (int s = 0; s < 6; ++s) {
          const double t = s * 100 * kMs;
          w.step(s, t, 100 * kMs).span("user_annotation", "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__", t, 40 * kMs);
          if (s == 0) w.kernel("ampere_bf16_s16816gemm", t - 200, t - 150, 36 * kMs);
          // The GPU works from 41.06 to 136.06 ms, and waits 5 ms for the next launch.
          w.op("aten::mm", t + 41 * kMs, 200).kernel("ampere_bf16_s16816gemm", t + 41 * kMs + 50, t + 41 * kMs + 60, 50 * kMs);
          w.kernel("ampere_bf16_s16816gemm", t + 41 * kMs + 150, t + 91 * kMs + 60, 45 * kMs);
        }
      }),
      [](const Diagnosis& d) -> std::string {
        MUST(!d.found("input_bound") && d.advice.verdict.sentence.starts_with("Kernels of the GPU"));
        return {};
      });
  add("hipMalloc and hipFree in every step",
      made(
          [](KinetoWriter& w) {
            for (int s = 0; s < 5; ++s) {
              const double t = s * 50 * kMs;
              w.step(s, t, 50 * kMs);
              for (int k = 0; k < 4; ++k) {
                const double at = t + k * 12 * kMs;
                w.call("hipMalloc", at, 5 * kMs).call("hipFree", at + 5 * kMs, 4 * kMs);
                w.work("kernel", "hipLaunchKernel", at + 9 * kMs, 10, "Cijk_gemm", at + 9 * kMs + 20, 2 * kMs);
              }
            }
          },
          "AMD Instinct MI300X"),
      [](const Diagnosis& d) -> std::string {
        MUST(d.first() == "allocator_churn" && d.says("PYTORCH_HIP_ALLOC_CONF") && !d.says("torch.compile"));
        return {};
      });
  add("hipMemcpyWithStream in aten::item",
      made(
          [](KinetoWriter& w) {
            for (int s = 0; s < 5; ++s) {
              const double t = s * 20 * kMs;
              w.step(s, t, 20 * kMs).op("aten::mm", t, 100);
              w.work("kernel", "hipLaunchKernel", t + 50, 10, "Cijk_gemm", t + 100, 12 * kMs);
              w.op("aten::item", t + 200, 12 * kMs).op("aten::_local_scalar_dense", t + 210, 12 * kMs - 20);
              w.work("gpu_memcpy", "hipMemcpyWithStream", t + 220, 12 * kMs - 40, "Memcpy DtoH (Device -> Host)", t + 12 * kMs + 110, 5);
              w.op("aten::add", t + 12 * kMs + 250, 4 * kMs);
            }
          },
          "AMD Instinct MI300X"),
      [](const Diagnosis& d) -> std::string {
        // The GPU idles from the end of the copy to the next step's launch: 7.9 of 20 ms.
        MUST(d.first() == "sync_every_step" && d.says("hipMemcpyWithStream in aten::item"));
        MUST(near(d.rule("sync_every_step").figure, 39.6, 1.5));
        return {};
      });
  add("hipEventSynchronize while the GPU works",
      made(
          [](KinetoWriter& w) {
            for (int s = 0; s < 5; ++s) {
              const double t = s * 20 * kMs;
              w.step(s, t, 20 * kMs).op("aten::mm", t, 100);
              w.work("kernel", "hipLaunchKernel", t + 50, 10, "Cijk_gemm", t + 100, 19.5 * kMs);
              w.work("kernel", "hipLaunchKernel", t + 80, 10, "Cijk_gemm", t + 19.6 * kMs, 450);
              w.call("hipEventSynchronize", t + 300, 19 * kMs);
            }
          },
          "AMD Instinct MI300X"),
      [](const Diagnosis& d) -> std::string {
        MUST(!d.found("sync_every_step") && !d.found("launch_bound"));
        return {};
      });
  add("two GPUs that take turns", made([](KinetoWriter& w) {
        for (int s = 0; s < 5; ++s) {
          const double t = s * 100 * kMs;
          w.step(s, t, 100 * kMs).op("DataParallel.forward", t + 10, 99 * kMs);
          w.kernel("ampere_bf16_s16816gemm", t + 50, t + 100, 40 * kMs, 0);
          w.kernel("ampere_bf16_s16816gemm", t + 60, t + 41 * kMs, 40 * kMs, 1);
        }
      }),
      [](const Diagnosis& d) -> std::string {
        MUST(d.found("gpus_take_turns") && d.says("instead of DataParallel"));
        MUST(near(d.rule("low_gpu_use").figure, 40, 1) && d.found("low_gpu_use"));
        MUST(near(d.rule("gpus_take_turns").gainAtMostMs.value_or(0), 40, 0.5));
        return {};
      });
  add("two GPUs that work at the same time", made([](KinetoWriter& w) {
        for (int s = 0; s < 5; ++s) {
          const double t = s * 100 * kMs;
          w.step(s, t, 100 * kMs);
          w.kernel("ampere_bf16_s16816gemm", t + 50, t + 100, 60 * kMs, 0).kernel("ampere_bf16_s16816gemm", t + 60, t + 120, 60 * kMs, 1);
        }
      }),
      [](const Diagnosis& d) -> std::string {
        MUST(!d.found("gpus_take_turns"));
        MUST(near(d.facts.trace.sheet.gpuBusy().value_or(0), 0.6, 0.01));
        return {};
      });
  add("pageable copies to the host", made([](KinetoWriter& w) {
        for (int s = 0; s < 5; ++s) {
          const double t = s * 20 * kMs;
          w.step(s, t, 20 * kMs).kernel("ampere_bf16_s16816gemm", t + 50, t + 100, 10 * kMs);
          w.work("gpu_memcpy", "cudaMemcpyAsync", t + 100, 19 * kMs, "Memcpy DtoH (Device -> Pageable)", t + 10.2 * kMs, 8.5 * kMs);
        }
      }),
      [](const Diagnosis& d) -> std::string {
        MUST(d.found("pageable_copies") && d.found("exposed_copies") && !d.says("DataLoader("));
        MUST(d.rule("exposed_copies").sentence.find("from the device to the host") != std::string::npos);
        MUST(near(d.rule("exposed_copies").figure, 42.5, 0.5));
        return {};
      });
  add("copies to the device beside kernels", made([](KinetoWriter& w) {
        for (int s = 0; s < 5; ++s) {
          const double t = s * 20 * kMs;
          w.step(s, t, 20 * kMs).kernel("ampere_bf16_s16816gemm", t + 50, t + 100, 19 * kMs);
          w.work("gpu_memcpy", "cudaMemcpyAsync", t + 100, 5, "Memcpy HtoD (Pinned -> Device)", t + 200, 15 * kMs, 0, 20);
        }
      }),
      [](const Diagnosis& d) -> std::string {
        MUST(!d.found("exposed_copies") && !d.found("pageable_copies"));
        return {};
      });
  add("a loader without steps", made([](KinetoWriter& w) {
        for (int s = 0; s < 30; ++s) {
          const double t = s * 40 * kMs;
          w.span("user_annotation", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", t, 20 * kMs);
          w.op("aten::mm", t + 20 * kMs, 100).kernel("ampere_bf16_s16816gemm", t + 20 * kMs + 50, t + 20 * kMs + 100, 19 * kMs);
        }
      }),
      [](const Diagnosis& d) -> std::string {
        // The last one is cut: 29 steps of 40 ms.
        MUST(d.facts.trace.steps.size() == 29 && !d.facts.trace.wholeTrace);
        MUST(d.first() == "input_bound" && near(d.rule("input_bound").figure, 50, 0.5) && !d.says("ouble the batch"));
        return {};
      });
  add("one wait for data without steps", made([](KinetoWriter& w) {
        w.span("user_annotation", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 0, 60 * kMs);
        w.op("aten::mm", 60 * kMs, 100).kernel("ampere_bf16_s16816gemm", 60 * kMs + 50, 60 * kMs + 100, 40 * kMs - 100);
      }),
      [](const Diagnosis& d) -> std::string {
        MUST(d.facts.trace.wholeTrace && near(d.rule("input_bound").figure, 60, 0.5));
        MUST(d.advice.verdict.times.find("the whole trace counts as one") != std::string::npos);
        return {};
      });
  const auto updates = [](KinetoWriter& w) {
    for (int s = 0; s < 6; ++s) {
      const double t = s * 30 * kMs;
      w.op("aten::mm", t + 100, 20 * kMs).kernel("ampere_bf16_s16816gemm", t + 200, t + 300, 25 * kMs);
      w.span("user_annotation", "Optimizer.step#SGD.step", t + 28 * kMs, 1 * kMs);
    }
  };
  add("updates of the weights without steps", made(updates), [](const Diagnosis& d) -> std::string {
    MUST(d.facts.trace.steps.size() == 5 && near(d.facts.trace.sheet.meanNs, 30e6, 1));
    return {};
  });
  add("a few kernels on tensor cores, of a V100",
      made(
          [](KinetoWriter& w) {
            for (int s = 0; s < 5; ++s) {
              const double t = s * 20 * kMs;
              w.step(s, t, 20 * kMs).span("cpu_op", "autograd::engine::evaluate_function: MmBackward0", t, 100);
              w.kernel("volta_h884gemm_64x64", t + 50, t + 100, 100);
              w.kernel("volta_sgemm_128x64_nn", t + 60, t + 300, 19.5 * kMs);
            }
          },
          "Tesla V100-SXM2-16GB"),
      [](const Diagnosis& d) -> std::string {
        MUST(d.found("matrix_units") && near(d.rule("matrix_units").figure, 99.5, 0.2));
        MUST(d.says("float16") && d.says("GradScaler") && !d.says("bfloat16") && !d.says("allow_tf32"));
        return {};
      });
  add("inference in f32 on a 2080 Ti",
      made(
          [](KinetoWriter& w) {
            for (int s = 0; s < 5; ++s) {
              const double t = s * 20 * kMs;
              w.step(s, t, 20 * kMs).kernel("turing_sgemm_128x64_nn", t + 60, t + 100, 19.5 * kMs);
            }
          },
          "NVIDIA GeForce RTX 2080 Ti"),
      [](const Diagnosis& d) -> std::string {
        MUST(d.found("matrix_units") && d.says("float16") && !d.says("GradScaler") && !d.says("bfloat16"));
        return {};
      });
  const auto memory = [](std::int64_t gpu, std::int64_t reserved, std::int64_t cpu) {
    return [=](KinetoWriter& w) {
      for (int s = 0; s < 4; ++s) {
        const double t = s * 20 * kMs;
        w.step(s, t, 20 * kMs).kernel("ampere_bf16_s16816gemm", t + 60, t + 100, 19.5 * kMs);
        w.memory(t + 10, 1, 0, gpu, reserved).memory(t + 20, 0, -1, cpu, 0);
      }
    };
  };
  constexpr std::int64_t kGb = 1'000'000'000;
  add("the memory of the CPU is larger than the GPU's", made(memory(20 * kGb, 30 * kGb, 200 * kGb)), [](const Diagnosis& d) -> std::string {
    MUST(d.rule("memory_near_limit").outcome == Outcome::NotFound && near(d.rule("memory_near_limit").figure, 100.0 * 20 / 85, 0.1));
    return {};
  });
  add("memory that is reserved and not used", made(memory(40 * kGb, 80 * kGb, kGb)), [](const Diagnosis& d) -> std::string {
    MUST(d.rule("memory_near_limit").outcome == Outcome::NotFound);
    return {};
  });
  add("inference with little memory left", made(memory(82 * kGb, 84 * kGb, kGb)), [](const Diagnosis& d) -> std::string {
    MUST(d.found("memory_near_limit") && !d.says("checkpoint"));
    return {};
  });
  add("code that is loaded in the steps", made([](KinetoWriter& w) {
        for (int s = 0; s < 4; ++s) {
          const double t = s * 50 * kMs;
          w.step(s, t, 50 * kMs).call("cuModuleLoadData", t + 100, 20 * kMs);
          w.kernel("ampere_bf16_s16816gemm", t + 20.2 * kMs, t + 20.3 * kMs, 29 * kMs);
        }
      }),
      [](const Diagnosis& d) -> std::string {
        MUST(d.first() == "code_loading" && near(d.rule("code_loading").figure, 40, 0.5) && !d.says("torch.compile(model, mode"));
        return {};
      });
  add("gloo between GPUs", made([](KinetoWriter& w) {
        for (int s = 0; s < 4; ++s) {
          const double t = s * 50 * kMs;
          w.step(s, t, 50 * kMs).kernel("ampere_bf16_s16816gemm", t + 50, t + 100, 25 * kMs);
          w.call("cudaStreamSynchronize", t + 200, 25 * kMs).span("user_annotation", "gloo:all_reduce", t + 26 * kMs, 20 * kMs);
        }
      }),
      [](const Diagnosis& d) -> std::string {
        MUST(d.found("gloo_on_gpu") && near(d.rule("gloo_on_gpu").figure, 40, 0.5) && d.says("nccl"));
        return {};
      });
  for (const char* server : {"vllm/worker/model_runner.py(1500): execute_model", "sglang/srt/model_executor/model_runner.py(90): forward_decode"})
    add(server, made([server](KinetoWriter& w) {
          for (int s = 0; s < 4; ++s) {
            const double t = s * 20 * kMs;
            w.step(s, t, 20 * kMs).span("python_function", server, t + 5, 19.9 * kMs);
            for (int k = 0; k < 100; ++k)
              w.op("aten::linear", t + k * 200 + 20, 100).kernel("nvjet_tst_64x8", t + k * 200 + 70, t + k * 200 + 80, 20);
          }
        }),
        [](const Diagnosis& d) -> std::string {
          MUST(d.first() == "launch_bound" && !d.says("torch.compile") && (d.says("enforce_eager") || d.says("cuda-graph")));
          return {};
        });
  // An update in 20 kernels over all tensors takes half of the step; with the fused ops of PyTorch there is nothing to fuse.
  for (const char* op : {"aten::_foreach_addcdiv_", "aten::_fused_adam_"})
    add(op, made([op](KinetoWriter& w) {
          for (int s = 0; s < 5; ++s) {
            const double t = s * 100 * kMs;
            w.step(s, t, 100 * kMs).op("aten::mm", t + 50, 50).kernel("ampere_bf16_s16816gemm", t + 60, t + 90, 50 * kMs);
            w.op("autograd::engine::evaluate_function: MmBackward0", t + 150, 30);
            w.span("user_annotation", "Optimizer.step#Adam.step", t + 300, 2 * kMs).op(op, t + 310, 1000);
            for (int k = 0; k < 20; ++k)
              w.kernel("void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::native::(anonymous namespace)::TensorListMetadata<4>>",
                       t + 320 + 20 * k, t + 50.1 * kMs + 2450 * k, 2440);
            w.call("cudaDeviceSynchronize", t + 2400, 97 * kMs);
          }
        }),
        [fused = std::string_view(op).find("_fused_") != std::string_view::npos](const Diagnosis& d) -> std::string {
          MUST(d.found("unfused_optimizer") == !fused);
          if (fused) return {};
          // 20 x 2.44 ms.
          MUST(d.first() == "unfused_optimizer" && d.says("torch.optim.Adam(..., fused=True)") &&
               near(d.rule("unfused_optimizer").figure, 48.8, 0.5));
          MUST(!d.says("torch.compile") && !d.found("memory_bound_kernels"));
          return {};
        });
  add("a long op on the CPU before the first kernel", made([](KinetoWriter& w) {
        for (int s = 0; s < 4; ++s) {
          const double t = s * 100 * kMs;
          w.step(s, t, 100 * kMs).op("aten::resize_on_the_cpu", t + 100, 60 * kMs).op("aten::mm", t + 61 * kMs, 100);
          w.kernel("ampere_bf16_s16816gemm", t + 61 * kMs + 50, t + 61 * kMs + 100, 35 * kMs);
        }
      }),
      [](const Diagnosis& d) -> std::string {
        MUST(d.first() == "host_pauses" && d.says("aten::resize_on_the_cpu") && !d.found("launch_bound"));
        // 60 ms of the op and 1 ms before and after it, less what the kernel of the step before covers.
        MUST(d.rule("host_pauses").gainAtMostMs.value_or(0) > 55 && d.rule("host_pauses").gainAtMostMs.value_or(0) <= 65);
        return {};
      });
  add("many small kernels of one compiled graph", made([](KinetoWriter& w) {
        for (int s = 0; s < 4; ++s) {
          const double t = s * 20 * kMs;
          w.step(s, t, 20 * kMs);
          for (int k = 0; k < 100; ++k) {
            const double at = t + k * 200;
            w.op("aten::mul", at, 100).kernel("vectorized_elementwise_kernel", at + 50, at + 60, 20);
          }
        }
      }),
      [](const Diagnosis& d) -> std::string {
        // 99 gaps of 180 us, and one of 180 us to the next step.
        MUST(d.first() == "launch_bound" && near(d.rule("launch_bound").figure, 90, 5.5));
        return {};
      });
  return all;
}

}  // namespace

class MadeCasesTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  bool unpacked_ = false;

 private Q_SLOTS:
  void initTestCase() {
    const QString archive =
        qEnvironmentVariable("STEPSCOPE_DATA", QStringLiteral(STEPSCOPE_SOURCE_DIR "/../shared/data")) + QStringLiteral("/traces_diagnosis.tar.gz");
    if (!QFile::exists(archive)) return;
    QCOMPARE(QProcess::execute(QStringLiteral("tar"), {"xzf", archive, "-C", folder_.path()}), 0);
    unpacked_ = true;
  }

  void given_data() {
    QTest::addColumn<int>("number");
    const std::vector<Case> all = archive();
    for (std::size_t i = 0; i < all.size(); ++i) QTest::newRow(all[i].file) << static_cast<int>(i);
  }
  void given() {
    if (!unpacked_) QSKIP("The test inputs are absent: set STEPSCOPE_DATA to their folder");
    QFETCH(int, number);
    const Case c = archive()[static_cast<std::size_t>(number)];
    const QStringList found = QDir(folder_.path()).entryList({QString("%1.json").arg(c.file)});
    QVERIFY(found.size() == 1);
    const Diagnosis d = diagnosisOf(std::make_shared<const Trace>(*importTrace(folder_.filePath(found[0]).toStdString())));
    const std::string wrong = c.check(d), words = wrongWords(d);
    QVERIFY2(wrong.empty(), wrong.c_str());
    QVERIFY2(words.empty(), words.c_str());
  }

  void sibling_data() {
    QTest::addColumn<int>("number");
    const std::vector<Made> all = siblings();
    for (std::size_t i = 0; i < all.size(); ++i) QTest::newRow(all[i].name) << static_cast<int>(i);
  }
  void sibling() {
    static const std::vector<Made> all = siblings();
    QFETCH(int, number);
    const Made& c = all[static_cast<std::size_t>(number)];
    const Diagnosis d = diagnosisOf(c.trace.trace());
    const std::string wrong = c.check(d), words = wrongWords(d);
    QVERIFY2(wrong.empty(), wrong.c_str());
    QVERIFY2(words.empty(), words.c_str());
  }

  // Rules about switches of our own runs are not listed for a trace from elsewhere.
  void foreignTracesAreNotAskedAboutOurRuns() {
    KinetoWriter w;
    for (int s = 0; s < 3; ++s) w.step(s, s * 1000, 1000).kernel("ampere_bf16_s16816gemm", s * 1000 + 10, s * 1000 + 20, 900);
    for (const Finding& finding : diagnosisOf(w.trace()).advice.findings)
      QVERIFY2(finding.sentence.find("switches of the run") == std::string::npos && finding.sentence.find("runs of ours") == std::string::npos,
               finding.sentence.c_str());
  }

  void stepsByName() {
    KinetoWriter w;
    for (int s = 0; s < 4; ++s) w.span("user_annotation", "fit", s * 1000, 900).kernel("ampere_bf16_s16816gemm", s * 1000 + 10, s * 1000 + 20, 800);
    ImportOptions options;
    options.step = "fit";
    const Diagnosis d = diagnosisOf(w.trace(options));
    QCOMPARE(d.facts.trace.steps.size(), std::size_t{4});
    QVERIFY(std::abs(d.facts.trace.sheet.meanNs - 900e3) < 1);
    QVERIFY(diagnosisOf(w.trace()).facts.trace.wholeTrace);
  }
};

QTEST_GUILESS_MAIN(MadeCasesTest)
#include "made_cases_test.moc"
