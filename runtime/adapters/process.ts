// The entry `@octavo/runtime/process`: what ends a program from outside, as an abort signal and an exit code, and errors of the system in words.

/** Exit codes as shells count: 128 and the number of the signal. */
const CODES = { SIGHUP: 129, SIGINT: 130, SIGPIPE: 141, SIGTERM: 143 } as const;

export interface EndOptions {
  /** The signals that end it: Ctrl-C is SIGINT, and a terminal that is closed sends SIGHUP. The system handles the others. */
  readonly signals: readonly ('SIGHUP' | 'SIGINT' | 'SIGTERM')[];
  /** Whether an output that has lost its reader ends it (`program | head -1`). Otherwise it goes on, and what it writes there is lost. */
  readonly endsUnread: boolean;
  /** How long it has to end by itself. */
  readonly patienceMilliseconds: number;
}

export interface EndOfProcess {
  /** Aborted by the first signal, and by an output without a reader. */
  readonly signal: AbortSignal;
  /** 130 after Ctrl-C, 143 after SIGTERM, 129 after a closed terminal, 141 without a reader. `undefined` where nothing has ended it. */
  exitCode(): number | undefined;
  /** Handles signals, from the first call on and again after `leave()`. Further calls change nothing. */
  listen(): void;
  /** Leaves signals to the system. */
  leave(): void;
}

/** The errors of writing when the reader of a pipe or the terminal has gone: EPIPE, EIO; `EOF` on Windows. */
const UNREAD: ReadonlySet<string | undefined> = new Set(['EPIPE', 'EIO', 'EOF', 'ERR_STREAM_DESTROYED']);

/** Follows what ends this process. A second signal ends it at once. Call it once: outputs are followed until the process ends. */
export function endOfProcess({ signals, endsUnread, patienceMilliseconds }: EndOptions): EndOfProcess {
  const controller = new AbortController();
  let code: number | undefined;
  const end = (exitCode: number): void => {
    code = exitCode;
    setTimeout(() => process.exit(exitCode), patienceMilliseconds).unref();
    controller.abort();
  };
  const handle = (signal: NodeJS.Signals): void => {
    const exitCode = CODES[signal as keyof typeof CODES];
    if (code !== undefined) process.exit(exitCode);
    end(exitCode);
  };
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (!UNREAD.has(error.code)) throw error;
      if (endsUnread && code === undefined) end(CODES.SIGPIPE);
    });
  }
  const leave = (): void => {
    for (const signal of signals) process.off(signal, handle);
  };
  return {
    signal: controller.signal,
    exitCode: () => code,
    listen() {
      // `process.off` removes one handler, so a second one would stay.
      leave();
      for (const signal of signals) process.on(signal, handle);
    },
    leave,
  };
}

const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of this user is used up',
  EFBIG: 'the file would be larger than this process may write',
  EISDIR: 'it is a folder, not a file',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EEXIST: 'a file has its place',
};

/** Why a file or folder cannot be read or written: `the disk is full (ENOSPC)`. `undefined` for other errors. */
export function fileFault(error: unknown): string | undefined {
  const { code = '' } = error as NodeJS.ErrnoException;
  return Object.hasOwn(WORDS, code) ? `${WORDS[code]} (${code})` : undefined;
}

/** Why a server cannot listen, in a sentence: `Port 4000 is already in use.` `undefined` for other errors. */
export function listenFault(error: unknown): string | undefined {
  const { code, syscall, port, address } = error as NodeJS.ErrnoException & { readonly port?: number; readonly address?: string };
  if (syscall !== 'listen') return undefined;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is already in use.`;
    case 'EACCES':
      return `This user has no permission to listen on port ${port}.`;
    case 'EADDRNOTAVAIL':
      return `\`${address}\` is not an address of this machine.`;
    default:
      return undefined;
  }
}
