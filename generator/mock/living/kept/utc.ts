// Keeps times in UTC, where the document says that answers have them so, whatever the offset that they are sent with.
import { bodySchemaOf } from '../../../inference/shapes.ts';
import { shownInUtc } from '../../../inference/stated/utc.ts';
import { itemsOf, possibleConjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import type { Operation, Service } from '../../../model/service.ts';
import type { Call } from '../setting.ts';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/i;

/** How deep a body is looked into: schemas may hold themselves. */
const MOST_DEEP = 6;

/** Gives a request with its times in UTC, or as it is. */
export function timesInUtc(service: Service): (operation: Operation, call: Call) => Call {
  const said = shownInUtc(service);
  if (said === undefined) return (_, call) => call;
  const isExact = /\bmilliseconds?\b/i.test(said);
  return (operation, call) => {
    const schema = bodySchemaOf(operation);
    if (schema === undefined || call.input.body === undefined) return call;
    return { ...call, input: { ...call.input, body: inUtc([schema], call.input.body, { isExact, deep: MOST_DEEP }) } };
  };
}

interface Form {
  /** Whether times have milliseconds, as the document says. */
  readonly isExact: boolean;
  readonly deep: number;
}

function inUtc(schemas: readonly Schema[], value: unknown, { isExact, deep }: Form): unknown {
  if (typeof value === 'string') return isTime(schemas) ? timeInUtc(value, isExact) : value;
  if (deep === 0 || typeof value !== 'object' || value === null || value instanceof Blob) return value;
  const below = { isExact, deep: deep - 1 };
  if (Array.isArray(value)) {
    const items = itemsOf(schemas);
    return value.map((item: unknown) => inUtc(items, item, below));
  }
  const members = propertiesOf(schemas);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inUtc(members.get(name) ?? [], one, below)]));
}

function isTime(schemas: readonly Schema[]): boolean {
  return possibleConjuncts(schemas).some(({ format }) => format === 'date-time');
}

function timeInUtc(text: string, isExact: boolean): string {
  const [whole, fraction] = TIME.exec(text) ?? [];
  const time = whole === undefined ? Number.NaN : Date.parse(text);
  if (Number.isNaN(time)) return text;
  const shown = new Date(time).toISOString();
  // In another year than those of four digits, it has no such form.
  if (!/^\d/.test(shown) || (/Z$/i.test(text) && !isExact)) return text;
  if (isExact) return shown;
  return fraction === undefined ? shown.replace(/\.\d+Z$/, 'Z') : shown.replace(/\.\d+Z$/, `${fraction}Z`);
}
