#include <fmt/format.h>

#include <memory>

#include "app/cli/json_lines.h"
#include "app/cli/speech.h"
#include "app/cli/trace/trace_commands.h"
#include "core/base/one_line.h"
#include "core/base/units.h"
#include "profiler/analysis/gpu/communication.h"
#include "profiler/analysis/kernels/gpu_work.h"

namespace stepscope::cli {
namespace {

constexpr std::size_t kShownProducts = 20;

struct KernelsArguments {
  std::vector<std::string> in;
  bool json = false;
};

double asMs(std::int64_t ns) {
  return static_cast<double>(ns) * 1e-6;
}

std::string_view nameOf(WorkType type) {
  switch (type) {
    case WorkType::F64: return "f64";
    case WorkType::F32: return "f32";
    case WorkType::F16: return "f16";
    case WorkType::BF16: return "bf16";
    case WorkType::F8: return "f8";
    case WorkType::I8: return "i8";
    case WorkType::Unknown: break;
  }
  return "";
}

// The fraction of the roofline; -1: not known.
double reached(const ProductTime& product, const std::optional<GpuSpec>& gpu) {
  const double least = gpu ? leastNs(product.work, *gpu) : 0;
  return least > 0 && product.ns > 0 ? least * static_cast<double>(product.calls) / static_cast<double>(product.ns) : -1;
}

Json jsonOf(const GpuWork& work, const std::optional<GpuSpec>& gpu) {
  Json classes = Json::array(), products = Json::array();
  for (const ClassTime& time : work.classes) {
    Json names = Json::array();
    for (const NamedTime& name : time.names) names.push_back({{"name", name.name}, {"calls", name.calls}, {"ms", asMs(name.ns)}});
    classes.push_back({{"class", stepscope::nameOf(time.kind)},
                       {"calls", time.calls},
                       {"ms", asMs(time.ns)},
                       {"share", 100 * work.share(time.kind)},
                       {"fused_ms", asMs(time.fusedNs)},
                       {"names", std::move(names)}});
  }
  for (const ProductTime& product : work.products) {
    const double part = reached(product, gpu);
    products.push_back({{"op", product.op},
                        {"shapes", product.work.shapes},
                        {"dtype", nameOf(product.work.type)},
                        {"calls", product.calls},
                        {"ms", asMs(product.ns)},
                        {"flops", product.flops()},
                        {"bytes", product.bytes() > 0 ? Json(product.bytes()) : Json()},
                        {"roofline", part >= 0 ? Json(100 * part) : Json()}});
  }
  return {
      {"gpu",
       gpu ? Json{{"name", gpu->name}, {"f32", gpu->f32}, {"tf32", gpu->tf32}, {"f16", gpu->f16}, {"bf16", gpu->bf16}, {"bandwidth", gpu->bandwidth}}
           : Json()},
      {"total_ms", asMs(work.ns)},
      {"classes", std::move(classes)},
      {"products_ms", asMs(work.productNs)},
      {"products_with_shapes_ms", asMs(work.knownProductNs)},
      {"products", std::move(products)}};
}

void print(const GpuWork& work, const std::optional<GpuSpec>& gpu) {
  say("{:>9} {:>10} {:>9}  {}\n", "share", "time", "kernels", "kind of work, mainly in");
  for (const ClassTime& time : work.classes) {
    std::string names;
    for (const NamedTime& name : time.names)
      if (names.size() < 80) names += (names.empty() ? "" : ", ") + name.name;
    say("{:>9} {:>10} {:>9}  {}: {}\n", text::percent(work.share(time.kind)), text::milliseconds(asMs(time.ns)), text::count(time.calls),
        words().sentence(inWords(time.kind)), Name{names});
  }
  if (work.products.empty()) {
    say("The trace has no shapes of matrix products: operations and bytes are not counted (PyTorch: record_shapes=True).\n");
    return;
  }
  if (gpu)
    say("\nroofline of the {}: {:.4g} TFLOP/s in bf16, {:.4g} in f16, {:.4g} in f32, {:.4g} GB/s (data sheet)\n", gpu->name, gpu->bf16 * 1e-12,
        gpu->f16 * 1e-12, gpu->f32 * 1e-12, gpu->bandwidth * 1e-9);
  else say("\nThe peak rates of this GPU are not known, so there is no roofline.\n");
  say("{:>9} {:>10} {:>7} {:>10} {:>8} {:>9}  {}\n", "share", "time", "calls", "TFLOP/s", "FLOP/B", "roofline", "op, shapes");
  for (std::size_t i = 0; i < work.products.size() && i < kShownProducts; ++i) {
    const ProductTime& product = work.products[i];
    const double part = reached(product, gpu), seconds = static_cast<double>(product.ns) * 1e-9;
    say("{:>9} {:>10} {:>7} {:>10} {:>8} {:>9}  {} {} {}\n", text::percent(static_cast<double>(product.ns) / static_cast<double>(work.ns)),
        text::milliseconds(asMs(product.ns)), product.calls, seconds > 0 ? fmt::format("{:.3g}", product.flops() / seconds * 1e-12) : "-",
        product.work.bytes > 0 ? fmt::format("{:.3g}", product.work.flops / product.work.bytes) : "-", part >= 0 ? text::percent(part) : "-",
        Name{product.op}, Name{product.work.shapes}, nameOf(product.work.type));
  }
  if (work.products.size() > kShownProducts) say("and {} more: --json lists all\n", work.products.size() - kShownProducts);
}

Json known(double value) {
  return value > 0 ? Json(value) : Json();
}

Json jsonOf(const CommunicationFacts& communication) {
  Json rows = Json::array();
  for (const CommunicationFacts::Row& row : communication.rows)
    rows.push_back({{"name", row.name},
                    {"on", row.onHost ? "host" : "gpu"},
                    {"dtype", row.dtype.empty() ? Json() : Json(row.dtype)},
                    {"group", row.group.empty() ? Json() : Json(row.group)},
                    {"ranks", row.ranks > 0 ? Json(row.ranks) : Json()},
                    {"calls", row.calls},
                    {"ms", asMs(row.lengthNs)},
                    {"bytes", row.bytes >= 0 ? Json(row.bytes) : Json()},
                    {"algorithm_bandwidth", known(row.algorithmBandwidth())},
                    {"bus_bandwidth", known(row.busBandwidth())},
                    {"best_bus_bandwidth", known(row.bestBusBandwidth())}});
  return rows;
}

// Prints the collectives of the whole trace, with bandwidths in GB/s as nccl-tests defines them.
void print(const CommunicationFacts& communication, const std::optional<GpuLink>& link) {
  if (communication.rows.empty()) return;
  const auto inGb = [](double bandwidth) { return bandwidth > 0 ? fmt::format("{:.3g}", bandwidth * 1e-9) : spoken("unknown"); };
  say("\n{:>10} {:>7} {:>10} {:>10} {:>10} {:>10}  {}\n", "time", "calls", "mean size", "algorithm", "bus GB/s", "best bus",
      "collective, type, ranks (algorithm bandwidth in GB/s)");
  for (const CommunicationFacts::Row& row : communication.rows)
    say("{:>10} {:>7} {:>10} {:>10} {:>10} {:>10}  {}{}{}\n", text::milliseconds(asMs(row.lengthNs)), text::count(row.calls),
        row.bytes >= 0 ? text::bytes(static_cast<double>(row.bytes) / static_cast<double>(row.calls)) : spoken("unknown"),
        inGb(row.algorithmBandwidth()), inGb(row.busBandwidth()), inGb(row.bestBusBandwidth()), Name{withoutControls(row.name).substr(0, 60)},
        row.dtype.empty() ? "" : ", " + withoutControls(row.dtype), row.ranks > 0 ? ", " + text::counted(row.ranks, "rank") : "");
  say("A call includes the wait for all ranks, so these bandwidths are lower bounds; the best call is closest to what the links can do.\n");
  if (link) say("Within one machine {} carries {:.4g} GB/s one way (data sheet).\n", link->name, link->bytesPerSecond * 1e-9);
}

void kernels(const KernelsArguments& arguments) {
  const Trace trace = openTraces(arguments.in);
  const GpuWork work = gpuWork(trace);
  const std::optional<GpuSpec> gpu = gpuSpecOf(trace);
  const CommunicationFacts communication = communicationFacts(trace);
  const std::optional<GpuLink> link = gpuLinkOf(trace);
  if (arguments.json) {
    Json json = jsonOf(work, gpu);
    json["collectives"] = jsonOf(communication);
    json["link"] = link ? Json{{"name", link->name}, {"bytes_per_second", link->bytesPerSecond}} : Json();
    json["lost"] = lossesJson(trace);
    return printLine(json);
  }
  printLosses(trace);
  if (work.ns == 0) say("{}: no kernel ran on a GPU in its steps\n", Name{trace.source});
  else print(work, gpu);
  print(communication, link);
}

}  // namespace

void addTraceKernels(CLI::App& trace) {
  const auto arguments = std::make_shared<KernelsArguments>();
  CLI::App* command = trace.add_subcommand(
      "kernels", "The kernels of the GPU by kind, matrix products compared with the GPU's roofline, and collectives with their bandwidth");
  command->add_option("FILE", arguments->in, kTraceFileHelp)->required();
  command->add_flag("--json", arguments->json, "One JSON object");
  command->callback([arguments] { kernels(*arguments); });
}

}  // namespace stepscope::cli
