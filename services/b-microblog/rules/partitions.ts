// Divides what streams deliver into parts of about the same size: the same part for the same identifier, in every process.

/**
 * A number from 0 to 2^32 - 1 that nothing about the identifier predicts: FNV-1a (draft-eastlake-fnv, section 3), and then the last steps of
 * MurmurHash3, since the last bits of FNV alone are too regular for identifiers that differ in one digit.
 */
function scatter(id: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** @returns from 1 to `parts` */
export function partitionOf(id: string, parts: number): number {
  return (scatter(id) % parts) + 1;
}

/** Whether an identifier is among those of a sample: the same ones for everybody. */
export function isSampled(id: string, percent: number): boolean {
  return scatter(`sample:${id}`) % 100 < percent;
}
