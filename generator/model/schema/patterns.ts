// Reads the patterns of one schema: why no validator can check them, and which of them take more time than their texts are long.
import type { Location, Problems } from '../../base/problem.ts';
import { below, type Cause } from '../document-node.ts';
import { engineFor, type PatternEngine, type PatternOption, patternFlags, whyInvalid } from '../patterns/engine.ts';
import { type Growth, growthOf } from '../patterns/growth.ts';
import { withoutInlineFlags } from '../patterns/inline-flags.ts';
import type { Draft } from './keywords.ts';
import type { Schema } from './schema.ts';

/** A pattern whose matching time may grow faster than its text. */
export interface SlowPattern {
  readonly pattern: string;
  readonly flags: 'u' | '';
  readonly location: Location;
  readonly growth: Growth;
  readonly engine: PatternEngine;
}

interface WrittenPattern {
  readonly keyword: 'pattern' | 'patternProperties';
  readonly pattern: string;
  /** The longest text, where the schema itself has a bound. */
  readonly longest: number | undefined;
  readonly location: Location;
}

const NO_PATTERNS: readonly WrittenPattern[] = [];

function patternsOf(schema: Schema, location: Location): readonly WrittenPattern[] {
  if (schema.pattern === undefined && schema.patternProperties === undefined) return NO_PATTERNS;
  const found: WrittenPattern[] = [];
  for (const pattern of schema.patternProperties?.keys() ?? []) {
    const place: Location = { ...below(below(location, 'patternProperties'), pattern), at: 'key' };
    found.push({ keyword: 'patternProperties', pattern, longest: undefined, location: place });
  }
  const { pattern, maxLength: longest } = schema;
  if (pattern !== undefined) found.push({ keyword: 'pattern', pattern, longest, location: below(location, 'pattern') });
  return found;
}

/** Writes patterns with flags of other languages without them, where that means the same, and says so. */
export function expandFlags(schema: Draft, location: Location, problems: Problems): void {
  if (schema.pattern !== undefined || schema.patternProperties !== undefined) expandIn(schema, location, problems);
}

function expandIn(schema: Draft, location: Location, problems: Problems): void {
  const expand = (keyword: string, pattern: string, place: Location): string | undefined => {
    const written = withoutInlineFlags(pattern);
    if (written === undefined) return undefined;
    problems.add({
      code: 'pattern-flags',
      severity: 'warning',
      message: `ECMA-262 has no flags inside of patterns, so \`${pattern}\` is read as \`${written}\`.`,
      fix: `Write it so in \`${keyword}\`.`,
      location: place,
    });
    return written;
  };
  const { pattern, patternProperties } = schema;
  if (pattern !== undefined) schema.pattern = expand('pattern', pattern, below(location, 'pattern')) ?? pattern;
  if (patternProperties === undefined || ![...patternProperties.keys()].some((name) => name.includes('(?'))) return;
  const byPattern = new Map<string, Schema>();
  for (const [name, value] of patternProperties) {
    const place: Location = { ...below(below(location, 'patternProperties'), name), at: 'key' };
    const written = expand('patternProperties', name, place) ?? name;
    // Two schemas of one pattern: a group keeps the keys apart.
    byPattern.set(byPattern.has(written) || (written !== name && patternProperties.has(written)) ? `(?:${written})` : written, value);
  }
  schema.patternProperties = byPattern;
}

/** Keywords that turn what a schema refuses into something else: where one of them holds a schema, a check less does not only let more values in. */
const TURNING = /\/(?:not|if|contains|oneOf)(?:\/|$)/;

/**
 * Takes the `pattern` from a schema whose pattern no validator can run, and says so: the rest of the schema is checked. Where another keyword asks
 * whether a value matches the schema, the pattern stays, and `patternFault` names it.
 */
export function dropPattern(schema: Draft, location: Location, option: PatternOption, problems: Problems): void {
  if (schema.pattern === undefined || TURNING.test(location.pointer)) return;
  const { pattern, maxLength } = schema;
  const alone: Schema = { key: '', location, pattern, ...(maxLength === undefined ? {} : { maxLength }) };
  const cause = patternFault(alone, location, option);
  if (cause === undefined) return;
  delete schema.pattern;
  problems.add({
    code: 'pattern-left-out',
    severity: 'warning',
    message: `Validators do not check this pattern: ${cause.message}`,
    fix:
      patternFlags(pattern) === undefined
        ? 'Write it as ECMA-262 has it, without flags: `[Éé]t` for `(?i)ét`, `^` for `\\A`.'
        : 'Write it so that it can match a text in one way only: `^a+$` for `^(a+)+$`.',
    location: { ...below(location, 'pattern'), at: 'key' },
  });
}

/** Why no validator can check the patterns of this one schema, if so: nothing that constrains is ignored in silence. */
export function patternFault(schema: Schema, location: Location, option: PatternOption): Cause | undefined {
  for (const { keyword, pattern, longest, location: place } of patternsOf(schema, location)) {
    const engine = engineFor(pattern, longest, option);
    if (engine.kind !== 'none') continue;
    const written = `its ${keyword} ${JSON.stringify(pattern)}`;
    if (engine.reason === 'invalid') {
      const message = `${written} is an invalid JavaScript regular expression: ${whyInvalid(pattern)}. Leave out what other languages add, such as (?i) or \\A.`;
      return { message, location: below(location, keyword) };
    }
    const most = growthOf(pattern, patternFlags(pattern) ?? 'u').longest;
    const bound = keyword === 'pattern' ? `, or give the schema a maxLength of ${most} or less` : '';
    const message = `the time to match ${written} may double with each character, and look-around, references to groups and large counts cannot be matched in linear time. Write the pattern without them${bound}.`;
    return { message, location: place };
  }
  return undefined;
}

/** The patterns of this one schema that are slow, unless its `maxLength` bounds their time. */
export function slowPatterns(schema: Schema, location: Location, option: PatternOption): SlowPattern[] {
  return patternsOf(schema, location).flatMap(({ pattern, longest, location: place }) => {
    const flags = patternFlags(pattern);
    if (flags === undefined) return [];
    const growth = growthOf(pattern, flags);
    if (growth.kind === 'linear' || (longest !== undefined && longest <= growth.longest)) return [];
    const engine = engineFor(pattern, longest, option);
    return engine.kind === 'none' ? [] : [{ pattern, flags, location: place, growth, engine }];
  });
}
