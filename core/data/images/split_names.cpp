#include "core/data/images/split_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <set>
#include <string_view>
#include <utility>

#include "core/base/lower.h"

namespace stepscope {
namespace {

using Words = std::set<std::string_view>;

constexpr std::uint32_t kFirstCjk = 0x3040;

// Words are written in the form that fold() returns.
const Words& trainWords() {
  // clang-format off
  static const Words words = {
      "train", "training", "trn", "trainset", "trainval", "traindata", "tr",
      "trainings", "trainingsdaten", "trainingsset", "trainingsbilder", "trainingsmenge", "lernen", "lerndaten",           // German
      "entrainement", "apprentissage", "entrenamiento", "entreno", "treino", "treinamento",                                // French, Spanish, Portuguese
      "addestramento", "allenamento", "trainen", "trainingset",                                                            // Italian, Dutch
      "trening", "treningowy", "treningowe", "treningowa", "uczenie", "uczacy", "uczace", "uczaca",                        // Polish
      "обучение", "обучающии", "обучающая", "обучающее", "обучающие", "обучения", "тренировка", "тренировочныи", "тренировочная",
      "тренировочные", "треин",                                                                                            // Russian
      "训练", "訓練", "学习", "学習", "學習", "훈련", "학습"};
  // clang-format on
  return words;
}
const Words& validationWords() {
  // clang-format off
  static const Words words = {
      "val", "valid", "validation", "validate", "validating", "dev", "eval", "evaluation", "holdout", "valset", "vali", "va", "vl",
      "validierung", "validierungs", "validierungsdaten", "validierungsset", "validierungsbilder", "validierungsmenge", "validacion", "validacao",
      "validazione", "convalida", "validatie", "walidacja", "walidacyjny", "walidacyjne", "walidacyjna", "валидация", "валидации", "валидационныи",
      "валидационная", "валидационные", "проверка", "проверочныи", "проверочная", "проверочные", "验证", "驗證", "検証", "检验", "校验", "评估", "評価",
      "검증"};
  // clang-format on
  return words;
}
const Words& testWords() {
  static const Words words = {"test",      "testing",    "tst",       "testset",  "testdata", "tests",    "te",           "ts",
                              "testdaten", "testbilder", "testmenge", "prufung",  "pruefung", "prueba",   "pruebas",      "teste",
                              "testes",    "prova",      "prove",     "collaudo", "toets",    "testowy",  "testowe",      "testowa",
                              "тест",      "тесты",      "тестовыи",  "тестовая", "тестовое", "тестовые", "тестирование", "测试",
                              "測試",      "テスト",     "試験",      "테스트",   "시험"};
  return words;
}
const Words& unlabelledWords() {
  static const Words words = {"pred", "predict", "prediction", "unlabeled", "unlabelled", "submission", "预测", "予測"};
  return words;
}
const Words& besideWords() {
  static const Words words = {
      "seg",     "set",     "data",   "dataset",  "image",     "images",       "img",     "imgs",     "pic",      "pics",   "pictures",
      "photos",  "jpg",     "jpeg",   "png",      "split",     "part",         "raw",     "small",    "full",     "final",  "the",
      "folder",  "dir",     "a",      "b",        "cls",       "class",        "classes", "daten",    "bilder",   "bild",   "fotos",
      "foto",    "donnees", "jeu",    "ensemble", "d",         "de",           "datos",   "conjunto", "imagenes", "dados",  "do",
      "imagens", "dati",    "di",     "immagini", "gegevens",  "afbeeldingen", "beelden", "zbior",    "dane",     "obrazy", "zdjecia",
      "выборка", "набор",   "данные", "данных",   "множество", "изображения",  "集",      "数据",     "數據",     "数据集", "图片",
      "图像",    "圖片",    "画像",   "样本",     "樣本",      "用",           "组",      "セット",   "テータ",   "데이터", "세트"};
  return words;
}

// The longest known word at the start of the text, for languages that write no blanks between words; empty: none.
std::string_view longestAt(std::string_view text) {
  std::string_view best;
  for (const Words* words : {&trainWords(), &validationWords(), &testWords(), &unlabelledWords(), &besideWords()})
    for (const std::string_view word : *words)
      if (static_cast<unsigned char>(word[0]) >= 0xE3 && word.size() > best.size() && text.starts_with(word)) best = word;
  return best;
}

struct Letter {
  std::uint32_t code = 0;
  std::size_t bytes = 1;
};
Letter codeAt(std::string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  const std::size_t bytes = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
  if (bytes == 1 || at + bytes > text.size()) return {byte, 1};
  std::uint32_t code = byte & (0xFFU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) code = code << 6 | (static_cast<unsigned char>(text[at + i]) & 0x3FU);
  return {code, bytes};
}

// The letter at `at`. The two or three letters that macOS writes for a Hangul syllable are joined to one.
Letter letterAt(std::string_view text, std::size_t at) {
  Letter letter = codeAt(text, at);
  const auto within = [&](std::uint32_t first, std::uint32_t last) {
    const Letter next = at + letter.bytes < text.size() ? codeAt(text, at + letter.bytes) : Letter{};
    if (next.code < first || next.code > last) return std::uint32_t{0};
    letter.bytes += next.bytes;
    return next.code;
  };
  if (letter.code < 0x1100 || letter.code > 0x1112) return letter;
  if (const std::uint32_t vowel = within(0x1161, 0x1175)) {
    letter.code = 0xAC00 + ((letter.code - 0x1100) * 21 + vowel - 0x1161) * 28;
    if (const std::uint32_t last = within(0x11A8, 0x11C2)) letter.code += last - 0x11A7;
  }
  return letter;
}

void append(std::string& text, std::uint32_t code) {
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xC0U | code >> 6);
    text += static_cast<char>(0x80U | (code & 0x3FU));
  } else {
    text += static_cast<char>(0xE0U | code >> 12);
    text += static_cast<char>(0x80U | (code >> 6 & 0x3FU));
    text += static_cast<char>(0x80U | (code & 0x3FU));
  }
}

// A letter without diacritics, in lower case. Some systems write accents as separate marks.
std::uint32_t plain(std::uint32_t code) {
  static constexpr std::u32string_view latin = U"aaaaaaaceeeeiiiidnooooo*ouuuuytsaaaaaaaceeeeiiiidnooooo*ouuuuyty";  // from U+00C0 on
  static constexpr std::u32string_view extended =                                                                    // from U+0100 on
      U"aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkkllllllllllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";
  static_assert(latin.size() == 64 && extended.size() == 128);
  if (code < 0x80) return static_cast<std::uint32_t>(lower(static_cast<char>(code)));
  if (code >= 0xC0 && code < 0x100) return latin[code - 0xC0];
  if (code >= 0x100 && code < 0x100 + extended.size()) return extended[code - 0x100];
  if (code >= 0x410 && code < 0x430) code += 0x20;
  if (code == 0x401 || code == 0x451) return 0x435;  // ё
  if (code == 0x439) return 0x438;                   // й
  if (code >= 0x391 && code < 0x3AA) return code + 0x20;
  if (code == 0x30C7) return 0x30C6;  // デ of データ
  return code;
}

bool isMark(std::uint32_t code) {
  return (code >= 0x300 && code < 0x370) || code == 0x3099 || code == 0x309A;
}

bool isLetter(std::uint32_t code) {
  return code >= 0x80 ? code != 0x3000 && code != 0xA0 && code != 0xB7 : std::isalpha(static_cast<int>(code)) != 0;
}

SplitRole roleOfWord(const std::string& word) {
  static const std::array<std::pair<const Words*, SplitRole>, 4> roles = {{{&trainWords(), SplitRole::Train},
                                                                           {&validationWords(), SplitRole::Validation},
                                                                           {&testWords(), SplitRole::Test},
                                                                           {&unlabelledWords(), SplitRole::Unlabelled}}};
  for (const auto& [words, role] : roles)
    if (words->contains(word)) return role;
  return SplitRole::None;
}

}  // namespace

std::vector<std::string> wordsOfName(const std::string& name) {
  std::vector<std::string> runs(1);
  bool wasSmall = false, wasCjk = false;
  for (std::size_t at = 0; at < name.size();) {
    const auto [code, bytes] = letterAt(name, at);
    at += bytes;
    if (isMark(code)) continue;
    const std::uint32_t small = plain(code);
    const bool letter = isLetter(code), cjk = code >= kFirstCjk, capital = letter && !cjk && small != code && code < 0x80;
    if (!letter || (capital && wasSmall) || (cjk != wasCjk && !runs.back().empty())) runs.emplace_back();
    if (letter) append(runs.back(), small);
    wasSmall = letter && !capital && !cjk;
    wasCjk = cjk;
  }
  std::vector<std::string> words;
  for (const std::string& run : runs) {
    std::vector<std::string> parts;
    std::string_view rest = run;
    while (!rest.empty()) {
      const std::string_view part = static_cast<unsigned char>(rest[0]) >= 0xE3 ? longestAt(rest) : std::string_view();
      if (part.empty()) break;
      parts.emplace_back(part);
      rest.remove_prefix(part.size());
    }
    if (!rest.empty()) parts = {run};
    for (std::string& part : parts)
      if (!part.empty()) words.push_back(std::move(part));
  }
  return words;
}

SplitRole splitRoleOf(const std::string& name) {
  SplitRole role = SplitRole::None;
  for (const std::string& word : wordsOfName(name)) {
    const SplitRole said = roleOfWord(word);
    if (said == SplitRole::None && !besideWords().contains(word)) return SplitRole::None;  // "train_station", "test tube"
    if (role == SplitRole::None) role = said;
  }
  return role;
}

bool isWeakSplitName(const std::string& name) {
  static const Words weak = {"tr",    "va",     "vl",   "te",   "ts",   "prova", "prove", "toets",
                             "teste", "lernen", "学习", "学習", "學習", "학습",  "시험",  "試験"};
  for (const std::string& word : wordsOfName(name))
    if (roleOfWord(word) != SplitRole::None) return weak.contains(word);
  return false;
}

std::vector<SplitRole> rolesByEnding(const std::vector<std::string>& names) {
  std::vector<SplitRole> roles;
  std::vector<std::string> around;
  for (const std::string& name : names) {
    std::vector<std::string> words = wordsOfName(name);
    const auto part = std::find_if(words.begin(), words.end(), [](const std::string& word) { return roleOfWord(word) != SplitRole::None; });
    if (part == words.end()) return {};
    roles.push_back(roleOfWord(*part));
    words.erase(part);
    if (words.empty() || (roles.size() > 1 && words != around)) return {};
    around = std::move(words);
  }
  const std::set<SplitRole> different(roles.begin(), roles.end());
  if (roles.size() < 2 || different.size() != roles.size() || !different.contains(SplitRole::Train)) return {};
  return roles;
}

std::string foldedName(const std::string& name) {
  std::string folded;
  bool blank = false;
  for (std::size_t at = 0; at < name.size();) {
    const auto [code, bytes] = letterAt(name, at);
    at += bytes;
    if (isMark(code)) continue;
    if (code == ' ' || code == '\t' || code == 0xA0 || code == 0x3000 || code == 0x200B || code == 0xFEFF) {
      blank = true;
      continue;
    }
    if (blank && !folded.empty()) folded += ' ';
    blank = false;
    append(folded, plain(code));
  }
  return folded;
}

}  // namespace stepscope
