// A TypeScript program on the disk, whose files can have other texts in memory.
import path from 'node:path';
import { getLibFiles, ts } from '@ts-morph/common';

export interface MemoryProgram {
  /** The program with the texts as they are now. */
  current(): ts.Program;
  /** Puts texts in place of files, in memory. A file that does not exist is added. */
  replace(texts: ReadonlyMap<string, string>): void;
}

/** A folder that need not exist. The declarations of the language and of the DOM are read from the package of the compiler. */
const LIBRARY = '/node_modules/typescript/lib';

/** Its files by their paths and language versions. They are the same in all programs of this process, and most of what a small one reads. */
const library = new Map<string, ts.SourceFile | undefined>();

/** @param files absolute paths with slashes, as the compiler has them */
export function memoryProgram(files: readonly string[], options: ts.CompilerOptions): MemoryProgram {
  const roots = new Set(files);
  const texts = new Map<string, string>();
  const parsed = new Map<string, ts.SourceFile | undefined>();
  const host = hostOf(options, texts, parsed);
  let program: ts.Program | undefined;
  let previous: ts.Program | undefined;
  return {
    current: () => {
      program ??= ts.createProgram({ rootNames: [...roots], options, host, ...(previous === undefined ? {} : { oldProgram: previous }) });
      // Its types would be kept in memory beside those of the new one.
      previous = undefined;
      return program;
    },
    replace: (replaced) => {
      const isKnown = [...replaced.keys()].every((file) => host.fileExists(file));
      // With a new file, imports lead elsewhere.
      previous = isKnown ? (program ?? previous) : undefined;
      program = undefined;
      for (const [file, text] of replaced) {
        texts.set(file, text);
        parsed.delete(file);
        if (!isKnown) roots.add(file);
      }
    },
  };
}

function hostOf(
  options: ts.CompilerOptions,
  texts: ReadonlyMap<string, string>,
  parsed: Map<string, ts.SourceFile | undefined>,
): ts.CompilerHost {
  const disk = ts.createCompilerHost(options);
  const declared = new Map(getLibFiles().map(({ fileName, text }) => [`${LIBRARY}/${fileName}`, text]));
  const readFile = (file: string): string | undefined => texts.get(file) ?? declared.get(file) ?? disk.readFile(file);
  return {
    ...disk,
    getDefaultLibLocation: () => LIBRARY,
    getDefaultLibFileName: (given) => `${LIBRARY}/${ts.getDefaultLibFileName(given)}`,
    readFile,
    fileExists: (file) => texts.has(file) || declared.has(file) || disk.fileExists(file),
    directoryExists: (folder) =>
      [...texts.keys()].some((file) => path.posix.dirname(file) === folder) || disk.directoryExists?.(folder) === true,
    getSourceFile: (file, target) => {
      const [files, key] = declared.has(file) ? [library, `${file} ${JSON.stringify(target)}`] : [parsed, file];
      if (!files.has(key)) files.set(key, parse(file, readFile(file), target));
      return files.get(key);
    },
  };
}

/** The comments of declarations are not read: they are half of their text, and name no code of the project. */
function parse(file: string, text: string | undefined, target: Parameters<ts.CompilerHost['getSourceFile']>[1]): ts.SourceFile | undefined {
  if (text === undefined) return undefined;
  const { ParseAll, ParseNone } = ts.JSDocParsingMode;
  const given = typeof target === 'object' ? target : { languageVersion: target };
  return ts.createSourceFile(file, text, { ...given, jsDocParsingMode: /\.d\.[cm]?ts$/.test(file) ? ParseNone : ParseAll });
}
