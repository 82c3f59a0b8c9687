// What changes in the types of generated code, as the lines of a diff: those of an operation and of a schema that has a name.
import { createSignatures, type Signatures } from '../../emit/operations/signatures.ts';
import type { Service } from '../../model/service.ts';
import { unifiedDiff } from '../../write/diff.ts';

/** The options that types depend on. */
export type CodeOptions = Parameters<typeof createSignatures>[1];

export interface CodeChanges {
  /** The lines that change in the input and the result of an operation, by its id; `''` where none do. */
  ofOperation(id: string): string;
  /** The lines that change in the declaration of the schema at a pointer of both documents; `''` where none do. */
  ofSchema(pointer: string): string;
}

export function codeChanges(before: Service, after: Service, options: CodeOptions): CodeChanges {
  const [old, now] = [before, after].map((service) => ({ service, signatures: createSignatures(service, options) })) as [Side, Side];
  return {
    ofOperation: (id) => linesOf(operationText(old, id), operationText(now, id)),
    ofSchema: (pointer) => linesOf(schemaText(old, pointer), schemaText(now, pointer)),
  };
}

interface Side {
  readonly service: Service;
  readonly signatures: Signatures;
}

function operationText({ service: { operations, webhooks, callbacks }, signatures }: Side, id: string): string {
  const operation = [...operations, ...webhooks, ...callbacks].find((candidate) => candidate.id === id);
  return operation === undefined ? '' : signatures.ofOperation(operation);
}

function schemaText({ service, signatures }: Side, pointer: string): string {
  const schema = service.schemas.find(({ location }) => location.pointer === pointer);
  return schema === undefined ? '' : signatures.ofSchema(schema);
}

/** The hunks of a diff without the names of files and the numbers of lines, which no file has. */
function linesOf(before: string, after: string): string {
  const [, , ...lines] = unifiedDiff(before, after, { from: 'old', to: 'new' }).split('\n');
  return lines
    .filter((line) => !line.startsWith('@@'))
    .join('\n')
    .trimEnd();
}
