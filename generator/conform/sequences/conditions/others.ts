// `etag-after-change`: what a thing stands below or names is read before and after it is made and acted on. Where that has changed the
// content of the other one, such as a count, under the same ETag, the comparison of all reads finds it (`values/etags.ts`).
import type { Operation } from '../../../model/service.ts';
import type { Lab } from '../lab.ts';
import { actionsOn } from '../machines/moves.ts';
import { readThing } from '../rules/seen.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { sourcesOf, type Thing } from '../thing.ts';

export async function* etagOfOthers(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const lab = things.lab();
  const first = await things.make(lab, resource, 1);
  const tagged = new Set<Operation>();
  for (const source of first.sources) {
    if (!(await isTagged(setting, lab, source))) continue;
    await unlessStopped(things.makeFrom(lab, resource, first.created.case.input ?? {}, { parent: source }).then((made) => ({ made })));
    await isTagged(setting, lab, source);
    tagged.add(source.resource.create);
    yield* readerOf(source);
  }
  for (const act of tagged.size === 0 ? [] : actionsOn(setting, resource)) {
    const own = things.lab();
    // What others have been made of or done to may let nothing more be done.
    things.forgetSources(resource);
    const thing = await unlessStopped(things.make(own, resource, 1));
    const others = thing === undefined ? [] : sourcesOf(thing).filter((one) => tagged.has(one.resource.create));
    for (const one of others) await isTagged(setting, own, one);
    const exchange =
      thing && others.length > 0 ? await unlessStopped(things.call(own, act, thing, { says: act.id, isNeeded: true })) : undefined;
    for (const one of exchange === undefined ? [] : others) {
      await isTagged(setting, own, one);
      yield* readerOf(one);
    }
  }
}

function readerOf({ resource: { read } }: Thing): readonly Operation[] {
  return read === undefined ? [] : [read.operation];
}

/** Reads a thing; whether the answer has an ETag. */
async function isTagged({ things }: Setting, lab: Lab, thing: Thing): Promise<boolean> {
  const { read } = thing.resource;
  const seen = read && (await unlessStopped(readThing(lab, things, read, thing)));
  return seen?.exchange.response.headers.has('etag') === true;
}
