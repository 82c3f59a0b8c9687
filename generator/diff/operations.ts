// Compares two versions of an operation: name, parameters, request body, responses, security, aliases.
import type { Operation, Parameter } from '../model/service.ts';
import { compareAliases } from './aliases.ts';
import { compareBody, compareResponses } from './bodies.ts';
import { type Change, type Direction, deprecationText, kindOf } from './change.ts';
import { rootComparison } from './comparison.ts';
import { factsText } from './digest.ts';
import { compareOrder } from './list-order.ts';
import { add, type Pair } from './pair.ts';
import { compareRateLimits } from './rate-limits.ts';
import { compareSchemas } from './schemas.ts';

/** `requests` is the direction of the parameters and the body: `input` for an operation, `output` for a webhook. */
export function compareOperations(before: Operation, after: Operation, requests: Direction, changes: Change[]): void {
  if (before === after) return;
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
