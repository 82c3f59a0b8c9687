// The state of one walk over a document: where it is, which rows of the grammar apply, and where its findings go.
import type { Location, Problem, Problems, Source } from '../../base/problem.ts';
import type { JsonObject } from '../description.ts';
import { joinPointer } from '../pointer.ts';
import type { ObjectName, Version } from './grammar.ts';
import type { Reference } from './reference.ts';
import type { Rows } from './shapes.ts';

/** Collects what walks find besides problems. Several walks of one description share a collector. */
export interface Collector {
  readonly references: Reference[];
  /** Every object that was checked, and as which OpenAPI object. */
  readonly checked: Map<object, ObjectName>;
  /** Whether spellings with one sensible meaning are rewritten. False where a document is only searched for identifiers. */
  readonly rewrites: boolean;
  /** Takes the `$id` of a schema. Returns the absolute URI, which is the base of references inside the schema. */
  addSchemaId(id: string, base: string, source: Source, pointer: string): string;
  /** Takes an `$anchor` or `$dynamicAnchor`. */
  addAnchor(name: string, base: string, source: Source, pointer: string): void;
  /** How many references were taken that stand where OpenAPI allows none. */
  expansions: number;
  /** Takes a rule of an object that holds such references: it is applied when what they lead to has taken their place. */
  defer(rule: () => void): void;
  /** Takes an operation or a path item. */
  addDeclaring(holder: JsonObject, source: Source, pointer: string): void;
  /** Takes a Schema Object of OpenAPI 3.0 that has a `$ref` and other keywords, which have no effect. */
  addIgnoredSiblings(location: Location): void;
  /** Takes a keyword of OpenAPI 3.0 in a document of Swagger 2.0 that is read as it is meant there. */
  addNewer(key: string, location: Location): void;
  /** Takes a `$ref` that stands where OpenAPI allows none, and that is read all the same. */
  addMisplaced(location: Location): void;
}

export interface Walk {
  readonly source: Source;
  readonly version: Version;
  readonly rows: Rows;
  /** Pointer of the value at which the walk started. */
  readonly start: string;
  /** Keys and indexes that lead from there to the value that is being checked. */
  readonly path: (string | number)[];
  /** URI that references are relative to; an `$id` changes it for the schema that has it. */
  base: string;
  /** True inside fields that only people read, where faults are warnings. */
  lenient: boolean;
  readonly collector: Collector;
  readonly problems: Problems;
}

/** A problem of the value that is being checked, or of something inside it. */
export interface Fault extends Omit<Problem, 'location' | 'related' | 'severity'> {
  /** Default: `error`. */
  readonly severity?: Problem['severity'];
  readonly fix: string;
  /** Keys and indexes from the value to the part at fault. */
  readonly below?: readonly (string | number)[];
  /** Whether the key of that part is marked, or its value (default). */
  readonly at?: 'key' | 'value';
}

export function pointerOf(walk: Walk): string {
  return joinPointer(walk.start, ...walk.path);
}

export function report(walk: Walk, { below = [], at = 'value', severity = 'error', ...fault }: Fault): void {
  walk.problems.add({ ...fault, severity, location: { source: walk.source, pointer: joinPointer(pointerOf(walk), ...below), at } });
}

/** A rule of one OpenAPI object that the grammar cannot express. */
export type Rule = (value: JsonObject, walk: Walk) => void;
