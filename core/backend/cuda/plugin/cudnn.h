// Common code of convolutions, norms, pools and attention by cuDNN's graph API, used through NVIDIA's header-only cudnn-frontend. cuDNN is loaded on
// first use.
#pragma once

#include <cudnn_frontend.h>

#include <algorithm>
#include <memory>
#include <string>
#include <typeindex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/backend/cuda/plugin/library_plan.h"

namespace stepscope::cuda::cudnn {

namespace fe = cudnn_frontend;
using Dims = std::vector<std::int64_t>;
// A described operation graph. The configurations of the engines show which of them can run it, without building them, which takes some of them a
// second.
class Graph final : public fe::graph::Graph {
 public:
  // The workspace bytes of every plan of the library's heuristics, in their order; -1 if the plan is barred or the engine refuses it.
  std::vector<std::int64_t> workspaces();
};
using GraphPtr = std::shared_ptr<Graph>;
using TensorPtr = std::shared_ptr<fe::graph::Tensor_attributes>;

// Loads cuDNN. Throws Failure (kUnsupported) if it is missing.
void load();
// Throws Failure unless the status is good; with kUnsupported if the library cannot run the graph.
void check(fe::error_t status, const char* what);  // `status` is passed by value, since its getters are not const
fe::DataType_t typeOf(ElementType type);

// Strides of an image tensor for the library: dimension 1 last in memory, or row-major.
Dims stridesOf(const Dims& d, bool channelsLast);
// The dimensions of a tensor with one number per channel.
inline Dims channelsOf(std::int64_t channels) {
  return {1, channels, 1, 1};
}
// A vector with one number per channel, for which the library needs the dimensions and strides of an image.
TensorPtr channelTensor(fe::graph::Graph& graph, const char* name, std::int64_t uid, std::int64_t channels, fe::DataType_t type);
// Makes a result of the graph an output with these dimensions and strides.
void setOutput(const TensorPtr& tensor, std::int64_t uid, const Dims& dims, const Dims& strides, fe::DataType_t type);

// Asks the library for plans of the graph on a GPU described by its compute capability: 80, 90 or 100. Throws Failure (kUnsupported)
// with its message if it has none. With `arch` 0 it does nothing. Some of cuDNN's engines need libcuda.so.1 even here; the toolkit's stub is enough.
void describeOn(const GraphPtr& graph, std::int32_t arch, Described* out, const char* what);

struct Choice {
  std::int64_t workspaceLimit = 0;
  bool deterministic = false, noTensorCores = false;
  const char* what = "";
};

// All plans of the library for a request, described once per context. An alternative is built when it is first needed, once for all plans with the
// same request.
class Offer final {
 public:
  // Throws Failure (kUnsupported) if nothing can run.
  Offer(Context& context, GraphPtr graph, const Choice& choice);
  int count() const { return static_cast<int>(workspaces_.size()); }
  int first() const { return first_; }
  std::string name(int index) const;
  // Throws Failure (kUnsupported) if this plan cannot run.
  std::int64_t workspaceBytes(int index) const;
  // The caller of these two must hold the lock `cudnn` of the context.
  void build(Context& context, int index);
  void run(Context& context, int index, void* const* operands, void* workspace);
  const char* what() const { return what_; }

 private:
  GraphPtr graph_;
  std::vector<std::int64_t> workspaces_;
  std::vector<bool> built_;
  int first_ = -1;
  const char* what_;
};

// One of the offered plans. Operand i of run() is the tensor with unique id i + 1.
class Plan final : public LibraryPlan {
 public:
  explicit Plan(std::shared_ptr<Offer> offer) : offer_(std::move(offer)) { choose(offer_->first()); }
  void build(Context& context) override;
  void run(Context& context, void* const* operands, void* workspace) override;
  int alternatives() const override { return offer_->count(); }
  std::string alternativeName(int index) const override { return offer_->name(index); }
  void take(Context&, int index) override { choose(index); }

 private:
  void choose(int index);

  std::shared_ptr<Offer> offer_;
  int taken_ = -1;
};

// The requests of one type that were made to the library in this context, with its answers.
template <class Request>
struct Offers {
  struct Answer {
    std::shared_ptr<Offer> offer;  // null: refused, for the reason `refusal`
    std::string refusal{};
  };
  std::vector<std::pair<Request, Answer>> answers;
};
// If there are more answers, unused offers are deleted: a search over batch sizes makes a hundred requests per size.
constexpr std::size_t kMostAnswers = 4096;

template <class Request, class Describe>
std::shared_ptr<Offer> offerFor(Context& context, const Request& request, const Describe& describe, const Choice& choice) {
  std::shared_ptr<void>& kept = context.offers[typeid(Request)];
  if (!kept) kept = std::make_shared<Offers<Request>>();
  auto& answers = static_cast<Offers<Request>*>(kept.get())->answers;
  const auto known = std::find_if(answers.begin(), answers.end(), [&](const auto& each) { return each.first == request; });
  if (known != answers.end()) {
    if (!known->second.offer) throw Failure(kUnsupported, known->second.refusal);
    return known->second.offer;
  }
  if (answers.size() >= kMostAnswers) std::erase_if(answers, [](const auto& each) { return each.second.offer.use_count() <= 1; });
  try {
    auto offer = std::make_shared<Offer>(context, describe(request, context.described ? context.architecture() : 0), choice);
    answers.push_back({request, {offer}});
    return offer;
  } catch (const Failure& failure) {
    if (failure.status == kUnsupported) answers.push_back({request, {nullptr, failure.text}});
    throw;
  }
}

// The body of the table's make functions (makeConvolution and others): describes the request if it is new, and makes the plan.
template <class Request, class Describe>
std::int32_t makePlan(Context* context, const Request* request, const Describe& describe, const Choice& choice, LibraryPlan** out,
                      std::int64_t* workspaceBytes) {
  return guarded([&] {
    context->use();
    load();
    const std::lock_guard lock(context->cudnn);
    auto plan = std::make_unique<Plan>(offerFor(*context, *request, describe, choice));
    *workspaceBytes = plan->workspaceBytes;
    *out = plan.release();
  });
}
// The body of the table's describe functions (describeConvolution and others).
template <class Request, class Describe>
std::int32_t describePlan(const Request* request, const Describe& describe, std::int32_t arch, Described* out, const char* what) {
  return guarded([&] {
    load();
    describeOn(describe(*request, arch), arch, out, what);
  });
}

}  // namespace stepscope::cuda::cudnn
