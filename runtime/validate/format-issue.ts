// An issue into a sentence for people.
import type { Issue } from '../contract/issue.ts';

/** One sentence on an issue, or on the report of one in an error. It tells the kind of what was found, not the value, so that it may be logged. */
export function formatIssue(issue: Pick<Issue, 'path' | 'keyword' | 'expected'> & { readonly found?: unknown }): string {
  const where = issue.path === '' ? 'The value' : issue.path;
  switch (issue.keyword) {
    case 'required':
    case 'dependentRequired':
      return `${where} is missing.`;
    case 'type':
      return `${where} must be ${list(issue.expected, article)}${'found' in issue ? `, but is ${kind(issue.found)}` : ''}.`;
    case 'const':
      return `${where} must be ${show(issue.expected)}.`;
    case 'enum':
    case 'discriminator':
      return `${where} must be one of ${list(issue.expected, show)}.`;
    case 'format':
      return `${where} is not in the form of ${article(String(issue.expected))}.`;
    case 'pattern':
      return `${where} does not match the pattern ${String(issue.expected)}.`;
    case 'minLength':
      return `${where} must have at least ${count(issue.expected, 'character')}.`;
    case 'maxLength':
      return `${where} must have at most ${count(issue.expected, 'character')}.`;
    case 'minItems':
      return `${where} must have at least ${count(issue.expected, 'item')}.`;
    case 'maxItems':
      return `${where} must have at most ${count(issue.expected, 'item')}.`;
    case 'minProperties':
      return `${where} must have at least ${count(issue.expected, 'property')}.`;
    case 'maxProperties':
      return `${where} must have at most ${count(issue.expected, 'property')}.`;
    case 'minContains':
    case 'contains':
      return `${where} must contain at least ${count(issue.expected, 'matching item')}.`;
    case 'maxContains':
      return `${where} must contain at most ${count(issue.expected, 'matching item')}.`;
    case 'minimum':
      return `${where} must be at least ${show(issue.expected)}.`;
    case 'maximum':
      return `${where} must be at most ${show(issue.expected)}.`;
    case 'exclusiveMinimum':
      return `${where} must be more than ${show(issue.expected)}.`;
    case 'exclusiveMaximum':
      return `${where} must be less than ${show(issue.expected)}.`;
    case 'multipleOf':
      return `${where} must be a multiple of ${show(issue.expected)}.`;
    case 'uniqueItems':
      return `${where} must not repeat an item.`;
    case 'additionalProperties':
    case 'unevaluatedProperties':
    case 'properties':
      return `${where} is not a known property.`;
    case 'items':
    case 'prefixItems':
    case 'unevaluatedItems':
      return `${where} is one item too many.`;
    case 'anyOf':
      if (isPresence(issue.expected)) return `${where} must come ${list(issue.expected, String)}.`;
      return `${where} must match at least one of ${list(issue.expected, String)}.`;
    case 'oneOf':
      return `${where} must match exactly one of ${list(issue.expected, String)}.`;
    case 'not':
      return `${where} must not match ${String(issue.expected)}.`;
    case 'depth':
      return `${where} is nested too deep.`;
    default:
      return `${where} is not allowed (${issue.keyword}).`;
  }
}

/** Alternatives that only ask for properties: `with id`. */
function isPresence(expected: unknown): boolean {
  return Array.isArray(expected) && expected.every((one) => typeof one === 'string' && one.startsWith('with '));
}

function list(values: unknown, print: (value: string) => string): string {
  if (!Array.isArray(values)) return print(values as string);
  const shown = values.slice(0, 10).map((value) => print(value));
  if (values.length > shown.length) shown.push(`${values.length - shown.length} more`);
  const last = shown.pop() ?? '';
  return shown.length === 0 ? last : `${shown.join(', ')} or ${last}`;
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? 'undefined';
}

function article(word: string): string {
  if (word === 'null') return word;
  return /^(?:[aeio]|unk)/.test(word) ? `an ${word}` : `a ${word}`;
}

function count(amount: unknown, noun: string): string {
  if (amount === 1) return `1 ${noun}`;
  return `${String(amount)} ${noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;
}

function kind(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number')
    return Number.isInteger(value) ? 'an integer' : Number.isFinite(value) ? 'a number' : 'not a finite number';
  if (typeof value === 'bigint') return 'an integer';
  return article(typeof value);
}
