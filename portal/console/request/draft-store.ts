// Where drafts of requests are: in the tab, by operation. The column asks for one before it loads what reads it.
import type { ConsoleOperation } from '../../../generator/docs/console/data.ts';

/** The console and the column have drafts of their own. */
export function draftKey(part: 'console' | 'column', document: string, { kind, id }: Pick<ConsoleOperation, 'kind' | 'id'>): string {
  return `octavo-${part}-draft:${document}/${kind}/${id}`;
}

export function draftText(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** `undefined` forgets it. A request that is larger than the browser keeps has no draft. */
export function setDraftText(key: string, text: string | undefined): void {
  try {
    if (text === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    forget(key);
  }
}

function forget(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // The browser forbids storage.
  }
}
