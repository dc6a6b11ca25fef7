#include "core/words/language.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace stepscope {
namespace {

std::string_view valueOf(const char* variable) {
  const char* value = std::getenv(variable);
  return value ? value : "";
}

// "UTF-8" and "utf8" are one encoding.
bool isUtf8(std::string_view encoding) {
  std::string plain;
  for (const char c : encoding)
    if (c != '-') plain += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return plain == "utf8";
}

}  // namespace

const char* nameOf(TextLanguage language) {
  return language == TextLanguage::Chinese ? "zh_CN" : "en";
}

std::optional<TextLanguage> languageNamed(std::string_view name) {
  for (const TextLanguage language : {TextLanguage::English, TextLanguage::Chinese})
    if (name == nameOf(language)) return language;
  return {};
}

// language[_territory][.encoding][@modifier]
TextLanguage languageOfLocale(std::string_view lcAll, std::string_view lcMessages, std::string_view lang) {
  std::string_view locale = !lcAll.empty() ? lcAll : !lcMessages.empty() ? lcMessages : lang;
  locale = locale.substr(0, locale.find('@'));
  const std::size_t dot = locale.find('.');
  if (dot != std::string_view::npos && !isUtf8(locale.substr(dot + 1))) return TextLanguage::English;
  const std::string_view place = locale.substr(0, dot);
  constexpr std::array<std::string_view, 3> kSimplified{"zh_CN", "zh_SG", "zh"};  // Taiwan, Hong Kong and Macau write traditional characters
  return std::find(kSimplified.begin(), kSimplified.end(), place) != kSimplified.end() ? TextLanguage::Chinese : TextLanguage::English;
}

TextLanguage languageOfEnvironment() {
  return languageOfLocale(valueOf("LC_ALL"), valueOf("LC_MESSAGES"), valueOf("LANG"));
}

std::shared_ptr<const Catalogue> catalogueOf(TextLanguage language) {
  if (language == TextLanguage::English) return nullptr;
  static const auto chinese = std::make_shared<const Catalogue>(chineseText());
  return chinese;
}

}  // namespace stepscope
