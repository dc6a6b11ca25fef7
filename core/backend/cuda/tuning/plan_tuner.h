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
  // or `options.timingMs` if that is less, are divided: half for products, a quarter each for fused kernels and for all others. When the time of a
  // kind is over, no more of it is timed or tried: libraries compile some of their kernels when they are run, and a large network has hundreds of
  // shapes.
  PlanTuner(Device& device, const CompileOptions& options, double seconds = 60);

  // Whether timing is allowed at all.
  bool times() const { return options_.autotune && options_.mayTime; }
  // Progress over the products, which are tuned first: shown to the waiting user.
  void tell(std::size_t product, std::size_t products) const;

  // Selects one of the plan's alternatives: the one stored for this shape, else the fastest, else the library's first, among those that give the
  // numbers of our own kernel; or none, if all give other numbers, or ours is faster. Throws Cancelled.
  void settle(const Call& call, NodeId of, std::optional<Planned>& planned);
  // The same for a kernel that will be tried as the first part of a group.
  void settle(const Call& call, std::optional<Planned>& planned, FusedGroup triedIn);
  // Whether the group may replace its nodes: it gives the same numbers and, if required, takes less time.
  bool settle(const Graph& graph, FusedGroup& group, const Library& library);
  // Only the first of the two checks. Results are stored with the choices. must: there is no alternative that is as fast, so it is tried even during
  // a training or when the time for timing is over.
  bool agrees(const Graph& graph, FusedGroup& group, bool must = false);
  // Kernels whose numbers differed from ours: sentences without a full stop.
  std::vector<std::string> leftOut() const { return leftOut_.sentences(); }

  // A stored choice that the library does not know, a refused kernel, and similar: sentences without a full stop.
  std::vector<std::string> notes() const;

 private:
  // ownBytes: for values of the node that are not in the graph. right: whether the selected alternative gives our numbers.
  void choose(const Graph& graph, const Node& node, bool channelsLast, const std::vector<Int>& ownBytes, const std::string& key,
              std::optional<Planned>& planned, const std::function<bool()>& right);
  // The group's nodes, each with the kernel that it would use alone.
  struct Apart {
    Node node;
    std::optional<Planned> planned;
  };
  std::vector<Apart> asTheyRunApart(const Graph& graph, const FusedGroup& group, const Library& library);
  std::string check(const Graph& graph, FusedGroup& group);  // empty: it agrees; else why it is not used
  // The kind whose time is used now.
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
  // On few samples of the batch, if our own kernel is slow; empty: it agrees.
  std::string checkOnFew(const Graph& graph, FusedGroup& group, const FewSamples& few);
  void settled();
  // Makes it ready to run; false: the library cannot.
  bool built(const Planned& planned) const;
  // The verdict for the key; nothing if it must be computed, now if possible.
  std::optional<std::string> known(const std::string& key);
  void keep(const std::string& key, const std::string& choice);
  // Stored for the programs of this run; the next run decides again.
  void keepUntimed(const std::string& key, const std::string& choice);
  void stopIfCancelled() const;

  Device& device_;
  const CompileOptions& options_;
  std::string machine_;
  KernelChoices alone_;  // used if nothing is stored: equal layers are still timed once
  KernelChoices& choices_;
  std::array<std::int64_t, kKinds> shares_{}, spent_{};  // ns
  std::optional<Kind> kind_;
  std::int64_t since_ = 0;  // nowNs()
  std::int64_t unknown_ = 0, timed_ = 0, refused_ = 0, untimed_ = 0;
  std::string unknownName_;
  std::map<std::string, std::vector<std::pair<std::string, double>>> candidateMs_;  // by key: times for an equal layer
  // Results of our own kernels for the last nodes tried.
  struct Ours {
    std::string about;
    std::vector<std::vector<float>> results;
  } ours_;
  std::vector<std::string> dropped_;
  LeftOut leftOut_;
  std::map<std::string, int> slower_;  // groups that timing did not fuse, by title
};

// "conv2d [1x64x56x56 bf16 ...] nhwc": what a choice depends on, besides the machine.
std::string shapeKey(const Call& call);

}  // namespace stepscope::cuda
