// The headers that answers declare to constants of `operations.ts`: one for each list of headers, however many answers have it.
import { camelCase } from '../model/names.ts';
import type { ResponseHeader } from '../model/service.ts';
import { headerRow } from './codecs.ts';
import { safeIdentifier } from './escape.ts';
import type { OperationScope } from './operation-types.ts';

export interface HeaderLists {
  /** The constant of a list that is not empty, named after its first header: `xCountHeaders`. */
  of(headers: readonly ResponseHeader[]): string;
  /** All constants that were asked for, in that order; `''` without any. */
  declarations(): string;
}

export function createHeaderLists({ imports, runtime, held }: Pick<OperationScope, 'imports' | 'runtime' | 'held'>): HeaderLists {
  const names = new Map<string, string>();
  return {
    of(headers) {
      const rows = headers.map((header) => `  ${headerRow(header, (name) => imports.value(runtime, name), held)},\n`).join('');
      const known = names.get(rows);
      if (known !== undefined) return known;
      const name = imports.declare(safeIdentifier(camelCase(`${headers[0]?.name}-headers`)));
      names.set(rows, name);
      return name;
    },
    declarations() {
      if (names.size === 0) return '';
      const type = imports.type(runtime, 'ResponseHeader');
      return [...names].map(([rows, name]) => `const ${name}: readonly ${type}[] = [\n${rows}];\n`).join('\n');
    },
  };
}
