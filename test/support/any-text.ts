// Makes texts of any code points, lone surrogates among them. fast-check's own unit `binary` first notes each of the million code points, to
// shrink texts that it has not made itself; the note would stay in the memory of a process that runs many files.
import fc from './fast-check.ts';

export const anyText: fc.Arbitrary<string> = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }))
  .map((points) => String.fromCodePoint(...points));
