// `etag-after-change`: what a new thing stands below or names is read before and after it is made. Where that has changed its content, such as a
// count, under the same ETag, the comparison of all reads finds it (`values/etags.ts`).
import type { Operation } from '../../../model/service.ts';
import { readThing } from '../rules/seen.ts';
import { type Setting, unlessStopped } from '../script.ts';

export async function* etagOfOthers({ things, resource }: Setting): AsyncGenerator<Operation> {
  const lab = things.lab();
  const { sources, created } = await things.make(lab, resource, 1);
  for (const source of sources) {
    const reader = source.resource.read;
    if (reader === undefined) continue;
    const before = await unlessStopped(readThing(lab, things, reader, source));
    if (before === undefined || !before.exchange.response.headers.has('etag')) continue;
    await unlessStopped(things.makeFrom(lab, resource, created.case.input ?? {}, { parent: source }).then((made) => ({ made })));
    await unlessStopped(readThing(lab, things, reader, source));
    yield reader.operation;
  }
}
