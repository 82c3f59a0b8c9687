// Answers with the members alone that a request asks for by `fields`, and changes those alone that an update mask names.
import { getOwn } from '@octavo/runtime/conformance';
import { choosingOf, isTelling, thingsIn } from '../../../inference/chosen/fields.ts';
import { maskOf } from '../../../inference/chosen/mask.ts';
import { plain } from '../../../inference/names.ts';
import { changedAt } from '../../../inference/pointers.ts';
import type { Operation } from '../../../model/service.ts';
import type { Input } from '../places.ts';
import type { Call, Living, Setting } from '../setting.ts';
import { inBody } from '../showing.ts';
import type { Thing } from '../world.ts';

/** The answer without what the request does not ask for; what each answer must have stays, and so does the identifier. */
export function chosen({ tools }: Setting, operation: Operation, { input }: Call, living: Living): Living {
  const parameter = operation.method === 'GET' ? choosingOf(operation) : undefined;
  const asked = parameter && firstNames(getOwn(input.query, parameter.name));
  if (asked === undefined || asked.size === 0 || !('result' in living) || living.result.status >= 300) return living;
  const things = thingsIn(operation, living.result.body).filter(({ properties }) => [...properties.keys()].some((name) => asked.has(name)));
  // Inside of what an answer is about, objects have members with the same names.
  const own = things.filter(({ at }, index) => index === 0 || !at.startsWith(`${things[0]?.at}/`));
  const body = own.reduce((all: unknown, { at, thing, properties, required }) => {
    const isKept = (name: string): boolean => asked.has(name) || required.has(name) || isTelling(name) || !properties.has(name);
    return changedAt(all, inBody(at), Object.fromEntries(Object.entries(thing).filter(([name]) => isKept(name))));
  }, living.result.body);
  const result = { ...living.result, body };
  return tools.judge(operation, result).length === 0 ? { ...living, result } : living;
}

/** What a change sends of the members that its mask names, where it has one. */
export function masked(operation: Operation, input: Input, sent: Thing['value']): Thing['value'] {
  const mask = maskOf(operation);
  const given = mask && (mask.in === 'query' || mask.in === 'header') ? getOwn(input[mask.in], mask.name) : undefined;
  const named = new Set([...firstNames(given)].map(plain));
  if (named.size === 0 || named.has('')) return sent;
  return Object.fromEntries(Object.entries(sent).filter(([member]) => named.has(plain(member))));
}

/** The names in a list, or in a text with commas: of what stands deeper, `owner.name`, that of the member which holds it. */
function firstNames(value: unknown): ReadonlySet<string> {
  const texts = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
  return new Set(texts.map((one) => String(one).trim().split(/[./[]/)[0] ?? ''));
}
