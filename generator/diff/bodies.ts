// Compares two versions of the request body and of the responses of an operation: their media types, schemas and headers.
import type { MediaContent, Response } from '../model/service.ts';
import { type Direction, inside, kindOf } from './change.ts';
import { rootComparison } from './comparison.ts';
import { factsText } from './digest.ts';
import { add, type Pair } from './pair.ts';
import { compareSchemas } from './schemas.ts';
import { compareXml } from './xml.ts';

export function compareBody(pair: Pair): void {
  const before = pair.before.body;
  const after = pair.after.body;
  if (before === undefined && after === undefined) return;
  if (before === undefined || after === undefined) {
    const breaks = after === undefined || (after.required && pair.requests === 'input');
    add(
      pair,
      breaks ? 'breaking' : 'compatible',
      after === undefined ? 'body-removed' : 'body-added',
      after === undefined ? 'no longer takes a request body' : `now takes a request body${after.required ? ', and requires it' : ''}`,
    );
    return;
  }
  if (before.required !== after.required) {
    const kind = kindOf(after.required ? 'narrowed' : 'widened', pair.requests);
    add(
      pair,
      kind,
      after.required ? 'body-required' : 'body-optional',
      `its request body is ${after.required ? 'required' : 'optional'} now`,
    );
  }
  compareContents(pair, before.contents, after.contents, pair.requests, 'request body');
}

export function compareResponses(pair: Pair): void {
  const remaining = new Map(pair.after.responses.map((response) => [response.status, response]));
  for (const old of pair.before.responses) {
    const now = remaining.get(old.status);
    remaining.delete(old.status);
    const what = `${old.status} response`;
    if (now === undefined) {
      // A caller may rely on a success; the removal of an error breaks no caller.
      addResponse(pair, old, 'response-removed', `${what} was removed`);
      continue;
    }
    compareHeaders(pair, old, now);
    compareBodies(pair, old, now, what);
    compareRefusals(pair, old, now, what);
  }
  for (const now of remaining.values()) {
    // A caller that expects only 200 does not handle a new 202.
    addResponse(pair, now, 'response-added', `${now.status} response is new`);
  }
}

function addResponse({ after, changes }: Pair, response: Response, code: string, message: string): void {
  const { status } = response;
  changes.push({
    kind: isSuccess(response) ? 'breaking' : 'compatible',
    code,
    operation: after.id,
    message,
    location: after.location,
    status,
  });
}

function compareBodies(pair: Pair, old: Response, now: Response, what: string): void {
  const [had, has] = [old, now].map(({ contents }) => contents.length > 0);
  if (had && !has) add(pair, 'breaking', 'response-body-removed', `${what} no longer has a body`);
  if (!had && has) add(pair, 'compatible', 'response-body-added', `${what} now has a body`);
  if (!had || !has) return;
  if (old.optionalBody !== now.optionalBody) {
    const isOptional = now.optionalBody === true;
    const kind = kindOf(isOptional ? 'widened' : 'narrowed', pair.responses);
    const code = isOptional ? 'response-body-optional' : 'response-body-required';
    add(pair, kind, code, `${what} ${isOptional ? 'may come without its body' : 'always has its body'} now`);
  }
  compareContents(pair, old.contents, now.contents, pair.responses, `${what} body`);
}

/** A caller has to expect errors with any code, so none of these breaks one. */
function compareRefusals(pair: Pair, old: Response, now: Response, what: string): void {
  const [had, has] = [old, now].map(({ refusals }) => [...(refusals?.codes?.reasons.keys() ?? [])]) as [string[], string[]];
  for (const code of has.filter((one) => !had.includes(one)))
    add(pair, 'compatible', 'refusal-added', `${what} may refuse valid requests with the code \`${code}\` now`);
  for (const code of had.filter((one) => !has.includes(one)))
    add(pair, 'compatible', 'refusal-removed', `${what} no longer refuses valid requests with the code \`${code}\``);
}

function isSuccess(response: Response): boolean {
  return response.status.startsWith('2') || response.status.startsWith('3');
}

function compareHeaders(pair: Pair, before: Response, after: Response): void {
  const remaining = new Map(after.headers.map((header) => [header.name.toLowerCase(), header]));
  for (const old of before.headers) {
    const what = `${after.status} response header \`${old.name}\``;
    const now = remaining.get(old.name.toLowerCase());
    remaining.delete(old.name.toLowerCase());
    if (now === undefined) {
      add(pair, 'breaking', 'header-removed', `${what} was removed`, old.schema.location);
      continue;
    }
    if (old.required !== now.required) {
      const kind = kindOf(now.required ? 'narrowed' : 'widened', pair.responses);
      add(
        pair,
        kind,
        now.required ? 'header-required' : 'header-optional',
        `${what} is ${now.required ? 'always there' : 'optional'} now`,
        now.schema.location,
      );
    }
    if (old.explode !== now.explode || old.contentType !== now.contentType)
      add(pair, 'breaking', 'header-serialised', `${what} is now serialized differently (\`explode\` or \`content\`)`, now.schema.location);
    const at = { before: old.schema.location, after: now.schema.location };
    compareSchemas([old.schema], [now.schema], rootComparison(pair.after.id, pair.responses, what, at, pair.changes));
  }
  for (const now of remaining.values()) {
    add(pair, 'compatible', 'header-added', `${after.status} response header \`${now.name}\` is new`, now.schema.location);
  }
}

function compareContents(
  pair: Pair,
  before: readonly MediaContent[],
  after: readonly MediaContent[],
  direction: Direction,
  what: string,
): void {
  const remaining = new Map(after.map((content) => [content.contentType.toLowerCase(), content]));
  for (const old of before) {
    const now = remaining.get(old.contentType.toLowerCase());
    remaining.delete(old.contentType.toLowerCase());
    const named = before.length > 1 ? `${what} (${old.contentType})` : what;
    if (now === undefined) {
      add(pair, 'breaking', 'media-type-removed', `${what} can no longer be ${old.contentType}`, old.location);
    } else if (old.stream === undefined ? now.stream !== undefined : old.kind !== now.kind) {
      const word = ({ kind, stream }: MediaContent) => (stream === undefined ? 'one value' : `a stream (${kind})`);
      add(pair, 'breaking', 'stream-changed', `${named} is ${word(now)} now, and was ${word(old)}`, now.location);
    } else if (old.streamed !== now.streamed) {
      const word = ({ streamed }: MediaContent) => (streamed === true ? 'read as it comes' : 'read whole');
      add(pair, 'breaking', 'stream-changed', `${named} is ${word(now)} now, and was ${word(old)}`, now.location);
    } else if (old.schema !== undefined && now.schema !== undefined) {
      compareSchemas(
        [old.schema],
        [now.schema],
        rootComparison(pair.after.id, direction, named, { before: old.location, after: now.location }, pair.changes),
      );
      compareWriting(pair, old, now, direction, named);
    } else if (old.schema !== now.schema) {
      const effect = now.schema === undefined ? 'widened' : 'narrowed';
      add(
        pair,
        kindOf(effect, direction),
        'schema-changed',
        `${named} has ${now.schema === undefined ? 'no' : 'a'} schema now`,
        now.location,
      );
    }
  }
  for (const now of remaining.values()) add(pair, 'compatible', 'media-type-added', `${what} can be ${now.contentType} now`, now.location);
}

/** Compares how a media type has values of its schema written. */
function compareWriting(pair: Pair, old: MediaContent, now: MediaContent, direction: Direction, what: string): void {
  if (old.schema !== undefined && now.schema !== undefined && old.kind === 'xml' && now.kind === 'xml') {
    const at = { before: old.location, after: now.location };
    compareXml(old.schema, now.schema, rootComparison(pair.after.id, direction, what, at, pair.changes));
  }
  for (const name of new Set([...(old.encoding?.keys() ?? []), ...(now.encoding?.keys() ?? [])])) {
    if (factsText(old.encoding?.get(name)) === factsText(now.encoding?.get(name))) continue;
    const location = now.encoding?.has(name) === true ? inside(now.location, 'encoding', name) : now.location;
    add(pair, 'breaking', 'encoding-changed', `${what} has another \`encoding\` of \`${name}\``, location);
  }
  if (factsText(old.parts) !== factsText(now.parts))
    add(pair, 'breaking', 'encoding-changed', `${what} has another encoding of its parts`, now.location);
  const [before, after] = [old.stream, now.stream].map((stream) => factsText({ ...stream, keepAliveSeconds: undefined }));
  if (before !== after) add(pair, 'breaking', 'stream-changed', `${what} is a stream of another form now`, now.location);
}
