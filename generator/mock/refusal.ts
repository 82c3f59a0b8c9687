// Writes why the mock refused a request: in the body that a generated server would send, with its pointers (`/query/limit`).
import { type Fault, inOwnWords, kindOf, ownBody, reasonOf } from '@octavo/runtime/conformance';
import { phraseOf } from '@octavo/runtime/facts';
import { closest } from '../base/suggest.ts';
import { isJson } from '../model/media-type.ts';
import type { ErrorTemplates } from './error-templates.ts';
import type { PrismOperation, ProblemError, Violation } from './prism-modules.ts';
import { headersOf } from './prism-response.ts';
import type { MockAnswer, MockRequest } from './protocol.ts';
import { unknownPreference } from './unknown-preference.ts';

/** A fault in one value of a request, or in the request as a whole. */
interface Wrong {
  /** RFC 6901 JSON pointer, as in the issues of the runtime: `/body/items/0`. Empty if the request as a whole is at fault. */
  readonly pointer: string;
  readonly detail: string;
  /** The keyword of the schema that the value breaks. */
  readonly keyword?: string;
}

/** The most faults that a problem body lists. */
const mostListed = 20;

/** Why Prism refused a request for which it found no response in the document; `undefined` if its problem is about something else. */
export function refusedBy(
  { name, detail, additional }: ProblemError,
  { method, path }: MockRequest,
  operations: readonly PrismOperation[],
): { readonly status: number; readonly faults: readonly Violation[] } | undefined {
  switch (name.slice(name.indexOf('#') + 1)) {
    case 'NO_PATH_MATCHED_ERROR':
      return { status: 404, faults: [{ message: `No operation has the path ${path}${nearestPath(path, operations)}`, severity: 0 }] };
    case 'NO_METHOD_MATCHED_ERROR':
      return { status: 405, faults: [{ message: `The path ${path} has no operation with the method ${method}`, severity: 0 }] };
    case 'UNAUTHORIZED':
      return { status: 401, faults: [{ code: 401, message: '', severity: 0 }] };
    case 'INVALID_CONTENT_TYPE':
      return { status: 415, faults: [{ code: 415, message: detail ?? '', severity: 0 }] };
    case 'UNPROCESSABLE_ENTITY':
      return {
        status: 422,
        faults: (additional?.validation ?? []).map(({ location = [], ...rest }) => ({ ...rest, path: location, severity: 0 })),
      };
    default:
      return undefined;
  }
}

/** `, but there is /notes/{id}`, where a path of the document differs by a few letters; empty otherwise. Values of path parameters may differ. */
function nearestPath(path: string, operations: readonly PrismOperation[]): string {
  const segments = path.split('/');
  const filled = operations.flatMap(({ path: template }) => {
    const parts = template.split('/');
    if (parts.length !== segments.length) return [];
    return [[parts.map((part, index) => (part.includes('{') ? (segments[index] ?? '') : part)).join('/'), template] as const];
  });
  const near = closest(
    path,
    filled.map(([text]) => text),
  );
  const template = filled.find(([text]) => text === near)?.[1];
  return template === undefined ? '' : `, but there is ${template}`;
}

/** `status` is the one that Prism chose among those of the operation. `headers` are sent as they are, except for the media type. */
export function refusal(
  status: number,
  violations: readonly Violation[],
  operation: PrismOperation | undefined,
  templates: ErrorTemplates,
  headers: Readonly<Record<string, unknown>> = {},
): MockAnswer {
  const wrong = violations.map((violation) => wrongOf(violation, operation));
  const declared = operation?.responses?.map(({ code }) => code) ?? [];
  // Prism prefers 422 where an operation has both, but a generated server answers 400.
  const shown = status === 422 && declared.includes('400') ? 400 : status;
  const name = operation === undefined ? '' : `${operation.method.toUpperCase()} ${operation.path}`;
  const fault = inOwnWords(faultOf(shown, wrong), levels(templates, name));
  const own = inOwnForm(templates, name, fault);
  const refused = fault.detail;
  if (own !== undefined) return { ...own, headers: { ...headersOf(headers), ...own.headers }, refused };
  const { detail, title, kind } = fault;
  const contents = operation?.responses?.find((response) => response.code === String(fault.status))?.contents ?? [];
  const [text] = contents;
  if (text !== undefined && contents.every(({ mediaType }) => mediaType.startsWith('text/'))) {
    return { ...answer(fault.status, text.mediaType, detail, headers), refused };
  }
  const listed = wrong.filter(({ pointer }) => pointer !== '').slice(0, mostListed);
  const errors = listed.map((one) => ({ pointer: one.pointer, detail: one.detail }));
  const problem = { type: 'about:blank', title, status: fault.status, detail, code: kind, ...(errors.length === 0 ? {} : { errors }) };
  return { ...answer(fault.status, 'application/problem+json', JSON.stringify(problem), headers), refused };
}

/** Answers a request that prefers a response which the operation does not have; `undefined` if Prism's problem is about something else. */
export function preferenceRefusal(
  { name, detail = '' }: ProblemError,
  operation: PrismOperation | undefined,
  { method, path }: MockRequest,
): MockAnswer | undefined {
  if (!name.endsWith('#NOT_FOUND') || operation === undefined) return undefined;
  const where = `${method} ${path}`;
  const code = /^Requested status code (\d+) /.exec(detail)?.[1];
  const example = /exampleKey: (.*) does not exist/s.exec(detail)?.[1];
  const responses = operation.responses ?? [];
  if (code !== undefined) return unknownPreference({ where, code, statuses: responses.map((response) => response.code) });
  if (example === undefined) return undefined;
  const named = responses.flatMap(({ code: status, contents = [] }) =>
    contents.flatMap(({ examples = [] }) => examples.flatMap(({ key }) => (key === undefined ? [] : [{ name: key, status }]))),
  );
  return unknownPreference({ where, example, named });
}

/** A refusal in the form that the document gives its errors; `undefined` where it gives none. `operation`: `GET /email-finder`. */
export function inOwnForm(templates: ErrorTemplates, operation: string, fault: Fault): MockAnswer | undefined {
  const own = ownBody(fault, levels(templates, operation));
  if (own === undefined) return undefined;
  const { contentType, body } = own;
  return answer(fault.status, contentType, typeof body === 'string' && !isJson(contentType) ? body : JSON.stringify(body), {});
}

/** A fault as generated servers have it. Prism checks only whether there is a credential, so that a 401 means that it is missing. */
export function faultOf(status: number, wrong: readonly Wrong[]): Fault {
  const [first] = wrong;
  const rest = wrong.length > 1 ? ` (and ${wrong.length - 1} more)` : '';
  const kind = status === 422 ? 'invalid-request' : kindOf(status);
  return {
    kind: kind === 'refused' ? 'invalid-request' : kind,
    status,
    title: reasonOf(status),
    detail: first === undefined ? 'The request is not valid.' : first.detail + rest,
    pointer: first?.pointer ?? '',
    refused: wrong.filter(({ pointer }) => pointer !== '').map((one) => ({ pointer: one.pointer, detail: phraseAfter(one) })),
    issues: first?.keyword === undefined ? [] : [{ path: first.pointer, keyword: first.keyword, expected: undefined, found: undefined }],
    requestId: 'mock',
    headers: {},
    ...(status === 401 ? { credential: 'missing' } : {}),
  };
}

/** The end of a sentence about a value: `must be at most 100`. */
function phraseAfter({ pointer, detail }: Wrong): string {
  return detail.slice(pointer.length + 1, -1);
}

function levels({ document, operations }: ErrorTemplates, operation: string) {
  return [operations[operation], document];
}

function answer(status: number, contentType: string, body: string, headers: Readonly<Record<string, unknown>>): MockAnswer {
  return { status, headers: { ...headersOf(headers), 'content-type': contentType }, body };
}

function wrongOf(violation: Violation, operation: PrismOperation | undefined): Wrong {
  const { code, message } = violation;
  if (code === 401) return { pointer: '', detail: 'This operation needs a credential.' };
  const types = code === 415 ? /^Supported content types: (.*)$/s.exec(message)?.[1] : undefined;
  if (types !== undefined) return { pointer: '', detail: `The Content-Type must be ${types.replaceAll(', ', ' or ')}.` };
  if (message === 'Body parameter is required') return { pointer: '/body', detail: '/body is missing.', keyword: 'required' };
  const [part, ...below] = (violation.path ?? []).map(String);
  if (part === undefined) return { pointer: '', detail: `${message.replace(/\.$/, '')}.` };
  // Prism has the names of headers and query parameters in lower case.
  const [first = '', ...inside] = below;
  const declared = part === 'header' ? operation?.request?.headers : part === 'query' ? operation?.request?.query : undefined;
  const named = declared?.find(({ name }) => name.toLowerCase() === first.toLowerCase())?.name;
  const pointer = ['', part, ...(named === undefined ? below : [named, ...inside])].join('/');
  const missing = code === 'required' ? /required property '(.*)'$/s.exec(message)?.[1] : undefined;
  const keyword = typeof code === 'string' ? { keyword: code } : {};
  if (missing !== undefined)
    return { pointer: `${pointer}/${token(missing)}`, detail: `${pointer}/${token(missing)} is missing.`, ...keyword };
  const unknown = code === 'additionalProperties' || code === 'unevaluatedProperties' ? /'(.*)'$/s.exec(message)?.[1] : undefined;
  if (unknown !== undefined)
    return { pointer: `${pointer}/${token(unknown)}`, detail: `${pointer}/${token(unknown)} is not a known property.`, ...keyword };
  return { pointer, detail: `${pointer} ${phrase(violation)}.`, ...keyword };
}

/** The limit in a message of Ajv: `must be <= 100`, `must NOT have more than 3 items`, `must match pattern "^a"`. */
const LIMIT = /^must (?:be (?:[<>]=?|multiple of) (\S+)|NOT have (?:more|fewer) than (\S+) .*|match \w+ "(.*)")$/s;

/** The most allowed values that a sentence lists, as in the runtime. */
const mostValues = 10;

/** `must be an integer`: the message without the words for the place, which come before it. */
function phrase({ code, message }: Violation): string {
  const from = message.search(/\bmust\b/);
  const words = from === -1 ? message : message.slice(from);
  const keyword = String(code);
  if (keyword === 'type') return phraseOf({ keyword, expected: words.replace('must be ', '').split(',') });
  const limit = LIMIT.exec(words)
    ?.slice(1)
    .find((found) => found !== undefined);
  if (limit !== undefined) return phraseOf({ keyword, expected: limit === '1' ? 1 : limit });
  const allowed = code === 'enum' ? /^must be equal to one of the allowed values: (.*)$/s.exec(words)?.[1]?.split(', ') : undefined;
  if (allowed !== undefined) {
    const more = allowed.length > mostValues ? ` and ${allowed.length - mostValues} more` : '';
    return `must be one of: ${allowed.slice(0, mostValues).join(', ')}${more}`;
  }
  return words.replace(/^must NOT /, 'must not ').replace(/\.$/, '');
}

/** A name as a token of a JSON pointer (RFC 6901 §3). */
function token(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
