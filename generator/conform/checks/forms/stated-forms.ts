// `stated-forms`: a value in an answer has the form that its description states: a time in UTC, and an identifier that a header has too, or that the
// request had.
import { getOwn } from '@octavo/runtime/conformance';
import { isObject } from '../../../inference/pointers.ts';
import { membersOfHeaders } from '../../../inference/stated/repeated-headers.ts';
import { shownInUtc } from '../../../inference/stated/utc.ts';
import { conjuncts, itemsOf, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import type { Service } from '../../../model/service.ts';
import type { Check, Fault } from '../../contract/check.ts';
import type { Answered } from '../../contract/exchange.ts';
import { jsonOf } from '../text.ts';
import { requestHeadersRepeated } from './repeated-headers.ts';

export const statedForms: Check = {
  id: 'stated-forms',
  summary: 'a time that is said to be in UTC is, and a member or a header has the value of the header that it is said to repeat',
  on: true,
  judgesProbes: true,
  look(exchange, { service }) {
    if (exchange.response === undefined || exchange.response.redacted !== undefined) return undefined;
    const judged = [...headersRepeated(exchange), ...requestHeadersRepeated(exchange, service), ...timesInUtc(exchange, service)];
    if (judged.length === 0) return undefined;
    return judged.flatMap((one) => (one === 'right' ? [] : [{ ...one, location: exchange.case.operation.location }]));
  },
};

type Judged = Omit<Fault, 'location'> | 'right';

/** How deep an answer is looked into: schemas may hold themselves. */
const MOST_DEEP = 6;

const UTC = /\bin UTC\b|\bUTC (?:time|date|timestamp)\b|\balways\b[^.]*\bUTC\b/i;
const OTHERWISE = /\b(?:local|unless|if|may|might|should|default\w*|assum\w+|interpret\w+|otherwise|time ?zone of|zone is)\b/i;

/** An instant with an offset. */
const INSTANT = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?([Zz]|[+-]\d\d:?\d\d)$/;

const ofAll = new WeakMap<Service, string | undefined>();

/** What the description of a document says of all times in answers. A document is read once. */
function generalIn(service: Service): string | undefined {
  if (!ofAll.has(service)) ofAll.set(service, shownInUtc(service));
  return ofAll.get(service);
}

function* timesInUtc({ reading, response }: Answered, service: Service): Generator<Judged> {
  const schema = reading.content?.schema;
  const general = generalIn(service);
  if (schema === undefined || !(general !== undefined || hasUtc(schema))) return;
  for (const [name, quote, value] of utcIn([schema], jsonOf(response), general, MOST_DEEP)) {
    const [, offset] = INSTANT.exec(value) ?? [];
    if (offset === undefined) continue;
    if (/^(?:z|[+-]00:?00)$/i.test(offset)) yield 'right';
    else yield { message: `\`${name}\` has the offset ${offset}, and the document says: “${quote}”`, expected: 'a time in UTC' };
  }
}

const telling = new WeakMap<Schema, boolean>();

/** Whether any time in an answer is said to be in UTC: most answers have none, and need no further look. */
function hasUtc(schema: Schema): boolean {
  const found = telling.get(schema) ?? isTelling([schema], MOST_DEEP);
  telling.set(schema, found);
  return found;
}

function isTelling(schemas: readonly Schema[], deep: number): boolean {
  if (deep === 0) return false;
  const items = itemsOf(schemas);
  if (items.length > 0 && isTelling(items, deep - 1)) return true;
  return [...propertiesOf(schemas).values()].some((own) => statementIn(own) !== undefined || isTelling(own, deep - 1));
}

/** Whether what is said of all times holds for a member: a time that is neither of a place nor said to be otherwise. */
function isPlainTime(name: string, schemas: readonly Schema[]): boolean {
  const all = conjuncts(schemas);
  return (
    all.some(({ format }) => format === 'date-time') &&
    !/local|zone|offset/i.test(name) &&
    !all.some(({ description = '' }) => OTHERWISE.test(description))
  );
}

/** The description of a time that says that it is in UTC. */
function statementIn(schemas: readonly Schema[]): string | undefined {
  const all = conjuncts(schemas);
  if (!all.some(({ format }) => format === 'date-time')) return undefined;
  return all.map(({ description = '' }) => description.trim()).find((text) => UTC.test(text) && !OTHERWISE.test(text));
}

function* utcIn(
  schemas: readonly Schema[],
  value: unknown,
  general: string | undefined,
  deep: number,
): Generator<readonly [name: string, quote: string, value: string]> {
  if (deep === 0) return;
  if (Array.isArray(value)) {
    const items = itemsOf(schemas);
    for (const item of value) yield* utcIn(items, item, general, deep - 1);
  }
  if (!isObject(value) || Array.isArray(value)) return;
  for (const [name, own] of propertiesOf(schemas)) {
    const member = getOwn(value, name);
    const quote = typeof member === 'string' ? (statementIn(own) ?? (isPlainTime(name, own) ? general : undefined)) : undefined;
    if (typeof member === 'string' && quote !== undefined) yield [name, quote, member];
    else yield* utcIn(own, member, general, deep - 1);
  }
}

/** A member that the text of a header names, or that names the header, has its value. */
function* headersRepeated({ response, reading }: Answered): Generator<Judged> {
  const schema = reading.content?.schema;
  const { body } = reading;
  if (schema === undefined || !isObject(body)) return;
  for (const { member, header: name } of membersOfHeaders(reading.declared ?? { headers: [] }, schema)) {
    const [is, wanted] = [getOwn(body, member), response.headers.get(name)];
    if (typeof is !== 'string' || wanted === null) continue;
    if (is === wanted) yield 'right';
    else
      yield {
        message: `\`${member}\` is not what the header ${name} has.`,
        expected: `the value of the header ${name} in \`${member}\`, as the document says`,
      };
  }
}
