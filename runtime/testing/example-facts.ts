// Reads what generated code holds to make examples of: JSON text to the schemas and operations of a service, or of a part of one.
import type { ExampleSchema, ExampleSchemas } from './example-schema.ts';

/** What is known of an operation's examples, beside its row. */
interface OperationFacts {
  /** Of the whole input. */
  readonly input: ExampleSchema;
  /** Keyed `200`, `4XX` or `default`. */
  readonly responses: Readonly<Record<string, ResponseFacts>>;
}

interface ResponseFacts {
  /** `#/responses/name`: all of it stands there. */
  readonly $ref?: string;
  /** An object schema: a property for each declared header. */
  readonly headers?: ExampleSchema;
  /** By media type; of a stream, the list of its items. Absent: no body. */
  readonly contents?: Readonly<Record<string, ExampleSchema>>;
}

export interface ExampleFacts {
  /** By name; those of headers and parameters as `#/headers/name` and `#/parameters/name`. */
  readonly schemas: ExampleSchemas;
  /** By `#/responses/name`. */
  readonly responses: Readonly<Record<string, ResponseFacts>>;
  /** By the name in code. */
  readonly operations: Readonly<Record<string, OperationFacts>>;
}

type Section<T> = Readonly<Record<string, T>>;

/** What is absent is empty. */
interface Written {
  readonly schemas?: Section<ExampleSchema>;
  readonly headers?: Section<ExampleSchema>;
  readonly parameters?: Section<ExampleSchema>;
  readonly responses?: Section<ResponseFacts>;
  readonly operations?: Section<OperationFacts>;
}

/** `shared` is what the text refers to without having it. */
export function readFacts(text: string, shared?: ExampleFacts): ExampleFacts {
  const { schemas, headers, parameters, responses, operations = {} } = parseExact(text) as Written;
  return {
    schemas: { ...shared?.schemas, ...schemas, ...referable('headers', headers), ...referable('parameters', parameters) },
    responses: { ...shared?.responses, ...referable('responses', responses) },
    operations,
  };
}

function referable<T>(section: string, members: Section<T> = {}): Section<T> {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [`#/${section}/${name}`, member]));
}

const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
/** Digits alone that a double may not hold. */
const LONG = /^-?\d{16,}$/;

/**
 * As `JSON.parse`, but an integer beyond ±(2^53−1) that is written in digits alone is a `bigint`. Not `parseExactJson`, which refuses what a document
 * may hold: half a surrogate pair, a number without end.
 */
function parseExact(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  // Not every platform tells a reviver the digits: they are made strings that no other string begins like.
  let mark = '#';
  while (text.includes(`"${mark}`)) mark += '#';
  const marked = text.replace(STRING_OR_NUMBER, (token) => (LONG.test(token) ? `"${mark}${token}"` : token));
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? integerOf(value.slice(mark.length)) : value,
  );
}

function integerOf(digits: string): number | bigint {
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : BigInt(digits);
}
