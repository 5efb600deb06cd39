/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A frei0r generator that renders frames of a flame, for ffmpeg, kdenlive and other hosts of frei0r
 * plugins. A still does not move. An animation plays in a loop; a parameter sets its speed.
 *
 *   export FREI0R_PATH=...
 *   parameters=filter_name=flame_source:filter_params=edge.cubin\|0.2
 *   ffmpeg -f lavfi -i "frei0r_src=size=640x360:framerate=25:$parameters" x.mp4
 *
 * If a flame cannot be opened or rendered, the picture is black, because frei0r cannot report
 * errors. The plugin prints the reason to standard error, which many hosts log.
 */
#include "flame.h"

#include <frei0r.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Indices of the parameters. */
enum { kFile, kQuality, kSpeed, kSeed, kParameters };

/* Hosts pass these parameters as 0 to 1. The values that 1 stands for: */
static const double kMostQuality = 1000, kMostSpeed = 1, kMostSeeds = 1000;

typedef struct {
  unsigned width, height;
  char *path;                  /* path of the flame; "" for none */
  double quality, speed, seed; /* 0 to 1 */
  flame_artefact *flame;       /* null if it is not open */
  int failed;                  /* an error was reported; do not try again */
  int countsSeconds;           /* the host has passed a fractional time */
} Source;

int f0r_init(void) { return 1; }
void f0r_deinit(void) {}

void f0r_get_plugin_info(f0r_plugin_info_t *info) {
  info->name = "flame";
  info->author = "the authors of flamec";
  info->plugin_type = F0R_PLUGIN_TYPE_SOURCE;
  info->color_model = F0R_COLOR_MODEL_RGBA8888;
  info->frei0r_version = FREI0R_MAJOR_VERSION;
  info->major_version = 0;
  info->minor_version = 1;
  info->num_params = kParameters;
  info->explanation = "Fractal flames: genomes and artefacts of flamec";
}

void f0r_get_param_info(f0r_param_info_t *info, int index) {
  static const f0r_param_info_t infos[kParameters] = {
      {"file", F0R_PARAM_STRING, "genome (.flame, .json) or artefact (.cubin)"},
      {"quality", F0R_PARAM_DOUBLE, "samples per pixel, in thousands"},
      {"speed", F0R_PARAM_DOUBLE, "of an animation: 1 is once in a second, 0 the first frame"},
      {"seed", F0R_PARAM_DOUBLE, "of the random streams, in thousands"},
  };
  if (index >= 0 && index < kParameters)
    *info = infos[index];
}

f0r_instance_t f0r_construct(unsigned int width, unsigned int height) {
  Source *source = calloc(1, sizeof *source);
  if (!source)
    return NULL;
  source->width = width;
  source->height = height;
  source->path = calloc(1, 1);
  source->quality = 0.1;
  source->speed = 0.1;
  return source;
}

void f0r_destruct(f0r_instance_t instance) {
  Source *source = instance;
  flame_close(source->flame);
  free(source->path);
  free(source);
}

static void set_path(Source *source, const char *path) {
  if (!path || !source->path || strcmp(path, source->path) == 0)
    return;
  char *copy = malloc(strlen(path) + 1);
  if (!copy)
    return;
  strcpy(copy, path);
  free(source->path);
  source->path = copy;
  flame_close(source->flame);
  source->flame = NULL;
  source->failed = 0;
}

void f0r_set_param_value(f0r_instance_t instance, f0r_param_t value, int index) {
  Source *source = instance;
  switch (index) {
  case kFile:
    set_path(source, *(f0r_param_string *)value);
    break;
  case kQuality:
    source->quality = *(double *)value;
    break;
  case kSpeed:
    source->speed = *(double *)value;
    break;
  case kSeed:
    source->seed = *(double *)value;
    break;
  }
}

void f0r_get_param_value(f0r_instance_t instance, f0r_param_t value, int index) {
  Source *source = instance;
  switch (index) {
  case kFile:
    *(f0r_param_string *)value = source->path;
    break;
  case kQuality:
    *(double *)value = source->quality;
    break;
  case kSpeed:
    *(double *)value = source->speed;
    break;
  case kSeed:
    *(double *)value = source->seed;
    break;
  }
}

static void complain(Source *source) {
  fprintf(stderr, "flame_source: %s\n", flame_error());
  source->failed = 1;
}

/* Returns the time in seconds. frei0r asks hosts for seconds and most comply; ffmpeg passes whole
 * milliseconds. */
static double seconds_of(Source *source, double time) {
  if (time != floor(time))
    source->countsSeconds = 1;
  return source->countsSeconds ? time : time / 1000;
}

/* Applies the parameters and the time to the flame. */
static int prepare(Source *source, double seconds) {
  flame_artefact *flame = source->flame;
  double duration = 0;
  int status = flame_get_number(flame, "duration", &duration);
  status |= flame_set_number(flame, "width", source->width);
  status |= flame_set_number(flame, "height", source->height);
  status |= flame_set_number(flame, "quality", fmax(0.01, source->quality * kMostQuality));
  status |= flame_set_number(flame, "seed", floor(fmax(0, source->seed * kMostSeeds)));
  if (duration > 0) {
    const double turns = fabs(seconds * source->speed * kMostSpeed);
    status |= flame_set_number(flame, "time", turns - floor(turns));
  }
  return status;
}

void f0r_update(f0r_instance_t instance, double time, const uint32_t *in, uint32_t *out) {
  Source *source = instance;
  const size_t bytes = (size_t)4 * source->width * source->height;
  (void)in;
  if (!source->flame && !source->failed && source->path && *source->path) {
    source->flame = flame_open(source->path);
    if (!source->flame)
      complain(source);
  }
  if (source->flame && !source->failed && prepare(source, seconds_of(source, time)) == FLAME_OK &&
      flame_render(source->flame, FLAME_RGBA8, out, bytes) == FLAME_OK)
    return;
  if (source->flame && !source->failed)
    complain(source);
  for (size_t i = 0; i < bytes / 4; ++i)
    memcpy(&out[i], "\0\0\0\377", 4);
}
