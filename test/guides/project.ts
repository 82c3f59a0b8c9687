// Reads the guides, files and commands with their expected output, and writes each page as a project of its own: what the index says to begin with,
// and what the page itself has.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Fence, fencesOf } from '../support/fences.ts';

export const root = resolve(import.meta.dirname, '../..');
const pages = join(root, 'docs/guides');
/** The index, which says how each project begins. */
export const INDEX = 'README.md';
/** Inside the repository, so that its packages resolve. */
const folder = join(root, '.octavo/tmp/guides');

/** The folder of a page's project. */
export function folderOf(page: string): string {
  return join(folder, page.replace(/\.md$/, ''));
}

/** Addresses in the guides, which the test replaces by its own. */
export interface Addresses {
  readonly library: string;
  readonly login: string;
  /** Of `octavo mock`. */
  readonly mock: string;
}

const MOCK = 'http://127.0.0.1:4000';
const LIBRARY = 'http://127.0.0.1:3000';
const LOGIN = 'https://login.library.example';

/** How a snippet runs: in Node until it ends, as a server until it is stopped, in a page, in a worker of a page, or under vitest. */
export type Place = 'node' | 'serves' | 'browser' | 'worker' | 'test';

export interface Snippet {
  /** Page and line, such as `client.md:12`. */
  readonly at: string;
  readonly page: string;
  readonly file: string;
  readonly text: string;
  readonly place: Place;
  /** Expected output; `undefined` for a file that others import. */
  output?: string;
  /** Expected final text of the page. */
  shown?: string;
  /** Text of the button to click. */
  readonly click?: string;
}

export interface Guides {
  readonly snippets: readonly Snippet[];
  /** Documents and other files that are not run. */
  readonly files: readonly PlainFile[];
  readonly commands: readonly { readonly at: string; readonly page: string; readonly line: string }[];
  /** The snippets of other pages that the index says to put into each project. */
  readonly shared: readonly Snippet[];
  /** What `octavo dev` prints. */
  readonly printed: readonly string[];
  /** Problems of the pages: fences that would never run. */
  readonly faults: readonly string[];
}

interface PlainFile {
  readonly page: string;
  readonly file: string;
  readonly text: string;
}

/** Text of the pages by name. */
export function pageTexts(): ReadonlyMap<string, string> {
  const names = readdirSync(pages).filter((name) => name.endsWith('.md'));
  // The index comes first, since it creates the project.
  names.sort((one, other) => Number(other === INDEX) - Number(one === INDEX));
  return new Map(names.map((name) => [name, readFileSync(join(pages, name), 'utf8')]));
}

export function readGuides(texts: ReadonlyMap<string, string>): Guides {
  const snippets: Snippet[] = [];
  const files = [
    { page: INDEX, file: 'library.yaml', text: readFileSync(join(pages, 'library.yaml'), 'utf8') },
    // Not for readers: the strictest rules for the documents of the guides.
    { page: INDEX, file: 'redocly.yaml', text: 'telemetry: off\nextends: [recommended-strict]\n' },
  ];
  const commands: { at: string; page: string; line: string }[] = [];
  const printed: string[] = [];
  const faults: string[] = [];
  for (const [page, text] of texts) {
    let last: Snippet | undefined;
    for (const fence of fencesOf(text)) {
      const at = `${page}:${fence.line}`;
      const file = fence.info.get('file');
      switch (fence.language) {
        case 'ts':
        case 'tsx':
          if (file === undefined) faults.push(`${at}: no file name, so it is never run`);
          else {
            const click = fence.info.get('click');
            last = { at, page, file, text: fence.text, place: placeOf(file, fence), ...(click === undefined ? {} : { click }) };
            snippets.push(last);
          }
          break;
        case 'yaml':
        case 'json':
          if (file === undefined) faults.push(`${at}: no file name, so it is never read`);
          else files.push({ page, file, text: fence.text });
          break;
        case 'text':
          if (last === undefined) faults.push(`${at}: of no snippet`);
          else if (fence.info.has('output')) last.output = fence.text;
          else if (fence.info.has('page')) last.shown = fence.text;
          else if (fence.info.has('printed')) printed.push(fence.text);
          else faults.push(`${at}: neither output, page nor printed`);
          break;
        case 'sh':
          for (const line of fence.text.trim().split('\n')) commands.push({ at, page, line });
          break;
        default:
          faults.push(`${at}: cannot run ${fence.language}`);
      }
    }
  }
  // As in: put `library.ts` and `node.ts` from [server.md](server.md) there.
  const named = [...(texts.get(INDEX) ?? '').matchAll(/((?:`[^`]+`(?:, | and )?)+) from \[(\S+\.md)\]/g)];
  const shared = named.flatMap(([, names = '', from = '']) =>
    [...names.matchAll(/`([^`]+)`/g)].flatMap(([, name]) => snippets.find(({ page, file }) => page === from && file === name) ?? []),
  );
  return { snippets, files, commands, shared, printed, faults };
}

function placeOf(file: string, { info }: Fence): Place {
  if (/\.test\.tsx?$/.test(file)) return 'test';
  for (const place of ['serves', 'browser', 'worker'] as const) if (info.has(place)) return place;
  return 'node';
}

/** Writes the project of a page again, with the test's addresses: first what the index has, then what the page has, which may replace it. */
export function writeProject({ snippets, files, shared }: Guides, page: string, addresses: Addresses): void {
  const all = [...files, ...snippets];
  rmSync(folderOf(page), { recursive: true, force: true });
  for (const file of [...all.filter((one) => one.page === INDEX), ...shared, ...all.filter((one) => one.page === page)]) {
    writeSnippet({ ...file, page }, addresses);
  }
}

/** Writes the snippets unchanged; returns the folder. */
export function writeVerbatim({ snippets }: Guides): string {
  const verbatim = `${folder}-verbatim`;
  rmSync(verbatim, { recursive: true, force: true });
  mkdirSync(verbatim, { recursive: true });
  for (const { page, file, text } of snippets) {
    const path = join(verbatim, page.replace(/\.md$/, ''), file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return verbatim;
}

/** A snippet that serves listens at the library's address. */
export function writeSnippet({ page, file, text }: PlainFile, { library, login, mock }: Addresses): void {
  const path = join(folderOf(page), file);
  mkdirSync(dirname(path), { recursive: true });
  const { port } = new URL(library);
  const own = text.replaceAll(LIBRARY, library).replaceAll(LOGIN, login).replaceAll(MOCK, mock);
  writeFileSync(path, own.replaceAll(/(?<=port: |listen\()3000/g, port));
}

/** The output with the addresses of the guides. */
export function asInGuides(printed: string, addresses: Addresses): string {
  return printed.replaceAll(addresses.library, LIBRARY).replaceAll(addresses.login, LOGIN);
}

/** The files of a page that are run, and all files that they import. */
export function runFiles(snippets: readonly Snippet[]): ReadonlySet<string> {
  const byFile = new Map(snippets.map((snippet) => [snippet.file, snippet]));
  const found = new Set<string>();
  const visit = (file: string): void => {
    const snippet = byFile.get(file);
    if (snippet === undefined || found.has(file)) return;
    found.add(file);
    for (const [, name = ''] of snippet.text.matchAll(/from '\.\.?\/([^']+)'/g)) visit(name);
  };
  for (const { file, place, output } of snippets) if (place !== 'node' || output !== undefined) visit(file);
  return found;
}
