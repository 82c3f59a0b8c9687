// The rows of `x-errors` for one response that a document declares for errors: its body, filled; and the rows of what it has no other form for.
import type { ErrorTemplate } from '../error-rows.ts';
import { FAULT_KINDS } from '../error-rows.ts';
import { essenceOf, isJson, isRange } from '../media-type.ts';
import type { MediaContent, Response } from '../message.ts';
import type { JsonValue, Schema } from '../schema/schema.ts';
import { ANY, intendedTypes } from '../schema/types.ts';
import { isPlainRef } from '../schema/walk.ts';
import { type Filling, fillBody } from './fill.ts';
import type { SchemaFacts } from './schema-facts.ts';
import { CodeWord, fits, type Sample, samplesFor, type Template, withoutIssues, worth } from './template.ts';

/** A row without the status that it is for. */
export type Row = Omit<ErrorTemplate, 'status'>;

/** The body that a server answers with where no row says otherwise, as a row (`runtime/server/faults/error-body.ts`). */
const PROBLEM_BODY: { readonly [name: string]: Template } = {
  type: 'about:blank',
  title: '{title}',
  status: '{status}',
  detail: '{detail}',
  code: '{code}',
  requestId: '{requestId}',
  errors: [{ pointer: '{issue.pointer}', detail: '{issue.pointer} {issue.detail}.' }],
};

/** Rows that repeat what the server answers anyway. They keep the rows of the document from taking effect. */
interface Unchanged {
  readonly unchanged: readonly Row[];
}

/** The parts of a request that a fault can be in. A fault in none of them has no issues. */
const PARTS = ['/path', '/query', '/header', '/cookie', '/querystring', '/body'];

/** The statuses that a server answers by itself, and those that handlers refuse with most. */
const STATUSES: readonly number[] = [...new Set([...FAULT_KINDS.values(), 409, 422, 429, 503])].sort();

/** The statuses that a key under `responses` is for. */
function statusesOf(key: string): readonly number[] {
  if (/^\d+$/.test(key)) return [Number(key)];
  return key === 'default' ? STATUSES : STATUSES.filter((status) => String(status).startsWith(key.charAt(0)));
}

/** What a document says of the body of an error. */
interface Errors extends Pick<Response, 'status'> {
  readonly contents: readonly Content[];
}

type Content = Pick<MediaContent, 'contentType' | 'sent' | 'kind' | 'schema' | 'examples'>;

export interface RowReader {
  /** The rows by status key: one, or several where the body differs by status. `undefined`: it declares no error, or no body. */
  rowsOf(response: Errors): ReadonlyMap<string, readonly Row[]> | Unchanged | undefined;
}

/** Responses share their schemas, so what was found for one is kept. */
export function rowReader(facts: SchemaFacts): RowReader {
  const found = new Map<string, ReadonlyMap<string, readonly Row[]> | Unchanged>();
  return {
    rowsOf(response) {
      const { status, contents } = response;
      if (!/^(?:[45](?:\d\d|XX)|default)$/.test(status) || contents.length === 0) return undefined;
      const texts = contents.map(({ contentType, schema, examples }) => [contentType, keyOf(schema), examples[0]?.value]);
      const key = JSON.stringify([status, texts], (_, value) => (typeof value === 'bigint' ? String(value) : value));
      const rows = found.get(key) ?? read(response, facts);
      found.set(key, rows);
      return rows;
    },
  };
}

/** The key of what plain references lead to, which the responses of a document share. */
function keyOf(schema: Schema | undefined): string | undefined {
  let target = schema;
  while (target !== undefined && isPlainRef(target)) target = target.ref;
  return target?.key;
}

function read({ status, contents }: Errors, facts: SchemaFacts): ReadonlyMap<string, readonly Row[]> | Unchanged {
  const [first] = contents;
  if (first !== undefined && contents.every(({ kind }) => kind === 'text'))
    return { unchanged: [{ contentType: first.sent ?? first.contentType, body: '{detail}' }] };
  const unchanged = { unchanged: [{ contentType: 'application/problem+json', body: PROBLEM_BODY }] };
  const statuses = statusesOf(status);
  const all = samplesFor(statuses);
  const declaresProblem = contents.some(
    ({ contentType, schema }) =>
      essenceOf(contentType) === 'application/problem+json' && (schema === undefined || fits(facts, schema, PROBLEM_BODY, all)),
  );
  const content = contents.find((one) => one.kind === 'json' && isJson(sentType(one)) && !isRange(sentType(one)));
  if (declaresProblem || content === undefined) return unchanged;
  if (/^\d+$/.test(status)) {
    const rows = rowsFor(content, all, facts, Number(status));
    return rows === undefined ? unchanged : new Map([[status, rows.rows]]);
  }
  const general = rowsFor(content, all, facts);
  if (general === undefined) return unchanged;
  const byStatus = new Map([[status, general.rows]]);
  if (!general.differs) return byStatus;
  for (const one of statuses) {
    const rows = rowsFor(content, samplesFor([one]), facts, one);
    if (rows !== undefined && JSON.stringify(rows.rows) !== JSON.stringify(general.rows)) byStatus.set(String(one), rows.rows);
  }
  return byStatus;
}

function sentType({ contentType, sent }: Content): string {
  return sent ?? contentType;
}

interface Found {
  readonly rows: readonly Row[];
  /** Whether another status would have other rows. */
  readonly differs: boolean;
}

/** Schemas that one body may look into. */
const BUDGET = 500;

function rowsFor(content: Content, samples: readonly Sample[], facts: SchemaFacts, status?: number): Found | undefined {
  const { schema, examples } = content;
  const contentType = sentType(content);
  if (schema === undefined || intendedTypes(schema, facts.types) === ANY) {
    const isAny = schema === undefined || fits(facts, schema, PROBLEM_BODY, samples);
    return isAny ? { rows: [{ contentType, body: PROBLEM_BODY }], differs: false } : undefined;
  }
  const differs = { byStatus: false };
  const example = examples[0]?.value as JsonValue | undefined;
  const filling = (some: readonly Sample[], listsIssues: boolean): Filling => ({
    samples: some,
    listsIssues,
    example,
    facts,
    differs,
    budget: { left: BUDGET },
    ...(status === undefined ? {} : { status }),
  });
  const row = (template: Template, when?: Row['when']): Row | undefined => rowOf(facts, schema, template, { contentType, samples, when });
  const plain = telling(facts, schema, fillBody(schema, filling(samples, false)), samples);
  const withIssues = samples.filter(({ issues }) => issues.length > 0);
  const listing = fillBody(schema, filling(withIssues, true));
  const plainRow = plain === undefined ? undefined : row(plain);
  const rows: Row[] = [];
  if (listing !== undefined && listsIssues(listing)) {
    const left = withoutIssues(listing);
    const always = left === undefined || worth(left) < 2 ? undefined : row(listing);
    if (always !== undefined) return { rows: [always], differs: differs.byStatus };
    const some = rowOf(facts, schema, listing, { contentType, samples: withIssues, when: { kind: ['invalid-request'], at: PARTS } });
    if (some !== undefined) rows.push(some);
  }
  return plainRow === undefined ? undefined : { rows: [...rows, plainRow], differs: differs.byStatus };
}

/** A body that tells of the fault, where the schema has room for it: where no member does, members of RFC 9457 are added. */
function telling(facts: SchemaFacts, schema: Schema, template: Template | undefined, samples: readonly Sample[]): Template | undefined {
  if (template !== undefined && worth(template) > 0) return template;
  if (fits(facts, schema, PROBLEM_BODY, samples)) return PROBLEM_BODY;
  if (!isMembers(template)) return template;
  const { errors: _errors, ...members } = PROBLEM_BODY;
  const both = { ...members, ...template };
  return fits(facts, schema, both, samples) ? both : template;
}

function isMembers(template: Template | undefined): template is { readonly [name: string]: Template } {
  return typeof template === 'object' && template !== null && !Array.isArray(template) && !(template instanceof CodeWord);
}

function listsIssues(template: Template): boolean {
  return JSON.stringify(template).includes('{issue.');
}

interface RowFacts {
  readonly contentType: string;
  readonly samples: readonly Sample[];
  readonly when: Row['when'] | undefined;
}

/** The row for a body, with its word for the error as the row's code; `undefined` where it is not valid then. */
function rowOf(facts: SchemaFacts, schema: Schema, template: Template, { contentType, samples, when }: RowFacts): Row | undefined {
  const word = wordIn(template);
  const body = withCode(template, word);
  const coded = word === undefined ? samples : samples.map((sample) => ({ ...sample, kind: word }));
  if (!fits(facts, schema, body, coded)) return undefined;
  return { ...(when === undefined ? {} : { when }), ...(word === undefined ? {} : { code: word }), contentType, body };
}

/** The first word for the error. */
function wordIn(template: Template): string | undefined {
  if (template instanceof CodeWord) return template.word;
  if (typeof template !== 'object' || template === null) return undefined;
  for (const member of Object.values(template) as Template[]) {
    const word = wordIn(member);
    if (word !== undefined) return word;
  }
  return undefined;
}

function withCode(template: Template, word: string | undefined): Template {
  if (template instanceof CodeWord) return template.word === word ? '{code}' : template.word;
  if (Array.isArray(template)) return (template as readonly Template[]).map((item) => withCode(item, word));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([key, member]) => [key, withCode(member, word)]));
}
