#include "core/runs/run_filter.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/base/lower.h"
#include "core/base/nearest.h"
#include "core/base/number_text.h"

namespace stepscope {
namespace {

struct Token {
  enum class Kind : std::uint8_t { Word, Quoted, Operator, Open, Close, End };
  Kind kind = Kind::End;
  std::string text;
  std::size_t position = 0, length = 0;
};

constexpr std::size_t kLongest = 10'000;
constexpr int kDeepest = 100;

bool isSpace(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
bool endsWord(char c) {
  return isSpace(c) || std::string_view("()<>=!~:\"'").find(c) != std::string_view::npos;
}

struct Unit {
  const char* name;
  double factor;
};
constexpr Unit kUnits[] = {{"KiB", 1024.0}, {"MiB", 1048576.0}, {"GiB", 1073741824.0}, {"TiB", 1099511627776.0},
                           {"kB", 1e3},     {"MB", 1e6},        {"GB", 1e9},           {"k", 1e3},
                           {"M", 1e6},      {"G", 1e9},         {"%", 0.01},           {"ms", 1.0},
                           {"min", 60.0},   {"s", 1.0},         {"h", 3600.0},         {"d", 86400.0}};

std::optional<double> numberOf(const std::string& text) {
  const auto number = numberInFront(text);
  if (!number || std::isnan(number->value)) return std::nullopt;
  if (number->rest.empty()) return number->value;
  for (const Unit& known : kUnits)
    if (number->rest == known.name) return number->value * known.factor;
  return std::nullopt;
}

bool contains(const std::string& text, const std::string& part) {
  return lower(text).find(lower(part)) != std::string::npos;
}

// Splits the text into tokens, or returns the error of an unclosed quote.
std::variant<std::vector<Token>, FilterError> tokensOf(const std::string& text) {
  std::vector<Token> tokens;
  std::size_t i = 0;
  while (i < text.size()) {
    const char c = text[i];
    const std::size_t begin = i;
    if (isSpace(c)) {
      ++i;
    } else if (c == '(' || c == ')') {
      tokens.push_back({c == '(' ? Token::Kind::Open : Token::Kind::Close, std::string(1, c), begin, 1});
      ++i;
    } else if (c == '"' || c == '\'') {
      const std::size_t end = text.find(c, i + 1);
      if (end == std::string::npos)
        return FilterError{begin, text.size() - begin, "The text in quotes does not end. Close it with " + std::string(1, c)};
      tokens.push_back({Token::Kind::Quoted, text.substr(i + 1, end - i - 1), begin, end + 1 - begin});
      i = end + 1;
    } else if (std::string_view("<>=!~:").find(c) != std::string_view::npos) {
      const std::size_t length = i + 1 < text.size() && text[i + 1] == '=' && c != '~' && c != ':' ? 2 : 1;
      tokens.push_back({Token::Kind::Operator, text.substr(i, length), begin, length});
      i += length;
    } else {
      while (i < text.size() && !endsWord(text[i])) ++i;
      tokens.push_back({Token::Kind::Word, text.substr(begin, i - begin), begin, i - begin});
    }
  }
  tokens.push_back({Token::Kind::End, "", text.size(), 0});
  return tokens;
}

std::optional<RunFilter::Op> operatorOf(const std::string& text) {
  using Op = RunFilter::Op;
  struct Entry {
    const char* text;
    Op op;
  };
  static constexpr Entry kOperators[] = {{"<", Op::Less},   {"<=", Op::LessEqual}, {">", Op::Greater},  {">=", Op::GreaterEqual}, {"=", Op::Equal},
                                         {"==", Op::Equal}, {"!=", Op::NotEqual},  {"~", Op::Contains}, {":", Op::Contains}};
  for (const Entry& entry : kOperators)
    if (text == entry.text) return entry.op;
  return std::nullopt;
}

bool isKeyword(const Token& token, const char* word) {
  return token.kind == Token::Kind::Word && lower(token.text) == word;
}

}  // namespace

// The grammar: either := both ("or" both)*   both := negated (["and"] negated)*   negated := "not"* primary
// primary := "(" either ")" | name operator value | name | word
class FilterParser {
 public:
  FilterParser(RunFilter& filter, std::vector<Token> tokens) : filter_(filter), tokens_(std::move(tokens)) {}

  std::optional<FilterError> parse() {
    if (now().kind == Token::Kind::End) return std::nullopt;
    filter_.root_ = either();
    if (!error_ && now().kind != Token::Kind::End) fail(now(), "There is no \"(\" for this. Remove it");
    return error_;
  }

 private:
  using Op = RunFilter::Op;
  const Token& now() const { return tokens_[at_]; }

  std::size_t fail(const Token& token, std::string message) {
    if (!error_) error_ = FilterError{token.position, std::max<std::size_t>(1, token.length), std::move(message)};
    return 0;
  }
  std::size_t add(RunFilter::Node node) {
    filter_.nodes_.push_back(std::move(node));
    return filter_.nodes_.size() - 1;
  }

  std::size_t either() {
    std::size_t left = both();
    while (!error_ && isKeyword(now(), "or")) {
      ++at_;
      const std::size_t right = both();
      left = add({Op::Or, left, right, {}, {}, {}, 0, 0});
    }
    return left;
  }

  std::size_t both() {
    std::size_t left = negated();
    while (!error_) {
      if (isKeyword(now(), "and")) {
        ++at_;
      } else if (now().kind == Token::Kind::End || now().kind == Token::Kind::Close || isKeyword(now(), "or")) {
        break;
      }
      const std::size_t right = negated();
      left = add({Op::And, left, right, {}, {}, {}, 0, 0});
    }
    return left;
  }

  std::size_t negated() {
    if (!isKeyword(now(), "not")) return primary();
    ++at_;
    if (++depth_ > kDeepest) return fail(now(), "This is nested too deeply. Split it");
    const std::size_t inner = negated();
    --depth_;
    return add({Op::Not, inner, inner, {}, {}, {}, 0, 0});
  }

  std::size_t primary() {
    const Token token = now();
    if (token.kind == Token::Kind::Open) {
      ++at_;
      if (++depth_ > kDeepest) return fail(token, "This is nested too deeply. Split it");
      const std::size_t inner = either();
      --depth_;
      if (error_) return inner;
      if (now().kind != Token::Kind::Close) return fail(token, "This \"(\" is not closed. Add \")\"");
      ++at_;
      return inner;
    }
    if (token.kind == Token::Kind::End) return fail(token, "Something is missing at the end. Add the name of a column, or remove the last word");
    if (token.kind == Token::Kind::Close) return fail(token, "Something is missing before \")\"");
    if (token.kind == Token::Kind::Operator)
      return fail(token, "A comparison begins with the name of a column, such as val_loss " + token.text + " 0.3");
    if (isKeyword(token, "and") || isKeyword(token, "or")) return fail(token, "Something is missing before \"" + token.text + "\"");
    ++at_;
    if (token.kind == Token::Kind::Quoted || now().kind != Token::Kind::Operator)
      return add({token.kind == Token::Kind::Quoted ? Op::Word : Op::True, 0, 0, token.text, token.text, {}, token.position, token.length});
    const Token comparison = now();
    const std::optional<Op> op = operatorOf(comparison.text);
    if (!op) return fail(comparison, "There is no comparison " + comparison.text + ". Use < <= > >= = != or :");
    ++at_;
    const Token value = now();
    if (value.kind != Token::Kind::Word && value.kind != Token::Kind::Quoted)
      return fail(value.kind == Token::Kind::End ? comparison : value, "There is no value to compare with. Write one after " + comparison.text);
    ++at_;
    const std::optional<double> number = value.kind == Token::Kind::Word ? numberOf(value.text) : std::nullopt;
    const bool ordered = *op == Op::Less || *op == Op::LessEqual || *op == Op::Greater || *op == Op::GreaterEqual;
    if (ordered && !number) return fail(value, "\"" + value.text + "\" is not a number. Texts are compared with = != and :");
    return add({*op, 0, 0, token.text, value.text, number, token.position, token.length});
  }

  RunFilter& filter_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::optional<FilterError> error_;
};

std::variant<RunFilter, FilterError> RunFilter::parse(const std::string& text) {
  if (text.size() > kLongest) return FilterError{kLongest, text.size() - kLongest, "The filter is too long. Shorten it"};
  auto tokens = tokensOf(text);
  if (auto* error = std::get_if<FilterError>(&tokens)) return std::move(*error);
  RunFilter filter;
  filter.text_ = text;
  if (auto error = FilterParser(filter, std::move(std::get<std::vector<Token>>(tokens))).parse()) return std::move(*error);
  return filter;
}

std::optional<FilterError> RunFilter::bind(const FactColumns& columns) {
  columns_.assign(nodes_.size(), 0);
  searched_.clear();
  for (const char* name : {"name", "model", "status", "tags", "group", "note"}) searched_.push_back(*columns.find(name));
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    Node& node = nodes_[i];
    if (node.op == Op::And || node.op == Op::Or || node.op == Op::Not || node.op == Op::Word) continue;
    if (const auto column = columns.resolve(node.name)) {
      columns_[i] = *column;
    } else if (node.op == Op::True) {
      node.op = Op::Word;
    } else {
      std::vector<std::string> names;
      for (const FactColumn& known : columns.all()) {
        names.push_back(known.name);
        if (known.name.starts_with("val_")) names.push_back(known.name.substr(4));  // "loss" means val_loss
      }
      const std::string near = nearestName(node.name, names);
      return FilterError{node.position, node.length,
                         "There is no column \"" + node.name + "\"" + (near.empty() ? ". Choose one from the list" : ". Did you mean " + near + "?")};
    }
  }
  return std::nullopt;
}

bool RunFilter::matches(const RowFacts& run) const {
  return nodes_.empty() || matches(run, root_);
}

bool RunFilter::matches(const RowFacts& run, std::size_t index) const {
  const Node& node = nodes_[index];
  switch (node.op) {
    case Op::And: return matches(run, node.left) && matches(run, node.right);
    case Op::Or: return matches(run, node.left) || matches(run, node.right);
    case Op::Not: return !matches(run, node.left);
    case Op::Word:
      return std::any_of(searched_.begin(), searched_.end(), [&](std::uint32_t column) {
        const std::vector<Fact>* values = run.find(column);
        return values && std::any_of(values->begin(), values->end(), [&](const Fact& fact) { return contains(fact.text, node.value); });
      });
    default: break;
  }
  const std::vector<Fact>* values = run.find(columns_[index]);
  if (!values) return false;  // unknown values match nothing, not even !=
  const auto equal = [&](const Fact& fact) {
    if (node.number && !std::isnan(fact.number)) return fact.number == *node.number;
    if (fact.kind == Fact::Kind::Flag) {
      const std::string word = lower(node.value);
      return (word == "yes" || word == "true" || word == "on") == (fact.number != 0) &&
             (word == "yes" || word == "true" || word == "on" || word == "no" || word == "false" || word == "off");
    }
    return lower(fact.text) == lower(node.value);
  };
  const auto fits = [&](const Fact& fact) {
    switch (node.op) {
      case Op::Less: return fact.number < *node.number;
      case Op::LessEqual: return fact.number <= *node.number;
      case Op::Greater: return fact.number > *node.number;
      case Op::GreaterEqual: return fact.number >= *node.number;
      case Op::Contains: return equal(fact) || (fact.kind == Fact::Kind::Text && contains(fact.text, node.value));
      case Op::True: return isTrue(fact);
      default: return equal(fact);
    }
  };
  const bool any = std::any_of(values->begin(), values->end(), fits);
  return node.op == Op::NotEqual ? !any : any;
}

FilterCompletion completionOf(const std::string& text, std::size_t cursor, const FactColumns& columns, const std::vector<const RowFacts*>& runs) {
  constexpr std::size_t kMost = 50;
  cursor = std::min(cursor, text.size());
  FilterCompletion completion;
  std::size_t from = cursor;
  while (from > 0 && !endsWord(text[from - 1])) --from;
  completion.from = from;
  const std::string typed = lower(text.substr(from, cursor - from));
  const auto before = tokensOf(text.substr(0, from));
  const auto* tokens = std::get_if<std::vector<Token>>(&before);
  if (!tokens) return completion;  // inside quotes
  const std::size_t count = tokens->size() - 1;
  const auto propose = [&](const std::string& name) {
    if (completion.proposals.size() < kMost && name != text.substr(from, cursor - from) &&
        std::find(completion.proposals.begin(), completion.proposals.end(), name) == completion.proposals.end())
      completion.proposals.push_back(name);
  };
  if (count >= 2 && (*tokens)[count - 1].kind == Token::Kind::Operator) {
    const auto column = columns.resolve((*tokens)[count - 2].text);
    if (!column) return completion;
    for (const RowFacts* run : runs) {
      const std::vector<Fact>* values = run->find(*column);
      if (!values) continue;
      for (const Fact& fact : *values) {
        if (fact.kind == Fact::Kind::Number || !lower(fact.text).starts_with(typed)) continue;
        const bool plain = !fact.text.empty() && std::none_of(fact.text.begin(), fact.text.end(), endsWord);
        propose(plain ? fact.text : "\"" + fact.text + "\"");
      }
    }
    return completion;
  }
  const bool term = count > 0 && ((*tokens)[count - 1].kind == Token::Kind::Close || (*tokens)[count - 1].kind == Token::Kind::Quoted ||
                                  ((*tokens)[count - 1].kind == Token::Kind::Word && !isKeyword((*tokens)[count - 1], "and") &&
                                   !isKeyword((*tokens)[count - 1], "or") && !isKeyword((*tokens)[count - 1], "not")));
  if (term)
    for (const char* word : {"and", "or"})
      if (std::string_view(word).starts_with(typed)) propose(word);
  for (const bool begins : {true, false})
    for (const FactColumn& column : columns.all()) {
      const std::size_t at = lower(column.name).find(typed);
      if (at != std::string::npos && (at == 0) == begins) propose(column.name);
    }
  if (!term && std::string_view("not").starts_with(typed)) propose("not");
  return completion;
}

}  // namespace stepscope
