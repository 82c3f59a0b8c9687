// `stated-numbers` for times: one that a text says is another time and so many minutes, hours or seconds later.
import { getOwn } from '@octavo/runtime/conformance';
import { laterIn } from '../../../inference/prose/index.ts';
import { lengthOf } from '../../../inference/spans.ts';
import { possibleConjuncts } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';

export interface LaterTime {
  readonly name: string;
  readonly from: string;
  readonly by: string;
  /** Milliseconds of one of the number. */
  readonly unit: number;
  readonly quote: string;
}

/** The times of an object that are said to be another one and a length later. */
export function laterTimesOf(properties: ReadonlyMap<string, readonly Schema[]>, numbers: readonly string[]): readonly LaterTime[] {
  const own = [...properties].map(([name, schemas]) => ({ name, schemas: possibleConjuncts(schemas) }));
  const times = own.filter(({ schemas }) => schemas.some(({ format }) => format === 'date-time')).map(({ name }) => name);
  return own.flatMap(({ name, schemas }): readonly LaterTime[] => {
    if (!times.includes(name)) return [];
    for (const { description = '' } of schemas) {
      const others = times.filter((one) => one !== name);
      const found = laterIn(description, others, numbers);
      const unit = found && lengthOf(found.by, possibleConjuncts(properties.get(found.by) ?? []));
      if (found !== undefined && unit !== undefined) return [{ name, unit, ...found }];
    }
    return [];
  });
}

/** How far times may be from what is computed: a service may show whole seconds only. */
const NEAR = 1000;

/** Whether the time is as its text says; `undefined` where the object does not show all of its parts. */
export function isLater(of: object, { name, from, by, unit }: LaterTime): boolean | undefined {
  const [is, start, length] = [Date.parse(String(getOwn(of, name))), Date.parse(String(getOwn(of, from))), getOwn(of, by)];
  if (typeof length !== 'number' || Number.isNaN(is) || Number.isNaN(start)) return undefined;
  return Math.abs(is - start - length * unit) <= NEAR;
}
