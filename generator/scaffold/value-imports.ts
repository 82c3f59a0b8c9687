// The imports of what makes example values of formats, such as `Temporal`, as a scaffolded file writes them.
import path from 'node:path';
import { type HeldValue, importsIn } from '../emit/held/held-value.ts';
import { stringLiteral } from '../emit/text/escape.ts';
import { importPath } from './names.ts';

/** Names by module. */
export type ValueImports = ReadonlyMap<string, ReadonlySet<string>>;

/** A scaffolded file, and how it imports the generated code. */
export interface ImportPlace {
  /** Absolute path of the folder of the file. */
  readonly folder: string;
  /** Absolute path of the generated code. */
  readonly generated: string;
  /** The module of the generated code. */
  readonly from: string;
}

export function valueImports(values: readonly HeldValue[], { folder, generated, from }: ImportPlace): ValueImports {
  const found = new Map<string, Set<string>>();
  for (const value of values) {
    for (const [module, names] of importsIn(value, from)) {
      // Modules of the user are as generated code imports them.
      const own = module.startsWith('.') && module !== from ? importPath(folder, path.join(generated, module)) : module;
      found.set(own, new Set([...(found.get(own) ?? []), ...names]));
    }
  }
  return found;
}

/** One statement for each module, packages first. */
export function importStatements(imports: ValueImports): string[] {
  const isRelative = (module: string): number => Number(module.startsWith('.'));
  return [...imports]
    .sort(([one], [other]) => isRelative(one) - isRelative(other) || (one < other ? -1 : 1))
    .map(([module, names]) => `import { ${[...names].sort().join(', ')} } from ${stringLiteral(module)};`);
}
