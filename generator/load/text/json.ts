// JSON text → value by `JSON.parse`, and the problems that it does not report: duplicate keys, depth, the position of a syntax error.
import { parseExact } from '../../base/exact.ts';
import type { Problems, Source } from '../../base/problem.ts';
import type { Json } from '../description.ts';
import type { Limits } from '../limits.ts';
import { joinPointer } from '../pointer.ts';
import { scanJson } from './json-scan.ts';
import { countKeys } from './json-text.ts';

export function parseJson(source: Source, limits: Limits, problems: Problems): Json | undefined {
  let value: Json;
  try {
    value = JSON.parse(source.text) as Json;
  } catch {
    const fault = scanJson(source.text);
    problems.add({
      code: 'json-syntax',
      severity: 'error',
      message: fault?.message ?? 'Invalid JSON.',
      ...(fault?.fix === undefined ? {} : { fix: fault.fix }),
      location: { source, pointer: '', offset: fault?.offset ?? 0 },
    });
    return undefined;
  }
  const found: Census = { members: 0, faulty: false, long: false };
  count(value, limits.depth, found);
  if (found.faulty && !reportFaults(value, '', limits.depth, source, limits, problems)) return undefined;
  // A repeated key is in the text but not in the value, so it shows as a difference in number.
  if (found.faulty || countKeys(source.text) !== found.members) reportDuplicates(source, problems);
  return found.long ? (parseExact(source.text) as Json) : value;
}

interface Census {
  /** Members of all objects together, if nothing is faulty. */
  members: number;
  /** Whether something is nested too deep or a number is infinite. */
  faulty: boolean;
  /** Whether a number is beyond ±(2^53−1), so that its text has more digits. */
  long: boolean;
}

function count(value: Json | undefined, depth: number, found: Census): void {
  if (typeof value === 'number') {
    if (value <= Number.MAX_SAFE_INTEGER && value >= -Number.MAX_SAFE_INTEGER) return;
    if (Number.isFinite(value)) found.long = true;
    else found.faulty = true;
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth === 0) {
    found.faulty = true;
    return;
  }
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) if (typeof item === 'object' || typeof item === 'number') count(item, depth - 1, found);
    return;
  }
  const object = value as { readonly [key: string]: Json };
  for (const key in object) {
    found.members++;
    const member = object[key];
    if (typeof member === 'object' || typeof member === 'number') count(member, depth - 1, found);
  }
}

/** Reports what `count` found faulty. False when the value is nested too deep to read on. */
function reportFaults(value: Json, pointer: string, depth: number, source: Source, limits: Limits, problems: Problems): boolean {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    problems.add({
      code: 'number-out-of-range',
      severity: 'error',
      message: 'The number is too large.',
      fix: 'Write a number below 1.8e308, or remove it.',
      location: { source, pointer },
    });
  }
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) {
    problems.add(tooDeep(source, pointer, limits));
    return false;
  }
  for (const key of Object.keys(value)) {
    const member = (value as { readonly [key: string]: Json })[key];
    if (member !== undefined && !reportFaults(member, joinPointer(pointer, key), depth - 1, source, limits, problems)) return false;
  }
  return true;
}

export function tooDeep(source: Source, pointer: string, limits: Limits, offset?: number) {
  return {
    code: 'limit-depth',
    severity: 'error',
    message: `Objects and arrays are nested more than ${limits.depth} levels deep.`,
    fix: 'Nest fewer levels, or raise `limits.depth` in the configuration.',
    location: { source, pointer, ...(offset === undefined ? {} : { offset }) },
  } as const;
}

function reportDuplicates(source: Source, problems: Problems): void {
  scanJson(source.text, (pointer, key, first, second) => problems.add(duplicateKey(source, joinPointer(pointer, key), key, first, second)));
}

export function duplicateKey(source: Source, pointer: string, key: string, first: number, second: number) {
  return {
    code: 'duplicate-key',
    severity: 'error',
    message: `The key ${JSON.stringify(key)} appears twice in one object.`,
    fix: 'Remove or rename one of the two.',
    location: { source, pointer, at: 'key', offset: second },
    related: [{ message: 'first used here', location: { source, pointer, at: 'key', offset: first } }],
  } as const;
}
