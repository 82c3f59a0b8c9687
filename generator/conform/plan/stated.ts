// Brings sampled inputs to what sentences of the document want of them: values of a stated form or size, members that go together, one of several.
import { changedAt, isObject, valueAt } from '../../inference/pointers.ts';
import { formsIn, ruledIn, type Size } from '../../inference/prose/index.ts';
import { measuredIn, statedSizes } from '../../inference/request-body.ts';
import { listedOf, type Stated, type StatedRule, statedRulesOf } from '../../inference/stated/rules.ts';
import { moved } from '../../inference/steps.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation } from '../../model/service.ts';
import type { Judge } from '../judge/index.ts';
import type { Input } from './input.ts';
import { listed } from './listed.ts';

type Part = Readonly<Record<string, unknown>>;

/** The input as sentences want it; what the judge does not accept so stays. `spare` gives an input with all that is optional. */
export function asStated(judge: Judge, operation: Operation, input: Input, spare: () => Input | undefined): Input {
  return statedRulesOf(judge.service, operation).reduce<Input>((whole, rule) => {
    const { at } = rule.part;
    const part = valueAt(whole, at);
    const other = isObject(part) ? mended(part, rule, () => partOf(spare(), at)) : undefined;
    const changed = other === undefined || other === part ? whole : (changedAt(whole, at, other) as Input);
    return changed !== whole && judge.input(operation, changed).length === 0 ? changed : whole;
  }, input);
}

function partOf(input: Input | undefined, at: string): Part {
  const part = valueAt(input, at);
  return isObject(part) ? part : {};
}

/** The part as the rule wants it; the part itself where it is right. */
function mended(part: Part, rule: StatedRule, spare: () => Part): Part {
  const { stated, part: facts } = rule;
  switch (stated.kind) {
    case 'relation':
      return ordered(part, stated, facts.members);
    case 'need':
      return needed(part, stated, spare);
    case 'choice':
      return chosen(part, stated, spare);
    case 'companion':
      return part[stated.member] === undefined ? part : withMember(part, stated.needs, spare, stated.member);
    case 'list':
      return listed(part, stated.rule, listedOf(stated.rule, facts.members));
    case 'notice':
      return inTime(part, stated);
    case 'time':
      return stated.ruled === 'blank' ? part : withTime(part, stated.name, stated.ruled);
    case 'member':
      return fitting(part, rule, stated.name);
    default:
      return part;
  }
}

type Of<Kind extends Stated['kind']> = Extract<Stated, { kind: Kind }>;

function ordered(part: Part, { greater, less, isStrict }: Of<'relation'>, members: ReadonlyMap<string, readonly Schema[]>): Part {
  const [above, below] = [part[greater], part[less]];
  const isComparable = typeof above === typeof below && (typeof above === 'number' || typeof above === 'string');
  if (!isComparable || typeof below === 'undefined' || typeof above === 'undefined') return part;
  const isRight = (above as string) > (below as string) || (!isStrict && above === below);
  const next = isRight ? above : moved(below, members.get(greater) ?? [], 1);
  return isRight || next === undefined ? part : { ...part, [greater]: next };
}

function needed(part: Part, { member, of, values, isNeeded, isOnly, isNot }: Of<'need'>, spare: () => Part): Part {
  const given: unknown = part[of];
  const isMeant = (values as readonly unknown[]).includes(given);
  if (isNeeded && isMeant) return withMember(part, member, spare);
  const isWrong = (isNot && isMeant) || (isOnly && !isMeant && typeof given === typeof values[0]);
  return isWrong ? without(part, [member]) : part;
}

/** Which of them stays changes with the input, so that each is sent. */
function chosen(part: Part, { members, isNoneWrong, isAllWrong }: Of<'choice'>, spare: () => Part): Part {
  const there = members.filter((name) => part[name] !== undefined);
  const [first = ''] = members;
  if (there.length === 0) return isNoneWrong ? withMember(part, first, spare) : part;
  const kept = there[JSON.stringify(Object.keys(part)).length % there.length];
  const others = there.filter((name) => name !== kept);
  return isAllWrong && others.length > 0 ? without(part, others) : part;
}

/** The part with a member that it lacks; without the one that needs it, where there is no value for it. */
function withMember(part: Part, name: string, spare: () => Part, needing?: string): Part {
  if (part[name] !== undefined) return part;
  const value = spare()[name];
  if (value !== undefined) return { ...part, [name]: value };
  return needing === undefined ? part : without(part, [needing]);
}

function without(part: Part, names: readonly string[]): Part {
  return names.some((name) => part[name] !== undefined)
    ? Object.fromEntries(Object.entries(part).filter(([name]) => !names.includes(name)))
    : part;
}

/** The part with a value of the form and size that the text of its member states. */
function fitting(part: Part, { said, part: { members } }: StatedRule, name: string): Part {
  const value = part[name];
  const schemas = members.get(name) ?? [];
  const kind = measuredIn(schemas);
  if (value === undefined || value === null || kind === undefined) return part;
  const [form] = kind === 'list' ? [] : formsIn(said.text, { kind, name });
  const formed = form === undefined || typeof value === 'object' ? value : form.fit(String(value));
  const sized = (statedSizes(said.text, name, schemas)?.sizes ?? []).reduce<unknown>(fittingSize, formed);
  const timed = ruledIn(said.text).reduce<unknown>((one, ruled) => (ruled === 'blank' ? one : fittingTime(one, ruled)), sized);
  return timed === value ? part : { ...part, [name]: timed };
}

function fittingSize(value: unknown, { kind, count }: Size): unknown {
  const isMost = kind === 'most';
  if (typeof value === 'number') return isMost ? Math.min(value, count) : Math.max(value, kind === 'above' ? count + 1 : count);
  if (typeof value === 'string') return isMost ? [...value].slice(0, count).join('') : value.padEnd(count, 'x');
  if (!Array.isArray(value) || value.length === 0) return value;
  const least = Array.from({ length: Math.max(count, value.length) }, (_, at): unknown => value[at % value.length]);
  return isMost ? value.slice(0, count) : least;
}

const DAY = 86_400_000;
/** So far from now a time lies that must be in the future, or in the past. */
const FAR = { past: 40 * DAY, future: -40 * DAY } as const;

/** The part with a time that lies as far ahead as a sentence wants. */
function inTime(part: Part, { name, milliseconds }: Of<'notice'>): Part {
  const value = part[name];
  const isSoon = typeof value === 'string' && Date.parse(value) < Date.now() + milliseconds;
  return isSoon ? { ...part, [name]: textOf(Date.now() + milliseconds + 2 * DAY, value.length) } : part;
}

function textOf(time: number, length: number): string {
  const text = new Date(time).toISOString();
  return length > 10 ? text.replace(/\.\d+Z$/, 'Z') : text.slice(0, 10);
}

function withTime(part: Part, name: string, ruled: 'past' | 'future'): Part {
  const value = part[name];
  const other = fittingTime(value, ruled);
  return other === value ? part : { ...part, [name]: other };
}

/** A time that may not lie in the past, or in the future. */
function fittingTime(value: unknown, ruled: 'past' | 'future'): unknown {
  const time = typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  const isRight = ruled === 'past' ? time > Date.now() + DAY : time < Date.now() - DAY;
  if (typeof value !== 'string' || Number.isNaN(time) || isRight) return value;
  return textOf(Date.now() + FAR[ruled], value.length);
}
