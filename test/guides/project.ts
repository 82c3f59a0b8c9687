// Reads the guides as one project, files and commands with their expected output, and writes it to a folder with the generated code.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Fence, fencesOf } from '../support/fences.ts';

export const root = resolve(import.meta.dirname, '../..');
const pages = join(root, 'docs/guides');
/** Inside the repository, so that its packages resolve. */
export const folder = join(root, '.octavo/tmp/guides');

/** Addresses in the guides, which the test replaces by its own. */
export interface Addresses {
  readonly library: string;
  readonly login: string;
}

const LIBRARY = 'http://127.0.0.1:3000';
const LOGIN = 'https://login.library.example';

/** How a snippet runs: in Node until it ends, as a server until it is stopped, in a page, in a worker of a page, or under vitest. */
export type Place = 'node' | 'serves' | 'browser' | 'worker' | 'test';

export interface Snippet {
  /** Page and line, such as `client.md:12`. */
  readonly at: string;
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
  /** OpenAPI documents and their lint configuration. */
  readonly files: readonly { readonly file: string; readonly text: string }[];
  readonly commands: readonly { readonly at: string; readonly line: string }[];
  /** What `octavo dev` prints. */
  readonly printed: readonly string[];
  /** Problems of the pages: fences that would never run. */
  readonly faults: readonly string[];
}

/** Text of the pages by name. */
export function pageTexts(): ReadonlyMap<string, string> {
  const names = readdirSync(pages).filter((name) => name.endsWith('.md'));
  // The index comes first, since it creates the project.
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
            last = { at, file, text: fence.text, place: placeOf(file, fence), ...(click === undefined ? {} : { click }) };
            snippets.push(last);
          }
          break;
        case 'yaml':
          if (file === undefined) faults.push(`${at}: no file name, so it is never read`);
          else files.push({ file, text: fence.text });
          break;
        case 'text':
          if (last === undefined) faults.push(`${at}: of no snippet`);
          else if (fence.info.has('output')) last.output = fence.text;
          else if (fence.info.has('page')) last.shown = fence.text;
          else if (fence.info.has('printed')) printed.push(fence.text);
          else faults.push(`${at}: neither output, page nor printed`);
          break;
        case 'sh':
          for (const line of fence.text.trim().split('\n')) commands.push({ at, line });
          break;
        default:
          faults.push(`${at}: cannot run ${fence.language}`);
      }
    }
  }
  return { snippets, files, commands, printed, faults };
}

function placeOf(file: string, { info }: Fence): Place {
  if (/\.test\.tsx?$/.test(file)) return 'test';
  for (const place of ['serves', 'browser', 'worker'] as const) if (info.has(place)) return place;
  return 'node';
}

/** Writes all files again, with the test's addresses. */
export function writeProject({ snippets, files }: Guides, addresses: Addresses): void {
  rmSync(folder, { recursive: true, force: true });
  for (const file of [...files, ...snippets]) writeSnippet(file, addresses);
}

/** Writes the snippets unchanged; returns the folder. */
export function writeVerbatim({ snippets }: Guides): string {
  const verbatim = `${folder}-verbatim`;
  rmSync(verbatim, { recursive: true, force: true });
  mkdirSync(verbatim, { recursive: true });
  for (const { file, text } of snippets) {
    mkdirSync(dirname(join(verbatim, file)), { recursive: true });
    writeFileSync(join(verbatim, file), text);
  }
  return verbatim;
}

/** A snippet that serves listens at the library's address. */
export function writeSnippet({ file, text }: Pick<Snippet, 'file' | 'text'>, { library, login }: Addresses): void {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  const { port } = new URL(library);
  const own = text.replaceAll(LIBRARY, library).replaceAll(LOGIN, login);
  writeFileSync(path, own.replaceAll(/(?<=port: |listen\()3000/g, port));
}

/** The output with the addresses of the guides. */
export function asInGuides(printed: string, addresses: Addresses): string {
  return printed.replaceAll(addresses.library, LIBRARY).replaceAll(addresses.login, LOGIN);
}

/** The files that are run, and all files that they import. */
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
