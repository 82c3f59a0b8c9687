// Lints while `octavo dev` works: one run at a time over the documents that changed, with a message when findings appear or are gone.
import { messageOf } from '../base/error.ts';
import { count, displayPath } from '../base/words.ts';
import type { Context, Options } from './command.ts';
import { command as lint } from './lint.ts';

export interface BackgroundLint {
  /** Queues documents, given by their absolute paths, for the next run. A run over older versions of them ends without a word. */
  add(files: readonly string[]): void;
  /** Forgets documents that cannot be read any more: what is found in older versions of them is of no use. */
  drop(files: readonly string[]): void;
}

/** `options` are those of `octavo lint`. */
export function createBackgroundLint(options: Options, context: Context): BackgroundLint {
  const queued = new Set<string>();
  /** Files that had findings in their last run. */
  const faulty = new Set<string>();
  /** The findings that were printed, and still hold. */
  let shown: readonly string[] = [];
  let current: { readonly files: ReadonlySet<string>; readonly abort: AbortController } | undefined;
  let first = true;

  async function run(): Promise<void> {
    while (queued.size > 0 && !context.signal.aborted) {
      const files = [...queued];
      queued.clear();
      const abort = new AbortController();
      current = { files: new Set(files), abort };
      const outcome = await lintFiles(files, AbortSignal.any([context.signal, abort.signal]));
      if (context.signal.aborted) return;
      if (!abort.signal.aborted) report(files, outcome);
    }
  }

  async function lintFiles(files: readonly string[], signal: AbortSignal): Promise<Outcome> {
    const findings: string[] = [];
    // The last message is the summary. Those before it are Octavo's own problems, which `octavo dev` has reported already.
    let summary = '';
    const data = (text: string): void => void findings.push(text);
    const message = (text: string): void => {
      summary = text;
    };
    const code = await lint.run([files], options, { ...context, signal, json: false, data, message, result: () => {}, progress: () => {} });
    return { code, findings, summary };
  }

  function report(files: readonly string[], { code, findings, summary }: Outcome): void {
    const wasFaulty = files.filter((file) => faulty.delete(file)).length > 0;
    const fresh = findings.filter((finding) => !shown.includes(finding));
    const names = files.map(displayPath);
    shown = [...shown.filter((finding) => !names.some((name) => finding.includes(name))), ...findings];
    if (code !== 0) {
      for (const file of files) faulty.add(file);
      const before = findings.length - fresh.length;
      const rest = before === 0 ? [] : [`${count(before, 'finding')} as before.`];
      context.message(`lint:\n${[...fresh, ...rest, summary].join('\n')}`);
    } else if (first || wasFaulty) {
      context.message(`lint: ${summary}`);
    }
    first = false;
  }

  /** Ends the run that reads older versions of these files. The others of that run are queued again. */
  function supersede(files: readonly string[]): void {
    if (current === undefined || !files.some((file) => current?.files.has(file))) return;
    for (const file of current.files) queued.add(file);
    current.abort.abort();
  }

  return {
    add: (files) => {
      supersede(files);
      for (const file of files) queued.add(file);
      if (current !== undefined || queued.size === 0) return;
      run()
        .catch((error: unknown) => {
          if (!context.signal.aborted) context.message(`lint: ${messageOf(error)}`);
        })
        .finally(() => {
          current = undefined;
        });
    },
    drop: (files) => {
      supersede(files);
      for (const file of files) queued.delete(file);
    },
  };
}

interface Outcome {
  readonly code: number;
  readonly findings: readonly string[];
  readonly summary: string;
}
