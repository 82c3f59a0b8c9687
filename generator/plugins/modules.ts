// Lists for plugins the generated files in the folder of a service, with what each exports.
import type { Declaration } from '../emit/files/declarations.ts';
import { FILE_NAMES, type FileName, fileNameOf, moduleOf, rowOf } from '../emit/files/table.ts';
import type { PluginModule } from '../plugin.ts';

type Offered = ReadonlyMap<FileName, readonly Pick<Declaration, 'name' | 'kind'>[]>;

export function modulesOf(offered: Offered, options: Parameters<typeof moduleOf>[1]): readonly PluginModule[] {
  return FILE_NAMES.flatMap((file: FileName): PluginModule[] => {
    const exports = offered.get(file) ?? [];
    if (exports.length === 0 || rowOf(file).split === 'shared') return [];
    return [{ file: fileNameOf(file), module: moduleOf(file, options), exports: exports.map(({ name, kind }) => ({ name, kind })) }];
  });
}
