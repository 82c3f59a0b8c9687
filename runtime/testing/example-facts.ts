// Reads the facts of examples from the JSON text in generated code: the schemas and operations of a service, or of a part of it.
import type { ExampleSchema, ExampleSchemas } from './example-schema.ts';

/** The facts of an operation's examples that are not in its row. */
interface OperationFacts {
  /** The schema of the whole input. */
  readonly input: ExampleSchema;
  /** Keyed `200`, `4XX` or `default`. */
  readonly responses: Readonly<Record<string, ResponseFacts>>;
}

interface ResponseFacts {
  /** `#/responses/name`: a shared response in place of the other fields. */
  readonly $ref?: string;
  /** An object schema with a property for each declared header. */
  readonly headers?: ExampleSchema;
  /** The schema of the body by media type; for a stream, of the array of its items. Absent: no body. */
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

/** The facts as generated code writes them: members that are empty are absent. */
interface Written {
  readonly schemas?: Section<ExampleSchema>;
  readonly headers?: Section<ExampleSchema>;
  readonly parameters?: Section<ExampleSchema>;
  readonly responses?: Section<ResponseFacts>;
  readonly operations?: Section<OperationFacts>;
}

/** `shared` has the entries that the text refers to but does not contain. */
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
/** An integer literal that a double may not hold. */
const LONG = /^-?\d{16,}$/;

/**
 * Like `JSON.parse`, with integer literals beyond ±(2^53−1) as `bigint`. Not `parseExactJson`, which refuses what a document may contain: lone
 * surrogates, and fractions that a double cannot hold.
 */
function parseExact(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  // Not every platform passes the source text to a reviver, so that the literals become strings with a prefix that no other string has.
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
