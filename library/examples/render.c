/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Renders an artefact or a genome to a PPM picture and shows the progress.
 *
 *   cc -std=c99 render.c $(pkg-config --cflags --libs flame) -o render
 *   ./render ember.flame ember.ppm quality=500 width=1280 height=720 seed=7
 */
#include <flame.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail(const char *what) {
  fprintf(stderr, "render: %s: %s\n", what, flame_error());
  if (*flame_error_note())
    fprintf(stderr, "render: note: %s\n", flame_error_note());
  return flame_error_status();
}

/* Applies a setting such as "quality=500". */
static int set(flame_artefact *flame, char *word) {
  char *value = strchr(word, '=');
  if (!value)
    return FLAME_USAGE;
  *value++ = '\0';
  if (strcmp(word, "device") == 0 || strcmp(word, "filters") == 0)
    return flame_set_text(flame, word, value);
  return flame_set_number(flame, word, strtod(value, NULL));
}

static int show(void *user, const flame_state *state) {
  (void)user;
  fprintf(stderr, "\r%3.0f %%", 100 * state->share);
  return 0; /* continue */
}

int main(int argc, char **argv) {
  if (argc < 3)
    return fprintf(stderr, "Usage: render FLAME OUTPUT.ppm [NAME=VALUE ...]\n"), FLAME_USAGE;
  flame_artefact *flame = flame_open(argv[1]);
  if (!flame)
    return fail(argv[1]);
  for (int i = 3; i < argc; ++i)
    if (set(flame, argv[i]) != FLAME_OK)
      return fail(argv[i]);
  double width, height;
  flame_get_number(flame, "width", &width);
  flame_get_number(flame, "height", &height);
  size_t bytes = flame_buffer_size(flame, FLAME_RGBA8);
  unsigned char *pixels = malloc(bytes);
  FILE *output = fopen(argv[2], "wb");
  if (!pixels || !output)
    return perror(argv[2]), FLAME_ENVIRONMENT;
  if (flame_render_shown(flame, FLAME_RGBA8, pixels, bytes, show, NULL) != FLAME_OK)
    return fail("rendering");
  fprintf(stderr, " by %s\n", flame_get_text(flame, "renderer"));
  fprintf(output, "P6 %.0f %.0f 255\n", width, height);
  for (size_t i = 0; i < bytes; i += 4)
    fwrite(pixels + i, 1, 3, output);
  free(pixels);
  flame_close(flame);
  return fclose(output) == 0 ? FLAME_OK : FLAME_ENVIRONMENT;
}
