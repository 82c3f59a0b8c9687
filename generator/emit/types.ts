// The named schemas of a service to `types.ts`: one declaration each, in the order of the document.
import type { Service } from '../model/service.ts';
import { declarationOf } from './declaration.ts';
import { generatedBy } from './escape.ts';
import { AS_SENT, type HeldOptions } from './held.ts';
import { createTypes } from './type-of.ts';

export function emitTypes(service: Service, held: HeldOptions = AS_SENT): string {
  const taken = new Set(service.schemas.map((schema) => schema.name));
  const types = createTypes(
    {
      named: (name) => name,
      global: (name) => (taken.has(name) ? `globalThis.${name}` : name),
    },
    held,
  );
  const declarations = service.schemas.map((schema) => declarationOf(schema.name ?? '', schema, types));
  const text = [generatedBy(service.id), ...declarations].join('\n');
  return declarations.length === 0 ? `${text}\nexport {};\n` : text;
}
