// Draws one image: a textured background with specks and lines, a shape of random colour, size, position, rotation and slant, more lines, noise.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/base/philox.h"
#include "core/data/kinds/shapes.h"

namespace stepscope {

namespace {

constexpr std::uint64_t kPictureSeed = 0x5C09Eu;
constexpr std::uint32_t kDrawingStream = 0xD2A31u;
constexpr int kSamples = 4;  // side of the grid of samples in a pixel, for smooth edges
constexpr double kPi = std::numbers::pi;

using Color = std::array<double, 3>;

double between(PhiloxStream& random, double low, double high) {
  return low + (high - low) * random.uniform();
}
Color anyColor(PhiloxStream& random) {
  return {between(random, 10, 245), between(random, 10, 245), between(random, 10, 245)};
}
double brightness(const Color& color) {
  return 0.299 * color[0] + 0.587 * color[1] + 0.114 * color[2];
}

bool insidePolygon(double u, double v, int corners, double outer, double inner) {
  // The point in polar coordinates, in the sector between two neighbouring corners or, for a star, between a corner (radius `outer`) and the notch
  // beside it (radius `inner`).
  const double step = inner > 0 ? kPi / corners : 2 * kPi / corners, r = std::hypot(u, v);
  const double angle = std::atan2(v, u) + 2 * kPi;
  const int sector = static_cast<int>(angle / step);
  const bool odd = inner > 0 && sector % 2 != 0;
  const double r0 = inner > 0 && odd ? inner : outer, r1 = inner > 0 && !odd ? inner : outer, local = angle - sector * step;
  // The edge from (r0, 0) to (r1, step); inside means on the side of the origin.
  const double x0 = r0, x1 = r1 * std::cos(step), y1 = r1 * std::sin(step), x = r * std::cos(local), y = r * std::sin(local);
  return (x1 - x0) * y - y1 * (x - x0) >= 0;
}

// Whether (u, v) is inside the shape, in its own coordinates, where it roughly fills the unit circle.
bool inside(int shape, double u, double v) {
  const double r2 = u * u + v * v;
  switch (shape) {
    case 0: return r2 < 0.85 * 0.85;                                                                          // circle
    case 1: return r2 < 0.92 * 0.92 && (u - 0.45) * (u - 0.45) + v * v > 0.72 * 0.72;                         // crescent
    case 2: return (std::abs(u) < 0.28 && std::abs(v) < 0.95) || (std::abs(v) < 0.28 && std::abs(u) < 0.95);  // cross
    case 3: return insidePolygon(u, v, 6, 0.95, 0);                                                           // hexagon
    case 4: return r2 < 0.92 * 0.92 && r2 > 0.55 * 0.55;                                                      // ring
    case 5: return std::max(std::abs(u), std::abs(v)) < 0.75;                                                 // square
    case 6: return insidePolygon(u, v, 5, 1.05, 0.45);                                                        // star
    default: return insidePolygon(u, v, 3, 1.05, 0);                                                          // triangle
  }
}

struct Canvas {
  std::vector<Color> pixels = std::vector<Color>(kShapePixels * kShapePixels);

  Color& at(std::int64_t x, std::int64_t y) { return pixels[static_cast<std::size_t>(y * kShapePixels + x)]; }
  void blend(std::int64_t x, std::int64_t y, const Color& color, double share) {
    Color& pixel = at(x, y);
    for (std::size_t c = 0; c < 3; ++c) pixel[c] += (color[c] - pixel[c]) * share;
  }
};

// A gradient with waves over it. Returns the mean colour.
Color drawBackground(Canvas& canvas, PhiloxStream& random) {
  const Color from = anyColor(random);
  Color to = anyColor(random);
  for (std::size_t c = 0; c < 3; ++c) to[c] = from[c] + 0.5 * (to[c] - from[c]);
  const double turn = between(random, 0, 2 * kPi);
  struct Wave {
    double kx, ky, phase, height;
  };
  std::array<Wave, 3> waves;
  for (Wave& wave : waves) {
    const double length = between(random, 4, 40), angle = between(random, 0, kPi);
    wave = {2 * kPi / length * std::cos(angle), 2 * kPi / length * std::sin(angle), between(random, 0, 2 * kPi), between(random, 0, 8)};
  }
  for (std::int64_t y = 0; y < kShapePixels; ++y) {
    for (std::int64_t x = 0; x < kShapePixels; ++x) {
      const double px = static_cast<double>(x), py = static_cast<double>(y), half = kShapePixels / 2.0;
      const double t = 0.5 + ((px - half) * std::cos(turn) + (py - half) * std::sin(turn)) / (1.42 * kShapePixels);
      double waving = 0;
      for (const Wave& wave : waves) waving += wave.height * std::sin(wave.kx * px + wave.ky * py + wave.phase);
      Color& pixel = canvas.at(x, y);
      for (std::size_t c = 0; c < 3; ++c) pixel[c] = from[c] + t * (to[c] - from[c]) + waving;
    }
  }
  return {(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2};
}

void drawLine(Canvas& canvas, PhiloxStream& random) {
  const Color color = anyColor(random);
  const double angle = between(random, 0, kPi), nx = -std::sin(angle), ny = std::cos(angle), halfWidth = between(random, 0.4, 1.1);
  const double offset = between(random, 4, kShapePixels - 4) * nx + between(random, 4, kShapePixels - 4) * ny;
  for (std::int64_t y = 0; y < kShapePixels; ++y) {
    for (std::int64_t x = 0; x < kShapePixels; ++x) {
      const double away = std::abs((static_cast<double>(x) + 0.5) * nx + (static_cast<double>(y) + 0.5) * ny - offset);
      const double cover = std::clamp(halfWidth + 0.5 - away, 0.0, 1.0);
      if (cover > 0) canvas.blend(x, y, color, 0.8 * cover);
    }
  }
}

void drawSpeck(Canvas& canvas, PhiloxStream& random) {
  const Color color = anyColor(random);
  const double cx = between(random, 0, kShapePixels), cy = between(random, 0, kShapePixels), radius = between(random, 1.5, 4);
  for (std::int64_t y = 0; y < kShapePixels; ++y) {
    for (std::int64_t x = 0; x < kShapePixels; ++x) {
      const double cover = std::clamp(radius + 0.5 - std::hypot(static_cast<double>(x) + 0.5 - cx, static_cast<double>(y) + 0.5 - cy), 0.0, 1.0);
      if (cover > 0) canvas.blend(x, y, color, cover);
    }
  }
}

void drawForm(Canvas& canvas, int shape, const Color& background, PhiloxStream& random) {
  Color color = anyColor(random);
  while (std::abs(brightness(color) - brightness(background)) < 60) color = anyColor(random);
  const double shade = between(random, -30, 30);  // how fast the colour becomes brighter across the shape
  const double radius = between(random, 15, 27), turn = between(random, 0, 2 * kPi), stretch = between(random, 0.8, 1.25),
               slant = between(random, -0.2, 0.2);
  const double cx = between(random, radius * 0.9, kShapePixels - radius * 0.9), cy = between(random, radius * 0.9, kShapePixels - radius * 0.9);
  const double cosTurn = std::cos(turn), sinTurn = std::sin(turn);
  for (std::int64_t y = 0; y < kShapePixels; ++y) {
    for (std::int64_t x = 0; x < kShapePixels; ++x) {
      int hits = 0;
      double lastU = 0;
      if (std::hypot(static_cast<double>(x) - cx, static_cast<double>(y) - cy) > 1.6 * radius) continue;
      for (int sample = 0; sample < kSamples * kSamples; ++sample) {
        const double px = static_cast<double>(x) + (sample % kSamples + 0.5) / kSamples - cx;
        const double py = static_cast<double>(y) + (sample / kSamples + 0.5) / kSamples - cy;
        const double rx = (px * cosTurn + py * sinTurn) / radius, ry = (py * cosTurn - px * sinTurn) / radius;
        lastU = rx / stretch + slant * ry;
        hits += inside(shape, lastU, ry * stretch);
      }
      if (hits == 0) continue;
      const Color lit{color[0] + shade * lastU, color[1] + shade * lastU, color[2] + shade * lastU};
      canvas.blend(x, y, lit, static_cast<double>(hits) / (kSamples * kSamples));
    }
  }
}

}  // namespace

const std::vector<std::string>& shapeClasses() {
  static const std::vector<std::string> names{"circle", "crescent", "cross", "hexagon", "ring", "square", "star", "triangle"};
  return names;
}

void drawShape(std::int64_t index, std::vector<std::uint8_t>& rgb) {
  PhiloxStream random(kPictureSeed, static_cast<std::uint64_t>(index), kDrawingStream);
  Canvas canvas;
  const Color background = drawBackground(canvas, random);
  for (std::uint32_t i = random.below(3); i > 0; --i) drawSpeck(canvas, random);
  for (std::uint32_t i = random.below(2); i > 0; --i) drawLine(canvas, random);
  drawForm(canvas, static_cast<int>(index % static_cast<std::int64_t>(shapeClasses().size())), background, random);
  for (std::uint32_t i = random.below(2); i > 0; --i) drawLine(canvas, random);
  const double noise = between(random, 1, 9);
  rgb.resize(canvas.pixels.size() * 3);
  for (std::size_t i = 0; i < canvas.pixels.size(); ++i) {
    for (std::size_t c = 0; c < 3; ++c) {
      rgb[3 * i + c] = static_cast<std::uint8_t>(std::clamp(canvas.pixels[i][c] + noise * random.normal(), 0.0, 255.0) + 0.5);
    }
  }
}

}  // namespace stepscope
