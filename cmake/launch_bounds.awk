# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Turns what FLAME_LAUNCH_BOUNDS and FLAME_CLUSTER leave in a kernel into directives of PTX. Called with the same file twice: the first
# time for what kernels ask for, the second time to print it.
/\.entry/ {
  kernel = $0
  sub(/.*\.entry +/, "", kernel)
  sub(/[^A-Za-z0-9_].*/, "", kernel)
}
FNR == NR {
  if (/launch bounds:/) {
    threads[kernel] = $(NF - 1)
    blocks[kernel] = $NF
  }
  if (/\/\/ cluster:/)
    cluster[kernel] = $NF
  next
}
/^{/ && kernel in threads {
  print ".maxntid " threads[kernel]
  print ".minnctapersm " blocks[kernel]
}
/^{/ && kernel in cluster {
  print ".explicitcluster"
  print ".reqnctapercluster " cluster[kernel]
}
{ print }
