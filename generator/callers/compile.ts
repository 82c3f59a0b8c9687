// Compiles a project with the code of the new version in place of that of the old, and says which places stop to compile.
import path from 'node:path';
import { ts } from '@ts-morph/common';
import type { UserProject } from './project.ts';

export interface Fault {
  readonly file: string;
  /** Offset in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** The compiler's sentence, its first line. */
  readonly message: string;
}

/** What the compiler says of some files. */
export function faultsOf(program: ts.Program, files: readonly string[]): Fault[] {
  return files.flatMap((name) => {
    const file = program.getSourceFile(name);
    if (file === undefined) return [];
    const said = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return said.map(({ start = 0, length = 0, messageText }) => ({
      file: name,
      start,
      end: start + length,
      message: ts.flattenDiagnosticMessageText(messageText, '\n').split('\n')[0] ?? '',
    }));
  });
}

/**
 * Puts the texts of a version in place of the generated files, in memory. A file that the project does not have is added only where its folder has
 * generated files.
 *
 * @param made the texts by file name below the folder of the document, such as `types.ts`
 */
export function replaceGenerated({ program }: UserProject, generated: readonly string[], made: ReadonlyMap<string, string>): void {
  const folder = commonFolder(generated);
  const files = [...made].map(([name, text]) => [path.posix.join(folder, name), text] as const);
  program.replace(new Map(files.filter(([file, text]) => program.current().getSourceFile(file)?.text !== text)));
}

/** The shortest folder: with `split`, tags have folders below it. */
function commonFolder(files: readonly string[]): string {
  return files.map((file) => path.posix.dirname(file)).reduce((shortest, folder) => (folder.length < shortest.length ? folder : shortest));
}
