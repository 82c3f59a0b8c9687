// Fills an error body by its schema: members get what their names say, as placeholders of `x-errors`; other required members the smallest valid
// value.
import { rounded } from '../../base/exact.ts';
import { FAULT_KINDS } from '../error-rows.ts';
import { conjuncts, directBranches } from '../schema/conjuncts.ts';
import type { JsonValue, Schema } from '../schema/schema.ts';
import { ANY, ARRAY, BOOLEAN, INTEGER, intendedTypes, OBJECT, STRING, type TypeSet } from '../schema/types.ts';
import type { SchemaFacts } from './schema-facts.ts';
import { CodeWord, fewOf, fits, type Sample, type Template, worth } from './template.ts';
import { closestWord, type Role, rankOf, spellingsOf } from './words.ts';

export interface Filling {
  /** Absent: the body is for several statuses. */
  readonly status?: number;
  readonly samples: readonly Sample[];
  /** Whether lists have an item for each issue. Without, they have one item, which tells of the fault. */
  readonly listsIssues: boolean;
  /** The value that the document's own example has there, for members that no fault fills. */
  readonly example: JsonValue | undefined;
  readonly facts: SchemaFacts;
  /** Schemas that may still be looked into: some lead to most of a document. */
  readonly budget: { left: number };
  /** Set where the body would differ by status. */
  readonly differs: { byStatus: boolean };
}

/** Facts about the place of a value. */
interface Place {
  readonly name: string;
  readonly required: boolean;
  readonly depth: number;
  /** Inside an item of a list of issues. */
  readonly ofIssue: boolean;
  readonly example: JsonValue | undefined;
  /** The purpose of the member, where its object decides it: the sentence, or the word for the error. */
  readonly role?: Role;
}

const MOST_ALTERNATIVES = 12;
const MOST_DEPTH = 5;

/** A body for the faults of the samples; `undefined` where none is valid. */
export function fillBody(schema: Schema, filling: Filling): Template | undefined {
  return fill([schema], { name: '', required: true, depth: 0, ofIssue: false, example: rounded(filling.example) }, filling);
}

/** `schemas` all hold for the value. */
function fill(schemas: readonly Schema[], place: Place, filling: Filling): Template | undefined {
  if (place.depth > MOST_DEPTH || filling.budget.left-- <= 0) return undefined;
  const standing = { ofIssue: place.ofIssue, mayBeAbsent: !place.required };
  let best: Template | undefined;
  for (const parts of alternatives(schemas)) {
    const types = parts.reduce((all, part) => all & intendedTypes(part, filling.facts.types), ANY);
    for (const candidate of candidates(parts, types, place, filling)) {
      if (!schemas.every((schema) => fits(filling.facts, schema, candidate, samplesFor(candidate, filling), standing))) continue;
      if (best === undefined || worth(candidate) > worth(best)) best = candidate;
      break;
    }
    if (best !== undefined && worth(best) === 2) break;
  }
  return best;
}

/** Only the status and the kind differ among many samples. Members of objects and lists have been tried with all that they need. */
function samplesFor(candidate: Template, { samples }: Filling): readonly Sample[] {
  return typeof candidate === 'string' && /\{(?:status|code)\}/.test(candidate) ? samples : fewOf(samples);
}

/** The schemas that hold at once, for each choice among branches. */
function alternatives(schemas: readonly Schema[]): (readonly Schema[])[] {
  const found: (readonly Schema[])[] = [];
  const choose = (chosen: readonly Schema[], decided: ReadonlySet<Schema>): void => {
    if (found.length >= MOST_ALTERNATIVES) return;
    const parts = conjuncts(chosen);
    const open = parts.find((part) => !decided.has(part) && directBranches(part).length > 0);
    if (open === undefined) {
      found.push(parts);
      return;
    }
    for (const branch of directBranches(open)[0] ?? []) choose([...chosen, branch], new Set([...decided, open]));
  };
  choose(schemas, new Set());
  return found;
}

/** Values to try, the best first. */
function* candidates(parts: readonly Schema[], types: TypeSet, place: Place, filling: Filling): Generator<Template> {
  const { name, required, depth, example } = place;
  const isStatus = (types & INTEGER) !== 0 && rankOf('status', name) !== undefined;
  if (isStatus && rankOf('code', name) === undefined) yield '{status}';
  if ((types & STRING) !== 0 && (depth > 0 || (types & OBJECT) === 0)) yield* texts(parts, place, filling);
  if (isStatus) yield '{status}';
  if ((types & BOOLEAN) !== 0 && types !== ANY) {
    if (rankOf('failed', name) !== undefined) yield true;
    if (rankOf('succeeded', name) !== undefined) yield false;
  }
  if ((types & OBJECT) !== 0 && (types !== ANY || depth === 0)) yield* objects(parts, place, filling);
  if ((types & ARRAY) !== 0 && types !== ANY) yield* lists(parts, place, filling);
  // A whole body that the document has as an example would tell of another fault.
  if (!required || depth === 0) return;
  if (example !== undefined) yield example;
  yield* filling.facts.leastOf(parts);
}

function* texts(parts: readonly Schema[], { name, role, depth, required, ofIssue }: Place, filling: Filling): Generator<Template> {
  const has = (one: Role): boolean => rankOf(one, name) !== undefined;
  if (role === 'title') yield '{title}';
  if (role === 'sentence' || depth === 0) yield ofIssue ? '{issue.detail}' : '{detail}';
  if (role === 'sentence' || depth === 0) yield '{title}';
  if (role === 'code') yield* codes(parts, filling);
  if (ofIssue && has('pointer')) yield '{issue.pointer}';
  if (ofIssue && (has('name') || has('pointer'))) yield '{issue.name}';
  if (role === undefined && has('status')) yield* statusTexts(parts, name, filling);
  if (has('request')) yield '{requestId}';
  if (has('time')) yield '{timestamp}';
  if (!required) return;
  if (has('sentence')) yield ofIssue ? '{issue.detail}' : '{detail}';
  if (has('title')) yield '{title}';
  if (has('code')) yield* codes(parts, filling);
  if (has('pointer') || has('name')) yield '{pointer}';
}

/** A status that is a text: a word of the document's list, or the digits. */
function* statusTexts(parts: readonly Schema[], name: string, filling: Filling): Generator<Template> {
  if (/code$/i.test(name) || !parts.some((part) => part.enum !== undefined || part.const !== undefined)) {
    filling.differs.byStatus = true;
    yield filling.status === undefined ? '{title}' : String(filling.status);
  }
  yield* codes(parts, filling);
}

/** A word for the error: of the document's list, else the kind of the fault, else the kind as other services spell it. */
function* codes(parts: readonly Schema[], filling: Filling): Generator<Template> {
  const lists = parts.flatMap(({ enum: values, known, const: constant }) => [
    ...(values === undefined ? [] : [values]),
    ...(known === undefined ? [] : [known]),
    ...(constant === undefined ? [] : [[constant.value]]),
  ]);
  const { status = filling.samples.some((sample) => sample.status < 500) ? 400 : 500 } = filling;
  const [first, ...others] = lists;
  if (first !== undefined) {
    const word = closestWord(others.length === 0 ? first : first.filter((one) => others.every((list) => list.includes(one))), status);
    filling.differs.byStatus = true;
    if (word !== undefined) yield new CodeWord(word);
    return;
  }
  yield '{code}';
  filling.differs.byStatus = true;
  const [kind = 'invalid-request'] = [...FAULT_KINDS].find(([, one]) => one === status) ?? [];
  for (const word of [...spellingsOf(kind), String(status)]) yield new CodeWord(word);
}

function* objects(parts: readonly Schema[], place: Place, filling: Filling): Generator<Template> {
  const properties = new Map<string, Schema[]>();
  for (const part of parts) {
    for (const [name, schema] of part.properties ?? []) properties.set(name, [...(properties.get(name) ?? []), schema]);
  }
  const required = new Set(parts.flatMap((part) => part.required ?? []));
  for (const name of required) if (!properties.has(name)) properties.set(name, []);
  for (const isEager of [false, true]) {
    const members = fillMembers(properties, required, isEager, place, filling);
    if (members === undefined) return;
    const template = Object.fromEntries(members);
    if (isEager || worth(template) === 2) {
      yield template;
      return;
    }
  }
}

type Property = readonly [name: string, schemas: readonly Schema[]];

/**
 * `undefined` where a required member has no value. `isEager`: optional objects and lists count too, whatever their names, where they tell of the
 * fault.
 */
function fillMembers(
  properties: ReadonlyMap<string, readonly Schema[]>,
  required: ReadonlySet<string>,
  isEager: boolean,
  place: Place,
  filling: Filling,
): [string, Template][] | undefined {
  const found = new Map<string, Template>();
  const all = [...properties];
  const roles = rolesOf(all, place, filling);
  const statuses = all.filter(([, schemas]) => isOf(INTEGER, schemas, filling)).map(([name]) => name);
  for (const [name, schemas] of all) {
    const isRequired = required.has(name);
    const types = typesOf(schemas, filling);
    const role = roles.get(name);
    const reasons = {
      role,
      isStatus: name === bestOf('status', statuses),
      ofIssue: place.ofIssue,
      isEager,
      listsIssues: filling.listsIssues,
      schemas,
    };
    if (!isRequired && !isWanted(name, types, reasons)) continue;
    const example = memberOf(place.example, name);
    const inside: Place = {
      name,
      required: isRequired,
      depth: place.depth + 1,
      ofIssue: place.ofIssue,
      example,
      ...(role === undefined ? {} : { role }),
    };
    const value = fill(schemas, inside, filling);
    if (value !== undefined && (isRequired || isTelling(value, types))) found.set(name, value);
    else if (isRequired) return undefined;
  }
  return [...found];
}

/** Objects and lists that are not required are only worth their place where they tell of the fault. */
function isTelling(value: Template, types: TypeSet): boolean {
  return (types & (OBJECT | ARRAY)) === 0 || typeof value !== 'object' || value instanceof CodeWord || worth(value) === 2;
}

/** Which of the texts of an object is the sentence, which the title beside it, and which the word for the error. */
function rolesOf(all: readonly Property[], { ofIssue }: Place, filling: Filling): ReadonlyMap<string, Role> {
  const texts = all.filter(([, schemas]) => isOf(STRING, schemas, filling)).map(([name]) => name);
  const sentence = bestOf('sentence', texts);
  const titles = texts.filter((name) => name !== sentence && rankOf('title', name) !== undefined);
  const isPlace = (name: string): boolean => ofIssue && (rankOf('name', name) ?? rankOf('pointer', name)) !== undefined;
  const code = bestOf(
    'code',
    texts.filter((name) => name !== sentence && !titles.includes(name) && !isPlace(name)),
  );
  return new Map<string, Role>([
    ...titles.map((name) => [name, 'title'] as const),
    ...(code === undefined ? [] : [[code, 'code'] as const]),
    ...(sentence === undefined ? [] : [[sentence, 'sentence'] as const]),
  ]);
}

function isOf(type: TypeSet, schemas: readonly Schema[], filling: Filling): boolean {
  return (typesOf(schemas, filling) & type) !== 0;
}

interface Reasons {
  readonly role: Role | undefined;
  /** Whether this integer is the most likely one to hold the status. */
  readonly isStatus: boolean;
  readonly ofIssue: boolean;
  readonly isEager: boolean;
  readonly listsIssues: boolean;
  readonly schemas: readonly Schema[];
}

/** Whether a member that is not required is filled. */
function isWanted(name: string, types: TypeSet, { role, isStatus, ofIssue, isEager, listsIssues, schemas }: Reasons): boolean {
  const has = (one: Role): boolean => rankOf(one, name) !== undefined;
  if (role !== undefined) return true;
  if (types === ANY) return false;
  if ((types & OBJECT) !== 0 && (isEager || has('nested'))) return true;
  if ((types & ARRAY) !== 0 && !ofIssue && (isEager || (listsIssues && has('issues')))) return true;
  if ((types & INTEGER) !== 0 && !ofIssue && isStatus) return true;
  if ((types & BOOLEAN) !== 0 && (has('failed') || has('succeeded'))) return true;
  if ((types & STRING) === 0) return false;
  if (/^status/i.test(name)) return true;
  if (ofIssue) return has('pointer') || has('name');
  if (has('time')) return schemas.some(({ format }) => format === 'date-time');
  return has('request') && !/^(?:id|instance|errorid)$/i.test(name);
}

function* lists(parts: readonly Schema[], place: Place, filling: Filling): Generator<Template> {
  const items = parts.flatMap((part) => part.items ?? []);
  if (rankOf('pointer', place.name) !== undefined && place.ofIssue) yield ['request', '{issue.name}'];
  // A list that is required for something else stays empty.
  if (place.required && place.depth > 0 && rankOf('issues', place.name) === undefined) return;
  const ofIssue = filling.listsIssues && !place.ofIssue;
  const isText = isOf(STRING, items, filling);
  if (ofIssue && isText) yield ['{issue.pointer} {issue.detail}.'];
  else if (isText) yield ['{detail}'];
  const inside: Place = { name: place.name, required: true, depth: place.depth + 1, ofIssue, example: itemOf(place.example) };
  const one = fill(items, inside, filling);
  if (one !== undefined && worth(one) > 0) yield [one];
}

function typesOf(schemas: readonly Schema[], { facts }: Filling): TypeSet {
  return schemas.reduce((all, schema) => all & intendedTypes(schema, facts.types), ANY);
}

/** The name that fits a role best; the first of those that fit alike. */
function bestOf(role: Role, names: readonly string[]): string | undefined {
  const ranked = names.flatMap((name) => {
    const rank = rankOf(role, name);
    return rank === undefined ? [] : [{ name, rank }];
  });
  return ranked.sort((one, other) => one.rank - other.rank)[0]?.name;
}

function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, name)) return undefined;
  return (value as { readonly [key: string]: JsonValue })[name];
}

function itemOf(value: JsonValue | undefined): JsonValue | undefined {
  return Array.isArray(value) ? (value as readonly JsonValue[])[0] : undefined;
}
