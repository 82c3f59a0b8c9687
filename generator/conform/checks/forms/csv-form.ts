// `csv-form`: comma-separated values are written as RFC 4180 has them, with the names, line ends and rows that the document states.
import { essenceOf } from '@octavo/runtime/conformance';
import type { Operation } from '../../../model/service.ts';
import type { Check, Fault } from '../../contract/check.ts';
import { isSuccess } from '../probe.ts';
import { type Csv, csvOf } from './csv.ts';

export const csvForm: Check = {
  id: 'csv-form',
  summary: 'comma-separated values are as RFC 4180 has them, with the names, line ends and rows that the document states',
  on: true,
  look({ case: { operation, input, intent }, response }) {
    if (response === undefined || intent.kind !== 'valid' || !isSuccess(response.status) || response.cut !== undefined) return undefined;
    if (essenceOf(response.headers.get('content-type') ?? '') !== 'text/csv') return undefined;
    const csv = csvOf(new TextDecoder().decode(response.body));
    const query: unknown = input?.query;
    return [...formFaults(csv, operation), ...nameFaults(csv, operation), ...rowFaults(csv, operation, query)].slice(0, 1);
  },
};

function textOf({ summary = '', description = '', responses }: Operation): string {
  return [summary, description, ...responses.filter(({ status }) => /^2/.test(status)).map((one) => one.description)].join('\n');
}

function* formFaults({ rows, quote, hasBareLineFeeds }: Csv, operation: Operation): Generator<Fault> {
  if (quote !== undefined)
    yield { message: `In the comma-separated values, ${quote}.`, expected: 'quoted fields with their quotes doubled (RFC 4180 section 2)' };
  const [first = []] = rows;
  const odd = rows.findIndex(({ length }) => length !== first.length);
  if (odd > 0)
    yield {
      message: `Row ${odd + 1} of the comma-separated values has ${rows[odd]?.length} fields, and the first one has ${first.length}.`,
      expected: 'as many fields in each row (RFC 4180 section 2)',
    };
  const [said] = /\bCRLF\b|\bRFC[ -]?4180\b/i.exec(textOf(operation)) ?? [];
  if (said !== undefined && hasBareLineFeeds)
    yield {
      message: `Rows of the comma-separated values end with LF alone, and the document says ${said}.`,
      expected: 'rows that end with CRLF',
    };
}

/** Names of columns that the document writes as one line of code: `plate,model,kind`. */
function namesIn(operation: Operation): readonly string[] | undefined {
  const [, line] = /`([a-z_][\w.-]*(?:, ?[a-z_][\w.-]*)+)`/i.exec(textOf(operation)) ?? [];
  return line?.split(/, ?/);
}

function* nameFaults({ rows: [first = []] }: Csv, operation: Operation): Generator<Fault> {
  const names = namesIn(operation);
  if (names === undefined || names.join() === first.join()) return;
  yield {
    message: `The first row of the comma-separated values is \`${first.join().slice(0, 80)}\`.`,
    expected: `the names \`${names.join()}\``,
  };
}

/** Each row has the listed value that the query asks for, by the name of a column. */
function* rowFaults({ rows: [names = [], ...rows] }: Csv, { parameters }: Operation, query: unknown): Generator<Fault> {
  if (typeof query !== 'object' || query === null) return;
  for (const [name, value] of Object.entries(query)) {
    const column = names.indexOf(name);
    const parameter = parameters.find((one) => one.in === 'query' && one.name === name);
    const isListed = [parameter?.schema, parameter?.schema.ref].some((schema) => schema?.enum !== undefined);
    if (column < 0 || typeof value !== 'string' || !isListed || /\b(?:not|except|without|least)\b/i.test(parameter?.description ?? ''))
      continue;
    const wrong = rows.find((row) => row[column] !== undefined && row[column] !== value);
    if (wrong !== undefined)
      yield {
        message: `With \`${name}\` ${value}, a row has the \`${name}\` ${wrong[column]}.`,
        expected: `only rows whose \`${name}\` is ${value}`,
      };
  }
}
