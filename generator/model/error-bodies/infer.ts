// `x-errors` for documents that have none: the bodies that operations declare for errors, filled, as rows of operations and of the service
// (docs/extensions.md).
import { type ErrorTemplate, FAULT_KINDS } from '../error-rows.ts';
import type { Response } from '../message.ts';
import { type Row, rowReader } from './rows.ts';
import type { SchemaFacts } from './schema-facts.ts';

interface WithResponses {
  readonly responses: readonly Response[];
}

export interface InferredErrors<O> {
  /** Rows that hold for all operations without rows of their own, and for requests that are for no operation. */
  readonly service: readonly ErrorTemplate[];
  readonly operations: ReadonlyMap<O, readonly ErrorTemplate[]>;
}

/** The rows of a level, by status key. */
type Level = ReadonlyMap<string, readonly Row[]>;

interface Declared {
  readonly level: Level;
  /** The keys with a row that answers as without rows. */
  readonly unchanged: ReadonlySet<string>;
}

export function inferErrors<O extends WithResponses>(operations: readonly O[], facts: SchemaFacts): InferredErrors<O> {
  const reader = rowReader(facts);
  const declared = new Map<O, Declared>();
  for (const operation of operations) {
    const level = new Map<string, readonly Row[]>();
    const unchanged = new Set<string>();
    // A row for one status of a range must not replace what the document declares for the status itself.
    const byPrecision = operation.responses.toSorted((one, other) => precisionOf(other.status) - precisionOf(one.status));
    for (const response of byPrecision) {
      const rows = reader.rowsOf(response);
      if (rows === undefined) continue;
      if ('unchanged' in rows) {
        level.set(response.status, rows.unchanged);
        unchanged.add(response.status);
      } else for (const [key, some] of rows) if (!level.has(key) && !isDeclared(operation, key, response.status)) level.set(key, some);
    }
    if (level.size > 0) declared.set(operation, { level, unchanged });
  }
  // Rows that only a few operations declare are not those of the whole service.
  const service = declared.size * 2 < operations.length ? new Map<string, readonly Row[]>() : sharedLevel([...declared.values()]);
  const own = new Map<O, readonly ErrorTemplate[]>();
  for (const [operation, { level, unchanged }] of declared) {
    const isAlike = sameAnswers(operation, level, service);
    if (!isAlike && (service.size > 0 || unchanged.size < level.size)) own.set(operation, templatesOf(level));
  }
  return { service: templatesOf(service), operations: own };
}

function precisionOf(key: string): number {
  return key === 'default' ? 0 : key.endsWith('XX') ? 1 : 2;
}

/** Whether the document declares a response of its own for a status that a range or `default` has a row for. */
function isDeclared({ responses }: WithResponses, key: string, from: string): boolean {
  return key !== from && responses.some(({ status }) => status === key || (from === 'default' && key.startsWith(status.replace('XX', ''))));
}

/** The rows that most operations have for a status, of those that declare it; one `default` where these are alike. */
function sharedLevel(all: readonly Declared[]): Level {
  const keys = new Set(all.flatMap(({ level }) => [...level.keys()]));
  const shared = new Map<string, readonly Row[]>();
  for (const key of [...keys].sort((one, other) => precisionOf(one) - precisionOf(other))) {
    const rows = mostCommon(all, key);
    if (rows !== undefined && JSON.stringify(rows) !== JSON.stringify(rowsAt(shared, key))) shared.set(key, rows);
  }
  const [first] = shared.values();
  const isOne = first !== undefined && [...shared.values()].every((rows) => JSON.stringify(rows) === JSON.stringify(first));
  return isOne && shared.size > 1 ? new Map([['default', first]]) : shared;
}

const NO_ROWS: readonly Row[] = [];

/** `undefined` where no rows are those of half of them, or those that answer as without rows. */
function mostCommon(all: readonly Declared[], key: string): readonly Row[] | undefined {
  const votes = new Map<string, { readonly rows: readonly Row[]; count: number }>();
  let total = 0;
  for (const { level, unchanged } of all) {
    const from = keyIn(level, key);
    if (from === undefined) continue;
    total += 1;
    const rows = unchanged.has(from) ? NO_ROWS : (level.get(from) ?? NO_ROWS);
    const text = textOf(rows);
    const vote = votes.get(text) ?? { rows, count: 0 };
    vote.count += 1;
    votes.set(text, vote);
  }
  const [most] = [...votes.values()].sort((one, other) => other.count - one.count);
  return most === undefined || most.rows.length === 0 || most.count * 2 < total ? undefined : most.rows;
}

/** Whether the service's rows answer the errors that an operation declares as its own would. */
function sameAnswers({ responses }: WithResponses, own: Level, service: Level): boolean {
  const exact = [...own.keys(), ...service.keys(), ...responses.map(({ status }) => status)].filter((key) => /^\d+$/.test(key));
  return [...new Set([...exact, ...[...FAULT_KINDS.values()].map(String)])].every((status) => {
    const rows = rowsAt(own, status);
    if (rows === undefined) return true;
    const shared = rowsAt(service, status);
    return shared !== undefined && textOf(rows) === textOf(shared);
  });
}

/** The server looks at the status, then at the range, then at `default`. Each has a row that is for every fault. */
function keyIn(level: Level, key: string): string | undefined {
  if (level.has(key)) return key;
  if (key === 'default') return undefined;
  const range = `${key.charAt(0)}XX`;
  return level.has(range) ? range : level.has('default') ? 'default' : undefined;
}

/** Each text of rows is asked for once for each status that the service may have a row for. */
const texts = new WeakMap<readonly Row[], string>();

function textOf(rows: readonly Row[]): string {
  const known = texts.get(rows) ?? JSON.stringify(rows);
  texts.set(rows, known);
  return known;
}

function rowsAt(level: Level, key: string): readonly Row[] | undefined {
  const found = keyIn(level, key);
  return found === undefined ? undefined : level.get(found);
}

/** The templates of a level, in the order in which a reader looks for a status. */
function templatesOf(level: Level): ErrorTemplate[] {
  const keys = [...level.keys()].sort((one, other) => precisionOf(other) - precisionOf(one) || (one < other ? -1 : one > other ? 1 : 0));
  return keys.flatMap((status) => (level.get(status) ?? []).map((row) => ({ status, ...row })));
}
