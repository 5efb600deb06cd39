// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Artefacts. Half of the mutants are signed again, as somebody would who means harm: without that
// no mutant would get past the hashes.

#include "tests/unit/runtime/TestArtefact.h"

#include "tests/fuzz/Fuzz.h"

using namespace flame;
using namespace flame::fuzz;

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t mostSize);

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t mostSize,
                                          unsigned seed) {
  size = LLVMFuzzerMutate(data, size, mostSize);
  const auto *bytes = reinterpret_cast<const std::byte *>(data);
  rt::Bytes file(bytes, bytes + size);
  const size_t index = rt::indexOffset(file);
  if (seed % 2 == 0 || index > size || size - index < sizeof(artefact::IndexHeader))
    return size;
  rt::sign(file);
  memcpy(data, file.data(), size);
  return size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const auto *bytes = reinterpret_cast<const std::byte *>(data);
  const auto artefact = rt::Artefact::parse({bytes, bytes + size}, "input");
  if (!artefact)
    return 0;
  for (const rt::ArtefactSection &section : artefact->sections())
    require(section.offset <= size && section.size <= size - section.offset,
            "parts lie within the file", section.name);
  for (int major : {7, 8, 9, 12})
    (void)artefact->chooseCode(major, 0);
  return 0;
}
