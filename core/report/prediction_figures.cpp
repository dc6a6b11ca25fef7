#include "core/report/prediction_figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/base/base64.h"

namespace stepscope {
namespace {

using Json = nlohmann::json;

constexpr double kUnknownShare = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t kMostPixels = 256;  // of a side; the program writes no larger pictures

// The picture as a bitmap (BMP) with 24 bits per pixel, which every browser and Qt can read and which needs no compression. Empty if it is damaged.
std::string bitmapOf(const Json& picture) {
  if (!picture.is_object()) return {};
  const auto integer = [&](const char* key) {
    const auto found = picture.find(key);
    return found != picture.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
  };
  const std::int64_t width = integer("width"), height = integer("height"), channels = integer("channels");
  const auto pixels = picture.find("pixels");
  if (width < 1 || height < 1 || width > kMostPixels || height > kMostPixels || (channels != 1 && channels != 3) || pixels == picture.end() ||
      !pixels->is_string())
    return {};
  const std::optional<std::string> bytes = fromBase64(pixels->get_ref<const std::string&>());
  if (!bytes || bytes->size() != static_cast<std::size_t>(width * height * channels)) return {};
  const std::int64_t row = (width * 3 + 3) / 4 * 4, size = 54 + row * height;
  std::string file = "BM";
  const auto put = [&](std::int64_t value, int count) {
    for (int i = 0; i < count; ++i) file += static_cast<char>(value >> (8 * i) & 255);
  };
  put(size, 4), put(0, 4), put(54, 4), put(40, 4), put(width, 4), put(height, 4), put(1, 2), put(24, 2), put(0, 4), put(row * height, 4);
  put(2835, 4), put(2835, 4), put(0, 4), put(0, 4);
  for (std::int64_t y = height - 1; y >= 0; --y) {  // a BMP stores the bottom row first, and blue before green and red
    for (std::int64_t x = 0; x < width; ++x)
      for (std::int64_t c = 2; c >= 0; --c) file += (*bytes)[static_cast<std::size_t>((y * width + x) * channels + (channels == 3 ? c : 0))];
    file.append(static_cast<std::size_t>(row - width * 3), '\0');
  }
  return "data:image/bmp;base64," + base64(file);
}

std::optional<WrongSample> wrongOf(const Json& json, std::size_t classes) {
  if (!json.is_object()) return {};
  WrongSample wrong;
  const auto number = [&](const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_number() ? found->get<double>() : -1.0;
  };
  const double truth = number("truth"), answer = number("answer"), index = number("index");
  if (truth < 0 || answer < 0 || index < 0 || truth >= static_cast<double>(classes) || answer >= static_cast<double>(classes)) return {};
  wrong.truth = static_cast<std::size_t>(truth);
  wrong.answer = static_cast<std::size_t>(answer);
  wrong.index = static_cast<std::int64_t>(std::min(index, 1e15));
  wrong.loss = number("loss");
  if (const auto list = json.find("probabilities"); list != json.end() && list->is_array())
    for (const Json& entry : *list)
      if (entry.is_array() && entry.size() == 2 && entry[0].is_number_unsigned() && entry[1].is_number() && entry[0].get<std::size_t>() < classes)
        wrong.probabilities.emplace_back(entry[0].get<std::size_t>(), entry[1].get<double>());
  if (const auto picture = json.find("picture"); picture != json.end()) wrong.picture = bitmapOf(*picture);
  if (const auto file = json.find("file"); file != json.end() && file->is_string()) wrong.file = file->get<std::string>();
  return wrong;
}

// Classes of all samples, one byte each in Base64 (255: -1); empty if the text is damaged.
std::vector<int> classesIn(const Json& json, const char* key, std::size_t classes) {
  const auto kept = json.find(key);
  const std::optional<std::string> bytes = kept != json.end() && kept->is_string() ? fromBase64(kept->get_ref<const std::string&>()) : std::nullopt;
  std::vector<int> of;
  if (!bytes) return of;
  for (const char byte : *bytes) {
    const auto one = static_cast<unsigned char>(byte);
    if (one >= classes && one != 255) return {};
    of.push_back(one == 255 ? -1 : one);
  }
  return of;
}

}  // namespace

std::vector<std::int64_t> PredictionFigures::samplesOf(std::size_t truth, std::size_t answer) const {
  std::vector<std::int64_t> samples;
  for (std::size_t i = 0; i < answers.size(); ++i)
    if (truths[i] == static_cast<int>(truth) && answers[i] == static_cast<int>(answer)) samples.push_back(static_cast<std::int64_t>(i));
  return samples;
}

std::optional<PredictionFigures> predictionFiguresOf(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return {};
  const auto names = json.find("classes"), rows = json.find("confusion"), worst = json.find("worst");
  if (names == json.end() || !names->is_array() || rows == json.end() || !rows->is_array() || rows->size() != names->size() || rows->empty())
    return {};
  PredictionFigures figures;
  const std::size_t classes = names->size();
  std::vector<std::int64_t> answered(classes);
  for (const Json& row : *rows) {
    if (!row.is_array() || row.size() != classes) return {};
    std::vector<std::int64_t>& counts = figures.confusion.emplace_back();
    for (const Json& count : row) {
      if (!count.is_number_integer() || count.get<std::int64_t>() < 0) return {};
      answered[counts.size()] += count.get<std::int64_t>();
      counts.push_back(count.get<std::int64_t>());
    }
  }
  double sum = 0;
  int known = 0;
  for (std::size_t c = 0; c < classes; ++c) {
    ClassFigures one{(*names)[c].is_string() ? (*names)[c].get<std::string>() : std::to_string(c)};
    for (const std::int64_t count : figures.confusion[c]) one.samples += count;
    const auto right = static_cast<double>(figures.confusion[c][c]);
    one.precision = answered[c] > 0 ? right / static_cast<double>(answered[c]) : kUnknownShare;
    one.recall = one.samples > 0 ? right / static_cast<double>(one.samples) : kUnknownShare;
    // 2 TP / (2 TP + FP + FN) is defined if precision or recall is.
    const double all = static_cast<double>(answered[c] + one.samples);
    one.f1 = all > 0 ? 2 * right / all : kUnknownShare;
    if (!std::isnan(one.f1)) sum += one.f1, ++known;
    figures.samples += one.samples;
    figures.right += figures.confusion[c][c];
    figures.classes.push_back(std::move(one));
  }
  if (figures.samples == 0) return {};
  figures.macroF1 = known > 0 ? sum / known : kUnknownShare;
  if (worst != json.end() && worst->is_array())
    for (const Json& entry : *worst)
      if (std::optional<WrongSample> wrong = wrongOf(entry, classes)) figures.worst.push_back(std::move(*wrong));
  if (const auto data = json.find("data"); data != json.end() && data->is_string()) figures.data = data->get<std::string>();
  figures.truths = classesIn(json, "truths", classes);
  figures.answers = classesIn(json, "answers", classes);
  if (figures.truths.size() != figures.answers.size()) figures.truths = figures.answers = {};
  return figures;
}

}  // namespace stepscope
