// Lists of pictures: a table or a text whose rows name a picture and its class, as Kaggle (train.csv), Hugging Face (metadata.csv, metadata.jsonl)
// and ImageNet (train.txt: "path label") have them.
#pragma once

#include <atomic>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace stepscope {

// The rows of a list, as texts.
struct ListRows {
  std::vector<std::string> columns;  // names of the columns; numbers from 1 if there is no header
  std::vector<std::vector<std::string>> rows;
  bool header = true;
  char delimiter = ',';  // ' ': the last word of a line is its second cell; 0: lines of JSON
};
// The first `most` rows of a file; 0: all. Throws Error (Input) naming the file if it is damaged or its rows have different numbers of cells.
ListRows readListRows(const std::string& file, std::size_t most, const std::atomic<bool>* cancel = nullptr);

// How the pictures of a list are found.
struct PictureList {
  std::string file;
  std::filesystem::path folder;  // the names of the pictures are relative to it
  std::string extension;         // of the pictures, if their names lack it
  std::size_t name = 0;          // the column of the names
  std::size_t firstRow = 0;      // 1: ListRows::rows begins with the names of the columns
  // The column of the class, or the columns of which exactly one is 1 in each row (ISIC, plant pathology).
  std::vector<std::size_t> labels;
  std::optional<std::size_t> split;  // a column of "train", "val", "test"
  ListRows rows;

  // For messages: "image", or "column 1" without a header.
  std::string columnName(std::size_t column) const;
};

// The list in the file, read whole, if at least half of its first rows name existing pictures; otherwise nothing. `target`: the column of the class;
// empty: the one whose name shows it, or the only one that can be the class. Throws Error (Input) naming the file with the cure for a list that does
// not give each picture one class: boxes, several classes per picture, amounts, more than one column that could be the class.
std::optional<PictureList> pictureListIn(const std::string& file, const std::string& target, const std::atomic<bool>* cancel = nullptr);
// The first rows of the list in the file, without its labels; false: they do not name existing pictures. Throws as readListRows() does.
bool findListed(const std::string& file, PictureList& list);
// Whether findListed() finds pictures; false for a damaged file.
bool isPictureList(const std::string& file);

// The path that a cell names; one written on Windows is converted.
std::string listedPath(std::string cell);

// Whether the file may be a list, by its extension.
bool mayBeList(const std::filesystem::path& file);

}  // namespace stepscope
