// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns genomes into animations as flamec's options --loop, --edge and --sequence do.

#include "studio/model/FilmModel.h"

#include "compiler/animation/AnimateGenomes.h"
#include "compiler/animation/CheckAnimation.h"
#include "compiler/genome/UserVariations.h"
#include "compiler/genome/xml/GenomeReader.h"

#include <algorithm>

namespace flame::studio {

using nlohmann::json;

static SubjectReading failed(std::string text, std::string path = "film") {
  return {std::nullopt, {{"error", std::move(path), std::move(text)}}};
}

static SubjectReading readFilm(const json &film) {
  SubjectReading result;
  std::vector<ModelReading> readings;
  std::vector<Genome> flames;
  const json &models = film.at("models");
  for (size_t i = 0; i < models.size(); ++i) {
    ModelReading &reading = readings.emplace_back(readModel(models[i]));
    for (ModelMessage &message : reading.messages) {
      message.path = "film/" + std::to_string(i) + "/" + message.path;
      result.messages.push_back(std::move(message));
    }
    if (reading.genomes.empty())
      return result;
    flames.push_back(reading.genomes.front());
  }
  AnimateOptions options;
  options.frames = std::clamp(film.value("frames", kDefaultFrames), 1.0, 1e6);
  options.stagger = std::clamp(film.value("stagger", 0.0), 0.0, 1.0);
  const std::string kind = film.value("kind", "loop");
  if (flames.empty())
    return failed("a film needs a flame");
  unwindRotations(flames);
  if (kind == "loop") {
    result.animation = animateLoop(flames.front(), options);
  } else if (flames.size() < 2) {
    return failed("two or more flames are needed for that");
  } else if (kind == "edge") {
    result.animation = animateEdge(flames[0], flames[1], options);
  } else if (kind == "sequence") {
    result.animation = animateSequence(flames, options);
  } else {
    for (size_t i = 1; i < flames.size(); ++i)
      if (flames[i].time <= flames[i - 1].time)
        return failed("the times of key frames must increase: " + std::to_string(flames[i].time) +
                      " follows " + std::to_string(flames[i - 1].time));
    result.animation = animateKeyFrames(flames, options);
  }
  if (const std::string clash = findClash(definitionsOf(*result.animation)); !clash.empty())
    return failed(clash);
  if (const std::string beyond = findBeyondLimits(*result.animation); !beyond.empty())
    return failed("the animation leaves what can be rendered: " + beyond);
  return result;
}

SubjectReading readSubject(const json &subject) {
  try {
    if (subject.contains("film"))
      return readFilm(subject["film"]);
    ModelReading reading = readModel(subject.at("model"));
    SubjectReading result;
    result.messages = std::move(reading.messages);
    if (!reading.genomes.empty())
      result.animation = makeStill(reading.genomes.front());
    return result;
  } catch (const json::exception &thrown) {
    return failed(thrown.what(), "");
  }
}

} // namespace flame::studio
