// An error that ends a command with a message instead of a stack trace: what is wrong, what to do, and the exit code.

/** 0: no faults; 1: faults or differences; 2: wrong command line or configuration; 3: something on the machine prevents it; 130: interrupted. */
export const exitCodes = { ok: 0, findings: 1, usage: 2, environment: 3, inconclusive: 4, interrupted: 130 } as const;

export interface OctavoErrorOptions {
  /** One sentence: what to do about it. */
  readonly fix?: string;
  readonly cause?: unknown;
}

/** Any other error that is thrown is a bug in Octavo and is reported as such. */
export class OctavoError extends Error {
  /** Stable kebab-case word, such as `port-taken`. */
  readonly code: string;
  readonly exitCode: number;
  readonly fix: string | undefined;

  constructor(code: string, exitCode: number, message: string, options: OctavoErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'OctavoError';
    this.code = code;
    this.exitCode = exitCode;
    this.fix = options.fix;
  }
}

/** Wrong command line or configuration: exit 2. */
export function usageError(code: string, message: string, options?: OctavoErrorOptions): OctavoError {
  return new OctavoError(code, exitCodes.usage, message, options);
}

/** Something on the machine prevents it, such as a port in use, a missing package or permissions: exit 3. */
export function environmentError(code: string, message: string, options?: OctavoErrorOptions): OctavoError {
  return new OctavoError(code, exitCodes.environment, message, options);
}

/** The `code` of a Node.js system error: `ENOENT`, `EACCES`, … */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
