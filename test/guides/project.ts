// The guides as one project: their files and commands with the expected output, written to a folder with the generated code.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Fence, fencesOf } from '../support/fences.ts';

export const root = resolve(import.meta.dirname, '../..');
const pages = join(root, 'docs/guides');
/** Inside of the repository, so that its packages are found. */
export const folder = join(root, '.octavo/tmp/guides');

/** The addresses that the guides use, of which the test has its own. */
export interface Addresses {
  readonly library: string;
  readonly login: string;
}

const LIBRARY = 'http://127.0.0.1:3000';
const LOGIN = 'https://login.library.example';

/** How a snippet is run: to its end in Node; until it is told to end, as a server; in a page; in a worker of a page; by vitest. */
export type Place = 'node' | 'serves' | 'browser' | 'worker' | 'test';

export interface Snippet {
  /** `client.md:12` */
  readonly at: string;
  readonly file: string;
  readonly text: string;
  readonly place: Place;
  /** What it prints; `undefined` for a file that others import. */
  output?: string;
  /** What the page shows in the end. */
  shown?: string;
  /** What stands on the button of the page that is clicked. */
  readonly click?: string;
}

export interface Guides {
  readonly snippets: readonly Snippet[];
  /** Documents, and the rules that they keep. */
  readonly files: readonly { readonly file: string; readonly text: string }[];
  readonly commands: readonly { readonly at: string; readonly line: string }[];
  /** What is wrong with the pages themselves: fences that nobody would run. */
  readonly faults: readonly string[];
}

/** The pages by their names. */
export function pageTexts(): ReadonlyMap<string, string> {
  const names = readdirSync(pages).filter((name) => name.endsWith('.md'));
  // The index first: it makes the project.
  names.sort((one, other) => Number(other === 'README.md') - Number(one === 'README.md'));
  return new Map(names.map((name) => [name, readFileSync(join(pages, name), 'utf8')]));
}

export function readGuides(texts: ReadonlyMap<string, string>): Guides {
  const snippets: Snippet[] = [];
  const files = [
    { file: 'library.yaml', text: readFileSync(join(pages, 'library.yaml'), 'utf8') },
    { file: 'redocly.yaml', text: 'telemetry: off\nextends: [recommended-strict]\n' },
  ];
  const commands: { at: string; line: string }[] = [];
  const faults: string[] = [];
  for (const [page, text] of texts) {
    let last: Snippet | undefined;
    for (const fence of fencesOf(text)) {
      const at = `${page}:${fence.line}`;
      const file = fence.info.get('file');
      switch (fence.language) {
        case 'ts':
        case 'tsx':
          if (file === undefined) faults.push(`${at}: no file name, so nobody runs it`);
          else {
            const click = fence.info.get('click');
            last = { at, file, text: fence.text, place: placeOf(file, fence), ...(click === undefined ? {} : { click }) };
            snippets.push(last);
          }
          break;
        case 'yaml':
          if (file === undefined) faults.push(`${at}: no file name, so nobody reads it`);
          else files.push({ file, text: fence.text });
          break;
        case 'text':
          if (last === undefined) faults.push(`${at}: of no snippet`);
          else if (fence.info.has('output')) last.output = fence.text;
          else if (fence.info.has('page')) last.shown = fence.text;
          else faults.push(`${at}: neither output nor page`);
          break;
        case 'sh':
          for (const line of fence.text.trim().split('\n')) commands.push({ at, line });
          break;
        default:
          faults.push(`${at}: nobody runs ${fence.language}`);
      }
    }
  }
  return { snippets, files, commands, faults };
}

function placeOf(file: string, { info }: Fence): Place {
  if (/\.test\.tsx?$/.test(file)) return 'test';
  for (const place of ['serves', 'browser', 'worker'] as const) if (info.has(place)) return place;
  return 'node';
}

/** Writes all files anew, with the test's addresses. */
export function writeProject({ snippets, files }: Guides, addresses: Addresses): void {
  rmSync(folder, { recursive: true, force: true });
  for (const file of [...files, ...snippets]) writeSnippet(file, addresses);
}

/** Writes the snippets as they stand on the pages; gives the folder. */
export function writeVerbatim({ snippets }: Guides): string {
  const verbatim = `${folder}-verbatim`;
  rmSync(verbatim, { recursive: true, force: true });
  mkdirSync(verbatim, { recursive: true });
  for (const { file, text } of snippets) writeFileSync(join(verbatim, file), text);
  return verbatim;
}

/** One that serves does so at the address that is given as the library's. */
export function writeSnippet({ file, text }: Pick<Snippet, 'file' | 'text'>, { library, login }: Addresses): void {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  const { port } = new URL(library);
  const own = text.replaceAll(LIBRARY, library).replaceAll(LOGIN, login);
  writeFileSync(path, own.replaceAll(/(?<=port: |listen\()3000/g, port));
}

/** What was printed, as the guides would have it. */
export function asInGuides(printed: string, addresses: Addresses): string {
  return printed.replaceAll(addresses.library, LIBRARY).replaceAll(addresses.login, LOGIN);
}

/** The files that are run, and those that they import, and so on. */
export function runFiles(snippets: readonly Snippet[]): ReadonlySet<string> {
  const byFile = new Map(snippets.map((snippet) => [snippet.file, snippet]));
  const found = new Set<string>();
  const visit = (file: string): void => {
    const snippet = byFile.get(file);
    if (snippet === undefined || found.has(file)) return;
    found.add(file);
    for (const [, name = ''] of snippet.text.matchAll(/from '\.\/([^']+)'/g)) visit(name);
  };
  for (const { file, place, output } of snippets) if (place !== 'node' || output !== undefined) visit(file);
  return found;
}
