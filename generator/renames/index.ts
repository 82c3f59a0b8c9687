// Carries a project's own code over what a new version of a document calls by other names.
import { faultsOf, replaceGenerated } from '../callers/compile.ts';
import { readCode } from '../callers/index.ts';
import type { Service } from '../model/service.ts';
import { detectRenames } from './detect.ts';
import { computedIn, type Edit, edited, editsOf } from './edits.ts';
import type { Ambiguity, Rename } from './rename.ts';

export type { Ambiguity, Rename } from './rename.ts';

export interface RenamePlan {
  /** The renames with the number of places that each changes. */
  readonly renames: readonly (Rename & { readonly places: number })[];
  readonly unsure: readonly Ambiguity[];
  /** The files that change, by their absolute paths. */
  readonly files: readonly { readonly file: string; readonly before: string; readonly after: string }[];
  /** What does not compile before, with the old code. */
  readonly faultsBefore: readonly Left[];
  /** What does not compile afterwards, with the new code: no rename could carry it, or another change concerns it. */
  readonly left: readonly Left[];
  /** What may read a renamed member by a name that is made at run time. It compiles, and the renames leave it as it is. */
  readonly computed: readonly Left[];
}

interface Left {
  readonly file: string;
  /** From 1, in the text after the renames. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export interface RenameOptions {
  readonly folder: string;
  readonly cwd: string;
  readonly before: Service;
  readonly after: Service;
  /** The generated files of the old version: the project may have those of the new one already. */
  readonly madeBefore: (files: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** The generated files of the new version. */
  readonly made: (files: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

/** @throws {OctavoError} (exit 2) where the folder has no code that uses the document */
export async function planRenames({ folder, cwd, before, after, madeBefore, made }: RenameOptions): Promise<RenamePlan> {
  const { user, generated, dependents, index, program, checker } = await readCode({ folder, cwd, id: before.id, made: madeBefore });
  const { sure, unsure } = detectRenames(before, after);
  const edits: Edit[] = [];
  const renames = sure.map((rename) => {
    const own = editsOf(rename, index, checker);
    edits.push(...own);
    return { ...rename, places: new Set(own.map(({ file, start }) => `${file}:${start}`)).size };
  });
  const computed = sure.flatMap((rename) =>
    computedIn(rename, index).map(({ node, change: { chain, to } }) => {
      const { fileName, text } = node.getSourceFile();
      const start = node.getStart();
      const ahead = edits.filter((edit) => edit.file === fileName && edit.end <= start);
      const [old = '', owner = ''] = [chain.at(-1), chain.at(-2)];
      const message = `may read \`${old}\` of ${owner}, which is \`${to}\` now: \`${node.getText()}\``;
      return leftAt(fileName, edited(text.slice(0, start), ahead), message);
    }),
  );
  const textOf = (file: string): string => program.getSourceFile(file)?.text ?? '';
  const files = dependents.flatMap((file) => {
    const text = textOf(file);
    const changed = edited(
      text,
      edits.filter((edit) => edit.file === file),
    );
    return changed === text ? [] : [{ file, before: text, after: changed }];
  });
  const faultsBefore = leftIn(faultsOf(program, user.own), textOf);
  replaceGenerated(user, generated, await made(generated));
  const texts = new Map(files.map(({ file, after: text }) => [file, text]));
  user.program.replace(texts);
  const left = leftIn(faultsOf(user.program.current(), dependents), (file) => texts.get(file) ?? textOf(file));
  return { renames, unsure, files, faultsBefore, left, computed };
}

function leftIn(faults: ReturnType<typeof faultsOf>, textOf: (file: string) => string): Left[] {
  return faults.map(({ file, start, message }) => leftAt(file, textOf(file).slice(0, start), message));
}

/** @param ahead the text of the file before the place */
function leftAt(file: string, ahead: string, message: string): Left {
  const lines = ahead.split('\n');
  return { file, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, message };
}
