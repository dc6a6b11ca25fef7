#include "core/words/words.h"

#include "core/base/error.h"
#include "core/words/sentence_parts.h"

namespace stepscope {

std::string Words::sentence(std::string_view finished) const {
  if (english()) return std::string(finished);
  return catalogue_->wholly(finished).value_or(std::string(finished));
}

std::string Words::sentence(const std::exception& problem) const {
  const auto* error = dynamic_cast<const Error*>(&problem);
  if (english() || !error) return sentence(std::string_view(problem.what()));
  const std::string happened = sentence(error->happened());
  // Both halves or none: a message is never half translated.
  const std::string cure = error->cure().empty() ? std::string() : sentence(error->cure());
  if (happened == error->happened() || (!cure.empty() && cure == error->cure())) return error->what();
  const auto ended = [](const std::string& clause) { return clause.ends_with('?') || endsSentence(clause) ? clause : clause + "\u3002"; };
  return (error->where().empty() ? std::string() : sentence(error->where()) + ": ") + ended(happened) + (cure.empty() ? cure : ended(cure));
}

std::string Words::text(const std::string& source) const {
  if (english()) return source;
  return catalogue_->printed(source).value_or(source);
}

std::string Words::list(std::string_view parts) const {
  if (english()) return std::string(parts);
  std::string out;
  for (const std::string& part : split(parts, ", ")) {
    std::string shown = sentence(part);
    if (shown == part)  // the catalogue has "the newest of step 20" only as an addition, after a comma
      if (const auto added = catalogue_->wholly(", " + part); added && added->starts_with("\uFF0C")) shown = added->substr(3);
    out += (out.empty() ? "" : "\uFF0C") + shown;
  }
  return out;
}

}  // namespace stepscope
