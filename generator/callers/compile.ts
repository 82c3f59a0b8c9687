// Compiles a project with the code of the new version in place of that of the old, and says which places stop to compile.
import path from 'node:path';
import { ts } from 'ts-morph';
import type { UserProject } from './project.ts';

export interface Fault {
  readonly file: string;
  /** Offset in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** The compiler's sentence, its first line. */
  readonly message: string;
}

/**
 * "The 'import.meta' meta-property is not allowed in files which will build into CommonJS output." ts-morph does not tell the compiler which files are ES
 * modules, so that it says this of each of them under `NodeNext`.
 */
const IMPORT_META = 1470;

/** What the compiler says of the files that people wrote. */
export function faultsOf({ project, own }: UserProject): Fault[] {
  const program = project.getProgram().compilerObject;
  return own.flatMap((name) => {
    const file = program.getSourceFile(name);
    if (file === undefined) return [];
    const said = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return said
      .filter(({ code }) => code !== IMPORT_META)
      .map(({ start = 0, length = 0, messageText }) => ({
        file: name,
        start,
        end: start + length,
        message: ts.flattenDiagnosticMessageText(messageText, '\n').split('\n')[0] ?? '',
      }));
  });
}

/** Puts texts in place of the project's own files, in memory. */
export function replaceOwn({ project }: UserProject, texts: ReadonlyMap<string, string>): void {
  for (const [file, text] of texts) project.getSourceFile(file)?.replaceWithText(text);
}

/**
 * Puts the texts of a version in place of the generated files, in memory. A file that the project does not have is added only where its folder has
 * generated files.
 *
 * @param made the texts by file name below the folder of the document, such as `types.ts`
 */
export function replaceGenerated({ project }: UserProject, generated: readonly string[], made: ReadonlyMap<string, string>): void {
  const folder = commonFolder(generated);
  for (const [name, text] of made) {
    const file = path.posix.join(folder, name);
    const known = project.getSourceFile(file);
    if (known === undefined) project.createSourceFile(file, text, { overwrite: true });
    else if (known.getFullText() !== text) known.replaceWithText(text);
  }
}

/** The shortest folder: with `split`, tags have folders below it. */
function commonFolder(files: readonly string[]): string {
  return files.map((file) => path.posix.dirname(file)).reduce((shortest, folder) => (folder.length < shortest.length ? folder : shortest));
}
