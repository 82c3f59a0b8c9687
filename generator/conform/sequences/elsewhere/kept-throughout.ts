// Does operations of which texts say that what exists keeps what it has, such as one that sets a price, and holds things to that: `Orders that exist
// keep the prices they have`.
import { memberSchemasOf, membersIn } from '../../../inference/bodies.ts';
import { isSnapshot, names, quoted, sentencesIn } from '../../../inference/prose/index.ts';
import type { Reader } from '../../../inference/resources.ts';
import { numbersOf } from '../../../inference/stated/objects.ts';
import { propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import type { Input } from '../../plan/index.ts';
import { indirectSourcesOf } from '../making/chains.ts';
import { waitBriefly } from '../rules/later.ts';
import { readThing, type Seen } from '../rules/seen.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { isSuccess, sourcesOf } from '../thing.ts';
import { isAbout, numbersIn } from './snapshots.ts';

const CHECK = 'effects-elsewhere';

const SETTING: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

export async function* keptThroughout(setting: Setting): AsyncGenerator<Operation> {
  const { read } = setting.resource;
  if (read === undefined) return;
  for (const { operation, quote } of rulesOf(setting)) if (await isTried(setting, read, operation, quote)) yield operation;
}

/** Operations with such a sentence about the things, other than changes of what they are made of. */
function rulesOf({ context, mayCall, resource, things }: Setting): readonly { readonly operation: Operation; readonly quote: string }[] {
  const sources = [...things.takenBy(resource), ...indirectSourcesOf(things, resource)];
  const ofSources = sources.flatMap(({ create, changes }) => (create.method === 'POST' ? [create, ...changes] : changes));
  const others = new Set([resource.create, ...resource.changes, ...ofSources]);
  return context.service.operations
    .filter((one) => SETTING.has(one.method) && !others.has(one) && mayCall(one))
    .flatMap((operation) => {
      const quote = sentencesIn(operation.description ?? '').find((text) => isSnapshot(text) && names(text, resource.name));
      return quote === undefined ? [] : [{ operation, quote }];
    });
}

/** Whether the operation has succeeded with two numbers, on what a new thing is made of. */
async function isTried(setting: Setting, read: Reader, operation: Operation, quote: string): Promise<boolean> {
  const { things, resource } = setting;
  const inputs = inputsOf(setting, operation);
  if (inputs.length < 2) return false;
  const lab = things.lab();
  things.forgetAll();
  const thing = await unlessStopped(things.make(lab, resource, 0, { isOwn: true }));
  if (thing === undefined) return false;
  const now = (): Promise<Seen | undefined> => unlessStopped(readThing(lab, things, read, thing));
  const before = await now();
  const had = before && numbersIn(before.resource);
  let count = 0;
  for (const input of had === undefined ? [] : inputs) {
    const sources = sourcesOf(thing);
    const source = sources.find((one) => one.resource.create === operation);
    const act = { says: operation.id, input };
    const done = await unlessStopped(
      source === undefined ? things.callBeside(lab, operation, thing, { ...act, sources }) : things.call(lab, operation, source, act),
    );
    if (done === undefined || !isSuccess(done)) continue;
    count++;
    const changed = (seen: Seen): string | undefined =>
      [...numbersIn(seen.resource)].find(
        ([path, value]) => isAbout({ quote }, path) && had?.has(path) === true && had.get(path) !== value,
      )?.[0];
    const first = await now();
    if (first === undefined || changed(first) === undefined) continue;
    await waitBriefly();
    const after = await now();
    const path = after && changed(after);
    if (after === undefined || path === undefined) continue;
    const message = `\`${path}\` is another number after ${operation.id}, which was done once the thing was made.`;
    lab.fault(CHECK, message, `the number from before, as the document says: ${quoted({ text: quote })}`, after.exchange);
  }
  return count > 1;
}

/** Two inputs with different numbers. */
function inputsOf({ things: { inputs } }: Setting, operation: Operation): readonly Input[] {
  const numbers = numbersOf(propertiesOf(memberSchemasOf(operation)));
  const found = new Map<string, Input>();
  for (const variant of [0, 4, 2, 6]) {
    const input = inputs.of(operation, variant);
    const own = membersIn(operation, input);
    const key = JSON.stringify(numbers.map((name) => own?.[name]));
    if (input !== undefined && numbers.some((name) => own?.[name] !== undefined) && !found.has(key)) found.set(key, input);
  }
  return [...found.values()].slice(0, 2);
}
