#include "views/memory/memory_model.h"

#include <QCoreApplication>
#include <algorithm>
#include <map>

#include "core/graph/op.h"
#include "views/common/text.h"
#include "views/common/units.h"
#include "views/words/engine_text.h"

namespace stepscope {
namespace {

std::vector<StateShare> bySize(const std::map<Role, StateShare>& shares) {
  std::vector<StateShare> list;
  for (const auto& [role, share] : shares) list.push_back(share);
  std::stable_sort(list.begin(), list.end(), [](const StateShare& a, const StateShare& b) { return a.bytes > b.bytes; });
  return list;
}

void add(std::map<Role, StateShare>& shares, Role role, std::int64_t bytes) {
  StateShare& share = shares.try_emplace(role, StateShare{role}).first->second;
  ++share.count;
  share.bytes += bytes;
}

}  // namespace

Category categoryOf(Role role) {
  switch (role) {
    case Role::Input:
    case Role::Scalar: return Category::Data;
    case Role::Parameter:
    case Role::Frozen:
    case Role::Activation: return Category::Forward;
    case Role::OptimizerState: return Category::Optimizer;
    case Role::Gradient: return Category::Backward;
    case Role::Workspace: return Category::Copy;
    case Role::Buffer: return Category::Idle;
  }
  return Category::Other;
}

MemoryModel::MemoryModel(std::shared_ptr<const PlanView> plan) : view_(std::move(plan)), valuesOf_(view_->plan.slots.size()) {
  const std::vector<MemorySlot>& slotList = this->plan().slots;
  std::map<Role, StateShare> state;
  for (std::size_t i = 0; i < slotList.size(); ++i) {
    if (slotList[i].persistent) add(state, graph().value(slotList[i].value).role, slotList[i].bytes);
    else stepSlots_.push_back(static_cast<SlotId>(i));
    valuesOf_[i].push_back(slotList[i].value);
  }
  state_ = bySize(state);
  std::stable_sort(stepSlots_.begin(), stepSlots_.end(), [&](SlotId a, SlotId b) { return slotList[a].offset < slotList[b].offset; });
  for (std::size_t v = 0; v < this->plan().slotOf.size(); ++v) {
    const SlotId slot = this->plan().slotOf[v];
    if (slot != kNone && slotList[slot].value != static_cast<ValueId>(v)) valuesOf_[slot].push_back(static_cast<ValueId>(v));
  }
  const std::vector<std::int64_t>& live = this->plan().liveBytes;
  if (!live.empty()) {
    const auto peak = std::max_element(live.begin(), live.end());
    peakNode_ = static_cast<NodeId>(peak - live.begin());
    peakLive_ = *peak;
  }
  NodeId lastBackward = kNone;
  for (NodeId node = 0; node < nodeCount(); ++node)
    if (graph().node(node).phase == Phase::Backward) lastBackward = node;
  for (NodeId node = 0; node < nodeCount(); ++node) {
    const Phase phase = graph().node(node).phase;
    const bool during = phase == Phase::Optimizer && node < lastBackward && !phases_.empty() && phases_.back().phase == Phase::Backward;
    if (!during && (phases_.empty() || phases_.back().phase != phase)) phases_.push_back({phase, node, node});
    phases_.back().last = node;
    phases_.back().withOptimizer = phases_.back().withOptimizer || during;
  }
}

Phase MemoryModel::phaseAt(NodeId node) const {
  const auto after =
      std::upper_bound(phases_.begin(), phases_.end(), node, [](NodeId at, const PhaseStretch& stretch) { return at < stretch.first; });
  return after == phases_.begin() ? Phase::Forward : std::prev(after)->phase;
}

std::vector<SlotId> MemoryModel::aliveAt(NodeId node) const {
  std::vector<SlotId> alive;
  for (const SlotId index : stepSlots_) {
    const MemorySlot& slot = plan().slots[index];
    if (slot.first <= node && node <= slot.last) alive.push_back(index);
  }
  std::stable_sort(alive.begin(), alive.end(), [&](SlotId a, SlotId b) { return plan().slots[a].bytes > plan().slots[b].bytes; });
  return alive;
}

std::optional<SlotId> MemoryModel::slotAt(NodeId node, std::int64_t offset) const {
  for (const SlotId index : stepSlots_) {
    const MemorySlot& slot = plan().slots[index];
    if (slot.offset > offset) break;
    if (offset < slot.offset + slot.bytes && slot.first <= node && node <= slot.last) return index;
  }
  return std::nullopt;
}

std::vector<StateShare> MemoryModel::peakByRole() const {
  std::map<Role, StateShare> shares;
  if (peakNode_ != kNone)
    for (const SlotId index : aliveAt(peakNode_)) {
      const MemorySlot& slot = plan().slots[index];
      add(shares, graph().value(slot.value).role, slot.bytes);
    }
  return bySize(shares);
}

QString MemoryModel::nodeTitle(NodeId id) const {
  if (id < 0 || id >= nodeCount()) return {};
  const Node& node = graph().node(id);
  const QString op = node.op ? text(titleOf(node)) : QString();
  return node.scope.empty() ? op : text(node.scope) + QStringLiteral(" · ") + op;
}

QString MemoryModel::slotName(SlotId slot) const {
  return text(graph().value(plan().slots[slot].value).name);
}

QString MemoryModel::lifetime(SlotId index) const {
  const MemorySlot& slot = plan().slots[index];
  if (slot.persistent) return tr("from step to step");
  if (slot.first == 0 && slot.last + 1 == nodeCount()) return tr("the whole step");
  const int ops = slot.last - slot.first + 1;
  return ops == 1 ? tr("op %1 only").arg(slot.first + 1) : tr("ops %1 to %2").arg(slot.first + 1).arg(slot.last + 1);
}

QString MemoryModel::tooltip(SlotId index) const {
  const MemorySlot& slot = plan().slots[index];
  const Value& value = graph().value(slot.value);
  QString html = QStringLiteral("<b>%1</b><br>").arg(text(value.name).toHtmlEscaped());
  html += QStringList{engineText(nameOf(value.role)), text(toString(value.shape)), text(nameOf(value.dtype)), formatBytes(slot.bytes)}.join(
      QStringLiteral(" · "));
  html += QStringLiteral("<br>") + tr("alive: %1").arg(lifetime(index));
  html += QStringLiteral("<br>") + tr("made by %1").arg(nodeTitle(slot.first)).toHtmlEscaped();
  if (slot.last != slot.first) html += QStringLiteral("<br>") + tr("last read by %1").arg(nodeTitle(slot.last)).toHtmlEscaped();
  const std::size_t shared = valuesOf(index).size() - 1;
  if (shared > 0)
    html += QStringLiteral("<br>") +
            (shared == 1 ? tr("1 more value is computed in the same place") : tr("%1 more values are computed in the same place").arg(shared));
  return html;
}

QString MemoryModel::peakText() const {
  if (peakNode_ == kNone) return tr("The step has no ops.");
  const Node& node = graph().node(peakNode_);
  const QString where = node.scope.empty() && node.op ? text(titleOf(node)) : text(node.scope);
  return tr("peak %1 in %2, %3 of %4 tensors alive")
      .arg(formatBytes(plan().stateBytes + plan().stepBytes), where)  // the plan's total, as in the other views
      .arg(aliveAt(peakNode_).size())
      .arg(stepSlots_.size());
}

QString MemoryModel::summary() const {
  QString all = tr("Planned peak %1: %2 kept from step to step and %3 for the step. %4. Sharing saved %5.")
                    .arg(formatBytes(view_->predictedPeakBytes), formatBytes(plan().stateBytes), formatBytes(plan().stepBytes), peakText(),
                         formatBytes(savedBytes()));
  return all;
}

QString MemoryModel::toTable() const {
  QString table = tr("value\trole\tshape\ttype\tbytes\toffset\tfirst op\tlast op\tmade by\n");
  for (const SlotId index : stepSlots_) {
    const MemorySlot& slot = plan().slots[index];
    const Value& value = graph().value(slot.value);
    table += QStringList{text(value.name),
                         engineText(nameOf(value.role)),
                         text(toString(value.shape)),
                         text(nameOf(value.dtype)),
                         QString::number(slot.bytes),
                         QString::number(slot.offset),
                         QString::number(slot.first + 1),
                         QString::number(slot.last + 1),
                         nodeTitle(slot.first)}
                 .join(QLatin1Char('\t')) +
             QLatin1Char('\n');
  }
  return table;
}

}  // namespace stepscope
