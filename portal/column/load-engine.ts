// Loads what the column needs when a reader does something: the parts of the console, and the document with its generated code.
import type { ColumnData, ConsoleOperation } from '../../generator/docs/console/data.ts';
import type { Loaded } from '../console/contract.ts';

export type Engine = typeof import('./engine.ts');

export interface Ready {
  readonly engine: Engine;
  readonly loaded: Loaded;
  /** The operation, with its schemas. */
  readonly operation: ConsoleOperation;
}

export async function loadEngine({ document, operation: { id } }: ColumnData): Promise<Ready> {
  const engine = await import('./engine.ts');
  const loaded = await engine.loadDocument(document.id);
  const operation = loaded.document.operations.find((one) => one.kind === 'operation' && one.id === id);
  if (operation === undefined) throw new Error(`The document has no operation ${id} any more. Load this page again.`);
  return { engine, loaded, operation };
}
