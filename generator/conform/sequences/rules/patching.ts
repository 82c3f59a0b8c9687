// What the checks of PATCH share: a change in one media type of a body, and members that can be changed.

import { isDeepStrictEqual } from 'node:util';
import { essenceOf } from '@octavo/runtime/conformance';
import { membersIn } from '../../../inference/bodies.ts';
import { pointerTo } from '../../../inference/pointers.ts';
import type { Reader } from '../../../inference/resources.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import { changedAt, type Input } from '../../plan/index.ts';
import type { Lab } from '../lab.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { isSuccess, type Thing } from '../thing.ts';
import { readThing, type Seen } from './seen.ts';

/** One PATCH of one thing, with bodies of one media type. */
export interface Patching {
  readonly setting: Setting;
  readonly operation: Operation;
  readonly read: Reader;
  readonly lab: Lab;
  readonly thing: Thing;
  /** The media type, as the input names it; absent where clients send it by default. */
  readonly contentType?: string;
  /** The check that alone judges the answers, and whose requests are sent as they are. */
  readonly probe?: string;
}

/** A new thing for each PATCH that takes a media type. */
export async function* patchingsOf(setting: Setting, essence: string, probe: string): AsyncGenerator<Patching> {
  const { things, resource } = setting;
  const { read, changes } = resource;
  for (const operation of read === undefined ? [] : changes.filter(({ method }) => method === 'PATCH')) {
    const contents = operation.body?.contents ?? [];
    const index = contents.findIndex(({ contentType }) => essenceOf(contentType) === essence);
    const { contentType } = contents[index] ?? {};
    if (read === undefined || contentType === undefined) continue;
    const lab = things.lab();
    const thing = await things.make(lab, resource, 2);
    yield { setting, operation, read, lab, thing, probe, ...(index === 0 ? {} : { contentType }) };
  }
}

/** Sends a body; `undefined` where the document does not allow it. `query`: parameters beside those that are required. */
export function patch(
  { setting, operation, lab, thing, contentType, probe }: Patching,
  says: string,
  body: unknown,
  query: Readonly<Record<string, unknown>> = {},
): Promise<Answered | undefined> {
  const { contentType: _, ...least } = setting.inputs.least(operation) ?? {};
  const input = Object.entries(query).reduce<Input>((whole, [name, value]) => changedAt(whole, pointerTo('query', name), value) as Input, {
    ...least,
    ...(contentType === undefined ? {} : { contentType }),
    body,
  });
  const [name] = Object.keys(query);
  return unlessStopped(
    setting.things.call(lab, operation, thing, {
      says,
      input,
      ...(name === undefined ? {} : { at: pointerTo('query', name) }),
      ...(probe === undefined ? {} : { probe }),
    }),
  );
}

/** Whether a change was made at once. */
export function isDone(exchange: Answered | undefined): exchange is Answered {
  return exchange !== undefined && isSuccess(exchange) && exchange.response.status !== 202;
}

export function seen({ setting, lab, read, thing }: Patching): Promise<Seen | undefined> {
  return readThing(lab, setting.things, read, thing);
}

/** Members of a thing that creates send as texts, numbers or booleans, each with another value than it has. */
export function otherValues(
  { setting, thing }: Patching,
  now: Seen,
): readonly (readonly [name: string, value: string | number | boolean])[] {
  const { create } = thing.resource;
  const bodies = [4, 6, 8].map((variant) => membersIn(create, setting.inputs.of(create, variant)) ?? {});
  return Object.entries(now.resource).flatMap(([name, is]) => {
    const values = bodies.map((body) => body[name]).filter((value) => isPlain(value) && typeof value === typeof is);
    const other = values.find((value) => !isDeepStrictEqual(value, is));
    return isPlain(other) ? [[name, other] as const] : [];
  });
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
