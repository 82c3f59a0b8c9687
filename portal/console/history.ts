// Keeps the last requests of this browser, without credentials and without responses.
import { requestOf, textOf } from './link.ts';
import type { Input } from './request/input.ts';

export interface HistoryEntry {
  readonly service: string;
  readonly kind: string;
  readonly operation: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly server: string;
  readonly input: Input;
  /** Absent where there was no response. */
  readonly status?: number;
  readonly milliseconds?: number;
  /** Whether the validators accepted the response. */
  readonly valid?: boolean;
}

type Kept = Omit<HistoryEntry, 'input' | 'server'> & { readonly request: string };

const KEY = 'octavo-console-history';
const MOST = 100;
/** Characters of one request; a longer one is kept without its body. */
const LONGEST = 20_000;

export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The newest first. Entries that cannot be read are left out. */
export function readHistory(store: Store): readonly HistoryEntry[] {
  try {
    const kept = JSON.parse(store.getItem(KEY) ?? '[]') as readonly Kept[];
    return kept.flatMap(({ request, ...entry }) => {
      const read = requestOf(request);
      return read === undefined ? [] : [{ ...entry, input: read.input, server: read.server ?? '' }];
    });
  } catch {
    return [];
  }
}

/** Returns the history with the entry. A browser that keeps nothing is no error. */
export function addToHistory(store: Store, entry: HistoryEntry): readonly HistoryEntry[] {
  const entries = [entry, ...readHistory(store)].slice(0, MOST);
  try {
    store.setItem(KEY, JSON.stringify(entries.map(keptOf)));
  } catch {
    // The store is full, or the browser forbids it.
  }
  return entries;
}

export function clearHistory(store: Store): void {
  store.removeItem(KEY);
}

function keptOf({ input, server, ...entry }: HistoryEntry): Kept {
  const request = textOf({ input, server });
  if (request.length <= LONGEST) return { ...entry, request };
  const { body: _, ...rest } = input;
  return { ...entry, request: textOf({ input: rest, server }) };
}
