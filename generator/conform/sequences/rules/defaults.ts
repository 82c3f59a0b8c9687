// `member-defaults`: a create without a member that declares a `default` shows the thing with this value.
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../inference/pointers.ts';
import { bodySchemaOf } from '../../../inference/shapes.ts';
import { possibleConjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import type { Script, Setting } from '../script.ts';
import type { Thing } from '../thing.ts';
import { declaredMembers, type Members, readThing, type Seen } from './seen.ts';

const CHECK = 'member-defaults';

export const defaults: readonly Script[] = [{ check: CHECK, run: memberDefaults }];

/** Words by which a text says that the value depends on something else. */
const DEPENDS =
  /\b(?:unless|depend\w*|inherit\w*|otherwise|if|when|where|comput\w*|deriv\w*|calculat\w*|account|settings?|same as|falls? back|writes?)\b/i;

/** How many creates must show the same other value. */
const LEAST = 2;

interface Made {
  readonly sent: Members;
  readonly seen: Seen;
}

async function* memberDefaults({ things, resource }: Setting): AsyncGenerator<Operation> {
  const { read, create } = resource;
  const declared = read && defaultsOf(create);
  if (read === undefined || declared === undefined) return;
  const shown = declaredMembers(read);
  const names = [...declared.keys()].filter((name) => shown.has(name));
  if (names.length === 0) return;
  const make = async (variant: number): Promise<Made | undefined> => {
    const lab = things.lab();
    const thing = await things.make(lab, resource, variant);
    const seen = await readThing(lab, things, read, thing);
    return seen && { sent: sentOf(thing), seen };
  };
  const made = [await make(2), await make(4)].filter((one) => one !== undefined);
  const bare: Made[] = [];
  for (const variant of [5, 7]) {
    const lab = things.lab();
    const thing = await things.make(lab, resource, variant);
    const seen = await readThing(lab, things, read, thing);
    if (seen === undefined) return;
    bare.push({ sent: sentOf(thing), seen });
    yield create;
    const name = names.find((one) => isOther(one, declared.get(one), bare) && isKept(one, made));
    if (name !== undefined)
      lab.fault(
        CHECK,
        `\`${name}\` is ${textOf(seen.resource[name])} after ${create.id} without it, and its default is ${textOf(declared.get(name))}.`,
        `\`${name}\` with its default`,
        seen.exchange,
      );
  }
}

/** The defaults of the members that a body may leave out, where nothing says that they depend on something. */
function defaultsOf(create: Operation): ReadonlyMap<string, unknown> {
  const schema = bodySchemaOf(create);
  const found = [...propertiesOf(schema === undefined ? [] : [schema])].flatMap(([name, schemas]): [string, unknown][] => {
    const parts = possibleConjuncts(schemas);
    const values = parts.flatMap((one) => (one.default === undefined ? [] : [one.default]));
    const [value] = values;
    const isPlain = values.every((one) => isDeepStrictEqual(one, value));
    const isOwn = parts.every(({ writeOnly, description = '' }) => writeOnly !== true && !DEPENDS.test(description));
    return value === undefined || value === null || !isPlain || !isOwn ? [] : [[name, value]];
  });
  return new Map(found);
}

function sentOf({ created }: Thing): Members {
  const body = created.case.input?.body;
  return isObject(body) ? body : {};
}

/** Whether all things that were made without a member show one value that is not its default. */
function isOther(name: string, value: unknown, bare: readonly Made[]): boolean {
  const without = bare.filter(({ sent }) => sent[name] === undefined).map(({ seen }) => seen.resource[name]);
  return (
    without.length >= LEAST &&
    without.every((one) => one !== undefined && isDeepStrictEqual(one, without[0])) &&
    !isDeepStrictEqual(without[0], value)
  );
}

/** Whether a create that sends the member has it kept as it is sent: it means the same in both places. */
function isKept(name: string, made: readonly Made[]): boolean {
  const given = made.filter(({ sent }) => sent[name] !== undefined);
  return given.length > 0 && given.every(({ sent, seen }) => isDeepStrictEqual(sent[name], seen.resource[name]));
}

function textOf(value: unknown): string {
  return JSON.stringify(value);
}
