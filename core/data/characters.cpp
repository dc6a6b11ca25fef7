#include "core/data/characters.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/base/cancelled.h"
#include "core/base/error.h"
#include "core/data/text_encoding.h"

namespace stepscope {

namespace {

constexpr std::size_t kMostCharacters = 65536;

std::string placeOf(std::string_view text, std::size_t at, const std::string& file) {
  const std::string_view before = text.substr(0, at);
  const std::size_t newline = before.rfind('\n');
  return fmt::format("{}:{}:{}", file, 1 + std::count(before.begin(), before.end(), '\n'),
                     at - (newline == std::string_view::npos ? 0 : newline + 1) + 1);
}

}  // namespace

CharacterText tokenizeCharacters(std::string_view text, const std::string& file, const std::atomic<bool>* cancel) {
  // UTF-8 has the same order as code points, so the packed bytes are the key of a character.
  std::vector<std::uint32_t> characters;
  characters.reserve(text.size());
  std::map<std::uint32_t, std::uint32_t> tokenOf;
  bool seen[128] = {};
  for (std::size_t at = 0; at < text.size();) {
    if (characters.size() % (1 << 20) == 0) throwIfCancelled(cancel);
    const std::size_t length = utf8LengthAt(text, at);
    if (length == 0) {
      throw Error(ErrorKind::Input, placeOf(text, at, file),
                  fmt::format("the byte 0x{:02X} is not UTF-8", static_cast<unsigned>(static_cast<unsigned char>(text[at]))),
                  "Convert the file to UTF-8, for example with iconv");
    }
    std::uint32_t key = 0;
    for (std::size_t i = 0; i < length; ++i) key = (key << 8) | static_cast<unsigned char>(text[at + i]);
    if (key >= 128) {
      tokenOf.emplace(key, 0);
      if (tokenOf.size() > kMostCharacters)
        throw Error(ErrorKind::Input, placeOf(text, at, file), fmt::format("there are more than {} different characters", kMostCharacters),
                    "Use a text in one language");
    } else if (!seen[key]) {
      seen[key] = true;
      tokenOf.emplace(key, 0);
    }
    characters.push_back(key);
    at += length;
  }
  CharacterText result;
  for (auto& [key, token] : tokenOf) {
    token = static_cast<std::uint32_t>(result.vocabulary.size());
    std::string character;
    for (int shift = 24; shift >= 0; shift -= 8)
      if (const auto byte = static_cast<char>((key >> shift) & 0xFF); byte != 0 || !character.empty() || shift == 0) character += byte;
    result.vocabulary.push_back(std::move(character));
  }
  std::uint16_t ascii[128] = {};
  for (const auto& [key, token] : tokenOf)
    if (key < 128) ascii[key] = static_cast<std::uint16_t>(token);
  result.tokens.reserve(characters.size());
  for (const std::uint32_t key : characters) result.tokens.push_back(key < 128 ? ascii[key] : static_cast<std::uint16_t>(tokenOf[key]));
  return result;
}

std::vector<std::int32_t> tokensOf(std::string_view text, const std::vector<std::string>& vocabulary, const std::string& where) {
  std::map<std::string_view, std::int32_t> tokenOf;
  for (std::size_t i = 0; i < vocabulary.size(); ++i) tokenOf.emplace(vocabulary[i], static_cast<std::int32_t>(i));
  std::vector<std::int32_t> tokens;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8LengthAt(text, at);
    if (length == 0) throw Error(ErrorKind::Input, where, fmt::format("byte {} is not UTF-8", at + 1), "Write it in UTF-8");
    const std::string_view character = text.substr(at, length);
    const auto found = tokenOf.find(character);
    if (found == tokenOf.end())
      throw Error(ErrorKind::Input, where, fmt::format("the character {} does not occur in the text of the training", shownCharacter(character)),
                  fmt::format("Use only the {} characters that do", vocabulary.size()));
    tokens.push_back(found->second);
    at += length;
  }
  return tokens;
}

std::string shownCharacter(std::string_view character) {
  if (character == "\n") return "newline";
  if (character == " ") return "space";
  if (character == "\t") return "tab";
  if (character.size() == 1 && (static_cast<unsigned char>(character[0]) < 0x20 || character[0] == 0x7F))
    return fmt::format("U+{:04X}", static_cast<unsigned>(character[0]));
  return fmt::format("'{}'", character);
}

}  // namespace stepscope
