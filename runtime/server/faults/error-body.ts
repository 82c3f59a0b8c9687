// Bodies of faults: the service's own (`x-errors`, docs/extensions.md), or RFC 9457 problem details.

import { formatIssue, phraseOf } from '../../contract/format-issue.ts';
import type { ErrorTemplate, FaultCondition, ServiceInfo } from '../../contract/operation.ts';
import { setOwn } from '../../contract/own.ts';
import { tokenName } from '../../contract/pointer.ts';
import { forStatus } from '../../contract/responses.ts';
import { essenceOf, isJson } from '../../wire/media-type.ts';
import type { Fault } from './fault.ts';
import { kindOf, reasonOf } from './fault-kinds.ts';
import type { RefusedValue } from './refuse.ts';

export interface FaultBody {
  readonly contentType: string;
  readonly body: unknown;
}

/** The templates of the operation, then those of the service. */
type Templates = readonly (readonly ErrorTemplate[] | undefined)[];

/** The most invalid values that a body lists. */
const MAX_LISTED = 20;

/** The fault as the document words it: with its own status, its title, and its detail where user code gave none. */
export function inOwnWords(found: Fault, templates: Templates): Fault {
  const fault = withOwnStatus(found, templates);
  const [first] = templatesFor(fault, templates);
  const { title = fault.title } = first ?? {};
  const detail = fault.detail === '' ? (first?.detail ?? `${title}.`) : fault.detail;
  return { ...fault, title, detail };
}

/** The fault with the status of the template that names its kind: a document may answer `forbidden` with 400. */
function withOwnStatus(fault: Fault, templates: Templates): Fault {
  if (fault.kind === 'refused') return fault;
  for (const level of templates) {
    const found = level?.find(
      ({ status, when }) => (when?.kind ?? when?.credential) !== undefined && /^\d+$/.test(status) && holds(when, fault),
    );
    if (found !== undefined) return { ...fault, status: Number(found.status), title: reasonOf(Number(found.status)) };
  }
  return fault;
}

export function faultBody(fault: Fault, service: Pick<ServiceInfo, 'errors'>): FaultBody {
  const templates = [fault.operation?.errors, service.errors];
  const own = ownBody(fault, templates);
  if (own !== undefined) return own;
  const { status, title, detail, requestId, issues, refused = [] } = fault;
  const plain = plainTextOf(fault);
  if (plain !== undefined) return { contentType: plain, body: detail };
  const problem = { type: 'about:blank', title, status, detail, code: codeOf(fault, templatesFor(fault, templates)[0]), requestId };
  const all = [
    ...refused.map((one) => ({ pointer: one.pointer, detail: `${one.pointer} ${one.detail}.` })),
    ...issues.map((issue) => ({ pointer: issue.path, detail: formatIssue(issue) })),
  ];
  const listed = all.slice(0, MAX_LISTED);
  return { contentType: 'application/problem+json', body: listed.length === 0 ? problem : { ...problem, errors: listed } };
}

/** The body that `x-errors` gives; `undefined` where it gives none. */
export function ownBody(fault: Fault, templates: Templates): FaultBody | undefined {
  const fitting = templatesFor(fault, templates);
  const { contentType = 'application/json', body } = fitting.find((template) => template.body !== undefined) ?? {};
  if (body === undefined) return undefined;
  const words = wordsOf(fault, codeOf(fault, fitting[0]));
  if (typeof body !== 'string' || isJson(contentType)) return { contentType, body: fill(body, words, issuesOf(fault)) };
  return { contentType, body: fillText(body, words, escapeFor(contentType)) };
}

/** The templates that are for a fault: those of the operation before those of the service; of each, `401` before `4XX` before `default`. */
function templatesFor(fault: Fault, templates: Templates): ErrorTemplate[] {
  const { status } = fault;
  const keys = [String(status), `${Math.floor(status / 100)}XX`, 'default'];
  return templates.flatMap((level = []) =>
    keys.flatMap((key) => level.filter((template) => template.status === key && holds(template.when, fault))),
  );
}

function holds(when: FaultCondition | undefined, { kind, credential, pointer, issues, code }: Fault): boolean {
  if (when === undefined) return true;
  return (
    (when.kind?.includes(kind) ?? true) &&
    (when.credential === undefined || when.credential === credential) &&
    (when.at?.some((place) => pointer === place || pointer.startsWith(`${place}/`)) ?? true) &&
    (when.keyword?.includes(issues[0]?.keyword ?? '') ?? true) &&
    (when.code?.some((one) => one === code) ?? true)
  );
}

/** The code of a fault: that of user code, else that of the document, else the kind that the server has for the fault or its status. */
function codeOf({ code, kind, status }: Fault, template: ErrorTemplate | undefined): string | number {
  return code ?? template?.code ?? (kind === 'refused' ? kindOf(status) : kind);
}

type Words = Readonly<Record<string, string | number | boolean>>;

function wordsOf({ status, kind, title, detail, pointer, requestId, values = {} }: Fault, code: string | number): Words {
  const given = Object.entries(values).map(([name, value]) => [`values.${name}`, value]);
  return { ...Object.fromEntries(given), status, code, kind, title, detail, pointer, requestId, timestamp: new Date().toISOString() };
}

/** The invalid values of a request as `{issue.name}` and its like show them. */
function issuesOf({ issues, refused }: Fault): Words[] {
  const values: readonly RefusedValue[] = refused ?? issues.map((issue) => ({ pointer: issue.path, detail: phraseOf(issue) }));
  return values
    .slice(0, MAX_LISTED)
    .map(({ pointer, detail }) => ({ 'issue.pointer': pointer, 'issue.name': nameAt(pointer), 'issue.detail': detail }));
}

/** `limit` of `/query/limit`, `emails.0` of `/body/emails/0`, and `body` of `/body`. */
function nameAt(pointer: string): string {
  const [part = '', ...inside] = pointer.split('/').slice(1);
  return inside.length === 0 ? part : inside.map(tokenName).join('.');
}

/**
 * Replaces the placeholders in strings. A string that is exactly `{status}`, `{code}` or `{values.name}` becomes a number where the value is one. A
 * list whose one item tells of an issue has such an item for each of them; where there is none, the list is left out of its object, and so is
 * `{values.name}` that user code did not give.
 */
function fill(value: unknown, words: Words, issues: readonly Words[]): unknown {
  if (typeof value === 'string') return WHOLE.test(value) ? words[value.slice(1, -1)] : fillText(value, words);
  if (Array.isArray(value)) {
    return isOfIssues(value)
      ? issues.map((issue) => fill(value[0], { ...words, ...issue }, []))
      : value.map((item) => fill(item, words, issues)).filter((item) => item !== undefined);
  }
  if (typeof value !== 'object' || value === null) return value;
  const filled = {};
  for (const [key, member] of Object.entries(value)) {
    const one = issues.length > 0 || !isOfIssues(member) ? fill(member, words, issues) : undefined;
    if (one !== undefined) setOwn(filled, key, one);
  }
  return filled;
}

function isOfIssues(value: unknown): boolean {
  return Array.isArray(value) && value.length === 1 && JSON.stringify(value).includes('{issue.');
}

function fillText(text: string, words: Words, encode: (value: string) => string = String): string {
  return text.replace(PLACEHOLDER, (_, name: string) => encode(String(words[name] ?? '')));
}

const WHOLE = /^\{(?:status|code|values\.\w+)\}$/;
const PLACEHOLDER = /\{(status|code|kind|title|detail|pointer|requestId|timestamp|issue\.(?:pointer|name|detail)|values\.\w+)\}/g;

/** Keeps values, which may hold texts of the request, from being read as markup or as fields. */
function escapeFor(contentType: string): ((value: string) => string) | undefined {
  const essence = essenceOf(contentType);
  if (/^text\/html$|[+/]xml$/.test(essence)) return escapeMarkup;
  return essence === 'application/x-www-form-urlencoded' ? escapeField : undefined;
}

function escapeField(value: string): string {
  return new URLSearchParams({ '': value }).toString().slice(1);
}

/** XML 1.0 section 2.2 has no control characters except tab and line ends. */
function escapeMarkup(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is replaced.
  const text = value.replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, '\ufffd');
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The text media type of the status, where the operation declares only text for it. */
function plainTextOf({ operation, status }: Fault): string | undefined {
  const contents = operation === undefined ? undefined : Object.entries(forStatus(operation.responses, status)?.contents ?? {});
  const [first] = contents ?? [];
  return first !== undefined && contents?.every(([, codec]) => codec.kind === 'text') ? first[0] : undefined;
}
