// Decides which parameters of `components` have a validator that the inputs of several operations call, its name, and which folder declares it.
import type { Schema } from '../../model/schema/schema.ts';
import type { Service } from '../../model/service.ts';
import type { Folder } from '../files/layout.ts';
import { inputName, operationsOf, parameterName, validateName } from '../text/names.ts';
import { FEW } from './constant.ts';
import { isLeaf, isOnlyReference } from './facts.ts';
import { keywordsOf } from './keywords.ts';

/** Schemas of parameters, with what the names of their validators end in: `PostFieldsParameter`. */
export type ParameterNames = ReadonlyMap<Schema, string>;

export interface SharedParameters {
  /** Those that several operations of this folder alone have. */
  declaredIn(folder: Folder): ParameterNames;
  /** Those that operations of several tags have. */
  readonly shared: ParameterNames;
}

export function sharedParameters(service: Service, folders: readonly Folder[]): SharedParameters {
  const byFolder = new Map<Folder, Map<Schema, string>>(folders.map((folder) => [folder, new Map()]));
  const shared = new Map<Schema, string>();
  const taken = new Set([
    ...service.schemas.map(({ name = '' }) => validateName(name)),
    ...operationsOf(service).map((operation) => validateName(inputName(operation))),
  ]);
  for (const [schema, { component, uses }] of usesOf(folders)) {
    // Before it is known how many operations have it: a name does not depend on that.
    const name = freeName(parameterName(component), taken);
    const [folder, ...others] = new Set(uses);
    if (uses.length === 1 || folder === undefined) continue;
    if (others.length > 0) shared.set(schema, name);
    else byFolder.get(folder)?.set(schema, name);
  }
  return { declaredIn: (folder) => byFolder.get(folder) ?? new Map(), shared };
}

interface Uses {
  readonly component: string;
  /** The folder of each operation that has the parameter. */
  readonly uses: Folder[];
}

function usesOf(folders: readonly Folder[]): Map<Schema, Uses> {
  const found = new Map<Schema, Uses>();
  for (const folder of folders) {
    // Next to the folders of tags, the shared one has webhooks and callbacks, and may not import a file that imports its own.
    if (folder.isShared && !folder.isRoot) continue;
    for (const { component, schema } of folder.operations.flatMap(({ parameters }) => parameters)) {
      if (component === undefined || !isWorthCall(schema)) continue;
      const known = found.get(schema) ?? { component, uses: [] };
      found.set(schema, known);
      known.uses.push(folder);
    }
  }
  return found;
}

/** Whether the checks and their constants are longer than a call. A schema with a name has a validator, and so has what a reference leads to. */
function isWorthCall(schema: Schema): boolean {
  const keywords = keywordsOf(schema);
  if (schema.name !== undefined || isOnlyReference(schema, keywords)) return false;
  return !isLeaf(schema, keywords) || schema.pattern !== undefined || (schema.enum?.length ?? 0) > FEW;
}

/** Two units never come to the same name, so a number after `_` tells apart what the document calls alike. */
function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let count = 2; taken.has(validateName(name)); count++) name = `${wanted}_${count}`;
  taken.add(validateName(name));
  return name;
}
