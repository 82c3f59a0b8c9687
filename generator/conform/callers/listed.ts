// Looks for what the first account has made in lists and searches of the second one.
import { isDeepStrictEqual } from 'node:util';
import { plain } from '../../inference/names.ts';
import { isObject, isTextOrNumber, pointerTo, valueAt } from '../../inference/pointers.ts';
import type { Lister, Resource } from '../../inference/resources.ts';
import { parameterIn, segmentsOf } from '../../inference/templates.ts';
import { conjuncts } from '../../model/schema/conjuncts.ts';
import type { Parameter } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Answered, Exchange } from '../contract/exchange.ts';
import { changedAt, type Input } from '../plan/index.ts';
import { isAbsent, isPaging, resultOf } from '../sequences/index.ts';
import {
  another,
  type Desk,
  type Gained,
  hasPathParameter,
  isAnswered,
  isSecured,
  placedCase,
  probe,
  succeeded,
  thingIn,
  withInput,
} from './desk.ts';
import { leastCase, type Made, readOf } from './looks.ts';

/** The most filters of one list that are tried. */
const MOST_FILTERS = 16;

export async function triedLists(desk: Desk, check: string): Promise<readonly Gained[]> {
  const gained: Gained[] = [];
  for (const resource of [...desk.resources, ...desk.unread]) {
    const { list, create } = resource;
    if (list === undefined || !isSecured(list.operation) || hasPathParameter(list.operation) || !desk.mayGoOn()) continue;
    const made = await madeOf(desk, resource);
    const first = desk.caseOf(create) === undefined ? undefined : await leastCase(desk, list.operation);
    if (made === undefined || first === undefined) continue;
    const found = await inLists(desk, check, list, first, made);
    if (found !== undefined) gained.push(found);
  }
  return gained;
}

async function madeOf(desk: Desk, resource: Resource): Promise<Made | undefined> {
  const one = desk.caseOf(resource.create);
  const created = one && (await desk.fresh(another(desk, one, 'for the lists of the second account')));
  if (!succeeded(created)) return undefined;
  const id = valueAt(resultOf(created), resource.edge.from);
  return isTextOrNumber(id) ? { resource, created, id } : undefined;
}

async function inLists(desk: Desk, check: string, list: Lister, first: Case, made: Made): Promise<Gained | undefined> {
  const { operation } = list;
  let plainList: boolean | undefined;
  for (const [says, one] of [['the list', first] as const, ...(await filtered(desk, first, made))]) {
    if (!desk.mayGoOn()) return undefined;
    const own = made.created;
    const other = await desk.send(probe(desk, one, check, `${says} by the second account`, 'other'), own);
    if (!isAnswered(other)) return undefined;
    desk.looked(check, operation, [own, other]);
    const has = succeeded(other) ? hasMade(list, other, made) : undefined;
    plainList ??= has;
    if (has !== true) continue;
    const about = (made.resource.read && (await readOf(desk, made))) ?? made.created.case;
    return {
      operation,
      message: `The list of the second account has what the first one has made (${says}).`,
      expected: 'a list without it',
      exchanges: [own, other],
      about,
      isContrast: plainList === false || (await isReadRefused(desk, check, about)),
    };
  }
  return undefined;
}

function hasMade(list: Lister, exchange: Answered, made: Made): boolean | undefined {
  const items = valueAt(resultOf(exchange), list.items);
  if (!Array.isArray(items)) return undefined;
  return items.some((item) => String(valueAt(item, list.id)) === String(made.id) && isAlike(item, made));
}

/** Whether an item of a list is the thing: accounts may count their things each for themselves, so that two have the same number. */
function isAlike(item: unknown, { resource, created }: Made): boolean {
  const own = thingIn(resource, created);
  if (!isObject(item) || !isObject(own)) return typeof item === 'string';
  const shared = Object.keys(item).filter((name) => Object.hasOwn(own, name));
  const equal = shared.filter((name) => isDeepStrictEqual(item[name], own[name]));
  return equal.length >= 2 && equal.length * 10 >= shared.length * 7;
}

async function isReadRefused(desk: Desk, check: string, about: Case): Promise<boolean> {
  if (about.operation.method !== 'GET' || !succeeded(await desk.send(another(desk, about, 'by the first account')))) return false;
  const other = await desk.send(probe(desk, about, check, 'by the second account', 'other'));
  return isAnswered(other) && isAbsent(other);
}

/** Requests for the list that may find the thing: each optional parameter alone, with values of the thing. */
async function filtered(desk: Desk, first: Case, made: Made): Promise<readonly (readonly [says: string, one: Case])[]> {
  const cases: (readonly [string, Case])[] = [];
  for (const parameter of first.operation.parameters) {
    if (parameter.in !== 'query' || parameter.required || isPaging(parameter)) continue;
    for (const value of valuesFor(parameter, made)) {
      if (cases.length >= MOST_FILTERS) return cases;
      const one = await withInput(desk, first, changedAt(first.input, pointerTo('query', parameter.name), value) as Input);
      if (one !== undefined) cases.push([`with \`${parameter.name}\``, one]);
    }
  }
  return cases;
}

const TEXTS = /name|title|subject|label|mail|text|description|summary/i;

/** Values with which a parameter may find a thing: that of the field of the same name, or texts of the thing. */
function valuesFor({ name, shape, schema }: Parameter, { resource, created, id }: Made): readonly unknown[] {
  const own = thingIn(resource, created);
  const fields = isObject(own) ? Object.entries(own) : [];
  const wanted = plain(name);
  const same = fields
    .filter(([field]) => [wanted, wanted.replace(/id$/, ''), `${wanted}id`].includes(plain(field)))
    .map(([, value]) => value);
  const list = shape.kind === 'array';
  if (same.length > 0) return same.flatMap((value) => (list && !Array.isArray(value) ? [[value]] : [value])).slice(0, 1);
  const parts = conjuncts([schema]);
  const listed = parts.find((part) => part.enum !== undefined)?.enum;
  if (listed !== undefined) return listed.slice(0, 2);
  if (shape.kind !== 'primitive') return [];
  if (shape.types.includes('boolean')) return [true, false];
  if (!shape.types.includes('string')) return [];
  const texts = fields.flatMap(([field, value]) => (typeof value === 'string' && TEXTS.test(field) && value.length > 1 ? [value] : []));
  return ['2000-01-01T00:00:00Z', '2000-01-01', ...texts.slice(0, 2), String(id)].filter(
    (text) => parts.some(({ format }) => format !== undefined) || !/^2000-01-01/.test(text),
  );
}

/** Whether the thing that the path of a case names is in the list of the second account; `undefined` where it cannot be known. */
export async function isListedFor(desk: Desk, check: string, { list, read }: Resource, about: Case): Promise<boolean | undefined> {
  const first = list && (await leastCase(desk, list.operation));
  const parameter = read && parameterIn(segmentsOf(read.operation.path).at(-1));
  const index = read === undefined ? -1 : segmentsOf(read.operation.path).length - 1;
  const own = parameterIn(segmentsOf(about.operation.path)[index]);
  if (list === undefined || first === undefined || parameter === undefined || own === undefined) return undefined;
  const placed = hasPathParameter(list.operation) ? await placedCase(desk, list.operation, about) : first;
  const id = String(valueAt(about.input, pointerTo('path', own)));
  const has = (exchange: Exchange | undefined): boolean | undefined => {
    const items = succeeded(exchange) ? valueAt(resultOf(exchange), list.items) : undefined;
    return Array.isArray(items) ? items.some((item) => String(valueAt(item, list.id)) === id) : undefined;
  };
  if (placed === undefined || has(await desk.send(another(desk, placed, 'by the first account'))) !== true) return undefined;
  return has(await desk.send(probe(desk, placed, check, 'by the second account', 'other')));
}
