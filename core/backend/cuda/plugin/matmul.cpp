// Matrix products by cuBLASLt. The library is column-major: a row-major d = a b is its d' = b' a', with the operands exchanged.
#include <cublasLt.h>

#include <algorithm>
#include <memory>

#include "core/backend/cuda/plugin/library_plan.h"
#include "core/backend/cuda/plugin/shared_library.h"

namespace stepscope::cuda {
namespace {

struct CublasLt {
  SharedLibrary library{"libcublasLt.so.13"};
#define STEPSCOPE_LT(name) decltype(&cublasLt##name) name = library.function<decltype(cublasLt##name)>("cublasLt" #name)
  STEPSCOPE_LT(Create);
  STEPSCOPE_LT(Destroy);
  STEPSCOPE_LT(MatmulDescCreate);
  STEPSCOPE_LT(MatmulDescDestroy);
  STEPSCOPE_LT(MatmulDescSetAttribute);
  STEPSCOPE_LT(MatrixLayoutCreate);
  STEPSCOPE_LT(MatrixLayoutDestroy);
  STEPSCOPE_LT(MatrixLayoutSetAttribute);
  STEPSCOPE_LT(MatmulPreferenceCreate);
  STEPSCOPE_LT(MatmulPreferenceDestroy);
  STEPSCOPE_LT(MatmulPreferenceSetAttribute);
  STEPSCOPE_LT(MatmulAlgoGetHeuristic);
  STEPSCOPE_LT(MatmulAlgoConfigGetAttribute);
  STEPSCOPE_LT(Matmul);
  STEPSCOPE_LT(GetVersion);
#undef STEPSCOPE_LT
};

const CublasLt& cublasLt() {
  static const CublasLt loaded;
  return loaded;
}

void check(cublasStatus_t status, const char* what) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  const std::int32_t code = status == CUBLAS_STATUS_NOT_SUPPORTED     ? kUnsupported
                            : status == CUBLAS_STATUS_NOT_INITIALIZED ? kNoDevice
                            : status == CUBLAS_STATUS_ALLOC_FAILED    ? kOutOfMemory
                                                                      : kFailed;
  throw Failure(code, std::string(what) + ": cuBLASLt error " + std::to_string(static_cast<int>(status)));
}

cudaDataType_t typeOf(ElementType type) {
  switch (type) {
    case ElementType::F32: return CUDA_R_32F;
    case ElementType::BF16: return CUDA_R_16BF;
    case ElementType::F16: return CUDA_R_16F;
    default: throw Failure(kUnsupported, "cuBLASLt is used for floating point numbers only");
  }
}

template <class T, class Make, class Free>
std::shared_ptr<T> owned(Make make, Free free) {
  T* made = nullptr;
  make(&made);
  return {made, [free](T* object) { free(object); }};
}

using Layout = std::shared_ptr<std::remove_pointer_t<cublasLtMatrixLayout_t>>;
using Desc = std::shared_ptr<std::remove_pointer_t<cublasLtMatmulDesc_t>>;
using Preference = std::shared_ptr<std::remove_pointer_t<cublasLtMatmulPreference_t>>;

Layout layout(cudaDataType_t type, std::int64_t rows, std::int64_t columns, std::int64_t batch, std::int64_t stride) {
  cublasLtMatrixLayout_t made = nullptr;
  check(cublasLt().MatrixLayoutCreate(&made, type, static_cast<std::uint64_t>(rows), static_cast<std::uint64_t>(columns), rows),
        "describing a matrix");
  Layout owner(made, cublasLt().MatrixLayoutDestroy);
  const auto count = static_cast<std::int32_t>(batch);
  check(cublasLt().MatrixLayoutSetAttribute(made, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count, sizeof(count)), "describing a matrix");
  check(cublasLt().MatrixLayoutSetAttribute(made, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &stride, sizeof(stride)), "describing a matrix");
  return owner;
}

// When a kernel is chosen, the address of an operand is not known, but its alignment is: that of the memory plan, in bytes.
constexpr std::uintptr_t kAlignment = 64;
const void* somewhere() {
  return reinterpret_cast<const void*>(kAlignment);
}

bool isBackward(Epilogue epilogue) {
  return epilogue == Epilogue::ReluGrad || epilogue == Epilogue::GeluGrad;
}
bool hasAuxiliary(const MatmulRequest& r) {
  return r.keepForBackward || isBackward(r.epilogue);
}
bool readsOrWritesBias(const MatmulRequest& r) {
  return r.bias || r.biasGradient != BiasGradient::None;
}

// The library adds the bias to the rows of its d', which are our columns. Its second operand is our first, so BGRADB sums our first one.
cublasLtEpilogue_t epilogueOf(const MatmulRequest& r) {
  const bool sums = r.biasGradient == BiasGradient::OfResult;
  if (r.bias && r.biasGradient != BiasGradient::None) throw Failure(kUnsupported, "a matrix product cannot both read a bias and write its gradient");
  if (sums != (isBackward(r.epilogue) && r.biasGradient != BiasGradient::None))
    throw Failure(kUnsupported, "the sums of a matrix product's result need the backward of an activation");
  switch (r.epilogue) {
    case Epilogue::None:
      if (r.biasGradient == BiasGradient::OfA) return CUBLASLT_EPILOGUE_BGRADB;
      return r.bias ? CUBLASLT_EPILOGUE_BIAS : CUBLASLT_EPILOGUE_DEFAULT;
    case Epilogue::Relu:
      if (r.keepForBackward) return r.bias ? CUBLASLT_EPILOGUE_RELU_AUX_BIAS : CUBLASLT_EPILOGUE_RELU_AUX;
      return r.bias ? CUBLASLT_EPILOGUE_RELU_BIAS : CUBLASLT_EPILOGUE_RELU;
    case Epilogue::Gelu:
      if (r.keepForBackward) return r.bias ? CUBLASLT_EPILOGUE_GELU_AUX_BIAS : CUBLASLT_EPILOGUE_GELU_AUX;
      return r.bias ? CUBLASLT_EPILOGUE_GELU_BIAS : CUBLASLT_EPILOGUE_GELU;
    case Epilogue::ReluGrad: return sums ? CUBLASLT_EPILOGUE_DRELU_BGRAD : CUBLASLT_EPILOGUE_DRELU;
    case Epilogue::GeluGrad: return sums ? CUBLASLT_EPILOGUE_DGELU_BGRAD : CUBLASLT_EPILOGUE_DGELU;
  }
  throw Failure(kUnsupported, "a matrix product has no such epilogue");
}

class MatmulPlan final : public LibraryPlan {
 public:
  MatmulPlan(Context& context, const MatmulRequest& r) : request_(r), handle_(handleOf(context)) {
    const CublasLt& lt = cublasLt();
    const bool f32 = r.typeA == ElementType::F32 && r.typeB == ElementType::F32;
    cublasLtMatmulDesc_t desc = nullptr;
    check(lt.MatmulDescCreate(&desc, f32 && r.allowTf32 ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F, CUDA_R_32F),
          "describing a matrix product");
    desc_ = Desc(desc, lt.MatmulDescDestroy);
    // The library's first operand is our second.
    set(CUBLASLT_MATMUL_DESC_TRANSA, r.transposeB ? CUBLAS_OP_T : CUBLAS_OP_N);
    set(CUBLASLT_MATMUL_DESC_TRANSB, r.transposeA ? CUBLAS_OP_T : CUBLAS_OP_N);
    set(CUBLASLT_MATMUL_DESC_EPILOGUE, epilogueOf(r));
    if (readsOrWritesBias(r)) {
      set(CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, typeOf(r.typeBias));
      set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, somewhere());
    }
    if (hasAuxiliary(r)) {
      const bool bits = r.epilogue == Epilogue::Relu || r.epilogue == Epilogue::ReluGrad;
      if (r.batch != 1) throw Failure(kUnsupported, "batched matrix products cannot keep values for the backward pass");
      if (!bits && r.n % 8 != 0) throw Failure(kUnsupported, "the backward of gelu needs rows whose length is a multiple of eight numbers");
      set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, somewhere());
      set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, bits ? reluBitsStep(r.n) : r.n);
      if (!bits) set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE, typeOf(r.typeD));
    }
    first_ = r.transposeB ? layout(typeOf(r.typeB), r.k, r.n, r.batch, r.strideB) : layout(typeOf(r.typeB), r.n, r.k, r.batch, r.strideB);
    second_ = r.transposeA ? layout(typeOf(r.typeA), r.m, r.k, r.batch, r.strideA) : layout(typeOf(r.typeA), r.k, r.m, r.batch, r.strideA);
    result_ = layout(typeOf(r.typeD), r.n, r.m, r.batch, r.strideD);
    choose();
    take(context, 0);
  }

  int alternatives() const override { return found_; }
  std::string alternativeName(int index) const override { return nameOf(found(index)); }
  void take(Context&, int index) override {
    chosen_ = found(index);
    name = nameOf(chosen_);
    workspaceBytes = static_cast<std::int64_t>(chosen_.workspaceSize);
  }

  void run(Context& context, void* const* operands, void* workspace) override {
    if (readsOrWritesBias(request_)) set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, static_cast<const void*>(operands[3]));
    if (hasAuxiliary(request_)) set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, static_cast<const void*>(operands[4]));
    const float one = 1, none = 0;
    const cublasStatus_t status =
        cublasLt().Matmul(handle_, desc_.get(), &one, operands[1], first_.get(), operands[0], second_.get(), &none, operands[2], result_.get(),
                          operands[2], result_.get(), &chosen_.algo, workspace, chosen_.workspaceSize, context.compute);
    if (status == CUBLAS_STATUS_SUCCESS) return;
    checkAlive(context.compute, "a matrix product");
    check(status, "a matrix product");
  }

 private:
  static cublasLtHandle_t handleOf(Context& context) {
    if (context.described) throw Failure(kUnsupported, "cuBLASLt needs a real GPU, not a described one");
    if (!context.matmulHandle) {
      cublasLtHandle_t made = nullptr;
      check(cublasLt().Create(&made), "starting cuBLASLt");
      context.matmulHandle = {made, [](void* handle) { cublasLt().Destroy(static_cast<cublasLtHandle_t>(handle)); }};
    }
    return static_cast<cublasLtHandle_t>(context.matmulHandle.get());
  }

  template <class T>
  void set(cublasLtMatmulDescAttributes_t attribute, T value) {
    check(cublasLt().MatmulDescSetAttribute(desc_.get(), attribute, &value, sizeof(value)), "describing a matrix product");
  }

  void choose() {
    const CublasLt& lt = cublasLt();
    cublasLtMatmulPreference_t made = nullptr;
    check(lt.MatmulPreferenceCreate(&made), "choosing a kernel for a matrix product");
    const Preference preference(made, lt.MatmulPreferenceDestroy);
    const auto prefer = [&](cublasLtMatmulPreferenceAttributes_t attribute, auto value) {
      check(lt.MatmulPreferenceSetAttribute(made, attribute, &value, sizeof(value)), "choosing a kernel for a matrix product");
    };
    prefer(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, static_cast<std::uint64_t>(request_.workspaceLimit));
    for (const auto which : {CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES,
                             CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES})
      prefer(which, static_cast<std::uint32_t>(kAlignment));
    if (request_.deterministic) prefer(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, static_cast<std::uint32_t>(CUBLASLT_REDUCTION_SCHEME_NONE));
    check(lt.MatmulAlgoGetHeuristic(handle_, desc_.get(), first_.get(), second_.get(), result_.get(), result_.get(), made, kHeuristics, results_,
                                    &found_),
          "choosing a kernel for a matrix product");
    found_ = static_cast<int>(std::remove_if(results_, results_ + found_, [](const auto& r) { return r.state != CUBLAS_STATUS_SUCCESS; }) - results_);
    if (found_ == 0) throw Failure(kUnsupported, "cuBLASLt has no kernel for this matrix product");
  }

  const cublasLtMatmulHeuristicResult_t& found(int index) const {
    if (index < 0 || index >= found_) throw Failure(kUnsupported, "the plan has no such alternative");
    return results_[index];
  }

  // A name with all settings of the algorithm, so that two algorithms with the same tile have different names.
  static std::string nameOf(const cublasLtMatmulHeuristicResult_t& result) {
    std::string text = "cuBLASLt";
    const auto add = [&](const char* word, cublasLtMatmulAlgoConfigAttributes_t attribute, auto value) {
      std::size_t written = 0;
      if (cublasLt().MatmulAlgoConfigGetAttribute(&result.algo, attribute, &value, sizeof(value), &written) == CUBLAS_STATUS_SUCCESS)
        text += std::string(" ") + word + std::to_string(value);
    };
    add("", CUBLASLT_ALGO_CONFIG_ID, int{});
    add("tile ", CUBLASLT_ALGO_CONFIG_TILE_ID, std::uint32_t{});
    add("stages ", CUBLASLT_ALGO_CONFIG_STAGES_ID, std::uint32_t{});
    add("split ", CUBLASLT_ALGO_CONFIG_SPLITK_NUM, std::int32_t{});
    add("reduction ", CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME, std::uint32_t{});
    add("swizzle ", CUBLASLT_ALGO_CONFIG_CTA_SWIZZLING, std::uint32_t{});
    add("custom ", CUBLASLT_ALGO_CONFIG_CUSTOM_OPTION, std::uint32_t{});
    add("inner ", CUBLASLT_ALGO_CONFIG_INNER_SHAPE_ID, std::uint16_t{});
    add("cluster ", CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID, std::uint16_t{});
    return text;
  }

  static constexpr int kHeuristics = 8;
  MatmulRequest request_;
  cublasLtHandle_t handle_;
  Desc desc_;
  Layout first_, second_, result_;
  cublasLtMatmulHeuristicResult_t chosen_{}, results_[kHeuristics]{};
  int found_ = 0;
};

}  // namespace

void addMatmul(DeviceApi& api) {
  api.makeMatmul = [](Context* context, const MatmulRequest* request, LibraryPlan** out, std::int64_t* workspaceBytes) {
    // The first caller makes the library's handle, so this is locked: predictions use their own thread.
    return guardedEnqueuing(*context, [&] {
      auto plan = std::make_unique<MatmulPlan>(*context, *request);
      *workspaceBytes = plan->workspaceBytes;
      *out = plan.release();
    });
  };
  api.runPlan = [](Context* context, LibraryPlan* plan, void* const* operands, void* workspace) {
    return guardedEnqueuing(*context, [&] { plan->run(*context, operands, workspace); });
  };
  api.buildPlan = [](Context* context, LibraryPlan* plan) {
    return guarded([&] {
      context->use();
      plan->build(*context);
    });
  };
  api.planBuilds = [](Context* context, std::int64_t* count, double* ms) {
    const std::lock_guard lock(context->cudnn);
    *count = context->planBuilds;
    *ms = context->planBuildMs;
  };
  api.planName = [](LibraryPlan* plan) { return plan->name.c_str(); };
  api.alternatives = [](LibraryPlan* plan) { return static_cast<std::int32_t>(plan->alternatives()); };
  api.alternativeName = [](LibraryPlan* plan, std::int32_t index) {
    const std::int32_t status = guarded([&] { plan->asked = plan->alternativeName(index); });
    return status == kOk ? plan->asked.c_str() : "";
  };
  api.takeAlternative = [](Context* context, LibraryPlan* plan, std::int32_t index, std::int64_t* workspaceBytes) {
    return guarded([&] {
      context->use();
      plan->take(*context, index);
      *workspaceBytes = plan->workspaceBytes;
    });
  };
  api.freePlan = [](LibraryPlan* plan) { delete plan; };
}

}  // namespace stepscope::cuda
