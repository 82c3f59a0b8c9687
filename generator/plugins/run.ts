// Runs the plugins of a project for a document, one after the other, and checks what they return. Nothing is written where one of them fails.
import path from 'node:path';
import { messageOf, type OctavoError, usageError } from '../base/error.ts';
import { isRecord } from '../base/is-record.ts';
import { FILE_NAMES } from '../emit/files/table.ts';
import { generatedBy } from '../emit/text/escape.ts';
import { isDevice } from '../model/names/names.ts';
import type { Plugin, PluginDocument } from '../plugin.ts';

/** The most that all files of a plugin may hold for one document, in UTF-16 code units. */
const MOST_TEXT = 50_000_000;
const MOST_FILES = 10_000;
/** The longest time that a plugin may take for one document, in milliseconds. */
const LONGEST = 120_000;

export interface PluginRun {
  /** The paths of all other files of the document. */
  readonly taken: Iterable<string>;
  readonly root: string;
  readonly onProgress?: ((what: string) => void) | undefined;
  /** Default: `LONGEST`. */
  readonly longest?: number;
}

/**
 * The texts of the files of all plugins by path, with the header of generated files. Throws an `OctavoError` that names the plugin and the document.
 */
export async function runPlugins(
  plugins: readonly Plugin[],
  document: PluginDocument,
  run: PluginRun,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const owners = ownersOf(run.taken);
  for (const plugin of plugins) {
    run.onProgress?.(`Running the plugin ${plugin.name} on ${document.id}`);
    const call: Call = { plugin, document, run };
    for (const [file, text] of filesOf(await answerOf(call), call)) {
      claim(file, owners, call);
      texts.set(file, LINE_COMMENTS.test(file) ? `${generatedBy(document.id, plugin.name)}${text}` : text);
    }
  }
  return texts;
}

/** A plugin at work. */
interface Call {
  readonly plugin: Plugin;
  readonly document: PluginDocument;
  readonly run: PluginRun;
}

function fault({ plugin, document }: Call, what: string, fix: string, cause?: unknown): OctavoError {
  return usageError('plugin-failed', `The plugin \`${plugin.name}\` ${what} for \`${document.id}\`, so nothing was written.`, {
    fix,
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Files in which a line that begins with slashes is a comment. */
const LINE_COMMENTS = /\.(?:[cm]?[jt]sx?|jsonc|json5|scss|less)$/;

async function answerOf(call: Call): Promise<unknown> {
  const { longest = LONGEST } = call.run;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const time = `${longest / 1000} seconds`;
      reject(
        fault(call, `did not end within ${time}`, 'Let it wait for nothing that may not come, such as a promise that is never settled.'),
      );
    }, longest);
  });
  try {
    return await Promise.race([answer(call), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function answer(call: Call): Promise<unknown> {
  try {
    return await call.plugin.files(call.document);
  } catch (error) {
    const reason = messageOf(error).trim().replace(/\.$/, '') || 'without a message';
    throw fault(
      call,
      `failed (${reason}${placeOf(error, call.run.root)})`,
      'Correct the plugin, or take it out of `plugins` in the configuration.',
      error,
    );
  }
}

/** ` at plugins/routes.ts:3:9`, where the stack of an error begins with a file. */
function placeOf(error: unknown, root: string): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const [, url = '', line = '', column = ''] = /(file:\/\/[^\s?]+?)(?:\?[^\s:]*)?:(\d+):(\d+)/.exec(stack) ?? [];
  if (url === '') return '';
  const file = decodeURIComponent(new URL(url).pathname);
  return ` at ${path.relative(root, file).split(path.sep).join('/')}:${line}:${column}`;
}

/** The returned files, checked one by one. */
function filesOf(given: unknown, call: Call): readonly [file: string, text: string][] {
  const fix = "Return an object of texts by path, such as `{ 'routes.ts': text }`.";
  if (!isRecord(given) || given instanceof Map) throw fault(call, `returned ${kindOf(given)} instead of an object of files`, fix);
  const entries = Object.entries(given);
  if (entries.length > MOST_FILES) throw fault(call, `returned ${entries.length} files`, `Return at most ${MOST_FILES}.`);
  let length = 0;
  return entries.map(([file, text]) => {
    const shown = JSON.stringify(file);
    if (typeof text !== 'string') throw fault(call, `returned ${kindOf(text)} as the text of ${shown}`, fix);
    length += text.length;
    if (length > MOST_TEXT) {
      const size = `${Math.round(length / 1_000_000)} million characters with ${shown}`;
      throw fault(call, `returned ${size}`, `Return at most ${MOST_TEXT / 1_000_000} million for each document.`);
    }
    if (HALF.test(text))
      throw fault(call, `returned a text with half a character for ${shown}`, 'Cut texts by characters, not by UTF-16 code units.');
    const wrong = pathFault(file);
    if (wrong !== undefined) {
      throw fault(
        call,
        `returned the path ${shown}, which ${wrong},`,
        'Return paths in the folder of the document, such as `routes.ts` or `routes/books.ts`: letters, digits, `.`, `-` and `_`.',
      );
    }
    return [file, text];
  });
}

/** Half of a pair of surrogates, which no file can hold. */
const HALF = /\p{Surrogate}/u;

/** What is wrong with a path, as the end of a sentence. The writer takes one folder at most. */
function pathFault(file: string): string | undefined {
  if (path.posix.isAbsolute(file) || path.win32.isAbsolute(file)) return 'is absolute';
  const parts = file.split(/[/\\]/);
  if (parts.includes('..')) return 'leads out of the folder of the document';
  if (file.includes('\\')) return 'has a backslash';
  if (parts.length > 2) return 'has more than one folder';
  const [folder, name = ''] = parts.length === 2 ? parts : [undefined, file];
  if (folder !== undefined && !FOLDER.test(folder)) return 'has a folder that is not named with letters, digits and `-`';
  if (!FILE.test(name)) return 'is not the name of a file';
  return isDevice(name) || (folder !== undefined && isDevice(folder)) ? 'has a name that Windows keeps for a device' : undefined;
}

const FOLDER = /^[A-Za-z0-9][A-Za-z0-9-]{0,79}$/;
/** Windows drops a dot at the end. */
const FILE = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,118}[A-Za-z0-9_-])?$/;

/** What has a path, by the path in lower case, since some file systems ignore case. */
interface Owners {
  readonly files: Map<string, string>;
  readonly folders: Map<string, string>;
}

const OCTAVO = 'Octavo';

function ownersOf(taken: Iterable<string>): Owners {
  const files = new Map(['openapi.json', ...taken].map((file) => [file.toLowerCase(), OCTAVO]));
  const folders = [...files.keys()].flatMap((file) => folderOf(file) ?? []);
  return { files, folders: new Map(folders.map((folder) => [folder, OCTAVO])) };
}

/** Takes the path for the plugin. Throws where something else has it. */
function claim(file: string, { files, folders }: Owners, call: Call): void {
  const lower = file.toLowerCase();
  const { name } = call.plugin;
  const folder = folderOf(lower);
  const isOctavos = OWN_FILES.has(path.posix.basename(lower)) && (folder === undefined || folders.get(folder) === OCTAVO);
  const owner =
    files.get(lower) ?? folders.get(lower) ?? (folder === undefined ? undefined : files.get(folder)) ?? (isOctavos ? OCTAVO : undefined);
  if (owner !== undefined) {
    const other = owner === OCTAVO ? 'one of Octavo' : owner === name ? 'another one of it' : `one of the plugin \`${owner}\``;
    throw fault(call, `returned \`${file}\`, which has the path of ${other}, if case is ignored,`, 'Give each file a name of its own.');
  }
  files.set(lower, name);
  if (folder !== undefined && !folders.has(folder)) folders.set(folder, name);
}

function folderOf(file: string): string | undefined {
  return file.includes('/') ? path.posix.dirname(file) : undefined;
}

/** The files that Octavo makes for some documents: a plugin that takes such a name would fail with the first of them. */
const OWN_FILES: ReadonlySet<string> = new Set(FILE_NAMES.map((file) => `${file}.ts`));

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (value instanceof Map) return 'a Map';
  if (Array.isArray(value)) return 'an array';
  return `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
}
