// Error bodies with placeholders, and the values that they become: a body is only used if it is valid with each of the samples.
import { FORMATS } from '@octavo/runtime/facts';
import { FAULT_KINDS } from '../error-rows.ts';
import type { JsonValue, Schema } from '../schema/schema.ts';
import type { SchemaFacts } from './schema-facts.ts';

/** The body of a template of `x-errors` while it is made. */
export type Template = null | boolean | number | bigint | string | CodeWord | readonly Template[] | { readonly [key: string]: Template };

/** A word of a list of the document that means the error. It becomes `{code}`, with the word as the code of the row. */
export class CodeWord {
  readonly word: string;
  constructor(word: string) {
    this.word = word;
  }
}

/** The values of one fault that the runtime fills in (`runtime/server/faults/error-body.ts`). */
export interface Sample {
  readonly status: number;
  readonly kind: string;
  readonly title: string;
  readonly detail: string;
  readonly pointer: string;
  readonly requestId: string;
  readonly issues: readonly { readonly pointer: string; readonly name: string; readonly detail: string }[];
}

/** A sentence of the greatest length, with all characters that may cause trouble. */
const LONG = `/body/items/0 ${'must be one of: <a href="x">, \'b\' & "c" \u00e9\n\ud83d\ude00, '.repeat(16)} (and 3 more)`;

/** Faults with the longest and with the shortest texts, with issues and without. */
function samplesOf(status: number): Sample[] {
  const kinds = [...FAULT_KINDS].filter(([, one]) => one === status).map(([kind]) => kind);
  const issue = { pointer: '/body/items/0', name: 'items.0', detail: LONG };
  const short = { title: 'Gone', detail: 'No.', pointer: '', requestId: 'mock', issues: [] };
  return [
    ...(kinds.length === 0 ? ['refused'] : kinds).map((kind) => ({ ...short, status, kind })),
    {
      status,
      kind: kinds[0] ?? 'refused',
      title: 'Request Header Fields Too Large',
      detail: LONG,
      pointer: issue.pointer,
      requestId: '01234567-89ab-4cde-8f01-23456789abcd',
      issues: Array.from({ length: 20 }, () => issue),
    },
    { ...short, status, kind: kinds[0] ?? 'refused', pointer: '/path', issues: [{ pointer: '/path', name: 'path', detail: 'x' }] },
  ];
}

const OF_STATUS = new Map<number, readonly Sample[]>();

/** A sample without issues and two with them: enough for objects and lists, whose members have been tried with all samples. */
export function fewOf(samples: readonly Sample[]): Sample[] {
  return [
    ...samples.filter(({ issues }) => issues.length === 0).slice(0, 1),
    ...samples.filter(({ issues }) => issues.length > 0).slice(0, 2),
  ];
}

export function samplesFor(statuses: readonly number[]): Sample[] {
  return statuses.flatMap((status) => {
    const known = OF_STATUS.get(status) ?? samplesOf(status);
    OF_STATUS.set(status, known);
    return known;
  });
}

/** Where a part of a body stands. */
export interface Standing {
  /** Whether the member stands in an item of a list of issues. */
  readonly ofIssue: boolean;
  /** A list of issues that is empty is left out, which is fine only where it is not required. */
  readonly mayBeAbsent: boolean;
}

/** Whether a body or a part of it is valid by the schema, whatever fills it. */
export function fits(facts: SchemaFacts, schema: Schema, template: Template, samples: readonly Sample[], standing?: Standing): boolean {
  const values = samples.flatMap((sample) =>
    standing?.ofIssue === true ? sample.issues.slice(0, 1).map((issue) => filled(template, sample, issue)) : [filled(template, sample)],
  );
  // Many samples give the same text.
  return [...new Set(values)].every((value) => (value === undefined ? standing?.mayBeAbsent === true : facts.accepts(schema, value)));
}

/** The value that the runtime makes of a template. A list of issues without any is left out: `undefined`. */
function filled(template: Template, sample: Sample, issue?: Sample['issues'][number]): JsonValue | undefined {
  if (template instanceof CodeWord) return template.word;
  if (typeof template === 'string') return filledText(template, sample, issue);
  if (isList(template)) {
    const [only] = template;
    if (!isOfIssues(template) || only === undefined) return template.map((item) => filled(item, sample, issue) ?? null);
    if (issue !== undefined || sample.issues.length === 0) return undefined;
    const values = new Map([...new Set(sample.issues)].map((one) => [one, filled(only, sample, one) ?? null]));
    return sample.issues.map((one) => values.get(one) ?? null);
  }
  if (typeof template !== 'object' || template === null) return template;
  const members = Object.entries(template).flatMap(([key, member]) => {
    const value = filled(member, sample, issue);
    return value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(members);
}

function isList(template: Template): template is readonly Template[] {
  return Array.isArray(template);
}

/** A list whose one item tells of an issue has such an item for each. */
function isOfIssues(template: readonly Template[]): boolean {
  return template.length === 1 && JSON.stringify(template).includes('{issue.');
}

function filledText(text: string, sample: Sample, issue: Sample['issues'][number] | undefined): string | number {
  if (text === '{status}') return sample.status;
  if (!text.includes('{')) return text;
  return text.replaceAll(PLACEHOLDER, (_, name: string) => {
    switch (name) {
      case 'status':
        return String(sample.status);
      case 'code':
        return sample.kind;
      case 'kind':
        return sample.kind;
      case 'title':
        return sample.title;
      case 'detail':
        return sample.detail;
      case 'pointer':
        return sample.pointer;
      case 'requestId':
        return sample.requestId;
      case 'timestamp':
        return FORMATS.get('date-time')?.text ?? '';
      case 'issue.pointer':
        return issue?.pointer ?? '';
      case 'issue.name':
        return issue?.name ?? '';
      default:
        return issue?.detail ?? '';
    }
  });
}

const PLACEHOLDER = /\{(status|code|kind|title|detail|pointer|requestId|timestamp|issue\.(?:pointer|name|detail))\}/g;

/** The body of a fault without issues. */
export function withoutIssues(template: Template): Template | undefined {
  if (isList(template)) return isOfIssues(template) ? undefined : template;
  if (typeof template !== 'object' || template === null || template instanceof CodeWord) return template;
  return Object.fromEntries(
    Object.entries(template).flatMap(([key, member]) => {
      const left = withoutIssues(member);
      return left === undefined ? [] : [[key, left] as const];
    }),
  );
}

/** How much a body says of a fault: its sentence, its kind only, or nothing. */
export function worth(template: Template): 0 | 1 | 2 {
  const text = JSON.stringify(template);
  if (text.includes('{detail}') || text.includes('{issue.detail}')) return 2;
  return text.includes('{title}') || text.includes('{code}') || text.includes('{"word":') ? 1 : 0;
}
