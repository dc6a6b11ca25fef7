#include "core/words/catalogue.h"

#include <algorithm>
#include <charconv>

#include "core/words/sentence_parts.h"

namespace stepscope {
namespace {

constexpr std::size_t kSure = 8;             // letters of a pattern that make a chance match unlikely
constexpr std::size_t kSureInHole = 6;       // the same for the text in a hole, which is shorter
constexpr std::size_t kMostKnown = 1 << 12;  // number of answers that are kept; then all are dropped
constexpr std::string_view kHole = "{}", kDot = " \u00B7 ", kFullStop = "\u3002";

std::string withBraces(std::string text) {
  return replaced(replaced(std::move(text), "{{", "{"), "}}", "}");
}

// Replaces the entities of XML by their characters.
std::string unescaped(std::string_view xml) {
  static const std::pair<std::string_view, std::string_view> entities[] = {
      {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&apos;", "'"}, {"&amp;", "&"}};
  std::string text;
  for (std::size_t i = 0; i < xml.size(); ++i) {
    const auto found = std::find_if(std::begin(entities), std::end(entities), [&](const auto& one) { return xml.substr(i).starts_with(one.first); });
    if (found == std::end(entities)) {
      text += xml[i];
      continue;
    }
    text += found->second;
    i += found->first.size() - 1;
  }
  return text;
}

// Whether `text` consists of the fixed parts `between` and holes between them; appends the texts in the holes to `holes`.
bool match(const std::vector<std::string>& between, std::string_view text, std::vector<std::string>& holes) {
  if (!text.starts_with(between.front()) || !text.ends_with(between.back())) return false;
  if (between.front().size() + between.back().size() > text.size()) return false;
  const std::size_t end = text.size() - between.back().size();
  std::size_t at = between.front().size();
  for (std::size_t i = 1; i + 1 < between.size(); ++i) {
    std::size_t next = text.find(between[i], at);
    if (between[i] == " ")  // two neighbouring holes: a number and its unit stay in one
      while (next != std::string_view::npos && beforeUnit(text, next)) next = text.find(' ', next + 1);
    if (next == std::string_view::npos || next + between[i].size() > end) return false;
    holes.emplace_back(text.substr(at, next - at));
    at = next + between[i].size();
  }
  if (at > end) return false;
  holes.emplace_back(text.substr(at, end - at));
  return true;
}

// Whether a translation still contains an English clause. A text in quotes may be any name, so it is skipped.
bool leavesClause(std::string_view answer) {
  std::string english;
  char quote = 0;
  for (std::size_t i = 0; i < answer.size(); ++i) {
    const char c = answer[i];
    const auto at = [&](std::size_t k) { return k < answer.size() ? answer[k] : ' '; };
    // The character is inside a name: "aten::item", "torch.autocast".
    const bool inName = (c == ':' && (at(i + 1) == ':' || (i > 0 && answer[i - 1] == ':'))) || (c == '.' && at(i + 1) > ' ' && english.size() > 0);
    if (quote != 0) {
      quote = c == quote ? '\0' : quote;
    } else if (c == '"' || c == '`') {
      quote = c;
    } else if (static_cast<unsigned char>(c) < 0x80 && (inName || std::string_view("(),:;.").find(c) == std::string_view::npos)) {
      english += c;
    } else {
      if (isClause(english)) return true;
      english.clear();
    }
  }
  return isClause(english);
}

std::optional<std::string> in(const std::unordered_map<std::string, std::string>& texts, const std::string& text) {
  const auto found = texts.find(text);
  return found == texts.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

std::string filled(std::string_view translation, const std::vector<std::string>& holes) {
  std::string out;
  std::size_t next = 0;
  for (std::size_t i = 0; i < translation.size(); ++i) {
    const char c = translation[i];
    if ((c == '{' || c == '}') && i + 1 < translation.size() && translation[i + 1] == c) {
      out += c;
      ++i;
      continue;
    }
    const std::size_t close = c == '{' ? translation.find('}', i) : std::string_view::npos;
    if (close == std::string_view::npos) {
      out += c;
      continue;
    }
    std::size_t which = next;
    if (close == i + 1) ++next;
    else std::from_chars(translation.data() + i + 1, translation.data() + close, which);
    if (which < holes.size()) out += holes[which];
    i = close;
  }
  return out;
}

Catalogue::Catalogue(std::string_view ts) {
  read(ts);
  std::stable_sort(patterns_.begin(), patterns_.end(), [](const Pattern& a, const Pattern& b) {
    // Of patterns with equally many letters the one with more fixed parts comes first: "best {} {}" before "best {}".
    return a.letters != b.letters ? a.letters > b.letters : a.between.size() > b.between.size();
  });
}

// Reads the elements that Qt Linguist and texts.py write. A missing translation is empty and is skipped.
void Catalogue::read(std::string_view ts) {
  std::string context, source;
  for (std::size_t at = ts.find('<'); at != std::string_view::npos; at = ts.find('<', at + 1)) {
    const std::string_view rest = ts.substr(at);
    for (const std::string_view element : {std::string_view("name"), std::string_view("source"), std::string_view("translation")}) {
      if (!rest.substr(1).starts_with(element)) continue;
      const std::size_t begin = rest.find('>');
      if (begin == std::string_view::npos || rest[begin - 1] == '/') continue;
      const std::size_t end = rest.find("</", begin);
      if (end == std::string_view::npos) return;
      const std::string text = unescaped(rest.substr(begin + 1, end - begin - 1));
      if (element == "name") context = text;
      else if (element == "source") source = text;
      else if (!text.empty()) enter(context, source, text);
    }
  }
}

void Catalogue::enter(const std::string& context, const std::string& source, const std::string& translation) {
  if (context == "printed") {
    printed_.emplace(source, translation);
    return;
  }
  if (context == "engine-words") words_.emplace(source, translation);
  if (!context.starts_with("engine")) {
    window_.emplace(source, translation);
  } else if (source.find(kHole) == std::string::npos) {
    const std::string plain = withBraces(source);
    fixed_.insert_or_assign(plain, withBraces(translation));
    // Inside a sentence a title begins with a small letter.
    if (plain.size() > 1 && plain[1] >= 'a' && plain[1] <= 'z' && plain[0] >= 'A' && plain[0] <= 'Z') {
      std::string small = plain;
      small[0] = static_cast<char>(small[0] - 'A' + 'a');
      fixed_.emplace(small, withBraces(translation));
    }
  } else {
    Pattern pattern{split(source, kHole), translation, 0};
    for (std::string& part : pattern.between) {
      part = withBraces(part);
      pattern.letters += lettersOf(part);
    }
    patterns_.push_back(std::move(pattern));
  }
}

std::optional<std::string> Catalogue::window(const std::string& source) const {
  return in(window_, source);
}

std::optional<std::string> Catalogue::printed(const std::string& source) const {
  return in(printed_, source);
}

std::vector<std::string> Catalogue::sourcesOf(const std::string& shown) const {
  std::vector<std::string> sources;
  for (const auto& [source, translation] : window_)
    if (translation == shown) sources.push_back(source);
  std::sort(sources.begin(), sources.end());
  return sources;
}

std::optional<std::string> Catalogue::engine(std::string_view sentence) const {
  const std::string text(sentence);
  const std::lock_guard lock(mutex_);
  if (const auto it = known_.find(text); it != known_.end()) return it->second;
  Text answer = trimmed(text);
  if (known_.size() >= kMostKnown) known_.clear();
  known_.emplace(text, answer);
  return answer;
}

std::optional<std::string> Catalogue::trimmed(const std::string& text) const {
  const std::size_t from = text.find_first_not_of(" \t\n\r");
  if (from == std::string::npos) return {};
  const std::size_t end = text.find_last_not_of(" \t\n\r") + 1;
  const Text answer = oneSentence(text.substr(from, end - from));
  return answer ? Text(text.substr(0, from) + *answer + text.substr(end)) : Text();
}

std::optional<std::string> Catalogue::oneSentence(const std::string& text) const {
  // A translation in parts is preferred to one that leaves a clause in English.
  const Text found = whole(text, kSure);
  if (found && !leavesClause(*found)) return found;
  if (const Text parts = inParts(text); parts && (!found || !leavesClause(*parts))) return parts;
  return found ? found : whole(text, 1);
}

std::optional<std::string> Catalogue::whole(const std::string& text, std::size_t leastLetters, bool ofSentences) const {
  if (Text found = in(fixed_, text)) return found;
  if (text.size() > 1 && text[0] >= 'A' && text[0] <= 'Z' && text[1] >= 'a' && text[1] <= 'z')  // a clause that begins a sentence
    if (Text found = in(fixed_, static_cast<char>(text[0] - 'A' + 'a') + text.substr(1))) return found;
  Text half;  // a translation with an English clause in a hole: used if no pattern translates the whole text
  for (const Pattern& pattern : patterns_) {
    if (pattern.letters < leastLetters) break;
    std::vector<std::string> holes;
    if (!match(pattern.between, text, holes)) continue;
    const auto unknown = [&](const std::string& hole) { return isSentence(hole) && !fixed_.contains(hole); };
    if (pattern.letters < kSureInHole && std::any_of(holes.begin(), holes.end(), unknown)) continue;
    if (ofSentences && std::any_of(holes.begin(), holes.end(), [](const std::string& hole) { return sentencesOf(hole).size() > 1; })) continue;
    bool leftOver = false;
    for (std::size_t i = 0; i < holes.size(); ++i) {
      const std::string& before = pattern.between[i];
      if (before.ends_with('"') || before.ends_with('\'') || before.ends_with('`')) continue;  // a text in quotes is a name
      holes[i] = hole(holes[i]);
      leftOver = leftOver || isClause(holes[i]);
    }
    const std::string answer = filled(pattern.translation, holes);
    if (!leftOver) return answer;
    if (!half) half = answer;
  }
  if (!half && text.size() > 1 && text.ends_with(';'))
    if (Text found = whole(text.substr(0, text.size() - 1), leastLetters, ofSentences)) return *found + "\uFF1B";
  // Clauses of the catalogue have no full stop; the code that shows a clause adds it.
  if (text.size() > 1 && text.ends_with('.'))
    if (Text found = whole(text.substr(0, text.size() - 1), leastLetters, ofSentences); found && (!half || !leavesClause(*found)))
      return endsSentence(*found) ? found : Text(*found + std::string(kFullStop));
  return half;
}

std::optional<std::string> Catalogue::sentences(const std::vector<std::string>& parts) const {
  std::string out;
  bool any = false;
  for (std::size_t i = 0, taken = 1; i < parts.size(); i += taken) {
    // One text of the catalogue may be several sentences, so the longest sequence from here on is tried first.
    Text found;
    for (taken = parts.size() - i; taken > 1; --taken) {
      std::string together = parts[i];
      for (std::size_t k = 1; k < taken; ++k) together += " " + parts[i + k];
      if ((found = whole(together, kSure, true))) break;
      // "where: what" of several sentences
      const std::size_t at = parts[i].find(": ");
      if (at == std::string::npos || at == 0) continue;
      if (const Text said = whole(together.substr(at + 2), kSure, true)) {
        found = hole(together.substr(0, at)) + ": " + *said;
        break;
      }
    }
    if (taken == 1) found = trimmed(parts[i]);
    any = any || found;
    if (!out.empty() && !endsSentence(out) && !out.ends_with('\n')) out += ' ';
    out += found.value_or(parts[i]);
  }
  return any ? Text(out) : Text();
}

std::optional<std::string> Catalogue::inParts(const std::string& text) const {
  if (const std::vector<std::string> parts = sentencesOf(text); parts.size() > 1) return sentences(parts);
  if (text.find(kDot) != std::string::npos) {
    std::string out;
    for (const std::string& part : split(text, kDot)) {
      if (!out.empty()) out += kDot;
      out += trimmed(part).value_or(part);
    }
    return out;
  }
  if (Text found = eachPart(text, changePart)) return found;
  if (Text found = eachPart(text, differencePart)) return found;
  if (Text found = withTail(text)) return found;
  // "where: what"
  for (std::size_t at = text.find(": "); at != std::string::npos; at = text.find(": ", at + 1))
    if (const Text found = at > 0 ? whole(text.substr(at + 2), 1) : Text()) return hole(text.substr(0, at)) + ": " + *found;
  // "what: a name 12 %, another 3 %"
  if (const std::size_t at = text.find(": "); at != std::string::npos)
    if (const Text named = figures(text.substr(at + 2)))
      if (const Text found = trimmed(text.substr(0, at))) return *found + ": " + *named;
  return {};
}

std::optional<std::string> Catalogue::tail(const std::string& text) const {
  if (Text found = in(fixed_, text)) return found;
  for (const Pattern& pattern : patterns_) {
    std::vector<std::string> holes;
    if (pattern.letters < kSure) break;
    const std::string& begin = pattern.between.front();
    if (!begin.starts_with(", ") && !begin.starts_with("; ") && !begin.starts_with('(')) continue;
    if (!match(pattern.between, text, holes)) continue;
    for (std::string& one : holes) one = hole(one);
    return filled(pattern.translation, holes);
  }
  return {};
}

// Translates a text that ends with an addition, which has a text of its own in the catalogue: ", no change beyond the noise of 2 ms".
std::optional<std::string> Catalogue::withTail(const std::string& text) const {
  for (std::size_t at = text.find_first_of(",;("); at != std::string::npos; at = text.find_first_of(",;(", at + 1)) {
    const Text added = at > 0 ? tail(text.substr(at)) : Text();
    if (!added) continue;
    std::string before = text.substr(0, at);
    while (before.ends_with(' ')) before.pop_back();
    return trimmed(before).value_or(before) + *added;
  }
  return {};
}

std::optional<std::string> Catalogue::eachPart(const std::string& text, std::optional<NamedPart> (*form)(std::string_view)) const {
  std::string out;
  for (const std::string& one : split(text, ", ")) {
    const std::optional<NamedPart> part = form(one);
    if (!part) return {};
    out += (out.empty() ? "" : ", ") + part->before + in(fixed_, part->name).value_or(part->name) + part->after;
  }
  return out;
}

// Translates alternatives, each of which must be in the catalogue: "a trace in JSON (PyTorch, JAX), an SQLite export, or a recording". Commas in
// brackets do not separate them.
std::optional<std::string> Catalogue::alternatives(const std::string& text) const {
  std::vector<std::string> parts(1);
  int open = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    open += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (open > 0 || !std::string_view(text).substr(i).starts_with(", ")) {
      parts.back() += text[i];
      continue;
    }
    parts.emplace_back();
    ++i;
  }
  if (parts.size() < 2 || !parts.back().starts_with("or ")) return {};
  parts.back().erase(0, 3);
  std::string out;
  for (const std::string& part : parts) {
    const Text known = in(fixed_, part);
    if (!known) return {};
    out += (out.empty() ? "" : &part == &parts.back() ? "\u6216" : "\u3001") + *known;
  }
  return out;
}

std::optional<std::string> Catalogue::figures(const std::string& text) const {
  std::string out;
  for (const std::string& one : split(text, ", ")) {
    const std::optional<NamedPart> part = figurePart(one);
    // The list begins after a colon, so a name has none, except that of a Python frame: "train.py(80): main".
    if (!part || (part->name.find(": ") != std::string::npos && part->name.find("): ") != part->name.find(": ") - 1)) return {};
    out += (out.empty() ? "" : ", ") + in(fixed_, part->name).value_or(part->name) + part->after;
  }
  return out;
}

std::optional<std::string> Catalogue::wholly(std::string_view sentence) const {
  Text answer = engine(sentence);
  return answer && leavesClause(*answer) ? Text() : answer;
}

std::string Catalogue::hole(const std::string& text) const {
  if (text.find(' ') == std::string::npos) return in(words_, text).value_or(text);
  if (text.starts_with(' ')) {
    Text added = in(fixed_, text.substr(1));
    if (!added) added = tail(text.substr(1));
    return added ? *added : text;
  }
  // "0.3 % of the trace"
  for (const std::string_view of : {" of the trace", " of the steps"})
    if (text.ends_with(of) && text.substr(0, text.size() - of.size()).ends_with('%'))
      if (const Text whose = in(fixed_, std::string(of.substr(1)))) return *whose + " " + hole(text.substr(0, text.size() - of.size()));
  // "300 kernels a step"
  for (const std::string_view per : {" a step", " in the trace"})
    if (text.ends_with(per) && isCount(text.substr(0, text.size() - per.size())))
      if (const Text each = in(fixed_, std::string(per.substr(1)))) return hole(text.substr(0, text.size() - per.size())) + " " + *each;
  if (Text found = eachPart(text, changePart)) return *found;
  if (text.starts_with(", ")) {
    const std::string added = text.substr(2), shown = hole(added);
    if (shown != added) return "\uFF0C" + shown;
  }
  Text found = whole(text, kSureInHole);
  const auto better = [&](Text other) {
    if (other && (!found || (leavesClause(*found) && !leavesClause(*other)))) found = std::move(other);
  };
  if (!found && (isCount(text) || isPartOf(text))) found = whole(text, 1);
  better(figures(text));
  better(withTail(text));
  if (const std::size_t at = text.find(": "); at != std::string::npos)
    if (const Text named = figures(text.substr(at + 2))) better(hole(text.substr(0, at)) + ": " + *named);
  if (!found || leavesClause(*found)) better(alternatives(text));
  // Several clauses, or one with its place: "rank 1: its clock is fast; 3 times: a span without an end".
  const auto parted = [&](const char* at, const char* with) -> Text {
    std::string out;
    for (const std::string& part : split(text, at)) out += (out.empty() ? "" : with) + hole(part);
    return out == text ? Text() : Text(out);
  };
  if ((!found || leavesClause(*found)) && text.find("; ") != std::string::npos) better(parted("; ", "\uFF1B"));
  else if (const std::size_t at = text.find(": "); at != std::string::npos && at > 0 && (!found || leavesClause(*found)))
    if (const Text said = whole(text.substr(at + 2), kSureInHole)) better(hole(text.substr(0, at)) + ": " + *said);
  return found.value_or(text);
}

}  // namespace stepscope
