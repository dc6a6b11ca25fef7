// Chooses among the kernels of cuBLASLt and cuDNN. With the switch autotune they are timed on the device, once per shape; the choice is stored under
// the names of the GPU, its driver and the libraries' versions. Every kernel must first give the same numbers as our own kernels on the same
// operands: one that does not, or fails, is left out and reported.
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
  // `options.choices` is read and extended; without it nothing is stored after this compilation. Times only with `autotune` and `mayTime`. `seconds`,
  // or `options.timingMs` if that is less, are the time for everything: half for products, a quarter each for fused kernels and for all others. When
  // the time of a kind is over, no more kernels of that kind are timed or tried: libraries compile some of their kernels when these are run, and a
  // large network has hundreds of shapes.
  PlanTuner(Device& device, const CompileOptions& options, double seconds = 60);

  // Whether timing is allowed at all.
  bool times() const { return options_.autotune && options_.mayTime; }
  // Reports the progress over the products, which are tuned first, to the waiting user.
  void tell(std::size_t product, std::size_t products) const;

  // Selects one of the plan's alternatives whose results agree with our own kernel: the one stored for this shape, else the fastest, else the
  // library's first. Resets `planned` if none agrees or ours is faster. `of` is the node. Throws Cancelled.
  void settle(const Call& call, NodeId of, std::optional<Planned>& planned);
  // The same for a kernel that is tried as the first part of a group.
  void settle(const Call& call, std::optional<Planned>& planned, FusedGroup triedIn);
  // Whether the group may replace its nodes: its results agree and, if required, it takes less time.
  bool settle(const Graph& graph, FusedGroup& group, const Library& library);
  // Only the first of these two checks; its result is stored with the choices. With `must` no alternative is as fast, so the group is tried even
  // during a training, and when the time for timing is over.
  bool agrees(const Graph& graph, FusedGroup& group, bool must = false);
  // Kernels whose results differ from ours: sentences without a full stop.
  std::vector<std::string> leftOut() const { return leftOut_.sentences(); }

  // A stored choice that the library does not know, a refused kernel, and similar: sentences without a full stop.
  std::vector<std::string> notes() const;

 private:
  // `ownBytes` are the sizes of values of the node that are not in the graph. right() says whether the results of the selected alternative agree with
  // ours.
  void choose(const Graph& graph, const Node& node, bool channelsLast, const std::vector<Int>& ownBytes, const std::string& key,
              std::optional<Planned>& planned, const std::function<bool()>& right);
  // A node of a group, with the kernel that it would use alone.
  struct Apart {
    Node node;
    std::optional<Planned> planned;
  };
  std::vector<Apart> asTheyRunApart(const Graph& graph, const FusedGroup& group, const Library& library);
  std::string check(const Graph& graph, FusedGroup& group);  // empty if its results agree; else why it is not used
  // The kinds of kernels that have a time of their own.
  enum class Kind : std::uint8_t { Products, Groups, Others };
  static constexpr std::size_t kKinds = 3;
  // Counts the time of its lifetime to a kind.
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
  // The check on a few samples of the batch, if our own kernel is slow; empty if the results agree.
  std::string checkOnFew(const Graph& graph, FusedGroup& group, const FewSamples& few);
  void settled();
  // Makes the plan ready to run; false if the library cannot.
  bool built(const Planned& planned) const;
  // What is stored for the key; nullopt if it must be determined (again).
  std::optional<std::string> known(const std::string& key);
  void keep(const std::string& key, const std::string& choice);
  // Stores a provisional choice: it is kept for the programs of this run, and the next run decides again.
  void keepUntimed(const std::string& key, const std::string& choice);
  void stopIfCancelled() const;

  Device& device_;
  const CompileOptions& options_;
  std::string machine_;
  KernelChoices alone_;  // used if the caller has no table, so that equal layers are timed once
  KernelChoices& choices_;
  std::array<std::int64_t, kKinds> shares_{}, spent_{};  // per kind, ns
  std::optional<Kind> kind_;
  std::int64_t since_ = 0;  // nowNs() when the current kind began
  std::int64_t unknown_ = 0, timed_ = 0, refused_ = 0, untimed_ = 0;
  std::string unknownName_;
  std::map<std::string, std::vector<std::pair<std::string, double>>> candidateMs_;  // by key: times of an equal layer
  // Results of our own kernels for the last nodes tried.
  struct Ours {
    std::string about;
    std::vector<std::vector<float>> results;
  } ours_;
  std::vector<std::string> dropped_;
  LeftOut leftOut_;
  std::map<std::string, int> slower_;  // number of groups that were slower than their nodes, by title
};

// "conv2d [1x64x56x56 bf16 ...] nhwc": what a choice depends on, besides the machine.
std::string shapeKey(const Call& call);

}  // namespace stepscope::cuda
