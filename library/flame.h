/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libflame: fractal flames in other programs. A flame is opened from an artefact of flamec, or compiled from the text of a
 * genome; its settings are numbers and texts that have names; and it is rendered into memory, by a GPU or by the CPU.
 *
 *   flame_artefact *ember = flame_open("ember.flame");
 *   flame_set_number(ember, "width", 1920);
 *   flame_set_number(ember, "height", 1080);
 *   size_t bytes = flame_buffer_size(ember, FLAME_RGBA8);
 *   void *pixels = malloc(bytes);
 *   if (!ember || flame_render(ember, FLAME_RGBA8, pixels, bytes) != FLAME_OK)
 *     fprintf(stderr, "%s\n", flame_error());
 *
 * Bytes are those of flamerun: the same artefact, settings and seed give the same pixels on the same kind of device.
 *
 * Failures. Functions that return a status return 0 (FLAME_OK) or what kind of failure it was; those that return a pointer
 * return null, those that return a size return 0. flame_error() then says what was wrong. A null artefact is an error, too, so
 * that a chain of calls need be checked only at its end. Nothing is ever printed, and no signal handler is installed.
 *
 * Threads. Different artefacts are independent: use them from any threads at once. Calls for one artefact wait for each other,
 * but flame_cancel, which may be called at any time from anywhere until the artefact is closed. flame_close is the last call for
 * an artefact: no other may be under way. A callback runs in the thread that called flame_render_shown; it may read the artefact
 * and cancel it, but neither render nor close it. Errors belong to the thread in which they arose.
 *
 * Stability. What is here stays as it is for one FLAME_ABI, which is the number in the name of the shared library: functions and
 * values of enumerations may be added, and members at the ends of structures that only the library makes.
 */

#ifndef FLAME_H
#define FLAME_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Of this header; flame_abi() is that of the library. */
#define FLAME_ABI 0

#if defined(__GNUC__)
#define FLAME_API __attribute__((visibility("default")))
#else
#define FLAME_API
#endif

/* Whose problem a failure is. */
enum flame_status {
  FLAME_OK = 0,
  FLAME_REJECTED = 1,    /* a file or a text is wrong */
  FLAME_USAGE = 2,       /* an argument makes no sense */
  FLAME_ENVIRONMENT = 3, /* no memory, no GPU, no disk space */
  FLAME_CANCELLED = 4,   /* somebody wanted an end */
  FLAME_INTERNAL = 70    /* a mistake in libflame */
};

/* How pixels lie in memory: rows from the top, without padding; numbers of more than 8 bits in the byte order of the machine.
 * RGBA has four numbers per pixel, red first, alpha not multiplied in; floats are 0 to 1. YUV has the planes Y, Cb, Cr one after
 * another (BT.709, limited range, dithered), with 10 bits in 16. */
enum flame_format {
  FLAME_RGBA8 = 0,
  FLAME_RGBA16 = 1,
  FLAME_RGBA_FLOAT = 2,
  FLAME_YUV420P8 = 3,
  FLAME_YUV422P8 = 4,
  FLAME_YUV444P8 = 5,
  FLAME_YUV420P10 = 6,
  FLAME_YUV422P10 = 7,
  FLAME_YUV444P10 = 8
};

/* A flame and how it is to be rendered. */
typedef struct flame_artefact flame_artefact;

/* ---- the library -------------------------------------------------------------------------------------------------- */

/* "0.1.0". */
FLAME_API const char *flame_version(void);
/* FLAME_ABI of the library. */
FLAME_API int flame_abi(void);

/* What was wrong with the last call of this thread that failed, in lower case and without a full stop; of a text that was
 * rejected, lines with places. "" before any. Valid until the next call that fails. */
FLAME_API const char *flame_error(void);
/* What to do about it, or "". */
FLAME_API const char *flame_error_note(void);
/* The status of that call, also of those that return none. */
FLAME_API int flame_error_status(void);

/* ---- artefacts ---------------------------------------------------------------------------------------------------- */

/* Opens a file: an artefact, or anything that flamec compiles, which is compiled. */
FLAME_API flame_artefact *flame_open(const char *path);
/* The same with the contents of a file, for which messages say `name`. */
FLAME_API flame_artefact *flame_open_bytes(const void *contents, size_t size, const char *name);
/* Compiles a text: flam3's XML, an animation or a document of cuburn in JSON. `flame` is the name or the number (from "0") of
 * one flame of several; null or "": all of them are key frames. Code is kept in the user's cache. */
FLAME_API flame_artefact *flame_compile(const char *text, size_t size, const char *name,
                                        const char *flame);
/* Ends the use of an artefact. Null is allowed. */
FLAME_API void flame_close(flame_artefact *artefact);

/* The bytes of the artefact's file, valid until it is closed; `size` gets their number. */
FLAME_API const void *flame_bytes(flame_artefact *artefact, size_t *size);

/* ---- settings ----------------------------------------------------------------------------------------------------- */

/* A number or a text that artefacts have. */
typedef struct flame_setting {
  const char *name;
  const char *about;       /* for people, with the unit */
  int is_settable;         /* 0: it can only be read */
  double minimum, maximum; /* of numbers that are settable; infinities where there is no bound */
} flame_setting;

/* All numbers, and all texts, by index from 0; null behind the last one. They are the same for all artefacts. */
FLAME_API const flame_setting *flame_number_at(size_t index);
FLAME_API const flame_setting *flame_text_at(size_t index);

/* Numbers: "width", "height", "quality" (samples per pixel), "time" (0 to 1) or "frame", "seed" and more. What was not set is as in
 * the artefact. */
FLAME_API int flame_set_number(flame_artefact *artefact, const char *name, double value);
FLAME_API int flame_get_number(flame_artefact *artefact, const char *name, double *value);
/* Makes a number what it was at first. */
FLAME_API int flame_reset_number(flame_artefact *artefact, const char *name);

/* Texts: "device" ("auto", "cpu", "cuda:0"), "filters"; to be read alone: "name", "author", "genome", "messages" and more. A text that
 * is returned is valid until that text is set or the artefact is closed, "renderer" until the next render. */
FLAME_API int flame_set_text(flame_artefact *artefact, const char *name, const char *value);
FLAME_API const char *flame_get_text(flame_artefact *artefact, const char *name);

/* ---- rendering ---------------------------------------------------------------------------------------------------- */

/* The bytes that a frame of the present width and height takes in a format. */
FLAME_API size_t flame_buffer_size(flame_artefact *artefact, int format);

/* Renders a frame into `buffer`, which holds `size` bytes, at least flame_buffer_size of them. The device is opened by the first
 * render, which takes longer, and kept. */
FLAME_API int flame_render(flame_artefact *artefact, int format, void *buffer, size_t size);

/* The same into memory of the GPU that renders ("device" is "cuda:N" or "auto"): an address of the driver's, in the primary context
 * of that GPU, as cudaMalloc, CuPy and PyTorch have; also of memory that another interface shares with CUDA. The pixels are there
 * when the call returns. Not for FLAME_RGBA_FLOAT. */
FLAME_API int flame_render_cuda(flame_artefact *artefact, int format, uint64_t address,
                                size_t size);

/* How far a frame is. */
typedef struct flame_state {
  double share; /* of the work that is done, 0 to 1 */
  int has_picture; /* whether the buffer has just got a picture of all that is done, the last time of the whole */
} flame_state;

/* Called while a frame is rendered, several times a second and after each picture. Anything but 0 cancels the render. */
typedef int (*flame_callback)(void *user, const flame_state *state);

/* Renders a frame that can be watched: `buffer` gets pictures of ever more samples, and at last that of flame_render, to the byte.
 * On a GPU the last bits may differ for very large budgets ("schedule" in its documentation). */
FLAME_API int flame_render_shown(flame_artefact *artefact, int format, void *buffer, size_t size,
                                 flame_callback callback, void *user);

/* Ends the render that is under way for an artefact, if there is one, within a fraction of a second: it returns FLAME_CANCELLED.
 * What is in the buffer then is not said, but for flame_render_shown, which leaves the last picture. */
FLAME_API void flame_cancel(flame_artefact *artefact);

#ifdef __cplusplus
}
#endif

#endif /* FLAME_H */
