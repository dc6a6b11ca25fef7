#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "core/base/lower.h"
#include "core/learning/learning_facts.h"

namespace stepscope {
namespace {

using Words = std::vector<std::string>;

Words wordsOf(const std::string& tag) {
  Words words;
  std::string word;
  for (const char c : tag + ' ') {
    if (std::isalnum(static_cast<unsigned char>(c))) {
      word += lower(c);
    } else if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  }
  return words;
}

bool takeAny(Words& words, std::initializer_list<std::string_view> names) {
  const auto known = [&](const std::string& word) { return std::find(names.begin(), names.end(), word) != names.end(); };
  const auto end = std::remove_if(words.begin(), words.end(), known);
  const bool any = end != words.end();
  words.erase(end, words.end());
  return any;
}

}  // namespace

SeriesKind kindOfTag(const std::string& tag) {
  Words words = wordsOf(tag);
  const bool validation = takeAny(words, {"val", "valid", "validation", "eval", "evaluation", "test", "dev"});
  const bool training = takeAny(words, {"train", "training"});
  if (validation && training) return SeriesKind::Other;
  takeAny(words, {"epoch", "step", "batch", "iteration", "iter", "mean", "avg", "average", "total", "metrics", "metric", "scalars"});
  const auto are = [&](const Words& wanted) { return words == wanted; };
  if (are({"loss"}) || are({"cross", "entropy"}) || are({"nll"}) || are({"mse"}))
    return validation ? SeriesKind::ValidationLoss : SeriesKind::TrainLoss;
  if (are({"accuracy"}) || are({"acc"}) || are({"acc1"}) || are({"top1"}) || are({"top1", "acc"}) || are({"acc", "top1"}) ||
      are({"accuracy", "top1"}) || are({"top1", "accuracy"}) || are({"sparse", "categorical", "accuracy"}) || are({"categorical", "accuracy"}))
    return validation ? SeriesKind::ValidationAccuracy : SeriesKind::TrainAccuracy;
  if (validation) return SeriesKind::Other;
  if (are({"lr"}) || are({"learning", "rate"}) || are({"lr", "0"}) || are({"lr", "sgd"}) || are({"lr", "adam"}) || are({"lr", "adamw"}) ||
      are({"lr", "pg0"}))
    return SeriesKind::Rate;
  if (are({"grad", "norm"}) || are({"gradient", "norm"}) || are({"gradnorm"})) return SeriesKind::GradientNorm;
  return SeriesKind::Other;
}

}  // namespace stepscope
