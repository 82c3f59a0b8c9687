// Compares two versions of a schema: which values are no longer allowed, which are allowed now, and whether that breaks callers.

import type { Location } from '../base/problem.ts';
import type { Schema } from '../model/schema/schema.ts';
import { branchName, isSameComponent } from './branch.ts';
import { type ChangeKind, deprecationText, kindOf } from './change.ts';
import { add, type Comparison, report, stepTo } from './comparison.ts';
import { fingerprint } from './digest.ts';
import { compareBounds, compareDefaults, compareTexts, compareTypes, compareValues } from './limits.ts';
import { type View, viewOf } from './view.ts';

/** Pairs of schemas that are equal, including all schemas inside. Kept because operations share most of their schemas. */
const alike = new WeakMap<Schema, WeakSet<Schema>>();

/** Compares the schemas that apply to one value in both versions. */
export function compareSchemas(before: readonly Schema[], after: readonly Schema[], place: Comparison): void {
  const [old] = before;
  const [now] = after;
  const isPair = old !== undefined && now !== undefined && before.length === 1 && after.length === 1;
  if (isPair && (old === now || alike.get(old)?.has(now) === true)) return;
  const pair = `${before.map((schema) => schema.key)} → ${after.map((schema) => schema.key)}`;
  const { walk, changes } = place;
  const met = walk.met.get(pair);
  if (met !== undefined) {
    walk.lowest = Math.min(walk.lowest, met);
    return;
  }
  const outer = walk.lowest;
  const depth = walk.depth++;
  const count = changes.length;
  walk.lowest = Number.POSITIVE_INFINITY;
  walk.met.set(pair, depth);
  compareParts(before, after, place);
  // If a pair inside refers to a pair outside, the result depends on that one, so it is not kept.
  const isAlike = changes.length === count && walk.lowest >= depth;
  if (isAlike && isPair) alike.set(old, (alike.get(old) ?? new WeakSet()).add(now));
  walk.met.set(pair, isAlike ? Number.POSITIVE_INFINITY : -1);
  walk.lowest = Math.min(walk.lowest, outer);
  walk.depth--;
}

function compareParts(before: readonly Schema[], after: readonly Schema[], place: Comparison): void {
  const from = viewOf(before, place.before);
  const to = viewOf(after, place.after);
  const here: Comparison = { ...place, before: from.location, after: to.location };
  if (from.never !== to.never)
    report(here, from.never ? 'widened' : 'narrowed', 'schema', to.never ? 'no longer allows any value' : 'now allows values', 'type', to);
  compareTypes(from, to, here);
  compareValues(from, to, here);
  compareBounds(from, to, here);
  compareTexts('pattern', from.patterns, to.patterns, from, to, here);
  compareTexts('format', from.formats, to.formats, from, to, here);
  if (from.unique !== to.unique) {
    report(
      here,
      to.unique ? 'narrowed' : 'widened',
      'unique-items',
      to.unique ? 'must hold no equal items now' : 'may hold equal items now',
      'uniqueItems',
      to,
    );
  }
  compareProperties(from, to, here);
  compareItems(from, to, here);
  compareChoices(from, to, here);
  compareDiscriminators(from, to, here);
  compareDefaults(from, to, here);
  if (from.deprecated !== to.deprecated) add(here, 'compatible', 'deprecated', deprecationText(to.deprecated), to.location);
  for (const keyword of new Set([...from.wholes.keys(), ...to.wholes.keys()])) {
    if (from.wholes.get(keyword) === to.wholes.get(keyword)) continue;
    const effect = !from.wholes.has(keyword) ? 'narrowed' : !to.wholes.has(keyword) ? 'widened' : 'changed';
    report(
      here,
      effect,
      'keyword-changed',
      `has ${effect === 'narrowed' ? 'a new' : effect === 'widened' ? 'no' : 'another'} \`${keyword}\``,
      keyword,
      effect === 'widened' ? from : to,
    );
  }
}

function compareProperties(from: View, to: View, place: Comparison): void {
  for (const [name, before] of from.properties) {
    const at: Comparison = { ...place, path: place.path + stepTo(name) };
    const after = to.properties.get(name);
    const [first] = before;
    if (after === undefined) {
      // Typed callers use it by its name, in both directions.
      add(at, 'breaking', 'property-removed', 'was removed', first?.location ?? place.before);
      continue;
    }
    compareRequired(name, from, to, at, after[0]?.location ?? place.after);
    compareSchemas(before, after, at);
  }
  for (const [name, after] of to.properties) {
    if (from.properties.has(name)) continue;
    const at: Comparison = { ...place, path: place.path + stepTo(name) };
    const required = to.required.has(name) && !from.required.has(name);
    const kind = required && place.direction === 'input' ? 'breaking' : 'compatible';
    add(
      at,
      kind,
      required ? 'required-property-added' : 'property-added',
      `is new${required ? ' and required' : ''}`,
      after[0]?.location ?? place.after,
    );
  }
  // A name may be required without being among the properties.
  for (const name of new Set([...from.required, ...to.required])) {
    if (from.properties.has(name) || to.properties.has(name)) continue;
    const at = to.places.get('required') ?? from.places.get('required') ?? place.after;
    compareRequired(name, from, to, { ...place, path: place.path + stepTo(name) }, at);
  }
  const wasClosed = from.additional.some((schema) => schema.boolean === false);
  const isClosed = to.additional.some((schema) => schema.boolean === false);
  if (wasClosed !== isClosed) {
    // Callers ignore properties that they do not know.
    const kind = isClosed ? kindOf('narrowed', place.direction) : 'compatible';
    const message = isClosed ? 'no longer allows other properties' : 'now allows other properties';
    add(place, kind, isClosed ? 'closed' : 'opened', message, (isClosed ? to : from).places.get('additionalProperties') ?? place.after);
  } else if (!isClosed && (from.additional.length > 0 || to.additional.length > 0)) {
    // Without the keyword, other properties may have any value (JSON Schema Core section 10.3.2.3).
    compareSchemas(from.additional, to.additional, { ...place, path: `${place.path}.*` });
  }
}

function compareRequired(name: string, from: View, to: View, place: Comparison, location: Location): void {
  const isRequired = to.required.has(name);
  if (from.required.has(name) === isRequired) return;
  const kind = kindOf(isRequired ? 'narrowed' : 'widened', place.direction);
  add(place, kind, isRequired ? 'property-required' : 'property-optional', `is ${isRequired ? 'required' : 'optional'} now`, location);
}

function compareItems(from: View, to: View, place: Comparison): void {
  if (from.items.length > 0 && to.items.length > 0) compareSchemas(from.items, to.items, { ...place, path: `${place.path}[]` });
  else if (from.items.length !== to.items.length) {
    report(
      place,
      to.items.length > 0 ? 'narrowed' : 'widened',
      'items-changed',
      to.items.length > 0 ? 'now describes its items' : 'now allows items of any kind',
      'items',
      to,
    );
  }
  for (let index = 0; index < Math.max(from.prefix.length, to.prefix.length); index++) {
    const before = from.prefix[index];
    const after = to.prefix[index];
    if (before !== undefined && after !== undefined) compareSchemas(before, after, { ...place, path: `${place.path}[${index}]` });
    else
      report(
        place,
        after !== undefined ? 'narrowed' : 'widened',
        'items-changed',
        `has ${after !== undefined ? 'a' : 'no'} rule for item ${index} now`,
        'prefixItems',
        to,
      );
  }
}

/** Pairs the branches of `oneOf` and `anyOf`: by the name of their schema, then by equal content, then by their order. */
function compareChoices(from: View, to: View, place: Comparison): void {
  for (let index = 0; index < Math.max(from.choices.length, to.choices.length); index++) {
    const before = from.choices[index];
    const after = to.choices[index];
    if (before === undefined || after === undefined) {
      report(
        place,
        before === undefined ? 'narrowed' : 'widened',
        'choice-changed',
        before === undefined ? 'is now a choice of branches' : 'is no longer a choice of branches',
        'oneOf',
        before === undefined ? to : from,
      );
      continue;
    }
    const { pairs, gone, fresh } = matchBranches(before, after);
    for (const [a, b] of pairs) compareSchemas([a], [b], { ...place, path: `${place.path}<${branchName(b) ?? after.indexOf(b)}>` });
    for (const branch of gone)
      add(
        place,
        kindOf('narrowed', place.direction),
        'branch-removed',
        `can no longer be ${branchName(branch) ?? 'one of its branches'}`,
        branch.location,
      );
    for (const branch of fresh)
      add(
        place,
        kindOf('widened', place.direction),
        'branch-added',
        `can be ${branchName(branch) ?? 'another branch'} now`,
        branch.location,
      );
  }
}

interface Matched {
  readonly pairs: readonly (readonly [Schema, Schema])[];
  readonly gone: readonly Schema[];
  readonly fresh: readonly Schema[];
}

function matchBranches(before: readonly Schema[], after: readonly Schema[]): Matched {
  const pairs: [Schema, Schema][] = [];
  let gone = [...before];
  let fresh = [...after];
  const match = (same: (a: Schema, b: Schema) => boolean): void => {
    for (const a of gone) {
      const b = fresh.find((candidate) => same(a, candidate));
      if (b === undefined) continue;
      pairs.push([a, b]);
      fresh = fresh.filter((other) => other !== b);
    }
    gone = gone.filter((a) => !pairs.some(([matched]) => matched === a));
  };
  // A component may have another name in code now, and another component its name.
  match(isSameComponent);
  match((a, b) => branchName(a) !== undefined && branchName(a) === branchName(b));
  match((a, b) => fingerprint(a) === fingerprint(b));
  // Among the rest, only branches without a name can be two versions of the same branch.
  const nameless = gone.filter((branch) => branchName(branch) === undefined);
  match((a, b) => nameless.includes(a) && branchName(b) === undefined);
  return { pairs, gone, fresh };
}

/** The branches themselves are compared by `compareChoices`: this is which value selects which. */
function compareDiscriminators(from: View, to: View, place: Comparison): void {
  const [before, after] = [from.discriminator, to.discriminator];
  const report = (kind: ChangeKind, message: string): void =>
    add(place, kind, 'discriminator-changed', message, (after ?? before)?.at ?? place.after);
  if (before === undefined || after === undefined) {
    // Without a discriminator, the branches are told apart by their content.
    if (before !== after) report('compatible', `has ${after === undefined ? 'no' : 'a'} discriminator now`);
    return;
  }
  if (before.property !== after.property) {
    report('breaking', `is told apart by \`${after.property}\`, was by \`${before.property}\``);
    return;
  }
  const where = (value: string): string => `where \`${after.property}\` is ${JSON.stringify(value)}`;
  for (const [value, branch] of before.branches) {
    const now = after.branches.get(value);
    if (!isSame(branch, now)) report('breaking', `is ${wordsOf(now, 'no branch')} ${where(value)}, was ${wordsOf(branch, '')}`);
  }
  if (!isSame(before.fallback, after.fallback)) {
    const [was, is] = [wordsOf(before.fallback, 'none'), wordsOf(after.fallback, 'no branch')];
    report('breaking', `is ${is} for other values of \`${after.property}\`, was ${was}`);
  }
  for (const [value, branch] of after.branches)
    if (!before.branches.has(value)) report('compatible', `is ${wordsOf(branch, '')} ${where(value)} now`);
}

function isSame(before: Schema | undefined, after: Schema | undefined): boolean {
  if (before === undefined || after === undefined) return before === after;
  return isSameComponent(before, after) || wordsOf(before, '') === wordsOf(after, '');
}

function wordsOf(branch: Schema | undefined, none: string): string {
  return branch === undefined ? none : (branchName(branch) ?? 'a branch without a name');
}
