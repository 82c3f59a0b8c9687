// Decides which parameters of `components` have a validator that the inputs of several operations call, its name, and which folder declares it.
import type { Schema } from '../../model/schema/schema.ts';
import type { Service } from '../../model/service.ts';
import type { Folder } from '../files/layout.ts';
import { inputName, operationsOf, parameterName, validateName } from '../text/names.ts';
import { FEW } from './checks/constant.ts';
import { isLeaf, isOnlyReference } from './plan/facts.ts';
import { keywordsOf } from './plan/keywords.ts';

/** The schemas of parameters, each with the end of its validator's name: `PostFieldsParameter`. */
export type ParameterNames = ReadonlyMap<Schema, string>;

export interface SharedParameters {
  /** The parameters that several operations of this folder, and of no other folder, have. */
  declaredIn(folder: Folder): ParameterNames;
  /** The parameters that operations of several tags have. */
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
    // Every parameter takes a name, whether it is used once or often, so that a further use does not change the names of others.
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
    // Beside folders of tags, the shared folder has webhooks and callbacks; its files may not import a file that imports them.
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

/** Whether the checks and their constants are longer than a call. A schema with a name, and the target of a reference, has a validator already. */
function isWorthCall(schema: Schema): boolean {
  const keywords = keywordsOf(schema);
  if (schema.name !== undefined || isOnlyReference(schema, keywords)) return false;
  return !isLeaf(schema, keywords) || schema.pattern !== undefined || (schema.enum?.length ?? 0) > FEW;
}

/** Appends `_2`, `_3` and so on where a name is taken, since the names of two units must differ. */
function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let count = 2; taken.has(validateName(name)); count++) name = `${wanted}_${count}`;
  taken.add(validateName(name));
  return name;
}
