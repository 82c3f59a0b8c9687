// Prints the types of one operation or one schema by itself, as `operations.ts` and `types.ts` have them, for texts that show what changes in code.
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation, Service } from '../../model/service.ts';
import { createImports } from '../files/imports.ts';
import { type LayoutOptions, wholeOf } from '../files/layout.ts';
import type { EmitOptions } from '../files/options.ts';
import { heldSchemas } from '../held/held.ts';
import { namesOf } from '../text/names.ts';
import { declarationOf } from '../types/declaration.ts';
import { inputDeclaration, operationScope, resultDeclaration } from './operation-types.ts';

export interface Signatures {
  /** The input and the result of an operation, ended by a newline. */
  ofOperation(operation: Operation): string;
  /** The declaration of a schema that has a name, ended by a newline. */
  ofSchema(schema: Schema): string;
}

export function createSignatures(service: Service, options: LayoutOptions & Pick<EmitOptions, 'runtime'>): Signatures {
  const imports = createImports({ options, folder: wholeOf(service, options), file: 'operations', taken: namesOf(service).taken });
  const scope = operationScope(imports, heldSchemas(service, options.held));
  return {
    ofOperation: (operation) => [inputDeclaration(operation, scope), resultDeclaration(operation, scope)].join('\n'),
    ofSchema: (schema) => declarationOf(schema.name ?? '', schema, scope.types),
  };
}
