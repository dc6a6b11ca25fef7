#include "core/backend/cpu/fusion/element_chain.h"

#include <algorithm>

#include "core/base/error.h"

namespace stepscope::cpu {

namespace {

constexpr char kSeparator = '+';

std::string keyOf(std::size_t member, const std::string& name) {
  return std::to_string(member) + "." + name;
}

}  // namespace

void setChain(Attributes& attrs, const ElementChain& chain) {
  std::string ops;
  std::vector<std::int64_t> reads, writes(chain.writes.begin(), chain.writes.end());
  for (std::size_t m = 0; m < chain.members.size(); ++m) {
    const ChainMember& member = chain.members[m];
    if (m > 0) ops += kSeparator;
    ops += member.op;
    reads.push_back(static_cast<std::int64_t>(member.reads.size()));
    for (const ChainSource& source : member.reads) reads.push_back(source.isMember ? -1 - source.index : source.index);
    for (const auto& [name, value] : member.attrs.entries()) attrs.set(keyOf(m, name), value);
  }
  attrs.set("ops", ops);
  attrs.set("reads", std::move(reads));
  attrs.set("writes", std::move(writes));
  if (chain.columnSums) attrs.set("column_sums", true);
}

ElementChain chainOf(const Attributes& attrs) {
  ElementChain chain;
  const std::string& ops = attrs.text("ops");
  const auto& reads = attrs.integers("reads");
  std::size_t at = 0;
  for (std::size_t begin = 0; begin < ops.size();) {
    const std::size_t end = std::min(ops.find(kSeparator, begin), ops.size());
    const std::size_t index = chain.members.size();
    ChainMember member{ops.substr(begin, end - begin), {}, {}};
    require(at < reads.size() && at + static_cast<std::size_t>(reads[at]) < reads.size(), "a chain of elementwise ops is damaged");
    const std::size_t stop = at + 1 + static_cast<std::size_t>(reads[at]);
    for (++at; at < stop; ++at) {
      const bool isMember = reads[at] < 0;
      member.reads.push_back({isMember, static_cast<int>(isMember ? -1 - reads[at] : reads[at])});
    }
    const std::string prefix = keyOf(index, "");
    for (const auto& [name, value] : attrs.entries())
      if (name.starts_with(prefix)) member.attrs.set(name.substr(prefix.size()), value);
    chain.members.push_back(std::move(member));
    begin = end + 1;
  }
  for (const std::int64_t write : attrs.integers("writes")) chain.writes.push_back(static_cast<int>(write));
  chain.columnSums = attrs.flag("column_sums");
  return chain;
}

bool isSpread(const OpDef& op) {
  return op.id == OpId::Expand || op.id == OpId::GlobalAvgPoolGrad;
}

bool isChainOp(const OpDef& op) {
  return op.formula || op.id == OpId::Dropout || op.id == OpId::Cast || isSpread(op);
}

std::optional<Repetition> repetitionOf(const Shape& operand, const Shape& whole) {
  if (operand == whole) return Repetition::None;
  if (numel(operand) == 1) return Repetition::Scalar;
  if (operand.size() > whole.size()) return std::nullopt;
  if (whole.size() == 4) {
    const bool channels = operand.size() == 4 && operand[1] == whole[1] && operand[2] == 1 && operand[3] == 1;
    if (channels && (operand[0] == whole[0] || operand[0] == 1)) return Repetition::Channels;
    return std::nullopt;
  }
  std::size_t same = 0;
  while (same < operand.size() && operand[operand.size() - 1 - same] == whole[whole.size() - 1 - same]) ++same;
  for (std::size_t i = 0; i + same < operand.size(); ++i)
    if (operand[i] != 1) return std::nullopt;
  return Repetition::Suffix;
}

}  // namespace stepscope::cpu
