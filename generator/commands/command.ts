// The contract between the command line and a command: the options that it declares, and a function from them to an exit code.
import { type Command, Option } from 'commander';
import { usageError } from '../base/error.ts';
import type { Overrides, Project } from '../config/config.ts';

/** The context that every command gets besides its own arguments. */
export interface Context {
  readonly cwd: string;
  /** `--json`: one JSON document on stdout and nothing else there. */
  readonly json: boolean;
  /** Whether messages on stderr are coloured: on a terminal without NO_COLOR, or with FORCE_COLOR; never with `--json`. */
  readonly color: boolean;
  /** The same for data on stdout. */
  readonly dataColor: boolean;
  readonly debug: boolean;
  /** `--verbose`: every problem as a code frame. */
  readonly verbose: boolean;
  /** `--config <file>`, as given. */
  readonly configFile: string | undefined;
  /** Aborted by Ctrl-C or SIGTERM: the command stops its child processes and returns 130. */
  readonly signal: AbortSignal;
  /** Writes data to stdout, with a newline. Does nothing under `--json`. */
  data(text: string): void;
  /** Writes a message for the reader to stderr, with a newline. */
  message(text: string): void;
  /** Adds members to the JSON document that `--json` prints at the end. The command line adds `ok` and `exitCode`. */
  result(value: Record<string, unknown>): void;
  /** Prints what `result` has collected as one line, now: for commands that run until they are ended. Does nothing without `--json`. */
  ready(): void;
  /**
   * Names the step under way, `undefined` when it is done. A terminal shows it once the run has taken a second; `long` shows it at once, for
   * steps that would keep the timer from firing.
   */
  progress(text: string | undefined, long?: boolean): void;
}

/** Values of the options by commander's rules: `--no-schema` is `schema: false`, `--base-path` is `basePath`. */
export type Options = Readonly<Record<string, unknown>>;

export interface CommandModule {
  /** Declares the description, arguments, options and examples. The command line adds `--config`, `--json`, `--verbose` and `--debug`. */
  define(command: Command): void;
  /** Returns the exit code. `args` are the positional arguments: strings, `undefined` if left out, an array for a variadic one. */
  run(args: readonly unknown[], options: Options, context: Context): Promise<number>;
}

/** A positional argument or option that is a string. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The values of a variadic argument or a repeatable option. */
export function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

/** Declares the positional argument of commands that work on several documents, and the options that say how to read them. */
export function documentsArgument(command: Command): Command {
  const files = command.argument(
    '[files...]',
    'OpenAPI documents: files, https addresses, or - for the standard input (default: those in octavo.config.ts, or else openapi.yaml)',
  );
  return readingOptions(files);
}

/** Declares the options that say how to read documents; `documentOverrides` reads them. */
export function readingOptions(command: Command): Command {
  return partialOption(overlayOption(command))
    .option('--name <name>', 'name of the one document: of its folder, and of its service in code')
    .option('--allow-private', 'read a document from an address of this machine or of a private network too');
}

export function overlayOption(command: Command): Command {
  return command.option('--overlay <file>', 'OpenAPI Overlay file that changes the document as it is read; repeatable', collect);
}

/** `isPartial` reads it. */
export function partialOption(command: Command): Command {
  return command.option('--partial', 'read what is sound of documents that are not yours, where their authors got something wrong');
}

export function isPartial(options: Options): boolean {
  return options.partial === true;
}

/** Declares `-o, --out <folder>`, and `--output`, as many other generators call it, which `--help` does not list. */
export function outOption(command: Command, description: string, byDefault?: string): Command {
  return command
    .option('-o, --out <folder>', description, byDefault)
    .addOption(new Option('--output <folder>', description).hideHelp())
    .on('option:output', (folder: string) => command.setOptionValue('out', folder));
}

/** The settings of documents that the command line overrides. */
export function documentOverrides(files: unknown, options: Options): Overrides {
  const name = text(options.name);
  return {
    files: texts(files),
    overlays: texts(options.overlay),
    ...(name === undefined ? {} : { name }),
    ...(isPartial(options) ? { partial: true } : {}),
    ...(options.allowPrivate === true ? { allowPrivate: true } : {}),
  };
}

/** Throws an `OctavoError` (exit 2) for documents that cannot be watched. */
export function requireFiles({ documents }: Pick<Project, 'documents'>): void {
  if (documents.every(({ given }) => given === undefined)) return;
  throw usageError('usage', 'Only files can be watched, not the standard input or an address.', {
    fix: 'Read the document into a file, and name the file.',
  });
}

/** Collects the values of a repeatable option. */
export function collect(value: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), value];
}
