// Lets the runs of test files share the thread that prints schema.ts: to start it takes thirty times as long as all else that a small document needs.
import { registerHooks } from 'node:module';

const ORIGINAL = new URL('../../generator/raw/schema.ts', import.meta.url).href;
const SHARED = new URL('shared-schema.ts', import.meta.url).href;
const GENERATOR = new URL('../../generator/', import.meta.url).href;

let isShared = false;

/** What the generator loads from now on uses the thread of `shared-schema.ts`, in all files that share this process. */
export function shareSchemaThread(): void {
  if (isShared) return;
  isShared = true;
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      return found.url === ORIGINAL && context.parentURL?.startsWith(GENERATOR) === true ? { ...found, url: SHARED } : found;
    },
  });
}
