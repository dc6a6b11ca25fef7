#include "core/data/dataset.h"

namespace stepscope {

Shape SampleInfo::targetShape() const {
  switch (task) {
    case Task::Classification: return {};
    case Task::Regression: return {static_cast<std::int64_t>(targetNames.size())};
    case Task::LanguageModel: return shape;
  }
  return {};
}

std::int64_t SampleInfo::outputs() const {
  switch (task) {
    case Task::Classification: return static_cast<std::int64_t>(classNames.size());
    case Task::Regression: return static_cast<std::int64_t>(targetNames.size());
    case Task::LanguageModel: return static_cast<std::int64_t>(vocabulary.size());
  }
  return 0;
}

}  // namespace stepscope
