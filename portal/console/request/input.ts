// The input of an operation as the form holds it, and its judgement by the generated validators.
import { InvalidRequestError, type Operation as Row, validation } from '@octavo/runtime';
import type { ConsoleContent, ConsoleDocument, ConsoleOperation } from '../../../generator/docs/console/data.ts';
import type { Contract } from '../contract.ts';
import { withFiles } from '../form/initial.ts';

/** The parts of an input, in the order in which forms show them. */
export const PARTS = ['path', 'query', 'querystring', 'header', 'cookie', 'body'] as const;

/** An input as the generated code takes it, with values as they are sent. */
export interface Input {
  readonly path?: unknown;
  readonly query?: unknown;
  readonly querystring?: unknown;
  readonly header?: unknown;
  readonly cookie?: unknown;
  readonly body?: unknown;
  readonly contentType?: string;
}

/** A fault in a value; `path` is a JSON pointer into the input. */
export interface InputIssue {
  readonly path: string;
  readonly message: string;
}

/** The input that the document's example gives. */
export function exampleInput(operation: ConsoleOperation, { schemas }: Pick<ConsoleDocument, 'schemas'>): Input {
  const { example } = operation;
  const content = contentOf(operation, example.contentType);
  if (example.body === undefined || content === undefined) return example;
  return { ...example, body: exampleBody(content, example.body, schemas) };
}

/** The example of a body, with files where it has them. */
export function exampleBody({ kind, schema, isStream }: ConsoleContent, value: unknown, schemas: ConsoleDocument['schemas']): unknown {
  if (kind === 'bytes') return new File(['A small file of the console.\n'], 'sample.bin');
  if (schema === undefined) return value;
  if (isStream && Array.isArray(value)) return value.map((item: unknown) => withFiles(item, schema, schemas));
  return withFiles(value, schema, schemas);
}

/** The declared content for a media type; the first one by default. */
export function contentOf({ body }: ConsoleOperation, contentType: string | undefined): ConsoleContent | undefined {
  const contents = body?.contents ?? [];
  return contents.find((content) => content.sent === contentType || content.contentType === contentType) ?? contents[0];
}

/** The faults of an input before it is sent. */
export function issuesOf(contract: Contract, operation: ConsoleOperation, input: Input): readonly InputIssue[] {
  const row: Row = contract.rowOf(operation);
  try {
    validation(contract.checksOf(operation), { requests: 'throw' }).request?.(row, input);
    return [];
  } catch (error) {
    if (isInvalid(error)) return error.issues;
    throw error;
  }
}

/** By its shape, since tests load the runtime of the generated code apart. */
function isInvalid(error: unknown): error is InvalidRequestError {
  return error instanceof InvalidRequestError || (error instanceof Error && error.name === 'InvalidRequestError');
}
