#include "core/learning/learning_facts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/models/losses.h"

namespace stepscope {
namespace {

using Json = nlohmann::json;

double number(const Json& json) {
  return json.is_number() ? json.get<double>() : kUnknown;
}

void sortBySteps(std::vector<Point>& points) {
  std::stable_sort(points.begin(), points.end(), [](const Point& a, const Point& b) { return a.step < b.step; });
}

// Converts percentages, which some programs write, to shares in [0, 1].
void asShares(std::vector<Point>& points) {
  const bool percent = std::any_of(points.begin(), points.end(), [](const Point& point) { return point.value > 1.5; });
  for (Point& point : points)
    if (percent) point.value /= 100;
}

// Reads the series of an imported run. Of several series of one kind the one with the most points is used.
void readImported(const RunReader& store, LearningFacts& facts) {
  std::map<SeriesKind, SeriesInfo> best;
  for (const SeriesInfo& series : store.series(facts.run)) {
    const SeriesKind kind = kindOfTag(series.key);
    if (kind == SeriesKind::Other) continue;
    const auto known = best.find(kind);
    if (known == best.end() || series.count > known->second.count) best[kind] = series;
  }
  const auto read = [&](SeriesKind kind, std::vector<Point>& points) {
    if (const auto found = best.find(kind); found != best.end()) points = store.points(facts.run, found->second.key);
    sortBySteps(points);
  };
  read(SeriesKind::TrainLoss, facts.trainLoss);
  read(SeriesKind::ValidationLoss, facts.validationLoss);
  read(SeriesKind::TrainAccuracy, facts.trainAccuracy);
  read(SeriesKind::ValidationAccuracy, facts.validationAccuracy);
  read(SeriesKind::Rate, facts.rate);
  read(SeriesKind::GradientNorm, facts.gradientNorm);
  asShares(facts.trainAccuracy);
  asShares(facts.validationAccuracy);
}

void readOwn(const RunReader& store, LearningFacts& facts) {
  const auto read = [&](const char* key) { return store.points(facts.run, key); };
  facts.trainLoss = read("train_loss");
  facts.validationLoss = read("val_loss");
  facts.rate = read("lr");
  facts.gradientNorm = read("grad_norm");
  if (facts.task != Task::Regression) {
    facts.trainAccuracy = read("train_accuracy");
    facts.validationAccuracy = read("val_accuracy");
  }
}

// The best that can be reached without the inputs, from how often each answer occurs: always predicting these frequencies has the entropy as its
// cross-entropy (Shannon 1948).
GuessFacts guessOf(const std::vector<double>& counts) {
  double all = 0, most = 0, entropy = 0;
  for (const double count : counts) {
    all += count;
    most = std::max(most, count);
  }
  for (const double count : counts)
    if (count > 0) entropy -= count / all * std::log(count / all);
  return {entropy, most / all};
}

void readLearning(const std::string& kept, LearningFacts& facts) {
  const Json json = Json::parse(kept, nullptr, false);
  if (!json.is_object()) return;
  if (const auto in = json.find("inputs"); in != json.end() && in->is_object())
    facts.inputs = InputFacts{in->value("mean", 0.0), in->value("deviation", 0.0), in->value("least", 0.0), in->value("most", 0.0)};
  if (const auto in = json.find("answers"); in != json.end() && in->is_array()) {
    std::vector<double> counts;
    for (const Json& count : *in) counts.push_back(number(count));
    if (std::any_of(counts.begin(), counts.end(), [](double count) { return count > 0; })) facts.guess = guessOf(counts);
  }
  if (const auto in = json.find("gradients"); in != json.end() && in->is_object()) {
    GradientFacts gradients;
    for (const Json& parameter : in->value("parameters", Json::array()))
      gradients.parameters.push_back({parameter.value("name", ""), parameter.value("elements", std::int64_t{0}), parameter.value("matrix", false)});
    for (const Json& row : in->value("rows", Json::array())) {
      if (!row.is_array() || row.size() != gradients.parameters.size() + 1 || !row[0].is_number_integer()) continue;
      gradients.steps.push_back(row[0].get<std::int64_t>());
      std::vector<double>& norms = gradients.norms.emplace_back();
      for (std::size_t i = 1; i < row.size(); ++i) norms.push_back(number(row[i]));
    }
    if (!gradients.steps.empty()) facts.gradients = std::move(gradients);
  }
  if (const auto in = json.find("units"); in != json.end() && in->is_object())
    for (const Json& vector : in->value("vectors", Json::array()))
      facts.units.push_back({vector.value("name", ""), vector.value("units", std::int64_t{0}), vector.value("silent", std::int64_t{0})});
}

// Samples per update; 0: not known.
double samplesOf(const RunSpan& span) {
  const Json switches = Json::parse(span.switches, nullptr, false);
  if (!switches.is_object()) return 0;
  return static_cast<double>(switches.value("batch_size", std::int64_t{0}) * switches.value("accumulation", std::int64_t{1}));
}

void readBatches(const RunInfo& run, LearningFacts& facts) {
  for (std::size_t i = 1; i < run.spans.size(); ++i) {
    const double before = samplesOf(run.spans[i - 1]), after = samplesOf(run.spans[i]);
    if (before > 0 && after > 0 && before != after) facts.batches.push_back({run.spans[i].firstStep - 1, before, after});
  }
}

std::int64_t validationSamplesOf(const std::string& data) {
  const Json json = Json::parse(data, nullptr, false);
  if (!json.is_object() || !json.contains("validation") || !json["validation"].is_object()) return 0;
  return json["validation"].value("samples", std::int64_t{0});
}

double meanWithin(const std::vector<Point>& points, std::int64_t first, std::int64_t last) {
  const auto begin = std::lower_bound(points.begin(), points.end(), first, [](const Point& point, std::int64_t step) { return point.step < step; });
  double sum = 0;
  std::int64_t count = 0;
  for (auto point = begin; point != points.end() && point->step <= last; ++point) {
    sum += point->value;
    ++count;
  }
  return count > 0 ? sum / static_cast<double>(count) : kUnknown;
}

double valueAt(const std::vector<Point>& points, std::int64_t step) {
  const auto at = std::lower_bound(points.begin(), points.end(), step, [](const Point& point, std::int64_t wanted) { return point.step < wanted; });
  return at != points.end() && at->step == step ? at->value : kUnknown;
}

}  // namespace

std::vector<LearningEpoch> epochsOf(const LearningFacts& facts, std::int64_t stepsPerEpoch) {
  const std::vector<Point>& ends = !facts.validationLoss.empty() ? facts.validationLoss : facts.validationAccuracy;
  std::vector<std::int64_t> last;
  const std::int64_t end = facts.trainLoss.empty() ? 0 : facts.trainLoss.back().step;
  const std::int64_t begin = facts.trainLoss.empty() ? 0 : facts.trainLoss.front().step;
  if (ends.size() >= 2) {
    for (const Point& point : ends) last.push_back(point.step);
  } else if (stepsPerEpoch > 0) {
    for (std::int64_t step = stepsPerEpoch; step <= end; step += stepsPerEpoch) last.push_back(step);
  } else {
    constexpr std::int64_t kParts = 10;
    if (static_cast<std::int64_t>(facts.trainLoss.size()) >= kParts)
      for (std::int64_t part = 1; part <= kParts; ++part) last.push_back(begin + (end - begin) * part / kParts);
  }
  std::vector<LearningEpoch> epochs;
  std::int64_t first = std::min<std::int64_t>(begin, 1);
  for (const std::int64_t step : last) {
    if (step < first) continue;
    LearningEpoch epoch;
    epoch.number = static_cast<std::int64_t>(epochs.size()) + 1;
    epoch.first = first;
    epoch.last = step;
    epoch.trainLoss = meanWithin(facts.trainLoss, first, step);
    epoch.trainAccuracy = meanWithin(facts.trainAccuracy, first, step);
    epoch.validationLoss = valueAt(facts.validationLoss, step);
    epoch.validationAccuracy = valueAt(facts.validationAccuracy, step);
    epoch.rate = meanWithin(facts.rate, first, step);
    epochs.push_back(epoch);
    first = step + 1;
  }
  return epochs;
}

LearningFacts learningFacts(const RunReader& store, RunId id) {
  const std::optional<RunInfo> run = store.run(id);
  if (!run) throw Error(ErrorKind::Input, "run " + std::to_string(id), "there is no such run", "List them with: stepscope-cli runs");
  LearningFacts facts;
  facts.run = id;
  facts.status = run->status;
  facts.message = run->message;
  facts.steps = run->step;
  const Json configuration = Json::parse(run->configuration, nullptr, false);
  facts.own = !configuration.is_object() || !configuration.contains("source");
  std::int64_t stepsPerEpoch = 0;
  if (facts.own) {
    try {
      facts.project = projectFromJson(run->configuration);
    } catch (const Error&) {  // a project of another version: the series are judged without it
    }
    facts.task = taskOf(*run);
    readOwn(store, facts);
    if (const auto kept = store.artefact(id, "learning")) readLearning(*kept, facts);
    if (const auto kept = store.artefact(id, "data")) facts.validationSamples = validationSamplesOf(*kept);
    if (const auto kept = store.artefact(id, "predictions")) facts.predictions = predictionFiguresOf(*kept);
    readBatches(*run, facts);
    if (run->epoch > 0 && run->spans.size() < 2) stepsPerEpoch = run->step / run->epoch;
    const auto kind = facts.project ? facts.project->model.loss.kind : LossSpec::Kind::Auto;
    if (facts.task == Task::Regression && (kind == LossSpec::Kind::Auto || kind == LossSpec::Kind::Mse)) facts.guess = GuessFacts{1.0, kUnknown};
  } else {
    readImported(store, facts);
    if (facts.steps == 0 && !facts.trainLoss.empty()) facts.steps = facts.trainLoss.back().step;
  }
  for (const Marker& marker : store.markers(id))
    if (marker.kind == "early_stop") facts.stoppedEarly = marker.label;
  facts.epochs = epochsOf(facts, stepsPerEpoch);
  facts.tellsEpochs = stepsPerEpoch > 0 || facts.validationLoss.size() >= 2 || facts.validationAccuracy.size() >= 2;
  return facts;
}

}  // namespace stepscope
