#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/units.h"
#include "core/report/html.h"
#include "core/report/prediction_figures.h"
#include "core/report/run_sections.h"

namespace stepscope::report {
namespace {

constexpr std::size_t kMatrixClasses = 30;  // a larger matrix cannot be read as a table
constexpr std::size_t kShownWorst = 24;

std::string nameOf(const PredictionFigures& figures, std::size_t which) {
  return which < figures.classes.size() ? figures.classes[which].name : std::to_string(which);
}

std::string matrix(const PredictionFigures& figures, const Words& words) {
  std::string out = "<table class=\"confusion\"><thead><tr><th>" + words("truth \\ answer") + "</th>";
  for (const ClassFigures& one : figures.classes) out += "<th class=\"num\">" + html::escaped(one.name) + "</th>";
  out += "</tr></thead><tbody>";
  for (std::size_t truth = 0; truth < figures.classes.size(); ++truth) {
    out += "<tr><th>" + html::escaped(figures.classes[truth].name) + "</th>";
    for (std::size_t answer = 0; answer < figures.classes.size(); ++answer) {
      const std::int64_t count = figures.confusion[truth][answer];
      // Right predictions have a colour, and wrong ones that are at least 5 % of the class.
      const bool many = count > 0 && count * 20 >= figures.classes[truth].samples;
      const char* tint = truth == answer ? " class=\"right\"" : many ? " class=\"wrong\"" : "";
      out += std::string("<td") + tint + ">" + (count > 0 ? text::count(count) : std::string("·")) + "</td>";
    }
    out += "</tr>";
  }
  return out + "</tbody></table>";
}

std::string worst(const PredictionFigures& figures, const Words& words) {
  std::string out = "<div class=\"worst\">";
  for (std::size_t i = 0; i < std::min(kShownWorst, figures.worst.size()); ++i) {
    const WrongSample& wrong = figures.worst[i];
    out += "<div>";
    if (!wrong.picture.empty()) out += "<img alt=\"\" src=\"" + wrong.picture + "\"/>";
    const std::string truth = "<b>" + html::escaped(nameOf(figures, wrong.truth)) + "</b>";
    const std::string answer = "<b>" + html::escaped(nameOf(figures, wrong.answer)) + "</b>";
    out += words("{} taken for {}", Name{truth}, Name{answer}) + "<br/>" +
           words("sample {}, loss {}", text::count(wrong.index), text::number(wrong.loss));
    for (const auto& [which, p] : wrong.probabilities)
      out += "<br/><span class=\"dim\">" + html::escaped(nameOf(figures, which)) + " " + text::percent(p) + "</span>";
    out += "</div>";
  }
  return out + "</div>";
}

}  // namespace

std::string predictions(const std::string& predictionsJson, const Words& words) {
  const std::optional<PredictionFigures> figures = predictionFiguresOf(predictionsJson);
  if (!figures) return {};
  std::vector<std::vector<std::string>> rows;
  for (const ClassFigures& one : figures->classes)
    rows.push_back({one.name, text::count(one.samples), text::percent(one.precision), text::percent(one.recall), text::percent(one.f1)});
  std::string out =
      "<h2>" + words("Predictions") + "</h2><p>" +
      words("{} of {} validation samples were right ({}), macro F1 {}.", text::count(figures->right), text::count(figures->samples),
            text::percent(static_cast<double>(figures->right) / static_cast<double>(figures->samples)), text::percent(figures->macroF1)) +
      "</p>\n";
  out += "<div class=\"panel\">" +
         html::table({{words("class")}, {words("samples"), true}, {words("precision"), true}, {words("recall"), true}, {"F1", true}}, rows) +
         "</div>\n";
  if (figures->classes.size() <= kMatrixClasses)
    out += "<h3>" + words("Confusion matrix") + "</h3><div class=\"panel\">" + matrix(*figures, words) + "</div>\n";
  if (!figures->worst.empty())
    out +=
        "<h3>" + words("The samples it was most wrong about") + "</h3><div class=\"panel\">" + worst(*figures, words) + "</div><p class=\"dim\">" +
        words(
            "After the last validation of the run, worst first by cross-entropy; pictures as the network got them, with their contrast stretched.") +
        "</p>\n";
  return out;
}

}  // namespace stepscope::report
