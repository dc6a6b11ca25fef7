// A chain of elementwise nodes as one node of a lowered graph. Its kernel computes all members on one tile before it starts the next tile. A tile
// stays in the cache, so intermediate results are neither written to memory nor read back.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph/op.h"

namespace stepscope::cpu {

// What a member reads: an input of the chain, or the result of an earlier member.
struct ChainSource {
  bool isMember = false;
  int index = 0;
};

struct ChainMember {
  std::string op;
  Attributes attrs;
  std::vector<ChainSource> reads;
};

// All members have the shape of the chain's first output. Inputs of another shape are repeated (repetitionOf), except the seed of a dropout.
struct ElementChain {
  std::vector<ChainMember> members;
  std::vector<int> writes;  // per output, the index of the member that makes it; the members after that of output 0 are casts
  bool columnSums = false;  // one more output: the sums of output 0 over all dimensions except the last, f32
};

// Stores the chain in the attributes of its node, and reads it back. Throws Error (Internal) if the attributes do not describe a chain.
void setChain(Attributes& attrs, const ElementChain& chain);
ElementChain chainOf(const Attributes& attrs);

// Whether a chain can contain the op: an op with a formula, a cast, a dropout, or an op that only repeats its operand. Its inputs are floating point
// values, with the shape of its only output or repeated to it.
bool isChainOp(const OpDef& op);
// Whether the op only scales its operand and repeats it over the result.
bool isSpread(const OpDef& op);

// How an operand is repeated over the result. repetitionOf() is empty if it cannot be.
enum class Repetition {
  None,      // it has the result's shape
  Scalar,    // one element
  Channels,  // (N,C,1,1) or (1,C,1,1) over an image
  Suffix,    // the last dimensions of a result that is not an image
};
std::optional<Repetition> repetitionOf(const Shape& operand, const Shape& whole);

}  // namespace stepscope::cpu
