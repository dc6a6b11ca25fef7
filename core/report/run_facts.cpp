#include "core/report/run_facts.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/error.h"

namespace stepscope {
namespace {

using Json = nlohmann::json;

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

Json parsedObject(const std::optional<std::string>& text) {
  Json json = text ? Json::parse(*text, nullptr, false) : Json();
  return json.is_object() ? json : Json::object();
}

std::string textIn(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end()) return {};
  if (found->is_string()) return found->get<std::string>();
  return found->is_number() ? found->dump() : std::string();
}

double numberIn(const Json& json, const char* key, double otherwise) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number() ? found->get<double>() : otherwise;
}

// The number of samples of one update: accumulated batches times their size, from the switches as JSON.
double samplesOf(const Json& switches) {
  const double batch = numberIn(switches, "batch_size", 0);
  return batch > 0 ? batch * std::max(1.0, numberIn(switches, "accumulation", 1)) : kUnknown;
}

}  // namespace

std::int64_t firstStepOf(const std::string& source) {
  const auto at = source.rfind("step");
  if (at == std::string::npos) return 0;
  const auto digit = source.find_first_of("0123456789", at);
  std::int64_t step = 0;
  if (digit == std::string::npos || std::from_chars(source.data() + digit, source.data() + source.size(), step).ec != std::errc()) return 0;
  return step;
}

double samplesOfStep(const RunInfo& run, std::int64_t step) {
  const Json configuration = parsedObject(run.configuration);
  const auto kept = configuration.find("switches");
  const Json start = kept != configuration.end() && kept->is_object() ? *kept : Json::object();
  if (run.spans.empty()) return samplesOf(start);
  for (const RunSpan& span : run.spans) {
    if (step < span.firstStep || step > std::max(span.lastStep, span.firstStep)) continue;
    Json switches = start;
    if (const Json own = Json::parse(span.switches, nullptr, false); own.is_object()) switches.update(own);
    return samplesOf(switches);
  }
  return kUnknown;
}

double meanStepMs(const StepBreakdown& breakdown) {
  double sum = 0;
  for (const CategoryTime& time : breakdown.categories) sum += time.msPerStep;
  return breakdown.categories.empty() ? breakdown.medianStepMs : sum;
}

double RunFacts::msPer(double samples) const {
  return summary.stepMs / samplesPerStep * samples;
}

RunFacts factsOf(const RunReader& store, RunId id) {
  const std::optional<RunInfo> run = store.run(id);
  if (!run)
    throw Error(ErrorKind::Input, "run " + std::to_string(id), "there is no such run in this project",
                "List the runs with: stepscope-cli runs list PROJECT");
  RunFacts facts;
  facts.info = *run;
  facts.summary = summaryOf(*run);
  facts.series = store.series(id);
  if (const auto text = store.artefact(id, "breakdown")) facts.breakdown = breakdownOf(*text);
  if (facts.breakdown)
    if (const std::int64_t first = firstStepOf(facts.breakdown->source); first > 0) facts.breakdownSamples = samplesOfStep(*run, first);
  double samples = 0, steps = 0;
  for (const RunSpan& span : run->spans)
    if (span.samples > 0 && span.steps() > 0) samples += static_cast<double>(span.samples), steps += static_cast<double>(span.steps());
  facts.samplesPerStep = steps > 0 ? samples / steps : samplesOfStep(*run, 1);
  const Json environment = parsedObject(store.artefact(id, "environment"));
  facts.device = textIn(environment, "device");
  facts.program = textIn(environment, "program");
  if (const auto git = environment.find("git"); git != environment.end() && git->is_object()) {
    facts.commit = textIn(*git, "commit");
    const auto clean = git->find("clean");
    facts.clean = clean != git->end() && clean->is_boolean() && clean->get<bool>();
  }
  const Json data = parsedObject(store.artefact(id, "data"));
  if (const auto train = data.find("train"); train != data.end() && train->is_object()) facts.fingerprint = textIn(*train, "fingerprint");
  return facts;
}

std::vector<RunFacts> factsOf(const RunReader& store, std::span<const RunId> runs) {
  std::vector<RunFacts> facts;
  for (const RunId run : runs) facts.push_back(factsOf(store, run));
  return facts;
}

}  // namespace stepscope
