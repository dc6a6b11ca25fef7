// The encoding of a run in its row; used by reader and writer.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/store/process_identity.h"
#include "core/store/run_store.h"

namespace stepscope {

// The numbers stored in `run.status`.
constexpr std::int64_t codeOf(RunStatus status) {
  return static_cast<std::int64_t>(status);
}
// `run.trashed_ms` of an unfinished import: neither in the list nor in the bin.
inline constexpr std::int64_t kHiddenMs = -1;
RunStatus statusOf(std::int64_t code);  // an unknown code of a newer store counts as Interrupted

// [["val_accuracy", 0.99], ...]; NaN and infinities as texts.
std::string finalsText(const std::vector<std::pair<std::string, double>>& finals);
std::vector<std::pair<std::string, double>> finalsOf(const std::string& text);  // empty if it is damaged

// ["baseline"]; sorted, none empty, none twice.
std::string tagsText(std::vector<std::string> tags);
std::vector<std::string> tagsOf(const std::string& text);  // empty if it is damaged

}  // namespace stepscope
