// Finds what an action does to members of its thing, by its verb and its body: `attach {server}` sets a member, `add_route {…}` adds an item to a
// list, `lock` makes `locked` true.
import { addedTo } from '../../../inference/inner/index.ts';
import { plain } from '../../../inference/names.ts';
import { singular, wordsOf } from '../../../inference/prose/index.ts';
import { bodySchemaOf } from '../../../inference/shapes.ts';
import { isSameTemplate, segmentsOf } from '../../../inference/templates.ts';
import { itemsOf, possibleConjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import type { Operation } from '../../../model/service.ts';
import { allows } from '../values.ts';
import type { Effect, Kind } from './kinds.ts';
import { isFormOf } from './states.ts';

const ADDS = /^(?:add|append|apply|assign|attach|connect|insert|join|link)$/;
const TAKES = /^(?:delete|detach|disconnect|drop|leave|remove|unassign|unlink)$/;
const SETS = /^(?:assign|attach|change|configure|connect|edit|enable|link|modify|mount|move|rename|replace|resize|set|tag|update|upgrade)$/;
const OPPOSITES: ReadonlyMap<string, string> = new Map([
  ['detach', 'attach'],
  ['disable', 'enable'],
  ['disconnect', 'connect'],
  ['unassign', 'assign'],
  ['unlink', 'link'],
  ['unmount', 'mount'],
]);

type Members = ReadonlyMap<string, readonly Schema[]>;

/** `word`: the last word of the path, `attach_to_network`. */
export function effectOf(operation: Operation, word: string, kind: Kind, operations: readonly Operation[]): Effect | undefined {
  const [verb = '', ...rest] = wordsOf(word).map((one) => one.toLowerCase());
  const sent = bodyOf(operation);
  if (sent.size === 0) return emptied(operation, word, verb, kind, operations) ?? switched(verb, rest.join(''), kind);
  const list = ADDS.test(verb) || TAKES.test(verb) || SETS.test(verb) ? listFor(sent, rest, kind) : undefined;
  if (list !== undefined) return { ...list, does: ADDS.test(verb) ? 'add' : TAKES.test(verb) ? 'take' : 'change-item' };
  if (SETS.test(verb)) return setting(sent, rest, kind);
  // `POST /orders/{id}/lines` adds to `lines` of the order.
  const added = addedTo(operation, kind.members, word);
  const by = [...sent.keys()].filter((name) => added?.items.has(name) === true);
  return added === undefined || by.length === 0 ? undefined : { does: 'add', list: added.name, by };
}

function bodyOf(operation: Operation): Members {
  const schema = bodySchemaOf(operation);
  return schema === undefined ? new Map() : propertiesOf([schema]);
}

/** The list of the thing whose items have most members of the body: the one that the word names before others. */
function listFor(
  sent: Members,
  rest: readonly string[],
  { members, id }: Kind,
): { readonly list: string; readonly by: readonly string[] } | undefined {
  const named = plain(rest.map(singular).join(''));
  const found = [...members].flatMap(([list, schemas]) => {
    const items = propertiesOf(itemsOf(schemas));
    const by = [...sent.keys()].filter((name) => items.has(name));
    const isNamed = named !== '' && plain(singular(list)).endsWith(named);
    return list === id || sent.has(list) || by.length === 0 || by.length * 2 < sent.size ? [] : [{ list, by, isNamed }];
  });
  const [best] = found.sort((one, other) => Number(other.isNamed) - Number(one.isNamed) || other.by.length - one.by.length);
  return best && { list: best.list, by: best.by };
}

/** Members of the thing that the body has too, or all of the body inside of the member that the word names: `change_protection {delete}`. */
function setting(sent: Members, rest: readonly string[], { members, id }: Kind): Effect | undefined {
  const names = [...sent.keys()].filter((name) => name !== id);
  if (names.some((name) => mayBe(sent.get(name) ?? [], members.get(name)))) return { does: 'set' };
  const into = [...members].find(
    ([name, schemas]) => plain(name) === plain(rest.join('')) && names.every((one) => propertiesOf(schemas).has(one)),
  )?.[0];
  return into === undefined ? undefined : { does: 'set', into };
}

/** Whether a member can have what a body gives: the name of a type does not become the type. */
function mayBe(sent: readonly Schema[], own: readonly Schema[] | undefined): boolean {
  const [given, known] = [sent, own ?? []].map((schemas) => possibleConjuncts(schemas).flatMap(({ type = [] }) => type));
  return own !== undefined && (known?.length === 0 || given?.some((type) => type !== 'null' && known?.includes(type)) === true);
}

/** `detach` takes away what `attach` sets. */
function emptied(operation: Operation, word: string, verb: string, kind: Kind, operations: readonly Operation[]): Effect | undefined {
  const opposite = OPPOSITES.get(verb);
  if (opposite === undefined) return undefined;
  const path = segmentsOf(operation.path);
  const place = [...path.slice(0, -1), (path.at(-1) ?? '').replace(word, word.replace(verb, opposite))];
  const other = operations.find((one) => one.method === operation.method && isSameTemplate(segmentsOf(one.path), place));
  const names = [...(other === undefined ? [] : bodyOf(other).keys())].filter((name) => allows(kind.members.get(name) ?? [], 'null'));
  return names.length === 0 ? undefined : { does: 'put', values: Object.fromEntries(names.map((name) => [name, null])) };
}

/** `enable_rescue` and `disable_rescue` switch `rescue_enabled`; `lock` and `unlock` switch `locked`. */
function switched(verb: string, rest: string, { members }: Kind): Effect | undefined {
  const flags = [...members].filter(([, schemas]) => allows(schemas, 'boolean')).map(([name]) => name);
  const isOff = /^(?:dis|un)/.test(verb);
  const base = verb.replace(/^(?:dis|un|en)(?=able$)|^un/, '');
  const wanted =
    base === 'able' ? [`${rest}enabled`, `${rest}isenabled`, `enable${rest}`, `is${rest}enabled`, rest === '' ? 'enabled' : rest] : [];
  const flag = flags.find((name) =>
    wanted.length > 0 ? wanted.includes(plain(name)) : rest === '' && isFormOf(plain(name).replace(/^is/, ''), base),
  );
  return flag === undefined ? undefined : { does: 'put', values: { [flag]: !isOff } };
}
