#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/sample_check.h"

using namespace stepscope;

std::vector<std::string> fuzz::seeds() {
  return {"a,b,kind\n1,2,x\n2,3,y\n3,1,x\n4,0,y\n5,5,x\n6,1,y\n",
          "\"a\"\"b\";\"c\nd\";e\r\n1,5;\"x\";3\r\n;y;4.5\r\n2;\"\";-1e3\r\n7;x;0\r\n",
          "5.1\t3.5\tsetosa\n4.9\t3.0\tversicolor\n\n6.1\t2.9\tsetosa\n5.0\t2.0\tversicolor\n",
          "x|y\n1|0.25\n2|0.5\n3|nan\n4|1\n5|\n6|1.5\n",
          "1,2\n3,4\n5,6\n7,8\n",
          "\xEF\xBB\xBFname,age,score\n\"M\xC3\xBCller, A.\",30,1.5\n\"B\",?,2.5\nC,NA,3.5\nD,41,9\n"};
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string file = fuzz::writeFile("table.csv", fuzz::textOf(data, size));
  static const char* const kTasks[] = {"auto", "classification", "regression"};
  static const char* const kHeaders[] = {"auto", "yes", "no"};
  DataSpec spec;
  spec.kind = "table";
  spec.path = file;
  // The file itself decides how it is opened, so that an input says all.
  spec.tableTask = kTasks[data[size - 1] % 3];
  spec.header = kHeaders[data[size / 2] % 3];
  spec.validationSplit = data[0] % 2 ? 0.25 : 0;
  return fuzz::answered(fuzz::textOf(data, size), [&] { fuzz::readAll(spec); });
}
