// What a command is to the command line: the options it declares, and a function from them to an exit code.
import type { Command } from 'commander';

/** What every command gets besides its own arguments. Data goes to stdout, messages to stderr. */
export interface Context {
  readonly cwd: string;
  /** `--json`: one JSON document on stdout and nothing else there. */
  readonly json: boolean;
  /** Whether stderr takes colour: a terminal, no NO_COLOR, no `--json`. */
  readonly color: boolean;
  readonly debug: boolean;
  /** `--config <file>`, as given. */
  readonly configFile: string | undefined;
  /** Aborted by Ctrl-C or SIGTERM: stop children, return 130. */
  readonly signal: AbortSignal;
  /** Writes data to stdout, with a newline. Does nothing under `--json`. */
  data(text: string): void;
  /** Writes a message for the reader to stderr, with a newline. */
  message(text: string): void;
  /** Under `--json`, sets the document that is printed at the end; `ok` and `exitCode` are added. Otherwise does nothing. */
  result(value: Record<string, unknown>): void;
  /**
   * Names the work under way: shown on a terminal once it has taken more than a second, or at once where it is known to be long and would
   * keep a timer from firing. `undefined` when it is done.
   */
  progress(text: string | undefined, long?: boolean): void;
}

/** Values of the options by commander's rules: `--no-schema` is `schema: false`, `--base-path` is `basePath`. */
export type Options = Readonly<Record<string, unknown>>;

export interface CommandModule {
  /** Adds arguments, options and examples. `--json`, `--debug` and `--config` are there already. */
  define(command: Command): void;
  /** `args` are the positional arguments: a string each, `undefined` where left out, an array for a variadic one. Returns the exit code. */
  run(args: readonly unknown[], options: Options, context: Context): Promise<number>;
}

/** A positional argument or option that is a string. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A variadic argument or repeatable option. */
export function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}
