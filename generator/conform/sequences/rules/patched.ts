// `json-patch`: a JSON Patch is made as a whole or not at all, and a `test` or a place that does not fit keeps it from being made (RFC 6902).
import { isDeepStrictEqual } from 'node:util';
import { pointerTo } from '../../../inference/pointers.ts';
import type { Operation } from '../../../model/service.ts';
import type { Script, Setting } from '../script.ts';
import { isDone, otherValues, type Patching, patch, patchingsOf, seen } from './patching.ts';
import type { Seen } from './seen.ts';

const CHECK = 'json-patch';

export const patched: readonly Script[] = [{ check: CHECK, run: jsonPatch }];

/** The most members that are tried until a change of one succeeds. */
const MOST = 5;

/** A change of one member that succeeds. */
interface Change {
  readonly name: string;
  readonly path: string;
  readonly values: readonly [was: unknown, other: string | number | boolean];
}

async function* jsonPatch(setting: Setting): AsyncGenerator<Operation> {
  for await (const patching of patchingsOf(setting, 'application/json-patch+json', CHECK)) {
    const now = await seen(patching);
    const change = now && (await changeOf(patching, now));
    if (change === undefined) continue;
    yield patching.operation;
    const { path, values } = change;
    const [was, other] = values;
    // The member has its other value now, so that the changes below give it back its old one.
    const back = { op: 'replace', path, value: was };
    const wrong = { op: 'test', path, value: was };
    await refuses(patching, change, 'a `test` that does not hold', [wrong, back]);
    await refuses(patching, change, 'a `test` at its end that does not hold', [back, { ...wrong, value: other }]);
    await refuses(patching, change, 'a `replace` of a member that is not there', [
      back,
      { op: 'replace', path: '/octavoNone/octavoNone', value: 1 },
    ]);
    await refuses(patching, change, 'a `remove` of a member that is not there', [back, { op: 'remove', path: '/octavoNone/octavoNone' }]);
    await accepts(patching, change, [{ op: 'test', path, value: other }, back]);
  }
}

async function changeOf(patching: Patching, now: Seen): Promise<Change | undefined> {
  for (const [name, other] of otherValues(patching, now).slice(0, MOST)) {
    const path = pointerTo(name);
    const exchange = await patch(patching, `replace ${name}`, [{ op: 'replace', path, value: other }]);
    const after = isDone(exchange) ? await seen(patching) : undefined;
    if (isDeepStrictEqual(after?.resource[name], other)) return { name, path, values: [now.resource[name], other] };
  }
  return undefined;
}

/** A patch that may not be made: it does not succeed, and leaves the member as it is. */
async function refuses(patching: Patching, { name, values }: Change, says: string, body: readonly object[]): Promise<void> {
  const { lab, operation } = patching;
  const exchange = await patch(patching, `a patch with ${says}`, body);
  if (exchange === undefined) return;
  if (isDone(exchange)) {
    const message = `A patch of ${operation.id} with ${says} is answered with ${exchange.response.status}.`;
    lab.fault(CHECK, message, 'a status from 400 to 499 (RFC 6902 section 5)', exchange);
  }
  const after = await seen(patching);
  if (after === undefined || !isDeepStrictEqual(after.resource[name], values[0])) return;
  const message = `\`${name}\` is changed by a patch of ${operation.id} with ${says}, which was refused with ${exchange.response.status}.`;
  lab.fault(CHECK, message, `\`${name}\` as it was (RFC 6902 section 5)`, after.exchange);
}

/** A `test` that holds changes nothing of what the rest of the patch does. */
async function accepts(patching: Patching, { name, path, values }: Change, body: readonly object[]): Promise<void> {
  const [was] = values;
  const exchange = await patch(patching, 'a patch with a `test` that holds', body);
  const { status = 0 } = exchange?.response ?? {};
  if (exchange === undefined || isDone(exchange) || status < 400 || status >= 500) return;
  if (!isDone(await patch(patching, `replace ${name} without a test`, [{ op: 'replace', path, value: was }]))) return;
  const message = `A patch of ${patching.operation.id} with a \`test\` that holds is answered with ${status}, and succeeds without it.`;
  patching.lab.fault(CHECK, message, 'a status from 200 to 299 (RFC 6902 section 4.6)', exchange);
}
