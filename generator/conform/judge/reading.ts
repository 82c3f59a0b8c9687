// Reads a response as the document declares it: status, media type, headers, body and items, each by the generated rows and validators.
import type { Checks, Operation as Row, OperationResponse as RowResponse } from '@octavo/runtime';
import {
  bodiless,
  declaredFor,
  formatIssue,
  forStatus,
  getOwn,
  type Issue,
  matchContent,
  recurse,
  tokenName,
  type Validator,
} from '@octavo/runtime/conformance';
import type { Location } from '../../base/problem.ts';
import type { MediaContent, Operation, Refusals, Response } from '../../model/service.ts';
import type { Reading, ReadingFault, UntimedResponse } from '../contract/exchange.ts';
import { concerns } from './redacted.ts';
import type { HeaderMatch } from './schemas.ts';
import { statementOf, within } from './statement.ts';

/** The facts about an operation that reading its responses needs. */
export interface ReadingFacts {
  readonly operation: Operation;
  readonly row: Row;
  readonly checks: Checks;
  readonly matchesHeader: HeaderMatch;
}

/** The most issues of one body that are kept. */
const MOST_ISSUES = 5;

/** The most faults of one stream that are kept. */
const MOST_STREAM_FAULTS = 100;

/** The body of a stream that is read while it comes. */
export interface LiveBody {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly onFault: (fault: ReadingFault) => void;
}

export function isStream(row: Row, status: number, contentType: string | null): boolean {
  const response = declaredFor(row, status);
  if (contentType === null || response?.contents === undefined) return false;
  return (response.match ?? matchContent)(response.contents, contentType)?.[1].items !== undefined;
}

type Building = { -readonly [K in keyof Reading]: Reading[K] } & { readonly faults: ReadingFault[] };

export async function readResponse(facts: ReadingFacts, response: UntimedResponse, method: string, live?: LiveBody): Promise<Reading> {
  const { operation, row } = facts;
  const { status } = response;
  const declared = modelOf(operation, status);
  const rowResponse = declaredFor(row, status);
  if (declared === undefined || rowResponse === undefined) {
    const statuses = operation.responses.map((one) => one.status);
    const fault: ReadingFault = {
      about: 'status',
      message: `Status ${status} is not declared.`,
      expected: statuses.length === 0 ? 'no response is declared' : `one of the statuses ${statuses.join(', ')}`,
      location: within(operation.location, 'responses'),
    };
    return { headers: {}, faults: [fault] };
  }
  const reading: Building = { declared, headers: {}, faults: [] };
  readHeaders(facts, declared, rowResponse, response, reading);
  if (method !== 'HEAD' && !bodiless(row, status)) await readBody(facts, declared, rowResponse, response, reading, live);
  if (declared.refusals !== undefined && isRefusal(declared.refusals, reading.body)) reading.isRefusal = true;
  return reading;
}

function isRefusal({ codes }: Refusals, body: unknown): boolean {
  if (codes === undefined) return true;
  const code = codes.at.split('/').slice(1).map(tokenName).reduce(getOwn, body);
  return (typeof code === 'string' || typeof code === 'number') && codes.reasons.has(String(code));
}

/** The declaration with the most specific key (OpenAPI 3.1 section 4.8.16). */
function modelOf({ responses }: Operation, status: number): Response | undefined {
  return [String(status), `${String(status)[0]}XX`, 'default']
    .map((key) => responses.find((one) => one.status === key))
    .find((response) => response !== undefined);
}

function statementOfResponse({ operation }: ReadingFacts, declared: Response): ReadingFault['location'] {
  return within(operation.location, 'responses', declared.status);
}

function readHeaders(
  facts: ReadingFacts,
  declared: Response,
  row: RowResponse,
  { headers, redacted }: UntimedResponse,
  reading: Building,
): void {
  const values: Record<string, unknown> = {};
  for (const { name, required, codec, shape } of row.headers ?? []) {
    if (redacted?.headers.includes(name.toLowerCase())) continue;
    const text = headers.get(name);
    const place = (): Location => within(statementOfResponse(facts, declared), 'headers', name);
    if (text === null) {
      if (required)
        reading.faults.push({
          about: 'header',
          message: `The required header ${name} is missing.`,
          expected: `the header ${name}`,
          location: place(),
        });
      continue;
    }
    const value = codec.readLines === undefined ? codec.read(text, shape, true) : codec.readLines(headers);
    const header = declared.headers.find((one) => one.name === name);
    if (value === undefined || (header !== undefined && !facts.matchesHeader(header, value))) {
      reading.faults.push({
        about: 'header',
        message: `The header ${name} is not as its schema declares.`,
        expected: `a value that the schema of the header ${name} allows`,
        location: header?.schema.location ?? place(),
      });
    }
    values[name] = value;
  }
  reading.headers = values;
}

async function readBody(
  facts: ReadingFacts,
  declared: Response,
  row: RowResponse,
  response: UntimedResponse,
  reading: Building,
  live: LiveBody | undefined,
): Promise<void> {
  const { contents } = row;
  if (contents === undefined) return;
  const types = Object.keys(contents).join(', ');
  if (response.body.length === 0 && Object.values(contents).some(({ optional }) => optional === true)) return;
  const type = response.headers.get('content-type');
  const fault = (about: ReadingFault['about'], message: string, expected: string, place?: Location): void => {
    const location = place ?? within(statementOfResponse(facts, declared), 'content');
    reading.faults.push({ about, message, expected, location });
  };
  if (type === null) {
    if (response.body.length === 0) fault('body', 'The body is empty.', `a body of type ${types}`);
    else fault('media-type', 'The header Content-Type is missing.', `one of the media types ${types}`);
    return;
  }
  const found = (row.match ?? matchContent)(contents, type);
  if (found === undefined) return fault('media-type', `The media type ${type} is not declared.`, `one of the media types ${types}`);
  const [contentType, codec] = found;
  const content = declared.contents.find((one) => one.contentType === contentType);
  if (content !== undefined) reading.content = content;
  const place = content?.location;
  const redacted = response.redacted?.body ?? [];
  if (redacted.includes('')) return;
  if (codec.items !== undefined) return readItems(facts, response, [contentType, codec], content, reading, live);
  // Bytes that are read as they arrive have no form.
  if (codec.open !== undefined) return;
  if (response.cut !== undefined) {
    const reason = response.cut === 'size' ? `is longer than ${response.body.length} bytes` : 'had not ended within the time limit';
    return fault('body', `The body ${reason}.`, 'a whole body', place);
  }
  try {
    reading.body = await codec.decode(response.body, type);
  } catch (error) {
    // A file that somebody sent as text comes back with the bytes that it has: neither the document nor the header says their charset.
    if (codec.kind === 'text' && content?.schema === undefined && !/;\s*charset\s*=/i.test(type)) return;
    return fault('body', `The body ${messageOf(error)}.`, `a body of type ${contentType}`, place);
  }
  const validate = forStatus(facts.checks.responses, response.status)?.[contentType];
  if (validate !== undefined) judge(validate, reading.body, content, '', reading, redacted);
}

/** Reads the items of a stream. One that was cut is judged up to its last whole item. */
async function readItems(
  facts: ReadingFacts,
  response: UntimedResponse,
  [contentType, codec]: readonly [string, NonNullable<RowResponse['contents']>[string]],
  content: MediaContent | undefined,
  reading: Building,
  live: LiveBody | undefined,
): Promise<void> {
  const items: unknown[] = [];
  if (live === undefined) reading.body = items;
  let count = 0;
  const validate = forStatus(facts.checks.items?.responses ?? {}, response.status)?.[contentType];
  const stream = live?.body ?? (new Blob([response.body]).stream() as ReadableStream<Uint8Array<ArrayBuffer>>);
  try {
    for await (const item of codec.items?.decode(stream, { operation: facts.operation.id, status: response.status }) ?? []) {
      const before = reading.faults.length;
      if (validate !== undefined && before < MOST_STREAM_FAULTS)
        judge(validate, item, content, `/${count}`, reading, response.redacted?.body);
      for (const fault of reading.faults.slice(before)) live?.onFault(fault);
      count++;
      if (live === undefined) items.push(item);
    }
  } catch (error) {
    if (response.cut !== undefined) return;
    reading.faults.push({
      about: 'body',
      message: `Item ${count} of the stream ${messageOf(error)}.`,
      expected: `items of ${contentType}`,
      location: content?.location ?? facts.operation.location,
    });
  }
}

function judge(
  validate: Validator,
  value: unknown,
  content: MediaContent | undefined,
  before: string,
  reading: Building,
  redacted: readonly string[] = [],
): void {
  const issues: Issue[] = [];
  if (recurse(validate, value, issues)) return;
  const sound = redacted.length === 0 ? issues : issues.filter((issue) => !concerns({ ...issue, path: before + issue.path }, redacted));
  for (const issue of sound.slice(0, MOST_ISSUES)) {
    const location = content?.schema === undefined ? content?.location : statementOf(content.schema, issue.path, issue.keyword);
    if (location === undefined) continue;
    const at = before + issue.path;
    reading.faults.push({
      about: 'body',
      message: `The body is not valid: ${formatIssue({ ...issue, path: at })}`,
      expected: `a body that the schema allows`,
      location,
      at,
    });
  }
}

/** The end of a sentence that begins with what is faulty: `is not valid JSON`. */
function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
}
