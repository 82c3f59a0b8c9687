// Lists what a thing may have to have been made with: a kind, a switch that is turned, a value where there was none, plenty or little of an amount.
import { memberPlace, memberSchemasOf } from '../../../inference/bodies.ts';
import { pointerTo } from '../../../inference/pointers.ts';
import { stemOf, wordsOf } from '../../../inference/prose/index.ts';
import { numbersOf } from '../../../inference/stated/objects.ts';
import { textsIn } from '../../../inference/targets.ts';
import { itemsOf, possibleConjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import type { Operation } from '../../../model/service.ts';
import { saidValues } from '../../values/blamed.ts';
import type { Having } from './way.ts';

/**
 * The switches of a create that the texts of an operation speak of, each turned from its default: only what was made with `needsApproval` waits
 * to be approved.
 */
export function flagsOf(maker: Operation, texts: ReadonlySet<string>): readonly Having[] {
  return [...propertiesOf(memberSchemasOf(maker))].flatMap(([name, schemas]): readonly Having[] => {
    const isSwitch = possibleConjuncts(schemas).some(({ type }) => type?.length === 1 && type[0] === 'boolean');
    if (!isSwitch || !wordsOf(name).some((word) => isSaid(stemOf(word), texts))) return [];
    const isOn = possibleConjuncts(schemas).some(({ default: value }) => value === true);
    return [{ maker, set: { place: memberPlace(maker, name), value: !isOn } }];
  });
}

/** How deep a body is looked into for a kind: `state`, its alternatives, the actions of a scene. */
const MOST_DEEP = 4;

/** The listed values that a request has in a member that the create has too: a thing takes the states of its own kind alone. */
export function kindsOf(maker: Operation, operation: Operation): readonly Having[] {
  return [...propertiesOf(memberSchemasOf(maker))].flatMap(([name, schemas]): readonly Having[] => {
    const own = textsIn(schemas);
    const values = own.length < 2 ? [] : listedIn(memberSchemasOf(operation), name, MOST_DEEP).filter((one) => own.includes(one));
    return values.length === 0 ? [] : [{ maker, alike: { place: memberPlace(maker, name), name, values: [...new Set(values)] } }];
  });
}

/** The listed values of the members of a name, wherever they are in a body. */
function listedIn(schemas: readonly Schema[], name: string, depth: number): readonly string[] {
  if (depth === 0) return [];
  return [...propertiesOf(schemas)].flatMap(([own, parts]) =>
    own === name ? textsIn(parts) : [...listedIn(parts, name, depth - 1), ...listedIn(itemsOf(parts), name, depth - 1)],
  );
}

/** Whether texts have a word or its root: `refundable` and `refund` are of one. */
function isSaid(stem: string, texts: ReadonlySet<string>): boolean {
  const isLong = (word: string): boolean => word.length > 3;
  return isLong(stem) && (texts.has(stem) || [...texts].some((one) => isLong(one) && (one.startsWith(stem) || stem.startsWith(one))));
}

/** Words of a refusal that say nothing of what it is about. */
const PLAIN =
  /^(?:not|no|has|have|had|was|were|been|this|that|there|with|already|must|cannot|which|what|from|only|than|code|message|title|type|detail|error|errors|status|conflict|wrong|state|invalid|reason)$/;

/**
 * The values that a create may leave out, or that may be null, and of which the document speaks with a word of a refusal: `The plan is not
 * metered` is said of one without the `unitPrice` that is `null for a plan that is not metered`.
 */
export function saidOf(maker: Operation, refusal: string): readonly Having[] {
  const said = new Set(
    wordsOf(refusal)
      .filter((word) => word.length > 3 && !PLAIN.test(word))
      .map(stemOf),
  );
  return [...propertiesOf(memberSchemasOf(maker))].flatMap(([name, schemas]): readonly Having[] => {
    const own = [...possibleConjuncts(schemas)];
    const mayBeNone = own.some(({ type, default: value }) => value === null || type?.includes('null') === true);
    const words = new Set(own.flatMap(({ description }) => wordsOf(description ?? '').map(stemOf)));
    const value = mayBeNone && [...said].some((one) => words.has(one) && /\bnull\b/i.test(textOf(own))) ? plainValueOf(own) : undefined;
    return value === undefined ? [] : [{ maker, set: { place: memberPlace(maker, name), value } }];
  });
}

function textOf(schemas: readonly Schema[]): string {
  return schemas.map(({ description = '' }) => description).join(' ');
}

/** A value that is not null. */
function plainValueOf(schemas: readonly Schema[]): number | string | boolean | undefined {
  const types = new Set(schemas.flatMap(({ type }) => type ?? []));
  const [listed] = schemas.flatMap(({ enum: all = [] }) => all).filter((one) => typeof one === 'string' || typeof one === 'number');
  if (listed !== undefined) return listed as string | number;
  if (types.has('integer') || types.has('number')) return leastOf(schemas);
  return types.has('boolean') ? true : undefined;
}

/** A number that is small, and not nothing. */
function leastOf(schemas: readonly Schema[]): number {
  return Math.max(1, ...schemas.map(({ minimum }) => Number(minimum ?? 1)));
}

/** What says that there is too little of something. */
const TOO_LITTLE = /\binsufficient|\bnot enough\b|\btoo (?:few|little|low)\b|\bexceed|\bmore than\b|\bout of\b|\bfunds\b/i;

/** So much is plenty, where nothing is said of bounds. */
const PLENTY = 2000;

/** The amounts of a create that are nothing where they are left out: there may be too little of them, such as of the first deposit of an account. */
export function amountsOf(maker: Operation, refusal: string): readonly Having[] {
  if (!TOO_LITTLE.test(refusal.replace(/([a-z])([A-Z])/g, '$1 $2'))) return [];
  return [...propertiesOf(memberSchemasOf(maker))].flatMap(([name, schemas]): readonly Having[] => {
    const own = [...possibleConjuncts(schemas)];
    const [nothing] = own.map((one) => one.default).filter((one) => one === 0 || (typeof one === 'string' && /^0(?:\.0+)?$/.test(one)));
    if (nothing === undefined) return [];
    const most = Math.min(PLENTY, ...own.map(({ maximum }) => Number(maximum ?? PLENTY)));
    const value = typeof nothing === 'string' ? nothing.replace('0', String(PLENTY)) : most;
    return [{ maker, set: { place: memberPlace(maker, name), value } }];
  });
}

/**
 * The numbers of a create that a refusal says with their values: `The room sleeps 2` is said of what was made with 2 as `sleeps`, and takes more
 * with the largest one.
 */
export function boundsOf(maker: Operation, refusal: string): readonly Having[] {
  return [...propertiesOf(memberSchemasOf(maker))].flatMap(([name, schemas]): readonly Having[] => {
    const own = [...possibleConjuncts(schemas)];
    const isNumber = own.some(({ type }) => type?.includes('integer') === true || type?.includes('number') === true);
    const isSaid = isNumber && saidValues(refusal, pointerTo(name)).some((value) => typeof value === 'number');
    const most = Math.min(...own.map(({ maximum }) => Number(maximum ?? Number.POSITIVE_INFINITY)));
    return isSaid ? [{ maker, set: { place: memberPlace(maker, name), value: Number.isFinite(most) ? most : PLENTY } }] : [];
  });
}

/**
 * The amounts of a create, each as little as it may be, those that a refusal speaks of first: a campaign reaches the goal of a cent with any pledge,
 * and a fee of nothing is paid. `onlySaid`: those alone that it speaks of.
 */
export function leastsOf(maker: Operation, refusal: string, onlySaid: boolean): readonly Having[] {
  const said = new Set(wordsOf(refusal).map(stemOf));
  const members = propertiesOf(memberSchemasOf(maker));
  const own = numbersOf(members).map((name) => ({ name, at: '', schemas: members.get(name) ?? [] }));
  const inner = [...members].flatMap(([name, schemas]) => {
    const parts = propertiesOf(schemas);
    return numbersOf(parts).map((part) => ({ name, at: pointerTo(part), schemas: parts.get(part) ?? [] }));
  });
  const rankOf = (name: string): number => (wordsOf(name).some((word) => said.has(stemOf(word))) ? 0 : 1);
  return [...own, ...inner]
    .filter(({ name }) => !onlySaid || rankOf(name) === 0)
    .toSorted((one, other) => rankOf(one.name) - rankOf(other.name))
    .map(({ name, at, schemas }) => ({
      maker,
      set: { place: memberPlace(maker, name) + at, value: littleOf([...possibleConjuncts(schemas)]) },
    }));
}

/** The least amount of a schema: a number, or a text with as many decimals as its pattern has. */
function littleOf(schemas: readonly Schema[]): number | string {
  if (schemas.some(({ type }) => type?.includes('integer') === true || type?.includes('number') === true))
    return Math.max(0, ...schemas.map(({ minimum }) => Number(minimum ?? 0)));
  const decimals = schemas.flatMap(({ pattern = '' }) => /\\\.(?:\\d|\[0-9\])(?:\{(?:\d,)?(\d)\})?/.exec(pattern) ?? []);
  return `0.${'1'.padStart(Number(decimals[1] ?? 2), '0')}`;
}
