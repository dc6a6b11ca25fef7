#include "views/project/synonyms.h"

#include <array>

namespace stepscope {
namespace {

constexpr int kShortestLatin = 3, kShortestChinese = 2;  // fewer characters would match too much

struct Synonyms {
  const char* ours;    // words in titles, keys or descriptions of entries; several are separated by "|"
  const char* theirs;  // terms, separated by "|"
};

constexpr std::array kSynonyms{
    Synonyms{"checkpointing",
             "gradient checkpointing|activation checkpointing|torch.utils.checkpoint|recompute|rematerialization|梯度检查点|激活检查点|重计算"},
    Synonyms{"early_stopping|early stopping", "earlystopping|early stop|早停|提前停止"},
    Synonyms{"schedule", "cosine annealing|cosineannealinglr|lr scheduler|learning rate schedule|onecyclelr|余弦退火|学习率调度"},
    Synonyms{"clip", "gradient clipping|clip_grad_norm|gradient norm|梯度裁剪"},
    Synonyms{"amp", "mixed precision|autocast|gradscaler|bfloat16|half precision|loss scaling|混合精度|半精度|自动混合精度"},
    Synonyms{"accumulation", "gradient accumulation|accumulate_grad_batches|梯度累积|梯度累加"},
    Synonyms{"channels_last", "memory_format|nhwc|channels last|通道在后|内存格式"},
    Synonyms{"num_workers|workers", "dataloader|data loader|loader workers|数据加载|加载线程|数据管道"},
    Synonyms{"autotune", "cudnn.benchmark|torch.backends.cudnn.benchmark|自动调优"},
    Synonyms{"fusion", "torch.compile|operator fusion|kernel fusion|算子融合|编译"},
    Synonyms{"diagnosis", "bottleneck|advisor|why slow|瓶颈|性能诊断|性能优化"},
    Synonyms{"weight_decay|early_stopping|label_smoothing", "overfitting|regularization|l2|过拟合|正则化|权重衰减"},
    Synonyms{"timeline", "profiler|trace viewer|tensorboard profiler|性能分析|时间线"},
    Synonyms{"sweep", "hyperparameter search|grid search|random search|超参数搜索|网格搜索|超参数扫描|调参"},
    Synonyms{"range test", "lr finder|learning rate finder|lr range|学习率查找"},
    Synonyms{"warmup", "warm-up|warm up|预热"},
    Synonyms{"average", "ema|swa|exponential moving average|指数移动平均|权重平均"},
    Synonyms{"label_smoothing", "label smoothing|标签平滑"},
    Synonyms{"flip|crop", "augmentation|data augmentation|数据增强"},
    Synonyms{"deterministic", "reproducible|reproducibility|seed|可复现|确定性"},
    Synonyms{"memory", "oom|out of memory|显存|内存不足"},
    Synonyms{"predictions", "confusion matrix|混淆矩阵"},
};

bool asksFor(const QString& query, const QString& term) {
  const bool latin = query.front().unicode() < 0x80;
  return query.size() >= (latin ? kShortestLatin : kShortestChinese) && term.startsWith(query, Qt::CaseInsensitive);
}

}  // namespace

QStringList alsoCalled(const QString& query) {
  QStringList words;
  const QString asked = query.simplified();
  if (asked.isEmpty()) return words;
  for (const Synonyms& synonyms : kSynonyms)
    for (const QString& term : QString::fromUtf8(synonyms.theirs).split(QLatin1Char('|')))
      if (asksFor(asked, term)) {
        words += QString::fromUtf8(synonyms.ours).split(QLatin1Char('|'));
        break;
      }
  words.removeDuplicates();
  return words;
}

}  // namespace stepscope
