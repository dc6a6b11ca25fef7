// A chain of elementwise nodes as one node of a lowered graph: its kernel takes a tile of every operand that stays in cache through all
// members before it takes the next, so that what is between them is neither written to memory nor read back.
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

// All members have the shape of the chain's first output. Inputs of another shape are repeated (repetitionOf), but for the seed of a
// dropout.
struct ElementChain {
  std::vector<ChainMember> members;
  std::vector<int> writes;  // the member of each output; after that of output 0 there are only casts of members
  bool columnSums = false;  // one output more: the sums of output 0 over all but its last dimension, f32
};

// As attributes of the chain's node, and back. Throws (Internal) for attributes that are none.
void setChain(Attributes& attrs, const ElementChain& chain);
ElementChain chainOf(const Attributes& attrs);

// Whether a chain knows the op: one with a formula, a cast, a dropout, or one that only repeats its operand. Its inputs are floating point
// values of the shape of its output or repeated; it has one output.
bool isChainOp(const OpDef& op);
// Whether the op repeats its operand over the result, scaled.
bool isSpread(const OpDef& op);

// How an operand that is smaller than the result is repeated over it.
enum class Repetition {
  None,      // it has the result's shape
  Scalar,    // one element
  Channels,  // (N,C,1,1) or (1,C,1,1) over an image
  Suffix,    // the last dimensions of a result that is no image
};
std::optional<Repetition> repetitionOf(const Shape& operand, const Shape& whole);

}  // namespace stepscope::cpu
