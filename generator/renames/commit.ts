// Writes several files of a project so that all change or none: a kill in the middle is made good by the next run.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

interface Written {
  readonly file: string;
  readonly after: string;
}

/** Where the new texts stand until each file has its own. */
function journalIn(root: string): string {
  return path.join(root, '.octavo', 'rename.json');
}

/** Once the journal has its name, the change counts as made. A byte order mark and the rights of a file stay. */
export function writeAll(root: string, files: readonly Written[]): void {
  const journal = journalIn(root);
  mkdirSync(path.dirname(journal), { recursive: true, mode: 0o700 });
  const texts = files.map(({ file, after }) => ({ file, after: withMark(file, after) }));
  writeFileSync(`${journal}.new`, JSON.stringify(texts), { mode: 0o600 });
  renameSync(`${journal}.new`, journal);
  finish(journal, texts);
}

/** Finishes what a killed run began. Returns the files that it has written. */
export function finishLast(root: string): readonly string[] {
  const journal = journalIn(root);
  if (!existsSync(journal)) return [];
  const texts = JSON.parse(readFileSync(journal, 'utf8')) as readonly Written[];
  finish(journal, texts);
  return texts.map(({ file }) => file);
}

function finish(journal: string, texts: readonly Written[]): void {
  for (const { file, after } of texts) {
    const temporary = `${file}.octavo-rename`;
    writeFileSync(temporary, after, existsSync(file) ? { mode: statSync(file).mode } : {});
    renameSync(temporary, file);
  }
  rmSync(journal);
}

/** The compiler's texts are without a byte order mark. */
function withMark(file: string, text: string): string {
  return readFileSync(file, 'utf8').startsWith('\ufeff') && !text.startsWith('\ufeff') ? `\ufeff${text}` : text;
}
