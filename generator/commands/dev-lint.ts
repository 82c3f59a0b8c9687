// Lints while `octavo dev` works: one run at a time over the documents that changed, with a message when findings appear or are gone.
import { messageOf } from '../error.ts';
import type { Context, Options } from './command.ts';
import { command as lint } from './lint.ts';

export interface BackgroundLint {
  /** Queues documents, given by their absolute paths, for the next run. */
  add(files: readonly string[]): void;
}

/** `options` are those of `octavo lint`. */
export function createBackgroundLint(options: Options, context: Context): BackgroundLint {
  const queued = new Set<string>();
  /** Files that had findings in their last run. */
  const faulty = new Set<string>();
  let running = false;
  let first = true;

  async function run(): Promise<void> {
    while (queued.size > 0 && !context.signal.aborted) {
      const files = [...queued];
      queued.clear();
      const findings: string[] = [];
      // The last message is the summary. Those before it are Octavo's own problems, which `octavo dev` has reported already.
      let summary = '';
      const data = (text: string): void => void findings.push(text);
      const message = (text: string): void => {
        summary = text;
      };
      const code = await lint.run([files], options, { ...context, json: false, data, message, result: () => {}, progress: () => {} });
      if (context.signal.aborted) return;
      const fixed = files.some((file) => faulty.delete(file));
      if (code !== 0) {
        for (const file of files) faulty.add(file);
        context.message(`lint:\n${[...findings, summary].join('\n')}`);
      } else if (first || fixed) {
        context.message(`lint: ${summary}`);
      }
      first = false;
    }
  }

  return {
    add: (files) => {
      for (const file of files) queued.add(file);
      if (running) return;
      running = true;
      run()
        .catch((error: unknown) => {
          if (!context.signal.aborted) context.message(`lint: ${messageOf(error)}`);
        })
        .finally(() => {
          running = false;
        });
    },
  };
}
