// The text of generated files → their declarations: what each top-level statement declares, and its text.

export interface Declaration {
  /** `validators.ts validatePost`: the file without its folder, and the name. An entry of the examples' template has its section before its name. */
  readonly id: string;
  readonly file: string;
  readonly name: string;
  /** With the comment before it. */
  readonly text: string;
}

const HEAD = /^(?:export )?(?:const|function|type|interface) ([\p{ID_Start}_$][\p{ID_Continue}$]*)/u;

/** Imports and re-exports declare nothing, and are left out. */
export function declarationsIn(files: ReadonlyMap<string, string>): Declaration[] {
  return [...files].flatMap(([path, text]) => {
    const file = path.slice(path.lastIndexOf('/') + 1);
    return statementsOf(text).flatMap((statement) => {
      const name = statement.map((line) => HEAD.exec(line)?.[1]).find((found) => found !== undefined);
      if (name === undefined) return [];
      const whole = { id: `${file} ${name}`, file, name, text: statement.join('\n').trimEnd() };
      return whole.text.includes('String.raw`') ? entriesOf(whole) : [whole];
    });
  });
}

/** The lines of each top-level statement: it begins in the first column with a word or a comment, and nothing else does. */
function statementsOf(text: string): string[][] {
  const statements: string[][] = [];
  let isCommented = false;
  for (const line of text.split('\n')) {
    const isComment = line.startsWith('/**');
    if (isComment || (!isCommented && /^(?:export|import|const|function|type|interface)\b/.test(line))) statements.push([]);
    isCommented = isComment || (isCommented && /^ \*/.test(line));
    statements.at(-1)?.push(line);
  }
  return statements;
}

/** The entries of a template of examples: `"schemas": { "Post": … }`, each at its own depth. */
function entriesOf({ file, text }: Declaration): Declaration[] {
  const entries: { section: string; name: string; lines: string[] }[] = [];
  let section = '';
  for (const line of text.split('\n')) {
    section = /^ {2}"(.*)": \{$/.exec(line)?.[1] ?? section;
    const name = /^ {4}"((?:[^"\\]|\\.)*)": /.exec(line)?.[1];
    if (name !== undefined) entries.push({ section, name, lines: [line.replace(/,$/, '')] });
    else if (/^ {5}/.test(line) || /^ {4}[}\]]/.test(line)) entries.at(-1)?.lines.push(line.replace(/^( {4}[}\]]),$/, '$1'));
  }
  return entries.map((entry) => ({
    id: `${file.replace(/^example-facts/, 'examples')} ${entry.section} ${entry.name}`,
    file: `examples of ${entry.section}`,
    name: entry.name,
    text: entry.lines.join('\n'),
  }));
}
