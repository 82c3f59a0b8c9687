// Collects the rows of the parameters and responses of all operations, and decides which folder declares the constants that they use.
import type { Operation, Service } from '../../model/service.ts';
import type { Folder } from '../files/layout.ts';
import type { HeldOptions } from '../held/forms.ts';
import { heldSchemas } from '../held/held.ts';
import { namesOf, operationsOf } from '../text/names.ts';
import { parameterRow } from './parameter-row.ts';
import { contentsRow, responsesRow } from './response-rows.ts';
import { type Constant, declarer, inline, KINDS, type Row } from './row.ts';
import { xmlRows } from './xml-rows.ts';

interface OperationRows {
  readonly parameters: readonly Row[];
  readonly responses: Row;
  /** The codecs of the request body, by media type. */
  readonly contents: Row;
}

export interface Rows {
  of(operation: Operation): OperationRows;
  /** The constants that a folder declares for its operations. */
  declaredIn(folder: Folder): readonly Constant[];
  /** The constants that operations of several folders need. */
  readonly shared: ReadonlySet<Constant>;
}

export function createRows(service: Service, options: { readonly held?: HeldOptions }, folders: readonly Folder[]): Rows {
  const held = heldSchemas(service, options.held);
  const { taken } = namesOf(service);
  const declare = declarer(taken);
  const xml = xmlRows(held, taken);
  const rows = new Map(
    operationsOf(service).map((operation): [Operation, OperationRows] => {
      const parameters = operation.parameters.map((parameter) => parameterRow(parameter, operation.path, held, declare));
      const contents = contentsRow(operation.body?.contents ?? [], held, xml, 'request');
      return [operation, { parameters, contents, responses: responsesRow(operation, held, xml, declare) }];
    }),
  );
  const of = (operation: Operation): OperationRows =>
    rows.get(operation) ?? { parameters: [], contents: inline('{}'), responses: inline('{}') };
  const named = new Map(folders.map((folder) => [folder, namedBy(folder.operations.map(of))]));
  const met = new Set<Constant>();
  const shared = new Set<Constant>();
  for (const constants of named.values()) {
    for (const constant of constants) {
      if (met.has(constant)) shared.add(constant);
      met.add(constant);
    }
  }
  return {
    of,
    declaredIn: (folder) => inOrder([...(named.get(folder) ?? [])].filter((constant) => !shared.has(constant))),
    shared: new Set(inOrder([...shared])),
  };
}

/** The constants that rows use, directly or through other constants. */
function namedBy(rows: readonly OperationRows[]): Set<Constant> {
  const constants = new Set(
    rows.flatMap(({ parameters, contents, responses }) => [...parameters, contents, responses].flatMap(({ uses }) => uses)),
  );
  for (const { uses } of constants) for (const constant of uses) constants.add(constant);
  return constants;
}

function inOrder(constants: readonly Constant[]): Constant[] {
  return KINDS.flatMap((kind) => constants.filter((constant) => constant.kind === kind));
}
