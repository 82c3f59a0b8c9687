// Keeps what is typed while the page is loaded again, which `octavo dev` does after each change of a document.
import type { ConsoleDocument, ConsoleOperation } from '../../../generator/docs/console/data.ts';
import { initialValue } from '../form/initial.ts';
import { type LinkedRequest, requestOf, textOf } from '../link.ts';
import { draftText, setDraftText } from './draft-store.ts';
import { contentOf, exampleBody, type Input } from './input.ts';

/** `undefined` forgets it. */
export function keepDraft(key: string, request: LinkedRequest | undefined): void {
  setDraftText(key, request === undefined ? undefined : textOf(request));
}

export function readDraft(key: string): LinkedRequest | undefined {
  return requestOf(draftText(key) ?? '');
}

/** A kept request has no files; those of the example take their places. */
export function withFilesOfExample(input: Input, operation: ConsoleOperation, { schemas }: Pick<ConsoleDocument, 'schemas'>): Input {
  const content = contentOf(operation, input.contentType);
  if (content === undefined || input.body === undefined) return input;
  if (content.kind !== 'multipart' && content.kind !== 'bytes') return input;
  const example = exampleBody(content, content.examples[0]?.value ?? initialValue(content.schema ?? true, schemas), schemas);
  return { ...input, body: content.kind === 'bytes' ? example : { ...(example as object), ...(input.body as object) } };
}
