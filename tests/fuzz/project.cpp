// Project files, and the JSON that is kept of them with a run.
#include "core/project/project.h"
#include "core/data/kinds/dataset_table.h"

#include "tests/fuzz/fuzz.h"

using namespace stepscope;

std::vector<std::string> fuzz::seeds() {
  std::vector<std::string> texts{
      "[project]\nname = \"a\"\n[data]\nkind = \"synthetic\"\n[model]\nname = \"mlp\"\nhidden = [32, 16]\n[train]\nepochs = 2\n",
      "[data]\nkind = \"mnist\"\npath = \"mnist\"\nmean = [0.5]\nstd = [0.25]\n[model]\nname = \"lenet5\"\n[train.optimizer]\nname = "
      "\"adamw\"\n"
      "learning_rate = 1e-3\n[[train.optimizer.groups]]\npattern = \"*.bias\"\nweight_decay = 0\n[switches]\nbatch_size = 32\namp = "
      "\"bf16\"\n",
      "[data]\nkind = \"image_folder\"\npath = \"pictures\"\nimage_size = 64\nflip = true\n[[model.layers]]\ntype = \"conv\"\nchannels = "
      "8\n"
      "kernel = 3\n[[model.layers]]\ntype = \"relu\"\n[[model.layers]]\ntype = \"flatten\"\n[[model.layers]]\ntype = \"linear\"\n"
      "features = 4\n[train.schedule]\nname = \"multistep\"\nmilestones = [1, 2]\ngamma = 0.5\n[switches]\ncheckpointing = \"6 GiB\"\n"};
  for (const DatasetDef& def : datasetDefs()) texts.push_back(newProjectText("project", std::string(def.kind), "data"));
  return texts;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(fuzz::textOf(data, size));
  return fuzz::answered(fuzz::textOf(data, size), [&] {
    const Project project = parseProject(text, "/tmp/project.toml");
    // What is kept with a run gives the same project again.
    const std::string kept = toJson(project);
    fuzz::check(toJson(projectFromJson(kept)) == kept, "a project changes on its way through the JSON kept with a run");
  });
}
