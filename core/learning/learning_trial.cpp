#include "core/learning/learning_trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <regex>

namespace stepscope {
namespace {

// A trial trains a fifth of the epochs of the run, at most ten, which is enough to see a curve bend.
constexpr std::int64_t kPart = 5, kMostEpochs = 10;
Overrides keysOf(const std::string& cure) {
  const std::string first = cure.substr(0, std::min({cure.find(';'), cure.find(", or "), cure.find(" or "), cure.size()}));
  static const std::regex assignment(R"re(([a-z_]+(?:\.[a-z0-9_]+)+) = ("[^"]*"|[-+.0-9e]+|true|false))re");
  Overrides keys;
  for (std::sregex_iterator at(first.begin(), first.end(), assignment), end; at != end; ++at) {
    std::string value = (*at)[2];
    if (value.starts_with('"')) value = value.substr(1, value.size() - 2);
    while (value.ends_with('.')) value.pop_back();
    keys.emplace_back((*at)[1], value);
  }
  return keys;
}

// The checkpoint with which the trial continues, if its weights are still good. Empty for a new run: after divergence the weights are not good, and
// other data or another model need new ones.
std::string checkpointFor(const LearningFinding& finding, const Overrides& keys) {
  const bool others = std::any_of(keys.begin(), keys.end(), [](const auto& key) {
    return key.first.starts_with("data.validation") || key.first.starts_with("data.normal") || key.first.starts_with("model.");
  });
  if (others) return {};
  if (finding.rule == "overfitting") return "best";
  constexpr std::array kGoOn{"plateau", "rate_too_low", "stopped_early"};
  return std::find(kGoOn.begin(), kGoOn.end(), finding.rule) != kGoOn.end() ? "last" : "";
}

}  // namespace

std::optional<LearningTrial> trialOf(const LearningFacts& facts, const LearningFinding& finding) {
  if (!facts.own || !facts.project || finding.outcome != LearningOutcome::Found) return std::nullopt;
  LearningTrial trial{facts.run, {}, keysOf(finding.cure)};
  if (trial.changes.empty()) return std::nullopt;
  trial.checkpoint = checkpointFor(finding, trial.changes);
  if (std::any_of(trial.changes.begin(), trial.changes.end(), [](const auto& key) { return key.first == "train.epochs"; })) return trial;
  const auto trained = static_cast<std::int64_t>(facts.epochs.size());
  const std::int64_t more = std::clamp<std::int64_t>((trained + kPart - 1) / kPart, 1, kMostEpochs);
  const std::int64_t before = trial.checkpoint.empty() ? 0 : trial.checkpoint == "best" ? finding.evidence.epoch : trained;
  trial.changes.emplace_back("train.epochs", std::to_string(before + more));
  return trial;
}

std::string commandOf(const LearningTrial& trial) {
  std::string command = "train";
  if (!trial.checkpoint.empty()) command += fmt::format(" --fork {} --checkpoint {}", trial.run, trial.checkpoint);
  for (const auto& [key, value] : trial.changes) command += fmt::format(" --set {}={}", key, value);
  return command;
}

}  // namespace stepscope
