#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Lets NVIDIA's compute-sanitizer watch every kernel and every schedule at work, on small frames: memory out of bounds and left behind
# (memcheck), races in shared memory (racecheck), memory read before it is written (initcheck), barriers that not all reach
# (synccheck). Prints a table, a row for each case and a column for each tool. racecheck, which makes kernels some thousand times
# slower, watches the kernels alone that a case is there for.
#
#   tests/device/sanitizers.sh run BUILD [OPTION...]           where things are built and a GPU is
#   tests/device/sanitizers.sh gather BUILD FILE.tar.xz        where things are built: programs, flames and what tests need
#   tests/device/sanitizers.sh run FOLDER [OPTION...]          where a GPU is: FOLDER is that file, unpacked
#   tests/device/sanitizers.sh list                            the cases, and which kernels run in each
#
#   --tools=A,B      these tools [memcheck,racecheck,initcheck,synccheck]
#   --cases=A,B      these cases [all]
#   --jobs=N         so many at a time [1]
#   --seconds=N      that each may take [300]
#   --limit=N        seconds after which none begins and those that run end [86400]
#   --logs=DIR       what the tools print [sanitizer-logs]
#
# A machine that runs FOLDER needs bash, awk, the driver and compute-sanitizer, in PATH or in CUDA_HOME.
#
# Exit codes: 0 nothing found, 1 something found or not run to its end, 2 usage, 3 compute-sanitizer is missing.
set -euo pipefail

fail() { # fail CODE LINE ...
  local code=$1
  shift
  printf 'sanitizers: %s\n' "$@" >&2
  exit "$code"
}

usage() { sed -n '/^#   tests/,/^# Exit codes/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; }

# --- what is run -----------------------------------------------------------------------------------------------------

# A case: its name, what runs, and the kernels that it is there for. `still`, `loop`, `flock` and `everything` are flames that flamerun
# renders, with the options behind them; tests are those of flame-gpu-test --small. Why they are enough:
#   direct ... words   a frame of 2 blocks, 19 for the log, reaches every branch of a kernel that the flame has
#   pilot              12000 samples of a pixel fill cells of 10 bits sooner than they are emptied, so that hot buckets are looked for;
#                      the one case with many samples, which racecheck does not watch: `hot` has its schedule
#   hot ... launches   4 blocks of 24 rounds, cut into launches of 3 and 1, in grids of 4, 2 and 1: blocks that follow each other,
#                      idle ones, suspended ones. Points choose together, each for itself (xaos), and count when they have converged;
#                      `rare` is `plain` with other numbers
#   team               5 to 7 blocks for three renderers, which are added up
cases() {
  cat <<'END'
direct    | still --schedule=direct --size=97x61 --quality=40                       | precalc_blocks iterate interpolate palettes read_histogram store8
split     | still --schedule=split --size=97x61 --quality=400                       | iterate accumulate_log
pilot     | still --schedule=direct --size=161x91 --quality=12000                   | find_hot count_samples
everything| everything --size=97x61 --quality=40                                    | iterate
flock     | flock --time=50% --fuse=100 --size=97x61 --quality=40                   | iterate warm_up
motion    | loop --frames=1 --size=97x61 --quality=40 --jitter=1                    | jitter interpolate palettes
density   | still --size=97x61 --quality=40 --estimator-radius=9 --supersample=1    | density_select density_gather
pixels    | still --size=97x61 --quality=40 --estimator-radius=9 --supersample=4    | density_select pixel_kernels near_kernels pixel_plan pixel_near pixel_list
words     | still --size=97x61 --quality=40 --bits=16 --transparency                | store16
passes    | test *AnimationTest.EveryTemporalSampleIsShown/gpu                      | add_pass
hot       | test *GpuHistograms.DoNotDependOnHotBuckets/*-*/rare                    | iterate
suspended | test *GpuHistograms.DoNotDependOnWhereBlocksSuspend/*-*/rare:*/xaos        | iterate
logs      | test *GpuHistograms.AreTheSameHoweverSmallTheLogIs/*-*/rare             | iterate accumulate_log
launches  | test *GpuHistograms.DoNotDependOnLaunchesOrGrids/*-*/rare               | iterate
groups    | test *GpuHistograms.AreTheSameWhereBlocksMakeBothGroups/*-*/rare        | iterate
pairs     | test *GpuHistograms.AreTheSameWherePairsAddUp/*:*PairsLoseNothing*-*/rare | iterate accumulate_pairs
team      | test *GpuTeamTest.TogetherMakesTheFrameOfOne/gpu                        | add_histogram
filters   | test *GpuFilterTest.*                                                   | local bilateral_blur bilateral_guide bilateral nlm_roots nlm smear_clip halo_blur halo_clip store_color
planes    | test *GpuVideo.*                                                        | video_planes store_color
END
}

list() { cases | sed 's/ *| */|/g' | awk -F '|' '{ print $1 ": " $2; gsub(/[a-z0-9_]+/, "flame_&", $3); print "    " $3 }'; }

# --- where things are built ------------------------------------------------------------------------------------------

# collect BUILD FOLDER: all that a run needs.
collect() {
  local build=$1 folder=$2 root
  root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
  [[ -e $build/CMakeCache.txt ]] || fail 2 "'$build' is no folder of a build" "build one: cmake --preset release && ninja -C build/release"
  for program in bin/flamec bin/flame-convert bin/flamerun tests/device/flame-gpu-prepare tests/device/flame-gpu-test; do
    [[ -x $build/$program ]] || fail 2 "'$build' has no $program" "build it: ninja -C $build flamec flame-convert flamerun flame-gpu-prepare flame-gpu-test"
  done
  mkdir -p "$folder"/{bin,needed,flames}
  cp "$build/bin/flamerun" "$build/tests/device/flame-gpu-test" "$folder/bin"
  strip "$folder"/bin/*
  ldd "$folder"/bin/* | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u |
    grep -Ev '/(ld-linux|libc|libm|libdl|librt|libpthread)[-.][^/]*$' | xargs -r cp -L -t "$folder/needed"
  "$build/bin/flamec" "$root/genomes/rose-window.flame" -o "$folder/flames/still.cubin"
  "$build/bin/flamec" "$root/genomes/emerald-rings.flame" --loop 0 --nframes=20 -o "$folder/flames/loop.cubin"
  "$build/bin/flame-convert" --to=node "$root/genomes/rose-window.flame" -o "$folder/flames/flock.json"
  "$build/bin/flamec" "$folder/flames/flock.json" -o "$folder/flames/flock.cubin"
  "$build/bin/flamec" "$root/tests/lit/Inputs/everything.flame" -o "$folder/flames/everything.cubin"
  "$build/tests/device/flame-gpu-prepare" "$folder/prepared" >"$folder/prepare.log"
  cp "${BASH_SOURCE[0]}" "$folder"
}

gather() {
  local folder
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' RETURN
  collect "$1" "$folder"
  tar -C "$folder" -cf - . | xz -3 -T0 >"$2.part"
  mv "$2.part" "$2"
  ls -l "$2"
}

# --- where a GPU is --------------------------------------------------------------------------------------------------

# one TOOL CASE: leaves TOOL.CASE.log and, in TOOL.CASE.result, the seconds that it took or what is wrong.
one() {
  local tool=$1 name=$2 what words kernel start=$EPOCHREALTIME code=0 log=$logs/$1.$2.log options=() left
  # In microseconds: of a limit in whole seconds that begins late in one, next to nothing would be left.
  left=$((began + limit * 1000000 - ${EPOCHREALTIME/[.,]/}))
  if ((left <= 0)); then
    echo 'not begun' >"$log.result"
    return
  fi
  what=$(cases | awk -F ' *[|] *' -v name="$name" '$1 == name { print $2 }')
  set -f # the names of tests have stars
  words=($what)
  set +f
  [[ $tool != memcheck ]] || options=(--leak-check full)
  if [[ $tool == racecheck ]]; then
    for kernel in $(cases | awk -F ' *[|] *' -v name="$name" '$1 == name { print $3 }'); do
      options+=(--kernel-name "kns=flame_$kernel")
    done
  fi
  if [[ ${words[0]} == test ]]; then
    words=("$folder/bin/flame-gpu-test" "$folder/prepared" --small --gtest_filter="${words[1]}")
  else
    # The artefacts come with the programs, so that their code is trusted.
    words=("$folder/bin/flamerun" "$folder/flames/${words[0]}.cubin" --trust --device=cuda:0 --progress=none -o "$logs/$tool.$name.png" "${words[@]:1}")
  fi
  timeout "$((left < seconds * 1000000 ? left : seconds * 1000000))e-6" "$sanitizer" --tool "$tool" "${options[@]}" --error-exitcode 99 --target-processes all --print-limit 20 "${words[@]}" \
    >"$log" 2>&1 || code=$?
  case $code in
    0) # what has no GPU skips its tests, and has shown nothing
      if [[ ${words[0]} == */flame-gpu-test ]] && ! grep -q 'PASSED  \] [1-9]' "$log"; then
        echo 'no test' >"$log.result"
      else
        awk -v from="$start" -v to="$EPOCHREALTIME" 'BEGIN { printf "%.1f s\n", to - from }' >"$log.result"
      fi
      ;;
    99) echo FOUND >"$log.result" ;;
    124) echo 'no end' >"$log.result" ;;
    *) echo "exit $code" >"$log.result" ;;
  esac
  printf '%s of %s: %s\n' "$tool" "$name" "$(cat "$log.result")"
}

table() { # table TOOL ... : exit code 1 if a run is not as it should be
  local tool name result failed=0
  printf '%-12s' case
  printf '%12s' "$@"
  printf '\n'
  for name in "${names[@]}"; do
    printf '%-12s' "$name"
    for tool; do
      result=$(cat "$logs/$tool.$name.log.result")
      [[ $result == *' s' ]] || failed=$((failed + 1))
      printf '%12s' "$result"
    done
    printf '\n'
  done
  printf '%s runs, %s not as they should be; what the tools print is in %s\n' $((${#names[@]} * $#)) "$failed" "$logs"
  ((failed == 0))
}

run() {
  [[ -d ${1:-} ]] || { usage >&2 && exit 2; }
  folder=$(realpath "$1") tools=memcheck,racecheck,initcheck,synccheck cases='' jobs=1 seconds=300 limit=86400 logs=sanitizer-logs
  shift
  for option; do
    case $option in
      --tools=* | --cases=* | --jobs=* | --seconds=* | --limit=* | --logs=*)
        option=${option#--}
        printf -v "${option%%=*}" %s "${option#*=}"
        ;;
      *) fail 2 "unknown option '$option'" "these there are: --tools, --cases, --jobs, --seconds, --limit, --logs" ;;
    esac
  done
  mapfile -t names < <(cases | awk -F ' *[|]' '{ print $1 }')
  for name in ${cases//,/ }; do
    [[ " ${names[*]} " == *" $name "* ]] || fail 2 "there is no case '$name'" "these there are: ${names[*]}"
  done
  [[ -z $cases ]] || IFS=, read -ra names <<<"$cases"
  IFS=, read -ra tools <<<"$tools"
  for tool in "${tools[@]}"; do
    [[ $tool =~ ^(memcheck|racecheck|initcheck|synccheck)$ ]] || fail 2 "there is no tool '$tool'" "these there are: memcheck, racecheck, initcheck, synccheck"
  done
  [[ $jobs =~ ^[1-9][0-9]*$ && $seconds =~ ^[1-9][0-9]*$ && $limit =~ ^[1-9][0-9]*$ ]] || fail 2 "--jobs, --seconds and --limit are whole numbers from 1 on"
  sanitizer=$(PATH=$PATH:${CUDA_HOME:-/usr/local/cuda}/bin command -v compute-sanitizer) ||
    fail 3 "there is no compute-sanitizer in PATH, CUDA_HOME or /usr/local/cuda" "it comes with the CUDA toolkit: package cuda-sanitizer"
  if [[ -e $folder/CMakeCache.txt ]]; then
    collected=$(mktemp -d)
    trap 'rm -rf "$collected"' EXIT
    collect "$folder" "$collected"
    folder=$collected
  fi
  [[ -x $folder/bin/flamerun ]] || fail 2 "'$folder' has no bin/flamerun: it is neither a build nor a folder that 'gather' made"
  mkdir -p "$logs"
  logs=$(realpath "$logs")
  rm -f "$logs"/*.result
  began=${EPOCHREALTIME/[.,]/}
  export folder seconds limit began logs sanitizer LD_LIBRARY_PATH=$folder/needed${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
  for tool in "${tools[@]}"; do
    printf '%s\n' "${names[@]/#/$tool }"
  done | xargs -P "$jobs" -L 1 bash "$(realpath "${BASH_SOURCE[0]}")" one
  table "${tools[@]}"
}

case ${1:-} in
  run) shift && run "$@" ;;
  gather) [[ $# == 3 ]] || { usage >&2 && exit 2; } && gather "$2" "$3" ;;
  list) list ;;
  one) one "$2" "$3" ;; # of `run` alone
  -h | --help) usage ;;
  *) usage >&2 && exit 2 ;;
esac
