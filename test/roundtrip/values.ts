// Values for a round trip: inputs and results of an operation that are valid and that the wire can express.
import fc from 'fast-check';
import type { MediaContent, Operation, Response } from '../../generator/model/service.ts';
import { InvalidParameterError, type Operation as OperationRow } from '../../runtime/index.ts';
import { encodeRequest, type InputParts } from '../../runtime/outgoing.ts';
import { valuesOf } from '../support/arbitrary.ts';
import { bodyValidator, type Generated, inputValidator, isValid } from './service.ts';

export interface Result {
  readonly status: number;
  readonly body?: unknown;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
}

/** Inputs that the validator takes and the wire can express; a text parameter gets a few more texts that need care there. */
export function inputsOf(generated: Generated, operation: Operation, row: OperationRow): fc.Arbitrary<InputParts> {
  const validate = inputValidator(generated, operation.typeName);
  return fc
    .tuple(valuesOf(operation.input), fc.nat(7))
    .map(([input, care]) => withCare(operation, plain(input), care))
    .map(withoutEmpty)
    .filter((input) => isValid(validate, input) && isExpressible(row, input));
}

const CARE = ['a/b?c=d&e#f', '%2F', '100%', 'ü 💌', "+;,:@=[]'()*!", '..%2e'];

/** Every second input or so has its free text parameters replaced by texts that need escapes. */
function withCare(operation: Operation, input: Record<string, unknown>, care: number): Record<string, unknown> {
  const text = CARE[care];
  if (text === undefined) return input;
  const changed: Record<string, unknown> = { ...input };
  for (const { name, in: where, shape, schema } of operation.parameters) {
    const part = changed[where];
    const whole = schema.ref ?? schema;
    const isFree = shape.kind === 'primitive' && shape.types.includes('string') && whole.enum === undefined && whole.pattern === undefined;
    if ((where === 'path' || where === 'query') && isFree && typeof part === 'object' && part !== null && Object.hasOwn(part, name)) {
      changed[where] = { ...part, [name]: text };
    }
  }
  return changed;
}

/** Values as the wire has them: no `-0`, no `undefined`. */
function plain(value: unknown): Record<string, unknown> {
  return JSON.parse(JSON.stringify(value));
}

/** An empty list or part has no text (RFC 6570 section 2.3), so it is as good as absent. */
function withoutEmpty(input: Record<string, unknown>): InputParts {
  const parts: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(input)) {
    if (name === 'body') parts[name] = part;
    else {
      const members = Object.entries(part as object).filter(
        ([, value]) => !(typeof value === 'object' && value !== null && Object.keys(value).length === 0),
      );
      if (members.length > 0) parts[name] = Object.fromEntries(members);
    }
  }
  return parts;
}

function isExpressible(row: OperationRow, input: InputParts): boolean {
  try {
    encodeRequest(row, input);
    return true;
  } catch (error) {
    if (error instanceof InvalidParameterError) return false;
    throw error;
  }
}

export interface Results {
  readonly name: string;
  readonly values: fc.Arbitrary<Result>;
}

/** One entry per declared status and media type. `4XX` and `default` stand for a code that is not listed. */
export function resultsOf(generated: Generated, operation: Operation): Results[] {
  const listed = operation.responses.map((response) => response.status);
  return operation.responses.flatMap((response): Results[] => {
    const status = codeOf(response.status, listed);
    const headers = headersOf(response);
    if (response.contents.length === 0) return [{ name: `${status}`, values: headers.map((fields) => ({ status, headers: fields })) }];
    return response.contents.map((content) => ({
      name: `${status} ${content.contentType}`,
      values: fc.tuple(bodiesOf(generated, content), headers).map(([body, fields]): Result => {
        const result = { status, body, headers: fields };
        return response.contents.length > 1 ? { ...result, contentType: content.contentType } : result;
      }),
    }));
  });
}

function codeOf(status: string, listed: readonly string[]): number {
  if (/^[1-5][0-9]{2}$/.test(status)) return Number(status);
  const start = status === 'default' ? 500 : Number(status[0]) * 100;
  for (let code = start + 20; ; code++) if (!listed.includes(String(code))) return code;
}

function headersOf(response: Response): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const fields = response.headers.map((header) => [header.name, valuesOf(header.schema)] as const);
  return fc.record(Object.fromEntries(fields)) as fc.Arbitrary<Readonly<Record<string, unknown>>>;
}

function bodiesOf(generated: Generated, content: MediaContent): fc.Arbitrary<unknown> {
  const { schema, kind } = content;
  if (kind === 'bytes') return fc.uint8Array().map((bytes) => new Blob([bytes as Uint8Array<ArrayBuffer>], { type: content.contentType }));
  if (schema === undefined) return kind === 'text' ? fc.string() : fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)));
  const validate = bodyValidator(generated, schema);
  return valuesOf(schema)
    .map((value) => JSON.parse(JSON.stringify(value)) as unknown)
    .filter((value) => isValid(validate, value));
}
