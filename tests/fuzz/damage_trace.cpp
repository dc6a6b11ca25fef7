#include "tests/fuzz/damage_trace.h"

#include <algorithm>
#include <iterator>

namespace stepscope::fuzz {

void damageTraceJson(std::string& text, Random& random) {
  static const char* const kValues[] = {"9223372036854775.807",
                                        "-9223372036854775.807",
                                        "1e300",
                                        "NaN",
                                        "-Infinity",
                                        "N/A",
                                        "null",
                                        "\"\"",
                                        "{}",
                                        "[[[]]]",
                                        "-1",
                                        "0",
                                        "4294967296",
                                        "18446744073709551615",
                                        "1e-300",
                                        "true",
                                        "\"\\ud800\"",
                                        "\"\\u0000\"",
                                        "9.3e15",
                                        "-9.3e15",
                                        "99999999999999999999999999"};
  static const char* const kPhases[] = {"B", "E", "b", "e", "n", "s", "t", "f", "C", "M", "i", "I", "R", "P", "X", "S", "F", "", "\\"};
  const std::size_t at = below(random, text.size());
  switch (random() % 9) {
    case 0: text[at] = static_cast<char>(random()); break;
    case 1: text[at] = "{}[]\",:\\\n\t\0 "[random() % 12]; break;
    case 2: {  // a number becomes another value
      const std::size_t from = text.find_first_of("0123456789", at);
      if (from == std::string::npos) break;
      const std::size_t to = std::min(text.find_first_not_of("0123456789.eE+-", from), text.size());
      text.replace(from, to - from, kValues[random() % std::size(kValues)]);
      break;
    }
    case 3: {  // an event of another phase
      const std::size_t phase = text.find("\"ph\"", at);
      const std::size_t from = phase == std::string::npos ? phase : text.find('"', phase + 4);
      const std::size_t to = from == std::string::npos ? from : text.find('"', from + 1);
      if (to == std::string::npos) break;
      text.replace(from + 1, to - from - 1, kPhases[random() % std::size(kPhases)]);
      break;
    }
    case 4: {  // something is missing
      text.erase(at, 1 + below(random, random() % 4 ? 40 : 4000));
      break;
    }
    case 5: {  // something stands twice, elsewhere
      const std::string part = text.substr(at, 1 + below(random, random() % 4 ? 400 : 40'000));
      text.insert(below(random, text.size()), part);
      break;
    }
    case 6: {  // a value becomes another, with its key
      const std::size_t colon = text.find(':', at);
      if (colon == std::string::npos) break;
      const std::size_t to = std::min(text.find_first_of(",}", colon), text.size());
      text.replace(colon + 1, to - colon - 1, kValues[random() % std::size(kValues)]);
      break;
    }
    case 7: {  // keys change places
      static const char* const kKeys[] = {"\"ts\"",
                                          "\"dur\"",
                                          "\"pid\"",
                                          "\"tid\"",
                                          "\"id\"",
                                          "\"args\"",
                                          "\"name\"",
                                          "\"cat\"",
                                          "\"id2\"",
                                          "\"bind_id\"",
                                          "\"correlation\"",
                                          "\"correlation_id\"",
                                          "\"External id\"",
                                          "\"Sequence number\"",
                                          "\"Fwd thread id\"",
                                          "\"memcpy_details\"",
                                          "\"local\"",
                                          "\"samples\"",
                                          "\"distributedInfo\"",
                                          "\"stream\"",
                                          "\"device\"",
                                          "\"baseTimeNanoseconds\"",
                                          "\"stepscope\"",
                                          "\"stepscope node\"",
                                          "\"stepscope step\"",
                                          "\"stepscope category\"",
                                          "\"stepscope lane\"",
                                          "\"stepscope index\"",
                                          "\"traceEvents\""};
      const std::size_t from = text.find('"', at);
      const std::size_t to = from == std::string::npos ? from : text.find('"', from + 1);
      if (to == std::string::npos) break;
      text.replace(from, to + 1 - from, kKeys[random() % std::size(kKeys)]);
      break;
    }
    default:  // deep
      text.insert(at, std::string(1 + below(random, random() % 8 ? 40 : 20'000), "[{\"("[random() % 4]));
      break;
  }
}

std::string pieceOf(const std::string& text, Random& random) {
  if (text.size() <= 400'000) return text;
  const std::size_t events = std::min(text.find("\"traceEvents\""), text.size() - 1);
  const std::size_t head = std::min(text.find('[', events), text.size() - 1) + 1;
  const std::size_t size = 2'000 + below(random, 200'000);
  const std::size_t first = text.find("\n  {", head + below(random, text.size() - head));
  if (first == std::string::npos) return text;
  return text.substr(0, head) + text.substr(first, size) + (random() % 2 ? "]}" : "");
}

std::vector<std::string> traceSeeds() {
  const std::string everyPhase = R"({"schemaVersion":1,"baseTimeNanoseconds":1000,"deviceProperties":[{"id":0,"name":"GPU"}],"traceEvents":[
  {"ph":"M","pid":1,"tid":0,"name":"process_name","args":{"name":"python"}},
  {"ph":"M","pid":1,"tid":2,"name":"thread_name","args":{"name":"main"}},
  {"ph":"X","cat":"cpu_op","name":"aten::conv2d","pid":1,"tid":2,"ts":10,"dur":90.5,"args":{"External id":1,"Input Dims":[[1,3],[2]]}},
  {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":2,"ts":20,"dur":5,"args":{"correlation":7,"External id":1}},
  {"ph":"X","cat":"kernel","name":"sgemm","pid":0,"tid":7,"ts":40,"dur":30,"args":{"correlation":7,"device":0,"stream":7,"grid":[1,2,3]}},
  {"ph":"s","id":7,"pid":1,"tid":2,"ts":20,"cat":"ac2g","name":"ac2g"},
  {"ph":"f","id":7,"pid":0,"tid":7,"ts":40,"cat":"ac2g","name":"ac2g","bp":"e"},
  {"ph":"B","name":"ProfilerStep#1","pid":1,"tid":2,"ts":5},
  {"ph":"E","pid":1,"tid":2,"ts":120},
  {"ph":"b","cat":"async","id2":{"local":"0x1"},"name":"request","pid":1,"tid":2,"ts":1},
  {"ph":"n","cat":"async","id2":{"local":"0x1"},"name":"half","pid":1,"tid":2,"ts":2},
  {"ph":"e","cat":"async","id2":{"local":"0x1"},"name":"request","pid":1,"tid":2,"ts":9},
  {"ph":"C","name":"bytes","pid":1,"ts":11,"args":{"a":3,"b":4.5}},
  {"ph":"i","name":"[memory]","pid":1,"tid":2,"ts":12,"s":"t","args":{"Total Allocated":1024,"Bytes":-512,"Device Id":0,"Device Type":1}},
  {"ph":"R","name":"mark","pid":1,"tid":2,"ts":13}
],"stackFrames":{"7":{"name":"f"}},"samples":[{"tid":2,"ts":14,"sf":7}],"traceName":"a.json"})";
  const std::string ids = R"json({"distributedInfo":{"rank":1,"world_size":2},"samples":[{"tid":2,"ts":"14","sf":7}],"traceEvents":[
  {"ph":"M","pid":1,"name":"process_name","args":{"name":"/device:GPU:0"}},
  {"ph":"M","pid":1,"tid":14,"name":"thread_name","args":{"name":"Stream #14(Compute)"}},
  {"ph":"M","pid":2,"name":"process_name","args":{"name":"/device:TPU:1"}},
  {"ph":"M","pid":2,"tid":1,"name":"thread_name","args":{"name":"XLA Ops"}},
  {"ph":"X","pid":7,"tid":9,"ts":10,"dur":2,"name":"cuLaunchKernel","args":{"correlation_id":"94489280513"}},
  {"ph":"X","pid":1,"tid":14,"ts":20,"dur":5,"name":"copy","args":{"correlation_id":"94489280513","memcpy_details":"kind_src:pinned kind_dst:device size:4"}},
  {"ph":"X","pid":2,"tid":1,"ts":20,"dur":5,"name":"all-reduce.1"},
  {"ph":"X","cat":"cpu_op","pid":7,"tid":9,"ts":30,"dur":5,"name":"f","args":{"Sequence number":4,"Fwd thread id":0,"External id":3}},
  {"ph":"X","cat":"cpu_op","pid":7,"tid":8,"ts":40,"dur":5,"name":"b","args":{"Sequence number":4,"Fwd thread id":1}},
  {"ph":"X","cat":"kernel","pid":0,"tid":7,"ts":50,"dur":5,"name":"k","args":{"External id":3,"stream":7}},
  {"ph":"B","name":"r","pid":7,"tid":9,"ts":60,"args":{"a":1}},{"ph":"E","pid":7,"tid":9,"ts":70,"args":{"b":2}},{}
]})json";
  const std::string bare = R"([{"name":"a","ph":"X","ts":1.5,"dur":2,"pid":"p","tid":"t"},{"name":"b","ph":"B","ts":2,"pid":"p","tid":"t"}])";
  return {everyPhase, ids, bare, R"({"displayTimeUnit":"ns","traceEvents":[],"metadata":{}})"};
}

}  // namespace stepscope::fuzz
