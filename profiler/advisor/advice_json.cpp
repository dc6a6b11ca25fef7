#include "profiler/advisor/advice_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/project/switches.h"

namespace stepscope {
namespace {

using Json = nlohmann::ordered_json;

Json jsonOf(const Finding& finding) {
  Json json{{"rule", finding.rule},
            {"outcome", nameOf(finding.outcome)},
            {"figure", std::isfinite(finding.figure) ? Json(finding.figure) : Json()},
            {"unit", finding.unit},
            {"sentence", finding.sentence},
            {"cure", finding.cure ? Json(finding.cure->text()) : Json()},
            {"gain_at_most", finding.gainAtMostMs ? Json(*finding.gainAtMostMs) : Json()},
            {"title", finding.title},
            {"culprits", finding.culprits}};
  json["switch"] =
      finding.cure && finding.cure->isSwitch() ? Json{{"key", finding.cure->key}, {"from", finding.cure->from}, {"to", finding.cure->to}} : Json();
  return json;
}

std::string text(const Json& json, const char* key) {
  const auto it = json.find(key);
  return it != json.end() && it->is_string() ? it->get<std::string>() : std::string();
}

std::optional<double> number(const Json& json, const char* key) {
  const auto it = json.find(key);
  if (it == json.end() || !it->is_number()) return std::nullopt;
  return it->get<double>();
}

Outcome outcomeNamed(const std::string& name) {
  return name == nameOf(Outcome::Found) ? Outcome::Found : name == nameOf(Outcome::NotFound) ? Outcome::NotFound : Outcome::NotEnoughData;
}

Category categoryNamed(const std::string& name) {
  for (int c = 0; c <= static_cast<int>(Category::Other); ++c)
    if (nameOf(static_cast<Category>(c)) == name) return static_cast<Category>(c);
  return Category::Other;
}

std::optional<Cure> cureOf(const Json& json) {
  const std::string line = text(json, "cure");
  if (line.empty()) return std::nullopt;
  Cure cure;
  cure.setting = line;
  const auto it = json.find("switch");
  if (it == json.end() || !it->is_object()) {
    cure.title = text(json, "cure_title");
    return cure;
  }
  const std::string key = text(*it, "key"), to = text(*it, "to");
  for (const SwitchDef& def : switchDefs()) {
    if (def.key != key) continue;
    // A value that this version does not know cannot be set: the cure then has no key.
    for (std::int64_t value = 0; value < static_cast<std::int64_t>(def.choices.size()); ++value)
      if (def.choices[static_cast<std::size_t>(value)] == to) {
        cure.key = key;
        cure.value = value;
      }
    if (def.choices.empty() && !to.empty() && to.size() < 18 && to.find_first_not_of("0123456789") == std::string::npos) {
      cure.key = key;
      cure.value = std::stoll(to);
    }
    cure.title = def.title;
  }
  cure.from = text(*it, "from");
  cure.to = to;
  return cure;
}

}  // namespace

Json findingsJson(const std::vector<Finding>& findings) {
  Json list = Json::array();
  for (const Finding& finding : findings) list.push_back(jsonOf(finding));
  return list;
}

Json whatIfJson(const std::vector<Counterfactual>& whatIf) {
  Json list = Json::array();
  for (const Counterfactual& one : whatIf)
    list.push_back({{"group", "what_if"},
                    {"rule", one.key},
                    {"outcome", "what_if"},
                    {"figure", one.stepMs},
                    {"unit", "ms"},
                    {"sentence", one.sentence},
                    {"cure", Json()},
                    {"gain_at_most", one.gainMs}});
  return list;
}

std::string adviceJson(const Advice& advice) {
  const Verdict& verdict = advice.verdict;
  Json list = Json::array();
  for (const Finding& finding : advice.findings) {
    Json json = jsonOf(finding);
    json["emphasis"] = finding.emphasis;
    json["category"] = nameOf(finding.category);
    json["weight"] = finding.weight;
    if (finding.cure) json["cure_title"] = finding.cure->title;
    list.push_back(std::move(json));
  }
  const Json json{{"source", verdict.source},
                  {"times", verdict.times},
                  {"cores", verdict.cores},
                  {"times_are_claims", verdict.timesAreClaims},
                  {"sentence", verdict.sentence},
                  {"emphasis", verdict.emphasis},
                  {"category", nameOf(verdict.category)},
                  {"findings", std::move(list)},
                  {"what_if", whatIfJson(advice.whatIf)}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<Advice> adviceOf(const std::string& source) {
  const Json json = Json::parse(source, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  const auto list = json.find("findings");
  if (list == json.end() || !list->is_array()) return std::nullopt;
  Advice advice;
  advice.verdict = {text(json, "sentence"), text(json, "emphasis"), categoryNamed(text(json, "category")),
                    text(json, "source"),   text(json, "times"),    text(json, "cores")};
  if (const auto claims = json.find("times_are_claims"); claims != json.end() && claims->is_boolean())
    advice.verdict.timesAreClaims = claims->get<bool>();
  for (const Json& item : *list) {
    if (!item.is_object()) continue;
    Finding finding;
    finding.rule = text(item, "rule");
    finding.title = text(item, "title");
    finding.outcome = outcomeNamed(text(item, "outcome"));
    if (const auto figure = number(item, "figure")) finding.figure = *figure;
    finding.unit = text(item, "unit");
    finding.sentence = text(item, "sentence");
    finding.emphasis = text(item, "emphasis");
    finding.cure = cureOf(item);
    if (const auto culprits = item.find("culprits"); culprits != item.end() && culprits->is_array())
      for (const Json& culprit : *culprits)
        if (culprit.is_string()) finding.culprits.push_back(culprit.get<std::string>());
    finding.gainAtMostMs = number(item, "gain_at_most");
    finding.category = categoryNamed(text(item, "category"));
    finding.weight = number(item, "weight").value_or(0);
    advice.findings.push_back(std::move(finding));
  }
  if (const auto whatIf = json.find("what_if"); whatIf != json.end() && whatIf->is_array())
    for (const Json& item : *whatIf)
      if (item.is_object())
        advice.whatIf.push_back(
            {text(item, "rule"), text(item, "sentence"), number(item, "figure").value_or(0), number(item, "gain_at_most").value_or(0), 0});
  return advice;
}

}  // namespace stepscope
