// Faults of the server's copy of the document.
import { type Change, member, set, shared } from '../limits.ts';
import type { Schema } from './check.ts';

interface Named {
  readonly name?: string;
  schema?: Schema;
}

/** Changes the schema of a parameter of a path, for all operations of it. */
const parameter =
  (path: string, name: string, schema: Schema): Change =>
  ({ paths }) => {
    const parameters = Object.values(paths[path] ?? {}).flatMap((operation) => (operation.parameters ?? []) as readonly Named[]);
    const found = parameters.filter((one) => one.name === name);
    if (found.length === 0) throw new Error(`There is no parameter ${name}.`);
    for (const one of found) one.schema = schema;
  };

export const limits: Readonly<Record<string, Change>> = {
  'animal-name-41': member('AnimalForm', 'name', { maxLength: 41 }),
  'chip-open-end': member('AnimalChanges', 'chip', { pattern: '^[0-9]{15}' }),
  'reference-email-any': member('Reference', 'email', { format: undefined }),
  'feature-quiet-refused': set('schemas.KennelInput.properties.features.items', { enum: ['heated', 'outdoor', 'quarantine'] }),
  'animal-note-null-refused': member('AnimalChanges', 'note', { nullable: false }),
  'address-unknown-member': member('AdopterInput', 'address', { additionalProperties: true }),
  'doses-of-61': member('Medication', 'doses', { maximum: 61 }),
  'kennel-code-small': parameter('/kennels/{code}', 'code', { type: 'string', pattern: '^[A-Za-z]{1,3}-[0-9]{1,2}$' }),
  'limit-over-100': shared('Limit', { maximum: 1000 }),
  'dry-run-any': parameter('/animals/moves', 'X-Dry-Run', {}),
};
