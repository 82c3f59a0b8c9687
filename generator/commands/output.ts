// Everything that a run prints. Data goes to stdout, messages to stderr; under `--json`, stdout is one JSON document.
import { CommanderError } from 'commander';
import { exitCodes, messageOf, OctavoError } from '../base/error.ts';
import { missingPackage } from '../base/missing-package.ts';
import type { Context } from './command.ts';

export interface OutputOptions {
  readonly json: boolean;
  readonly debug: boolean;
  readonly verbose: boolean;
  readonly signal: AbortSignal;
}

export class Output {
  readonly #json: boolean;
  readonly #debug: boolean;
  readonly #verbose: boolean;
  readonly #signal: AbortSignal;
  #document: Record<string, unknown> = {};
  /** Whether the JSON document has been printed already. */
  #isReady = false;
  /** Help or version, kept for the JSON document. */
  #printed = '';
  #progress: NodeJS.Timeout | undefined;
  #progressShown = false;

  constructor({ json, debug, verbose, signal }: OutputOptions) {
    this.#json = json;
    this.#debug = debug;
    this.#verbose = verbose;
    this.#signal = signal;
  }

  context(configFile: string | undefined): Context {
    const color = (stream: NodeJS.WriteStream): boolean => !this.#json && isColoured(stream, process.env);
    return {
      cwd: process.cwd(),
      json: this.#json,
      color: color(process.stderr),
      dataColor: color(process.stdout),
      debug: this.#debug,
      verbose: this.#verbose,
      configFile,
      signal: this.#signal,
      data: (text) => {
        this.progress(undefined);
        if (!this.#json) process.stdout.write(`${text}\n`);
      },
      message: (text) => {
        this.progress(undefined);
        process.stderr.write(`${text}\n`);
      },
      result: (value) => {
        this.#document = { ...this.#document, ...value };
      },
      ready: () => {
        if (this.#json) process.stdout.write(`${JSON.stringify({ ok: true, ...this.#document })}\n`);
        this.#isReady = true;
      },
      progress: (text, long) => this.progress(text, long),
    };
  }

  /** Prints help or the version: on stdout, or under `--json` as part of the document. */
  raw(text: string): void {
    if (this.#json) this.#printed += text;
    else process.stdout.write(text);
  }

  progress(text: string | undefined, long = false): void {
    clearTimeout(this.#progress);
    if (this.#progressShown) process.stderr.write('\r\u001b[K');
    this.#progressShown = false;
    if (text === undefined || process.stderr.isTTY !== true || this.#json) return;
    const show = (): void => {
      process.stderr.write(`${text} …`);
      this.#progressShown = true;
    };
    // A second since the start of the process, not of this step.
    const left = long ? 0 : 1000 - performance.now();
    if (left <= 0) show();
    else this.#progress = setTimeout(show, left).unref();
  }

  /** Prints an error and returns its exit code. `command` is the name of the command, if the arguments contain one. */
  failure(error: unknown, command: string | undefined): number {
    this.progress(undefined);
    if (error instanceof CommanderError) {
      // Commander reports help and version as errors with exit code 0.
      if (error.exitCode === 0) return exitCodes.ok;
      const help = command === undefined ? 'octavo --help' : `octavo ${command} --help`;
      return this.#report('usage', usageMessage(error), `Run \`${help}\` to see what it accepts.`, exitCodes.usage);
    }
    const { code, message, fix, exitCode } = error instanceof OctavoError ? error : (missingPackage(messageOf(error)) ?? internal(error));
    this.#report(code, message, fix, exitCode);
    if (this.#debug) process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    return exitCode;
  }

  #report(code: string, message: string, fix: string | undefined, exitCode: number): number {
    this.#document = { ...this.#document, error: { code, message, ...(fix === undefined ? {} : { fix }) } };
    process.stderr.write(`error: ${message}\n${fix === undefined ? '' : `  ${fix}\n`}`);
    return exitCode;
  }

  /** Ends the line of progress and prints the JSON document, unless it has been printed and no error came later. */
  finish(exitCode: number): void {
    this.progress(undefined);
    if (!this.#json || (this.#isReady && this.#document.error === undefined)) return;
    const text = this.#printed === '' ? {} : { text: this.#printed };
    process.stdout.write(`${JSON.stringify({ ok: exitCode === 0, exitCode, ...this.#document, ...text }, undefined, 2)}\n`);
  }
}

/**
 * Whether messages are coloured. As in Node.js, FORCE_COLOR wins over NO_COLOR, and both over the terminal: any value but `0` and `false` asks for
 * colour, and any but an empty NO_COLOR for none.
 */
function isColoured(stream: Pick<NodeJS.WriteStream, 'isTTY'>, { FORCE_COLOR, NO_COLOR, TERM }: NodeJS.ProcessEnv): boolean {
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return !NO_COLOR && stream.isTTY === true && TERM !== 'dumb';
}

/** Commander's message in our form. Its own is, for example, `error: unknown option '--chek'\n(Did you mean --check?)`. */
function usageMessage({ message }: CommanderError): string {
  const [, sentence = '', near] = /^error: (.*?)(?:\s*\(Did you mean (.*)\?\))?$/s.exec(message) ?? [undefined, message];
  const said = sentence
    .replace(/^option '(.*)' argument missing$/, "option '$1' needs a value")
    .replace(/^missing required argument '(.*)'$/, "missing argument '<$1>'")
    .replace(/^option '(\S+).*' argument '(.*)' is invalid\. Allowed choices are (.*)$/, "'$1 $2' is not one of $3")
    .replace(/^command-argument value '(.*)' is invalid for argument '.*'\. Allowed choices are (.*)$/, "'$1' is not one of $2")
    .replaceAll(/'([^']*)'/g, '`$1`')
    .replaceAll('\n', ' ')
    .replace(/\.$/, '');
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.${near === undefined ? '' : ` Did you mean \`${near}\`?`}`;
}

function internal(error: unknown): OctavoError {
  return new OctavoError('internal', exitCodes.environment, `Internal error: ${messageOf(error)}`, {
    fix: 'This is a bug in Octavo. Run again with `--debug` for the stack trace, and report it.',
  });
}
