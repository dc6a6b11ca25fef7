// Which of the kernels that cuBLASLt and cuDNN offer is taken. With the switch autotune they are timed on the device, once for a shape;
// what was chosen is kept under the names of the GPU, its driver and the libraries' versions. Every one must first give the numbers that our
// own kernels give on the same operands: one that does not, or fails, is left out and named.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/backend/common/agreement.h"
#include "core/backend/cuda/base/candidate.h"
#include "core/backend/cuda/base/device.h"

namespace stepscope::cuda {

struct FewSamples;
struct FusedGroup;

class PlanTuner {
 public:
  // `options.choices` is read and extended; without it nothing is kept beyond this compilation. Times only with `autotune` and `mayTime`.
  // `seconds`, or `options.timingMs` where that is less, are shared out: half for products, a quarter each for what stands for several
  // nodes and for all others. Nothing more of a kind is timed or tried when its share is over: libraries compile some of their kernels
  // when they are run, and a large network has hundreds of shapes.
  PlanTuner(Device& device, const CompileOptions& options, double seconds = 60);

  // Whether anything may be timed at all.
  bool times() const { return options_.autotune && options_.mayTime; }
  // Of the products, which are settled before anything else: for who waits.
  void tell(std::size_t product, std::size_t products) const;

  // Takes one of the plan's alternatives: the one kept for this shape, else the fastest, else the library's first, of those that give the
  // numbers of our own kernel; or none, where all give others, or ours is faster. Throws Cancelled.
  void settle(const Call& call, NodeId of, std::optional<Planned>& planned);
  // The same for a kernel that is to be tried as the first part of a group.
  void settle(const Call& call, std::optional<Planned>& planned, FusedGroup triedIn);
  // Whether the group may run in the place of its nodes: it gives the same numbers and, where that is asked, in less time.
  bool settle(const Graph& graph, FusedGroup& group, const Library& library);
  // Only the first of the two. What has been found out is kept with the choices. must: there is nothing as fast beside it, so that it is
  // tried whether or not a training runs or the time for timing is over.
  bool agrees(const Graph& graph, FusedGroup& group, bool must = false);
  // Kernels that gave other numbers than ours: sentences without a full stop.
  std::vector<std::string> leftOut() const { return leftOut_.sentences(); }

  // A kept choice that the library does not know, a kernel that was refused, and the like: sentences without a full stop.
  std::vector<std::string> notes() const;

 private:
  // ownBytes: of values of the node that the graph has not. right: whether the alternative that is taken now gives our numbers.
  void choose(const Graph& graph, const Node& node, bool channelsLast, const std::vector<Int>& ownBytes, const std::string& key,
              std::optional<Planned>& planned, const std::function<bool()>& right);
  // The group's nodes, each with the kernel that it would take by itself.
  struct Apart {
    Node node;
    std::optional<Planned> planned;
  };
  std::vector<Apart> asTheyRunApart(const Graph& graph, const FusedGroup& group, const Library& library);
  std::string check(const Graph& graph, FusedGroup& group);  // empty: it agrees; else why it is not taken
  // Whose share of the time is used up now.
  enum class Kind : std::uint8_t { Products, Groups, Others };
  static constexpr std::size_t kKinds = 3;
  class Spending {
   public:
    Spending(PlanTuner& tuner, Kind kind) : tuner_(tuner), before_(tuner.kind_) { tuner_.turnTo(kind); }
    ~Spending() { tuner_.turnTo(before_); }
    Spending(const Spending&) = delete;
    Spending& operator=(const Spending&) = delete;

   private:
    PlanTuner& tuner_;
    std::optional<Kind> before_;
  };
  void turnTo(std::optional<Kind> kind);
  bool mayTimeNow() const;
  // On few samples of the batch, where our own kernel is slow; empty: it agrees.
  std::string checkOnFew(const Graph& graph, FusedGroup& group, const FewSamples& few);
  void settled();
  // Ready to run; false: the library cannot.
  bool built(const Planned& planned) const;
  // What is known of the key; empty where it is to be found out, now if it can be.
  std::optional<std::string> known(const std::string& key);
  void keep(const std::string& key, const std::string& choice);
  // For the programs of this run; the next run looks again.
  void keepUntimed(const std::string& key, const std::string& choice);
  void stopIfCancelled() const;

  Device& device_;
  const CompileOptions& options_;
  std::string machine_;
  KernelChoices alone_;  // where nothing is kept: equal layers are timed once all the same
  KernelChoices& choices_;
  std::array<std::int64_t, kKinds> shares_{}, spent_{};  // ns
  std::optional<Kind> kind_;
  std::int64_t since_ = 0;  // nowNs()
  std::int64_t unknown_ = 0, timed_ = 0, refused_ = 0, untimed_ = 0;
  std::string unknownName_;
  std::map<std::string, std::vector<std::pair<std::string, double>>> candidateMs_;  // by key: what was timed for an equal layer before
  // What our own kernels gave for the nodes that were tried last.
  struct Ours {
    std::string about;
    std::vector<std::vector<float>> results;
  } ours_;
  std::vector<std::string> dropped_;
  LeftOut leftOut_;
  std::map<std::string, int> slower_;  // groups that timing left apart, by title
};

// "conv2d [1x64x56x56 bf16 ...] nhwc": what a choice depends on, beside the machine.
std::string shapeKey(const Call& call);

}  // namespace stepscope::cuda
