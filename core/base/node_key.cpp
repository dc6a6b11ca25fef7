#include "core/base/node_key.h"

#include <functional>
#include <utility>

namespace stepscope {

std::string toString(const NodeKey& key) {
  std::string text = key.layer;
  for (const std::string* part : {&key.op, &key.phase})
    if (!part->empty()) text += (text.empty() ? "" : " ") + *part;
  if (key.occurrence > 0) text += " #" + std::to_string(key.occurrence);
  return text;
}

NodeKey NodeKeyCounter::next(std::string layer, std::string op, std::string phase) {
  NodeKey key{std::move(layer), std::move(op), std::move(phase), 0};
  key.occurrence = seen_[key]++;
  return key;
}

}  // namespace stepscope

std::size_t std::hash<stepscope::NodeKey>::operator()(const stepscope::NodeKey& key) const noexcept {
  const std::hash<std::string> of;
  std::size_t mixed = static_cast<std::size_t>(key.occurrence);
  for (const std::string* part : {&key.layer, &key.op, &key.phase}) mixed ^= of(*part) + 0x9e3779b97f4a7c15u + (mixed << 6) + (mixed >> 2);
  return mixed;
}
