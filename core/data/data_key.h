// The keys of [data] that belong to a kind of data, and those that only one kind has.
#pragma once

#include "core/base/key_def.h"
#include "core/data/dataset.h"
#include "core/data/text_encoding.h"

namespace stepscope {

using DataKey = KeyOf<DataSpec>;
using DataKeys = KeyMaker<DataSpec>;

// Keys that several kinds use.
inline DataKey imageSizeKey() {
  return DataKeys::integer("data.image_size", 0, 4096, &DataSpec::imageSize);
}
inline DataKey countKey() {
  return DataKeys::integer("data.count", 0, 100'000'000, &DataSpec::count);
}
inline DataKey encodingKey() {
  return DataKeys::choice("data.encoding", encodingNames(), &DataSpec::encoding);
}
inline DataKey validationPathKey() {
  return DataKeys::text("data.validation_path", &DataSpec::validationPath, KeyType::Path);
}
inline DataKey testPathKey() {
  return DataKeys::text("data.test_path", &DataSpec::testPath, KeyType::Path);
}
// Whether test files beside the training data are the test part, or are used for validation.
inline DataKey testAsKey() {
  return DataKeys::choice("data.test_as", {"auto", "test", "validation"}, &DataSpec::testAs);
}
inline bool testIsApart(const DataSpec& spec) {
  return spec.testAs == "test";
}
// For kinds that draw their parts from one set of samples.
inline std::vector<DataKey> partKeys() {
  return {DataKeys::real("data.test_share", 0, false, 0.9, false, &DataSpec::testShare),
          DataKeys::integer("data.limit", 0, std::int64_t{1} << 40, &DataSpec::limit)};
}
// Throws Error (Input) if data.test_share is set although the data have a test part of their own.
void requireNoTestShare(const DataSpec& spec, const std::string& testPart);

// An integer key of a single kind. Stored in DataSpec::own, so DataSpec needs no member that only one kind uses.
struct OwnInteger {
  const char* key;  // "data.bar_width"
  std::int64_t fallback, least, most;

  std::int64_t of(const DataSpec& spec) const {
    const auto found = spec.own.find(key);
    return found == spec.own.end() ? fallback : found->second;
  }
  DataKey asKey() const {
    DataKey def;
    def.key = key;
    def.type = KeyType::Integer;
    def.least = least;
    def.most = most;
    def.set = [self = *this](DataSpec& spec, const KeyValue& value) {
      if (const std::int64_t number = std::get<std::int64_t>(value); number != self.fallback) spec.own[self.key] = number;
      else spec.own.erase(self.key);
    };
    def.get = [self = *this](const DataSpec& spec) -> KeyValue { return self.of(spec); };
    return def;
  }
};

}  // namespace stepscope
