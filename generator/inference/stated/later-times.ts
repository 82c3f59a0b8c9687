// Works out times that texts say are another one and so many minutes, hours or seconds later.
import { getOwn } from '@octavo/runtime/conformance';
import { possibleConjuncts, propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { laterIn } from '../prose/index.ts';
import { lengthOf } from '../spans.ts';
import { numbersOf, perSchema } from './objects.ts';

export interface LaterTime {
  readonly name: string;
  readonly from: string;
  readonly by: string;
  /** Milliseconds of one of the number. */
  readonly unit: number;
  readonly quote: string;
}

/** The times of an object that are said to be another one and a length later. */
export const laterTimesOf = perSchema((schemas) => laterTimesIn(propertiesOf(schemas)));

/** The same of an object whose members are known. */
export function laterTimesIn(properties: ReadonlyMap<string, readonly Schema[]>): readonly LaterTime[] {
  const own = [...properties].map(([name, schemas]) => ({ name, schemas: possibleConjuncts(schemas) }));
  const times = own.filter(({ schemas }) => schemas.some(({ format }) => format === 'date-time')).map(({ name }) => name);
  if (times.length < 2) return [];
  const numbers = numbersOf(properties);
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

/** The moment that a time should be, in milliseconds since 1970; `undefined` where the object does not show all of its parts. */
export function laterMoment(of: object, { from, by, unit }: LaterTime): number | undefined {
  const length = getOwn(of, by);
  if (typeof length !== 'number') return undefined;
  // A moment beyond what dates can say is not a number.
  const moment = new Date(Date.parse(String(getOwn(of, from))) + length * unit).getTime();
  return Number.isNaN(moment) ? undefined : moment;
}

/** How far times may be from what is computed: a service may show whole seconds only. */
const NEAR = 1000;

/** Whether the time is as its text says; `undefined` where the object does not show it with all of its parts. */
export function isLater(of: object, time: LaterTime): boolean | undefined {
  const [is, wanted] = [Date.parse(String(getOwn(of, time.name))), laterMoment(of, time)];
  return Number.isNaN(is) || wanted === undefined ? undefined : Math.abs(is - wanted) <= NEAR;
}
