// The state of a request that was sent: what came so far, and what the validators say.

import type { ConsoleOperation } from '../../../generator/docs/console/data.ts';
import type { Contract } from '../contract.ts';
import { type BodyIssue, exchange, type Target, type Verdict } from './exchange.ts';
import type { Input } from './input.ts';
import { type Answer, type PreparedRequest, SendError, type SendOptions, send } from './send.ts';

interface StreamItem {
  readonly value: unknown;
  readonly issues: readonly BodyIssue[];
  /** Milliseconds since the request. */
  readonly at: number;
}

/** A run in progress, or one that has ended. */
export interface Run {
  readonly phase: 'sending' | 'receiving' | 'done' | 'failed' | 'stopped';
  readonly request?: PreparedRequest;
  readonly answer?: Omit<Answer, 'body'>;
  /** Bytes of the body so far. */
  readonly size: number;
  readonly body: readonly Uint8Array<ArrayBuffer>[];
  /** The last items of a stream. */
  readonly items: readonly StreamItem[];
  /** Items of a stream so far. */
  readonly count: number;
  readonly verdict?: Verdict;
  /** Milliseconds until the end. */
  readonly milliseconds?: number;
  /** Where there is no response: why. */
  readonly error?: { readonly code: string; readonly message: string };
}

/** Items of a stream that are kept, so that one that never ends does not fill the memory. */
const MOST_ITEMS = 200;
/** Bytes of a body that are kept. */
const MOST_BYTES = 16 << 20;

export interface RunOptions extends SendOptions {
  readonly contract: Contract;
  readonly operation: ConsoleOperation;
  readonly input: Input;
  readonly target: Target;
  readonly onChange: (run: Run) => void;
}

/** Sends a request, and reports each change until its end. Resolves with the last state. */
export async function run({ contract, operation, input, target, onChange, ...options }: RunOptions): Promise<Run> {
  let state: Run = { phase: 'sending', size: 0, body: [], items: [], count: 0 };
  const began = performance.now();
  const since = (): number => Math.round((performance.now() - began) * 10) / 10;
  const set = (change: Partial<Run>): void => {
    state = { ...state, ...change };
    onChange(state);
  };
  set({});
  try {
    const verdict = await exchange(contract, operation, input, target, (request) => send(request, options), {
      request: (request) => set({ request }),
      head: ({ body: _, ...answer }) => set({ phase: 'receiving', answer }),
      data: (bytes) => set({ size: state.size + bytes.length, ...(state.size < MOST_BYTES ? { body: [...state.body, bytes] } : {}) }),
      item: (value, issues) => set({ count: state.count + 1, items: [...state.items, { value, issues, at: since() }].slice(-MOST_ITEMS) }),
    });
    set({ phase: 'done', verdict, milliseconds: since() });
  } catch (error) {
    if (options.signal.aborted) set({ phase: 'stopped', milliseconds: since() });
    else set({ phase: 'failed', milliseconds: since(), error: failureOf(error) });
  }
  return state;
}

function failureOf(error: unknown): { readonly code: string; readonly message: string } {
  if (error instanceof SendError) return { code: error.code, message: error.message };
  return { code: 'not-sent', message: error instanceof Error ? error.message : String(error) };
}

/** The body as bytes. */
export function bytesOf({ body }: Pick<Run, 'body'>): Uint8Array<ArrayBuffer> {
  const size = body.reduce((sum, chunk) => sum + chunk.length, 0);
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of body) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
