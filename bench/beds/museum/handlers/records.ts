// The record of an object: what belongs together in it, and how a patch changes it.
import { today } from '../days.ts';
import type { ObjectInput } from '../things.ts';
import { check } from '../wire.ts';
import type { Faults } from './call.ts';

function checkMaker({ maker }: ObjectInput): void {
  if (maker === null || maker === undefined) return;
  check(maker.name !== undefined, 'maker.name', 'is needed');
  const { born, died } = maker;
  const isAlive = typeof born !== 'number' || typeof died !== 'number' || died >= born;
  check(isAlive, 'maker.died', 'must not be before the year of birth');
}

function checkAcquisition({ acquisition: { method, year, price } }: ObjectInput, faults: Faults): void {
  const last = Number(today().slice(0, 4)) + (faults.has('acquired-next-year') ? 1 : 0);
  check(year <= last, 'acquisition.year', 'must not be in the future');
  const isPurchase = method === 'purchase';
  if (isPurchase) check(price !== undefined || faults.has('purchase-without-price'), 'acquisition.price', 'is needed');
  else check(price === undefined || faults.has('gift-with-price'), 'acquisition.price', 'is for purchases only');
}

/** Refuses a record whose parts do not fit together. */
export function checkRecord(record: ObjectInput, faults: Faults): void {
  const { made, images, identifiers } = record;
  checkMaker(record);
  check(made.earliest <= made.latest || faults.has('made-backwards'), 'made.latest', 'must not be before the earliest year');
  checkAcquisition(record, faults);
  const most = faults.has('two-primary-images') ? 2 : 1;
  check(images.filter(({ primary }) => primary).length <= most, 'images', 'may have one primary image');
  check(Object.keys(identifiers).length <= 10, 'identifiers', 'must have at most ten names');
}

const isPlain = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A merge patch. */
function merged(target: unknown, patch: unknown, faults: Faults): unknown {
  if (!isPlain(patch)) return patch;
  const made: Record<string, unknown> = isPlain(target) && !faults.has('patches-replace-objects') ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete made[name];
    else made[name] = merged(made[name], value, faults);
  }
  return made;
}

/** A record after a patch. A member of the record that is taken away is `null`. */
export function patched(item: ObjectInput, patch: Partial<ObjectInput>, faults: Faults): ObjectInput {
  const entries = Object.entries(patch).filter(([, value]) => value !== null || !faults.has('null-changes-nothing'));
  const old: Readonly<Record<string, unknown>> = { ...item };
  const next = Object.fromEntries(entries.map(([name, value]) => [name, merged(old[name], value, faults)]));
  return { ...item, ...next };
}

/** A record as it is kept, where faults lose a part of it. */
export function kept(record: ObjectInput, faults: Faults): ObjectInput {
  const { title, description, made, identifiers, materials } = record;
  return {
    ...record,
    title: faults.has('titles-are-trimmed') ? title.trim() : title,
    description: faults.has('descriptions-are-cut') ? description.slice(0, 1000) : description,
    made: faults.has('years-lose-their-sign') ? { earliest: Math.abs(made.earliest), latest: made.latest } : made,
    identifiers: faults.has('numbers-lose-zeros') ? withoutZeros(identifiers) : identifiers,
    materials: faults.has('materials-are-sorted') ? materials.toSorted() : materials,
  };
}

const withoutZeros = (identifiers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(identifiers).map(([name, text]) => [name, text.replace(/^0+(?=\d)/, '')]));
