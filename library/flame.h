/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libflame renders fractal flames in other programs. Open a flame from an artefact of flamec, or
 * compile it from the text of a genome. Its settings are named numbers and texts. Render it into
 * memory on a GPU or on the CPU.
 *
 *   flame_artefact *ember = flame_open("ember.flame");
 *   flame_set_number(ember, "width", 1920);
 *   flame_set_number(ember, "height", 1080);
 *   size_t bytes = flame_buffer_size(ember, FLAME_RGBA8);
 *   void *pixels = malloc(bytes);
 *   if (!ember || flame_render(ember, FLAME_RGBA8, pixels, bytes) != FLAME_OK)
 *     fprintf(stderr, "%s\n", flame_error());
 *
 * Pixels equal those of flamerun: the same artefact, settings and seed give the same bytes on the
 * same kind of device.
 *
 * Failures. Functions that return a status return 0 (FLAME_OK) or the kind of failure. Functions
 * that return a pointer return null on failure; functions that return a size return 0.
 * flame_error() then gives the message. Passing a null artefact is an error too, so a chain of
 * calls needs only one check at its end. libflame prints nothing and installs no signal handler.
 *
 * Threads. Different artefacts are independent and may be used from any threads at once. Calls for
 * one artefact wait for each other. The exception is flame_cancel: any thread may call it at any
 * time until the artefact is closed. flame_close must be the last call for an artefact; no other
 * call may be running. A callback runs in the thread that called flame_render_shown. It may read
 * and cancel the artefact, but neither render nor close it. Errors belong to the thread in which
 * they occurred.
 *
 * Stability. This interface stays the same for one FLAME_ABI, which is the number in the name of
 * the shared library. Later versions may add functions, enumerators, and members at the ends of
 * structures that only the library creates.
 */

#ifndef FLAME_H
#define FLAME_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ABI of this header; flame_abi() is that of the library. */
#define FLAME_ABI 0

#if defined(__GNUC__)
#define FLAME_API __attribute__((visibility("default")))
#else
#define FLAME_API
#endif

/* The kind of a failure. */
enum flame_status {
  FLAME_OK = 0,
  FLAME_REJECTED = 1,    /* a file or a text is invalid */
  FLAME_USAGE = 2,       /* an argument is invalid */
  FLAME_ENVIRONMENT = 3, /* no memory, no GPU, no disk space */
  FLAME_CANCELLED = 4,   /* flame_cancel or a callback ended the render */
  FLAME_INTERNAL = 70    /* a bug in libflame */
};

/* Layout of pixels in memory: rows from the top, without padding. Numbers of more than 8 bits have
 * the byte order of the machine. RGBA has four numbers per pixel, red first, with straight (not
 * premultiplied) alpha; floats range from 0 to 1. YUV has the planes Y, Cb, Cr one after another
 * (BT.709, limited range, dithered); 10-bit formats use 16 bits per number. */
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

/* A flame with its settings. */
typedef struct flame_artefact flame_artefact;

/* ---- the library ----------------------------------------------------------------------------- */

/* The version, such as "0.1.0". */
FLAME_API const char *flame_version(void);
/* FLAME_ABI of the library. */
FLAME_API int flame_abi(void);

/* The message of the last failed call of this thread, in lower case and without a full stop. For a
 * rejected text it has several lines with source locations. "" if no call has failed. Valid until
 * the next call that fails. */
FLAME_API const char *flame_error(void);
/* Advice about that error, or "". */
FLAME_API const char *flame_error_note(void);
/* The status of that call, also for functions that return no status. */
FLAME_API int flame_error_status(void);

/* ---- artefacts ------------------------------------------------------------------------------- */

/* Opens a file: an artefact, or any input of flamec, which is then compiled. */
FLAME_API flame_artefact *flame_open(const char *path);
/* Does the same with the contents of a file. Messages call it `name`. */
FLAME_API flame_artefact *flame_open_bytes(const void *contents, size_t size, const char *name);
/* Compiles a text: flam3's XML, or an animation or a document of cuburn in JSON. `flame` selects
 * one of several flames by name or by number (from "0"). If it is null or "", all flames become key
 * frames. The user's cache keeps the compiled code. */
FLAME_API flame_artefact *flame_compile(const char *text, size_t size, const char *name,
                                        const char *flame);
/* Closes an artefact. Null is allowed. */
FLAME_API void flame_close(flame_artefact *artefact);

/* The contents of the artefact's file, valid until it is closed. `size` receives their number of
 * bytes. */
FLAME_API const void *flame_bytes(flame_artefact *artefact, size_t *size);

/* ---- settings -------------------------------------------------------------------------------- */

/* A number or a text of an artefact. */
typedef struct flame_setting {
  const char *name;
  const char *about;       /* description with unit */
  int is_settable;         /* 0: read-only */
  double minimum, maximum; /* bounds of a settable number; infinite if there is none */
} flame_setting;

/* All numbers and all texts by index, from 0; null after the last. All artefacts have the same. */
FLAME_API const flame_setting *flame_number_at(size_t index);
FLAME_API const flame_setting *flame_text_at(size_t index);

/* Numbers: "width", "height", "quality" (samples per pixel), "time" (0 to 1) or "frame", "seed" and
 * more. A number that was not set has the value of the artefact. */
FLAME_API int flame_set_number(flame_artefact *artefact, const char *name, double value);
FLAME_API int flame_get_number(flame_artefact *artefact, const char *name, double *value);
/* Resets a number to its initial value. */
FLAME_API int flame_reset_number(flame_artefact *artefact, const char *name);

/* Texts: "device" ("auto", "cpu", "cuda:0"), "filters"; read-only: "name", "author", "genome",
 * "messages" and more. A returned text is valid until that text is set or the artefact is closed,
 * "renderer" until the next render. */
FLAME_API int flame_set_text(flame_artefact *artefact, const char *name, const char *value);
FLAME_API const char *flame_get_text(flame_artefact *artefact, const char *name);

/* ---- rendering ------------------------------------------------------------------------------- */

/* The size in bytes of a frame in a format, for the current width and height. */
FLAME_API size_t flame_buffer_size(flame_artefact *artefact, int format);

/* Renders a frame into `buffer`, whose `size` must be at least flame_buffer_size. The first render
 * opens the device, which takes longer; the artefact keeps it open. */
FLAME_API int flame_render(flame_artefact *artefact, int format, void *buffer, size_t size);

/* Renders into memory of the rendering GPU ("device" is "cuda:N" or "auto"). `address` is a device
 * address in the primary context of that GPU, as cudaMalloc, CuPy and PyTorch use, or memory that
 * another interface shares with CUDA. The pixels are complete when the call returns. Not for
 * FLAME_RGBA_FLOAT. */
FLAME_API int flame_render_cuda(flame_artefact *artefact, int format, uint64_t address,
                                size_t size);

/* Progress of a frame. */
typedef struct flame_state {
  double share;    /* of the work done, 0 to 1 */
  int has_picture; /* 1 if the buffer has a new picture; the last one is final */
} flame_state;

/* Called several times a second while a frame is rendered, and after each picture. Any result but 0
 * cancels the render. */
typedef int (*flame_callback)(void *user, const flame_state *state);

/* Renders a frame progressively: `buffer` receives pictures of more and more samples, and finally
 * the picture of flame_render, byte for byte. On a GPU the last bits may differ for very large
 * sample counts (see the documentation of "schedule"). */
FLAME_API int flame_render_shown(flame_artefact *artefact, int format, void *buffer, size_t size,
                                 flame_callback callback, void *user);

/* Ends the running render of an artefact, if any, within a fraction of a second. That render
 * returns FLAME_CANCELLED. The contents of its buffer are then undefined, except for
 * flame_render_shown, which leaves the last picture. */
FLAME_API void flame_cancel(flame_artefact *artefact);

#ifdef __cplusplus
}
#endif

#endif /* FLAME_H */
