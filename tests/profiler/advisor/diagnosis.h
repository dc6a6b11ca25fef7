// The diagnosis of a made trace, and what it says.
#pragma once

#include <cmath>
#include <memory>
#include <regex>
#include <string>
#include <utility>

#include "profiler/advisor/advise.h"
#include "profiler/advisor/rule.h"

#include <QtGlobal>

namespace stepscope::test {

struct Diagnosis {
  AdviceFacts facts;
  Advice advice;
  const Finding& rule(const char* key) const {
    for (const Finding& finding : advice.findings)
      if (finding.rule == key) return finding;
    qFatal("no rule %s", key);
  }
  bool lists(const char* key) const {
    for (const Finding& finding : advice.findings)
      if (finding.rule == key) return true;
    return false;
  }
  bool found(const char* key) const { return lists(key) && rule(key).outcome == Outcome::Found; }
  std::string first() const {
    return !advice.findings.empty() && advice.findings.front().outcome == Outcome::Found ? advice.findings.front().rule : std::string();
  }
  // Headline, and sentences and cures of what is found.
  std::string said() const {
    std::string text = advice.verdict.sentence + '\n';
    for (const Finding& finding : advice.findings)
      if (finding.outcome == Outcome::Found)
        text += finding.rule + ": " + finding.sentence + " | " + (finding.cure ? finding.cure->text() : "") + '\n';
    return text;
  }
  bool says(const char* part) const { return said().find(part) != std::string::npos; }
};

inline Diagnosis diagnosisOf(std::shared_ptr<const Trace> trace) {
  Diagnosis d;
  d.facts.trace = traceFacts(std::move(trace));
  d.advice = advise(d.facts);
  return d;
}

inline bool near(double value, double wanted, double within) {
  return std::abs(value - wanted) <= within;
}

// Of every answer: one of something is no plural; of work of the host a gain is no larger than the times that its sentence tells. Empty: right.
inline std::string wrongWords(const Diagnosis& d) {
  static const std::regex plural("(^|[^0-9.,])1 (kernels|launches|steps|calls|copies|batches|epochs|samples|GPUs|waits|products)\\b");
  static const std::regex time("([0-9][0-9.,]*) (s|ms|\u00b5s)\\b");
  for (const Finding& finding : d.advice.findings) {
    if (std::regex_search(finding.sentence, plural)) return "a plural: " + finding.sentence;
    if (finding.outcome != Outcome::Found || !finding.gainAtMostMs || findRule(finding.rule)->explains != PathClass::Host) continue;
    double largest = 0;
    for (std::sregex_iterator at(finding.sentence.begin(), finding.sentence.end(), time), end; at != end; ++at) {
      std::string number = (*at)[1];
      std::erase(number, ',');
      largest = std::max(largest, std::stod(number) * ((*at)[2] == "s" ? 1000 : (*at)[2] == "ms" ? 1 : 0.001));
    }
    if (largest > 0 && *finding.gainAtMostMs > 1.06 * largest)
      return "a gain of " + std::to_string(*finding.gainAtMostMs) + " ms: " + finding.sentence;
  }
  for (const Counterfactual& one : d.advice.whatIf)
    if (std::regex_search(one.sentence, plural)) return "a plural: " + one.sentence;
  return {};
}

}  // namespace stepscope::test
