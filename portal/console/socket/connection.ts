// WebSocket connections of the console. They stay open while other operations are used, so that what those publish can be watched.
import type { ConsoleMessage, ConsoleSocket } from '../../../generator/docs/console/data.ts';
import { parseExactJson } from '../../../runtime/json/strict.ts';
import { writeJson } from '../../../runtime/json/write.ts';
import { fits, pointedValue } from './sign-message.ts';

/** Says what is wrong with a message, as sentences; nothing for a valid one. */
export type Judge = (message: ConsoleMessage | undefined, value: unknown) => readonly string[];

export interface SocketMessage {
  readonly direction: 'sent' | 'received' | 'note';
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The text as it was sent, or what a note says. */
  readonly text: string;
  readonly faults: readonly string[];
}

interface SocketState {
  readonly phase: 'closed' | 'opening' | 'open';
  /** The oldest first. */
  readonly messages: readonly SocketMessage[];
  /** The values that `keeps` of the socket has found on this connection, by name. */
  readonly kept: Readonly<Record<string, string>>;
}

export interface SocketConnection {
  state(): SocketState;
  open(url: string): void;
  /** A value is sent as JSON in a text frame. */
  send(value: unknown): void;
  close(): void;
  clear(): void;
  /** Returns the function that ends it. */
  subscribe(listener: () => void): () => void;
}

/** Messages that are kept. */
const MOST = 500;

export type OpenSocket = (url: string) => WebSocket;

export function createConnection(
  socket: ConsoleSocket,
  judge: Judge,
  openSocket: OpenSocket = (url) => new WebSocket(url),
): SocketConnection {
  const listeners = new Set<() => void>();
  let state: SocketState = { phase: 'closed', messages: [], kept: {} };
  let current: WebSocket | undefined;
  const set = (change: Partial<SocketState>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const log = (direction: SocketMessage['direction'], text: string, faults: readonly string[] = []): void =>
    set({ messages: [...state.messages, { direction, at: Date.now(), text, faults }].slice(-MOST) });

  const send = (value: unknown): void => {
    const text = writeJson(value) ?? 'null';
    current?.send(text);
    log('sent', text, judge(socket.sends, value));
  };
  const receive = (data: unknown): void => {
    if (typeof data !== 'string') {
      log('received', 'bytes', ['The message is not text.']);
      return;
    }
    let value: unknown;
    try {
      value = parseExactJson(data);
    } catch {
      log('received', data, ['The message is not JSON.']);
      return;
    }
    log('received', data, judge(socket.receives, value));
    for (const { name, of, at } of socket.keeps) {
      const found = fits(value, of) ? pointedValue(value, at) : undefined;
      if (typeof found === 'string' || typeof found === 'number') set({ kept: { ...state.kept, [name]: String(found) } });
    }
    for (const reply of socket.replies) if (fits(value, reply.to)) send(reply.with);
  };

  return {
    state: () => state,
    open(url) {
      current?.close();
      const own = openSocket(url);
      current = own;
      set({ phase: 'opening', kept: {} });
      const isCurrent = (): boolean => current === own;
      own.onopen = () => isCurrent() && set({ phase: 'open' });
      own.onmessage = ({ data }) => isCurrent() && receive(data);
      own.onclose = ({ code, reason }) => {
        if (!isCurrent()) return;
        current = undefined;
        set({ phase: 'closed' });
        log('note', `Closed with ${code}${reason === '' ? '' : `: ${reason}`}`);
      };
    },
    send,
    close: () => current?.close(),
    clear: () => set({ messages: [] }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
