// Lints beside the work of `octavo dev`: one run at a time over the documents that changed, told when it has findings or has none any more.
import { messageOf } from '../error.ts';
import type { Context } from './command.ts';
import { command as lint } from './lint.ts';

export interface BackgroundLint {
  /** Absolute paths of documents; joins a run that waits. */
  add(files: readonly string[]): void;
}

export function createBackgroundLint(context: Context): BackgroundLint {
  const waiting = new Set<string>();
  /** Files with findings when they were last looked at. */
  const faulty = new Set<string>();
  let running = false;
  let first = true;

  async function run(): Promise<void> {
    while (waiting.size > 0 && !context.signal.aborted) {
      const files = [...waiting];
      waiting.clear();
      const told: string[] = [];
      const keep = (text: string): void => void told.push(text);
      const code = await lint.run(
        [files],
        {},
        { ...context, json: false, data: keep, message: keep, result: () => {}, progress: () => {} },
      );
      if (context.signal.aborted) return;
      const mended = files.some((file) => faulty.delete(file));
      if (code !== 0) {
        for (const file of files) faulty.add(file);
        context.message(`lint:\n${told.join('\n')}`);
      } else if (first || mended) {
        context.message(`lint: ${told.at(-1) ?? 'no findings.'}`);
      }
      first = false;
    }
  }

  return {
    add: (files) => {
      for (const file of files) waiting.add(file);
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
