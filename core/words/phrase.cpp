#include "core/words/phrase.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "core/words/sentence_parts.h"
#include "core/words/width.h"

namespace stepscope {
namespace {

struct Token {
  std::string text;       // the literal; for a field its format after the colon
  std::size_t which = 0;  // for a field: the index of its argument
  bool field = false, padded = false;
};

using Column = std::vector<Token>;

// Parses the inside of a field and numbers its arguments from `next` on: "{:>{}}" becomes "{2:>{3}}".
Token fieldOf(std::string_view inside, std::size_t& next) {
  Token field;
  field.field = true;
  const std::size_t colon = inside.find(':');
  const std::string_view number = inside.substr(0, colon);
  if (number.empty()) field.which = next++;
  else std::from_chars(number.data(), number.data() + number.size(), field.which);
  if (colon == std::string_view::npos) return field;
  for (const char c : inside.substr(colon + 1)) {
    if (c == '}' && field.text.ends_with('{')) field.text += std::to_string(next++);
    field.text += c;
  }
  // A width follows fill and alignment; a precision follows a dot.
  const std::string_view spec = field.text;
  const std::size_t dot = spec.find('.');
  field.padded = std::any_of(spec.begin(), spec.begin() + static_cast<std::ptrdiff_t>(std::min(dot, spec.size())),
                             [](char c) { return (c >= '0' && c <= '9') || c == '{' || c == '<' || c == '>' || c == '^'; });
  return field;
}

std::vector<Token> tokensOf(std::string_view format) {
  std::vector<Token> tokens;
  std::string literal;
  std::size_t next = 0;
  const auto end = [&] {
    if (!literal.empty()) tokens.push_back({std::move(literal)});
    literal.clear();
  };
  for (std::size_t i = 0; i < format.size(); ++i) {
    const char c = format[i];
    if ((c == '{' || c == '}') && i + 1 < format.size() && format[i + 1] == c) {
      literal += c;
      ++i;
    } else if (c == '{') {
      end();
      std::size_t close = i + 1;
      for (int depth = 1; close < format.size(); ++close) {
        depth += format[close] == '{' ? 1 : format[close] == '}' ? -1 : 0;
        if (depth == 0) break;
      }
      tokens.push_back(fieldOf(format.substr(i + 1, close - i - 1), next));
      i = close;
    } else {
      literal += c;
    }
  }
  end();
  return tokens;
}

// Whether a text begins with a Chinese punctuation mark. These include their own space, so no blank comes before them.
bool closesUp(std::string_view text) {
  for (const std::string_view mark : {"\uFF0C", "\uFF1B", "\uFF1A", "\uFF08", "\u3002"})
    if (text.starts_with(mark)) return true;
  return false;
}

std::string braced(const std::string& text) {
  return replaced(replaced(text, "{", "{{"), "}", "}}");
}

class Phrase {
 public:
  Phrase(const Catalogue& catalogue, std::initializer_list<PhraseArgument> said, fmt::format_args args)
      : catalogue_(catalogue), said_(said), args_(args) {}

  std::string operator()(std::string_view format) {
    for (const Token& token : tokensOf(format)) {
      if (!token.field) literal(token.text);
      else if (token.padded) padded(token);
      else column_.push_back(token);
    }
    endColumn();
    return std::move(out_);
  }

 private:
  // What a field shows in English.
  std::string shown(const Token& field) const {
    return fmt::vformat(fmt::format("{{{}{}{}}}", field.which, field.text.empty() ? "" : ":", field.text), args_);
  }
  const PhraseArgument& said(const Token& field) const { return said_[std::min(field.which, said_.size() - 1)]; }
  std::string sentence(const Token& field) const {
    const PhraseArgument& of = said(field);
    if (of.kind == PhraseArgument::Kind::Literal) return literalWords(std::string(of.text));
    return of.kind == PhraseArgument::Kind::Value ? shown(field) : catalogue_.wholly(of.text).value_or(shown(field));
  }
  std::string hole(const Token& field) const {
    const PhraseArgument& of = said(field);
    if (of.kind == PhraseArgument::Kind::Literal) return literalWords(std::string(of.text));
    return of.kind == PhraseArgument::Kind::Value ? shown(field) : catalogue_.hole(std::string(of.text));
  }
  // Translates a literal; the blanks around it stay.
  std::string literalWords(const std::string& text) const {
    const std::size_t from = std::min(text.find_first_not_of(' '), text.size()), end = text.find_last_not_of(' ') + 1;
    if (from >= end) return text;
    const std::string inner = text.substr(from, end - from);
    auto found = catalogue_.printed(braced(inner));
    if (!found) found = catalogue_.engine(inner);
    const std::string translated = found.value_or(inner);
    return (closesUp(translated) ? std::string() : text.substr(0, from)) + translated + text.substr(end);
  }

  void literal(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
      std::size_t end = at;
      if (text[at] == '\n' || text[at] == '\r') {
        endColumn();
        out_ += text[at];
        ++at;
      } else if (const std::size_t blanks = std::min(text.find_first_not_of(' ', at), text.size()) - at; blanks >= 2) {
        endColumn(blanks);
        at += blanks;
      } else {
        do ++end;
        while (end < text.size() && text[end] != '\n' && text[end] != '\r' && text.substr(end, 2) != "  ");
        column_.push_back({std::string(text.substr(at, end - at))});
        at = end;
      }
    }
  }

  void padded(const Token& field) {
    endColumn();
    const PhraseArgument& of = said(field);
    if (of.kind != PhraseArgument::Kind::Literal) {
      out_ += shown(field);
      return;
    }
    const std::string translated = literalWords(std::string(of.text));
    // The translation is padded to as many columns of a terminal as the field takes in English.
    const std::size_t room = widthOf(shown(field)), taken = widthOf(translated);
    const std::string fill(room > taken ? room - taken : 0, ' ');
    const bool right = field.text.starts_with('>');
    out_ += right ? fill + translated : translated + fill;
  }

  // Ends the current column. `blanks`: how many blanks come after it.
  void endColumn(std::size_t blanks = 0) {
    std::size_t short_ = 0;
    if (!column_.empty()) {
      const bool fixed = std::none_of(column_.begin(), column_.end(), [](const Token& token) { return token.field; });
      const std::string translated = translatedColumn();
      if (fixed) {
        const std::size_t english = widthOf(column_.front().text), taken = widthOf(translated);
        short_ = english > taken ? english - taken : 0;
        if (taken > english) blanks = std::max<std::size_t>(blanks - std::min(blanks, taken - english), std::min<std::size_t>(blanks, 2));
      }
      out_ += translated;
      column_.clear();
    }
    if (blanks > 0) out_.append(blanks + short_, ' ');
  }

  std::string translatedColumn() const {
    std::string format, english;
    for (const Token& token : column_) {
      format += token.field ? std::string("{}") : braced(token.text);
      english += token.field ? shown(token) : token.text;
    }
    const std::size_t from = std::min(format.find_first_not_of(' '), format.size());
    const std::size_t end = format.find_last_not_of(' ') + 1;
    if (from >= end) return english;
    const std::string inner = format.substr(from, end - from), before = format.substr(0, from), after = format.substr(end);
    if (lettersOf(inner) == 0) {
      std::string out;
      for (const Token& token : column_) out += token.field ? sentence(token) : token.text;
      return out;
    }
    auto translation = catalogue_.printed(inner);
    if (!translation) {
      const bool fixed = std::none_of(column_.begin(), column_.end(), [](const Token& token) { return token.field; });
      return fixed ? literalWords(english) : english;
    }
    std::vector<std::string> holes;
    for (const Token& token : column_)
      if (token.field) holes.push_back(hole(token));
    return (closesUp(*translation) ? std::string() : before) + filled(*translation, holes) + after;
  }

  const Catalogue& catalogue_;
  std::vector<PhraseArgument> said_;
  fmt::format_args args_;
  Column column_;
  std::string out_;
};

}  // namespace

std::string phrase(const Catalogue& catalogue, std::string_view format, std::initializer_list<PhraseArgument> said, fmt::format_args args) {
  return Phrase(catalogue, said, args)(format);
}

}  // namespace stepscope
