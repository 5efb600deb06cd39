/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Writes the frames of an animation to standard output as raw video for an encoder.
 *
 *   cc -std=c99 pipe.c $(pkg-config --cflags --libs flame) -o pipe
 *   ./pipe edge.cubin 640 360 100 |
 *     ffmpeg -f rawvideo -pix_fmt yuv420p -s 640x360 -r 24 -i - edge.mp4
 */
#include <flame.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc != 5)
    return fprintf(stderr, "Usage: pipe FLAME WIDTH HEIGHT QUALITY\n"), FLAME_USAGE;
  flame_artefact *flame = flame_open(argv[1]);
  flame_set_number(flame, "width", strtod(argv[2], NULL));
  flame_set_number(flame, "height", strtod(argv[3], NULL));
  flame_set_number(flame, "quality", strtod(argv[4], NULL));
  double first = 0, last = -1;
  flame_get_number(flame, "first_frame", &first);
  flame_get_number(flame, "last_frame", &last);
  size_t bytes = flame_buffer_size(flame, FLAME_YUV420P8);
  void *frame = malloc(bytes + 1);
  int status = flame ? FLAME_OK : flame_error_status();
  for (double number = first; status == FLAME_OK && number <= last; ++number) {
    status = flame_set_number(flame, "frame", number);
    if (status == FLAME_OK)
      status = flame_render(flame, FLAME_YUV420P8, frame, bytes);
    if (status == FLAME_OK && fwrite(frame, 1, bytes, stdout) != bytes)
      return perror("pipe"), FLAME_ENVIRONMENT;
  }
  if (status != FLAME_OK)
    fprintf(stderr, "pipe: %s\n", flame_error());
  free(frame);
  flame_close(flame);
  return status;
}
