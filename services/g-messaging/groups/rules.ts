// Judges the rule of a group: what is wrong with it, how long it is, and which groups and fields it names.

import type { GroupRule } from './tables.ts';

/** How many predicates a rule may have, with those of the groups that it names. A query has a part for each. */
export const MOST_PREDICATES = 100;

const MOST_DAYS = 36_500;

/** The members of each kind of predicate, beside `kind`. */
const MEMBERS = {
  ordered: ['days'],
  'not-ordered': ['days'],
  field: ['field', 'value'],
  event: ['type', 'days'],
  'in-group': ['group'],
  all: ['of'],
  any: ['of'],
  not: ['of'],
} as const satisfies Record<GroupRule['kind'], readonly string[]>;

const KINDS = Object.keys(MEMBERS) as readonly GroupRule['kind'][];

/** What is wrong with a rule that came as JSON, and where, in a sentence. */
export function ruleFault(value: unknown, place: string): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${place} must be an object.`;
  const rule = value as Readonly<Record<string, unknown>>;
  const kind = KINDS.find((one) => one === rule.kind);
  if (kind === undefined) return `${place}/kind must be one of ${KINDS.join(', ')}.`;
  const members: readonly string[] = MEMBERS[kind];
  const other = Object.keys(rule).find((name) => name !== 'kind' && !members.includes(name));
  if (other !== undefined) return `${place}/${other} is not a member of a rule of the kind ${kind}.`;
  for (const name of members) {
    const fault = memberFault(kind, name, rule[name], `${place}/${name}`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function memberFault(kind: GroupRule['kind'], name: string, value: unknown, place: string): string | undefined {
  if (name === 'of') return kind === 'not' ? ruleFault(value, place) : listFault(value, place);
  if (name === 'value' || name === 'type') return isText(value) ? undefined : `${place} must be a text.`;
  const most = name === 'days' ? MOST_DAYS : Number.MAX_SAFE_INTEGER;
  if (Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= most) return undefined;
  return `${place} must be a whole number from 1${name === 'days' ? ` to ${MOST_DAYS.toLocaleString('en')}` : ''}.`;
}

/** Whether a value is a text that can be kept. */
function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && !value.includes('\0');
}

function listFault(value: unknown, place: string): string | undefined {
  if (!Array.isArray(value) || value.length === 0) return `${place} must be a list of rules.`;
  for (const [index, one] of value.entries()) {
    const fault = ruleFault(one, `${place}/${index}`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** The predicates of a rule, those within others too. */
export function predicatesOf(rule: GroupRule): readonly GroupRule[] {
  if (rule.kind === 'not') return [rule, ...predicatesOf(rule.of)];
  if (rule.kind === 'all' || rule.kind === 'any') return [rule, ...rule.of.flatMap(predicatesOf)];
  return [rule];
}
