#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What flames do everywhere, on a machine with a GPU: shards of a large still, a player that keeps its rate, libflame from Python, C
# and ffmpeg, memory of the GPU for frames, and ten thousand renders. Each is shown with the figures that were seen.
#
#   tests/device/everywhere.sh gather BUILD FILE.tar.xz    where things are built: programs, what they link, and the tests;
#                                                          .tar.gz is larger, for machines without xz
#   tests/device/everywhere.sh show FOLDER [OPTION...]     where a GPU is: FOLDER is that file, unpacked
#
#   --device=NAME       what renders [cuda:0]; cpu shows what can be shown without a GPU
#   --size=WxH          of the still [7680x4320]
#   --quality=N         samples per pixel of the still [100], of which the CPU makes a tenth
#   --renders=N         of one handle [10000]
#   --seconds=N         that flame-play plays [20]
#   --fps=N             that a GPU must reach at 1280x720 [60]
#
# A machine that runs `show` needs bash, tar and Python (with numpy for arrays), and nothing of CUDA but the driver. gcc and an ffmpeg
# that loads plugins of frei0r are used where they are.
#
# Exit codes: 0 all was shown, 1 something failed, 2 usage.
set -euo pipefail

fail() { # fail CODE LINE ...
  local code=$1
  shift
  printf 'everywhere: %s\n' "$@" >&2
  exit "$code"
}

usage() { sed -n '/^#   tests/,/^# Exit codes/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; }

# --- where things are built ------------------------------------------------------------------------------------------

# Libraries that a program loads from the system, but those that belong to its C library or to its compiler.
libraries_of() {
  ldd "$@" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u |
    grep -Ev '/(ld-linux|libc|libm|libdl|librt|libpthread|libstdc\+\+|libgcc_s|libflame|libflamecpu)[-.][^/]*$' || true
}

gather() {
  local build=$1 file=$2 root folder compress=(xz -3 -T0)
  [[ $file == *.xz ]] || compress=(gzip)
  root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
  [[ -e $build/CMakeCache.txt ]] || fail 2 "'$build' is no folder of a build" "build one: cmake --preset release && ninja -C build/release"
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' RETURN
  cmake --install "$build" --prefix "$folder" --strip >"$folder/install.log"
  rm -rf "$folder/share/doc/flamec/docs/images" "$folder"/bin/{flame-opt,flame-convert,flame-blend,flame-genome,flamebench,flame-studio}
  mkdir -p "$folder/needed" "$folder/needed-play" "$folder/tests"
  libraries_of "$folder"/bin/{flamec,flamerun,flame-merge} "$folder"/lib*/libflame.so "$folder"/lib*/flamec/libflamecpu.so |
    xargs -r cp -L -t "$folder/needed"
  [[ ! -e $folder/bin/flame-play ]] || libraries_of "$folder/bin/flame-play" | xargs -r cp -L -t "$folder/needed-play"
  cp "$root"/tests/library/{test_python,many_renders,test_frei0r}.py "${BASH_SOURCE[0]}" "$root/library/examples/render.c" "$folder/tests/"
  tar -C "$folder" -cf - . | "${compress[@]}" >"$file.part"
  mv "$file.part" "$file"
  ls -l "$file"
}

# --- where a GPU is --------------------------------------------------------------------------------------------------

shown=0 failed=0 skipped=0
title() { printf '\n=== %s\n' "$1"; }
ok() { shown=$((shown + 1)) && printf 'shown: %s\n' "$1"; }
bad() { failed=$((failed + 1)) && printf 'FAILED: %s\n' "$1"; }
skip() { skipped=$((skipped + 1)) && printf 'skipped: %s\n' "$1"; }

# expect WHAT COMMAND...: runs it, says how long it took.
expect() {
  local what=$1 start=$EPOCHREALTIME
  shift
  if "$@"; then
    ok "$what, $(since "$start") s"
  else
    bad "$what: $* (exit code $?)"
  fi
}

since() { awk -v from="$1" -v to="$EPOCHREALTIME" 'BEGIN { printf "%.1f", to - from }'; }

# refuses WHAT PATTERN COMMAND...: the command must fail, and say why.
refuses() {
  local what=$1 pattern=$2 said
  shift 2
  if said=$("$@" 2>&1); then
    bad "$what: it was accepted"
  elif grep -q "$pattern" <<<"$said"; then
    ok "$what"
    sed 's/^/  /' <<<"$said"
  else
    bad "$what: it said '$said' and not '$pattern'"
  fi
}

# shards NAME QUALITY OPTION...: a still by one process and in seven parts, by as many kinds of thread counts.
shards() {
  local name=$1 quality=$2 start i
  local options=(--size="$size" --quality="$quality" --progress=none "${@:3}")
  start=$EPOCHREALTIME
  flamerun still.cubin "${options[@]}" -o "$name.png" || { bad "$name: one process" && return; }
  printf '%s: one process took %s s\n' "$name" "$(since "$start")"
  start=$EPOCHREALTIME
  for i in 1 2 3 4 5 6 7; do
    flamerun still.cubin "${options[@]}" --threads=$((1 + i * 5 % $(nproc))) --shard="$i/7" -o "$name.$i.fhist" || { bad "$name: shard $i" && return; }
  done
  printf '%s: seven shards took %s s and %s\n' "$name" "$(since "$start")" "$(du -ch "$name".*.fhist | awk 'END { print $1 }')"
  # In the order of nobody, and finished by what rendered.
  expect "$name: seven shards are added up" flame-merge still.cubin "$name".{5,1,7,2,4,3,6}.fhist "${@:3}" -o "$name.merged.png"
  expect "$name: the bytes of $size are those of one process" cmp "$name.png" "$name.merged.png"
  refuses "$name: a lost shard is named" "shard 7/7 is missing" flame-merge still.cubin "$name".{1,2,3,4,5,6}.fhist "${@:3}" -o lost.png
}

show_shards() {
  title "a still of $size in seven shards"
  flamec "$genomes/rose-window.flame" -o still.cubin
  if [[ $device != cpu ]]; then
    shards gpu "$quality" --device="$device"
  fi
  shards cpu "$(awk -v all="$quality" 'BEGIN { print all / 10 }')" --device=cpu
  if [[ $device != cpu ]]; then
    flamerun still.cubin --size=640x360 --quality=20 --progress=none --device="$device" --shard=1/2 -o one.fhist
    flamerun still.cubin --size=640x360 --quality=20 --progress=none --device=cpu --shard=2/2 -o two.fhist
    refuses "a part of the GPU and one of the CPU" "does not belong" flame-merge still.cubin one.fhist two.fhist -o mixed.png
  fi
  rm -f ./*.fhist
}

show_player() {
  local said rate
  title "flame-play at 1280x720, $fps frames/s"
  if [[ ! -x $folder/bin/flame-play ]]; then
    skip "flame-play was not built: SDL 2 was not there"
    return
  fi
  mkdir -p flock
  for name in rose-window emerald-rings crystal-petals; do
    flamec "$genomes/$name.flame" --loop 0 --nframes=240 -o "flock/$name.cubin"
  done
  if ! said=$(LD_LIBRARY_PATH=$folder/needed-play:${LD_LIBRARY_PATH:-} flame-play --offscreen --device="$device" --size=1280x720 --fps="$fps" \
    --seconds="$seconds" --speed=3 flock); then
    bad "flame-play: $said"
    return
  fi
  printf '%s\n' "$said"
  rate=$(sed -n 's/.*: \([0-9.]*\) frames\/s.*/\1/p' <<<"$said")
  if [[ $device == cpu ]] || awk -v rate="$rate" -v wanted="$fps" 'BEGIN { exit !(rate > 0.98 * wanted) }'; then
    ok "flame-play: $rate frames/s of $fps, $(grep -o 'quality [0-9.]* in the median' <<<"$said")"
  else
    bad "flame-play: $rate frames/s, and $fps were asked for"
  fi
}

show_library() {
  title "libflame"
  export FLAME_TOOLS=$folder/bin FLAME_GENOMES=$genomes FLAME_DEVICE=$device PYTHONDONTWRITEBYTECODE=1
  export PYTHONPATH=$folder/lib/python3/dist-packages
  expect "Python: bytes are those of flamerun, memory of a GPU gets them" python3 "$folder/tests/test_python.py" -v
  expect "Python: $renders renders of one handle, no growth" python3 "$folder/tests/many_renders.py" "$genomes/rose-window.flame" "$renders" "$device"
  if command -v gcc >/dev/null; then
    expect "C: compiles as C99" gcc -std=c99 -Wall -Wextra -pedantic -Werror "$folder/tests/render.c" -I "$folder/include" -L "$library" -lflame \
      -Wl,-rpath,"$library" -Wl,--allow-shlib-undefined -o render
    expect "C: renders" ./render "$genomes/rose-window.flame" c.ppm width=1280 height=720 quality=50 device="$device"
  else
    skip "gcc is not installed: the C example"
  fi
  if ffmpeg -hide_banner -filters 2>/dev/null | grep -q frei0r_src; then
    expect "ffmpeg: a clip by the plugin of frei0r" python3 "$folder/tests/test_frei0r.py" "$library/frei0r-1" "$folder/bin" "$genomes"
  else
    skip "there is no ffmpeg that loads plugins of frei0r"
  fi
}

show() {
  [[ -d ${1:-} ]] || { usage >&2 && exit 2; }
  folder=$(realpath "$1") device=cuda:0 size=7680x4320 quality=100 renders=10000 seconds=20 fps=60
  shift
  for option; do
    case $option in
      --device=* | --size=* | --quality=* | --renders=* | --seconds=* | --fps=*)
        option=${option#--}
        printf -v "${option%%=*}" %s "${option#*=}"
        ;;
      *) fail 2 "unknown option '$option'" "these there are: --device, --size, --quality, --renders, --seconds, --fps" ;;
    esac
  done
  [[ -x $folder/bin/flamerun ]] || fail 2 "'$folder' has no bin/flamerun: it is no folder that 'gather' made"
  genomes=$folder/share/flamec/genomes
  library=$(dirname "$(find "$folder"/lib* -maxdepth 2 -name libflame.so | head -n 1)")
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  cd "$work"
  export PATH=$folder/bin:$PATH XDG_CACHE_HOME=$work/cache XDG_DATA_HOME=$work/data
  export LD_LIBRARY_PATH=$folder/needed${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
  flamerun --version
  nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2>/dev/null || true
  printf '%s processors\n' "$(nproc)"
  show_shards
  show_player
  show_library
  printf '\n%s passed, %s failed, %s skipped\n' "$shown" "$failed" "$skipped"
  ((failed == 0))
}

case ${1:-} in
  gather) [[ $# == 3 ]] || { usage >&2 && exit 2; } && gather "$2" "$3" ;;
  show) shift && show "$@" ;;
  -h | --help) usage ;;
  *) usage >&2 && exit 2 ;;
esac
