// Compares two versions of an operation: name, parameters, request body, responses, security, aliases.
import type { MediaContent, Operation, Parameter, Response } from '../model/service.ts';
import { compareAliases } from './aliases.ts';
import { type Change, type Direction, deprecationText, inside, kindOf } from './change.ts';
import { rootComparison } from './comparison.ts';
import { factsText } from './digest.ts';
import { compareOrder } from './list-order.ts';
import { compareRateLimits } from './rate-limits.ts';
import { compareSchemas } from './schemas.ts';
import { compareXml } from './xml.ts';

/** `requests` is the direction of the parameters and the body: `input` for an operation, `output` for a webhook. */
export function compareOperations(before: Operation, after: Operation, requests: Direction, changes: Change[]): void {
  const pair: Pair = { before, after, requests, responses: requests === 'input' ? 'output' : 'input', changes };
  // An operation that is left out has no name in code.
  if (before.name !== after.name && before.name !== '' && after.name !== '')
    add(pair, 'breaking', 'operation-renamed', `is called \`${after.name}\` in generated code, was \`${before.name}\``);
  if (before.deprecated !== after.deprecated) add(pair, 'compatible', 'deprecated', deprecationText(after.deprecated));
  compareParameters(pair);
  compareChoices(pair);
  compareBody(pair);
  compareResponses(pair);
  compareSecurity(pair);
  comparePages(pair);
  compareRateLimits(before.limits, after.limits, { operation: after.id, location: after.location }, changes);
  compareOrder(before.order, after.order, { operation: after.id, location: after.location }, changes);
  compareAliases(before, after, changes);
}

interface Pair {
  readonly before: Operation;
  readonly after: Operation;
  readonly requests: Direction;
  readonly responses: Direction;
  readonly changes: Change[];
}

function add(pair: Pair, kind: Change['kind'], code: string, message: string, location = pair.after.location): void {
  pair.changes.push({ kind, code, operation: pair.after.id, message, location });
}

function compareParameters(pair: Pair): void {
  const keyOf = (parameter: Parameter): string =>
    `${parameter.in} ${parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name}`;
  const remaining = new Map(pair.after.parameters.map((parameter) => [keyOf(parameter), parameter]));
  for (const old of pair.before.parameters) {
    const what = `${old.in} parameter \`${old.name}\``;
    const now = remaining.get(keyOf(old));
    if (now === undefined) {
      add(pair, 'breaking', 'parameter-removed', `${what} was removed`, old.location);
      continue;
    }
    remaining.delete(keyOf(old));
    const [before, after] = [old.codeName ?? old.name, now.codeName ?? now.name];
    if (before !== after && (old.codeName !== undefined || now.codeName !== undefined))
      add(pair, 'breaking', 'parameter-renamed', `${what} is called \`${after}\` in generated code, was \`${before}\``, now.location);
    if (old.required !== now.required) {
      const kind = kindOf(now.required ? 'narrowed' : 'widened', pair.requests);
      add(
        pair,
        kind,
        now.required ? 'parameter-required' : 'parameter-optional',
        `${what} is ${now.required ? 'required' : 'optional'} now`,
        now.location,
      );
    }
    if (writingOf(old) !== writingOf(now)) {
      const fields = '`style`, `explode`, `allowReserved`, `content` or `encoding`';
      add(pair, 'breaking', 'parameter-serialised', `${what} is now serialized differently (${fields})`, now.location);
    }
    if (old.allowEmptyValue !== now.allowEmptyValue) {
      const kind = kindOf(old.allowEmptyValue ? 'narrowed' : 'widened', pair.requests);
      add(
        pair,
        kind,
        'parameter-empty',
        `${what} may ${now.allowEmptyValue ? '' : 'no longer '}be empty${now.allowEmptyValue ? ' now' : ''}`,
        now.location,
      );
    }
    if (old.deprecated !== now.deprecated)
      add(pair, 'compatible', 'deprecated', `${what} ${deprecationText(now.deprecated)}`, now.location);
    compareSchemas(
      [old.schema],
      [now.schema],
      rootComparison(pair.after.id, pair.requests, what, { before: old.location, after: now.location }, pair.changes),
    );
  }
  for (const now of remaining.values()) {
    const kind = now.required && pair.requests === 'input' ? 'breaking' : 'compatible';
    const code = now.required ? 'required-parameter-added' : 'parameter-added';
    add(pair, kind, code, `${now.in} parameter \`${now.name}\` is new${now.required ? ' and required' : ''}`, now.location);
  }
}

/** How a parameter's value is written, whatever its schema. */
function writingOf({ style, explode, allowReserved, contentType, encoding, nulls, lists }: Parameter): string {
  return factsText({ style, explode, allowReserved, contentType, encoding, nulls, lists });
}

/** Whether every caller who passes one of these sets also passes one of the others. */
function covers(sets: Operation['choices'], others: Operation['choices']): boolean {
  return (sets ?? [[]]).every((set) => (others ?? [[]]).some((other) => other.every((name) => set.includes(name))));
}

function compareChoices(pair: Pair): void {
  const [before, after] = [pair.before.choices, pair.after.choices];
  const text = (after ?? []).map((set) => set.map((name) => `\`${name}\``).join(' and ')).join(', or ');
  if (!covers(before, after)) {
    add(pair, kindOf('narrowed', pair.requests), 'choice-narrowed', `must now be called with ${text}`);
  } else if (!covers(after, before)) {
    const now = after === undefined ? 'no longer needs any of these query parameters' : `may now be called with ${text}`;
    add(pair, kindOf('widened', pair.requests), 'choice-widened', now);
  }
}

function compareBody(pair: Pair): void {
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

function compareResponses(pair: Pair): void {
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

/** The generated functions that follow pages are named and typed by what \`x-pagination\` says. */
function comparePages(pair: Pair): void {
  const [before, after] = [pair.before.pagination?.facts, pair.after.pagination?.facts];
  if (factsText(before) === factsText(after)) return;
  const message =
    after === undefined
      ? 'no longer says how its pages follow'
      : `says ${before === undefined ? '' : 'otherwise '}how its pages follow now`;
  add(pair, before === undefined ? 'compatible' : 'breaking', 'pagination-changed', `${message} (\`x-pagination\`)`);
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

/** Compares the alternatives as sets of schemes with their scopes. An alternative with fewer scopes is easier to satisfy. */
function compareSecurity(pair: Pair): void {
  const name = (alternative: Operation['security'][number]): string =>
    alternative.length === 0
      ? 'no credential'
      : alternative
          .map(({ scheme, scopes }) => (scopes.length === 0 ? scheme : `${scheme} (${[...scopes].sort().join(', ')})`))
          .join(' and ');
  // No security is the same as one empty alternative.
  const then = new Set(pair.before.security.length === 0 ? ['no credential'] : pair.before.security.map(name));
  const now = new Set(pair.after.security.length === 0 ? ['no credential'] : pair.after.security.map(name));
  if (now.has('no credential')) {
    if (!then.has('no credential')) add(pair, 'compatible', 'security-added', 'can be called without a credential now');
    return;
  }
  for (const alternative of then) {
    if (!now.has(alternative)) add(pair, 'breaking', 'security-removed', `can no longer be called with ${alternative}`);
  }
  for (const alternative of now) {
    if (!then.has(alternative)) add(pair, 'compatible', 'security-added', `can be called with ${alternative} now`);
  }
}
