#include <fmt/format.h>

#include <algorithm>

#include "core/data/characters.h"
#include "core/data/gz_file.h"
#include "core/data/kinds/text_dataset.h"
#include "core/data/preview/preview_parts.h"

namespace stepscope {
namespace {

constexpr std::size_t kFirstPart = std::size_t{1} << 22;

}  // namespace

void previewText(DataPreview& preview, PreviewProgress& progress) {
  preview.task = Task::LanguageModel;
  TextHead head = readTextHead(preview.spec.path, kFirstPart, preview.spec.encoding);
  std::string text = std::move(head.text), encoding = head.encoding;
  if (!head.whole) {
    // The last character may be cut.
    while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0U) == 0x80U) text.pop_back();
    if (!text.empty() && static_cast<unsigned char>(text.back()) >= 0x80U) text.pop_back();
    preview.characters = static_cast<std::int64_t>(tokenizeCharacters(text, preview.spec.path).tokens.size());
    preview.doing = "reading the text";
    progress.tell(preview);
    if (progress.cancelled()) return;
    ReadText whole = readTextFile(preview.spec.path, kMostTextBytes, preview.spec.encoding, preview.spec.cancel);
    text = std::move(whole.text);
    encoding = whole.encoding;
  }
  tellEncoding(preview, encoding);
  preview.lines = std::count(text.begin(), text.end(), '\n') + (text.empty() || text.back() == '\n' ? 0 : 1);
  const CharacterText tokens = tokenizeCharacters(text, preview.spec.path, preview.spec.cancel);
  text = {};
  preview.characters = static_cast<std::int64_t>(tokens.tokens.size());
  preview.vocabulary = static_cast<std::int64_t>(tokens.vocabulary.size());
  if (progress.cancelled()) return;
  DataSpec parts = preview.spec;
  parts.openTest = true;
  const DataSplits splits = openText(parts);
  preview.train = splits.train->size();
  preview.validation = splits.validation ? splits.validation->size() : 0;
  preview.test = splits.test ? splits.test->size() : 0;
  if (preview.characters < 20'000) {
    DataFinding note;
    note.weight = DataFinding::Weight::Warning;
    note.what = fmt::format("{} characters are very few to learn a language", preview.characters);
    note.cure = "Expect a model that repeats the text; a hundred thousand characters or more do better";
    preview.findings.push_back(std::move(note));
  }
}

}  // namespace stepscope
