// Holds the parts that `octavo conform`, `octavo proxy` and `octavo mcp` share on the command line: the document, the service, credentials, checks
// and reports.
import type { Command } from 'commander';
import { usageError } from '../base/error.ts';
import type { Project, ProjectDocument } from '../config/config.ts';
import type { Service } from '../model/service.ts';
import { type Context, collect, type Options, readingOptions, texts } from './command.ts';

/** Declares the document, and the options that both commands have. */
export function judgingOptions(command: Command): Command {
  const file = command.argument(
    '[file]',
    'OpenAPI document: a file, an https address, or - for the standard input (default: the one in octavo.config.ts, or else openapi.yaml)',
  );
  return readingOptions(file)
    .option('--target <url>', 'address of the service')
    .option('--base-path <path>', 'path before the paths of the document (default: that of the target, or of the first server)')
    .option('--on <check>', 'turn a check on, some with a value: `response-time=300`', collect)
    .option('--off <check>', 'turn a check off', collect)
    .option('--report <format=file>', 'write a report: json, junit, sarif, har (exchanges of the findings) or html', collect)
    .option('--max-time <seconds>', 'end after so long')
    .option('--allow-host <host>', 'another host than this machine that may be called', collect);
}

/** The one document that is named or configured. */
export function onlyDocument({ documents: [document, ...others] }: Project): ProjectDocument {
  if (document !== undefined && others.length === 0) return document;
  throw usageError('document-unclear', 'The configuration has several documents.', { fix: 'Name the one to use.' });
}

/** The checks that `--on` and `--off` name, by id: an option of the check, true or false. */
export function switchedChecks(options: Options): Record<string, unknown> {
  return Object.fromEntries([...texts(options.on).map(valued), ...texts(options.off).map((id) => [id, false] as const)]);
}

/** `response-time=300` → the check and its option. */
function valued(text: string): readonly [id: string, option: unknown] {
  const mark = text.indexOf('=');
  if (mark === -1) return [text, true];
  const value = text.slice(mark + 1);
  return [text.slice(0, mark), value.trim() === '' || Number.isNaN(Number(value)) ? value : Number(value)];
}

/** The value of a numeric option; undefined where it is not given. `flag` is the option without its hyphens. */
export function numberOf(given: string | undefined, flag: string): number | undefined {
  if (given === undefined) return undefined;
  const number = Number(given);
  if (given.trim() !== '' && Number.isFinite(number) && number >= 0) return number;
  throw usageError('option-malformed', `\`${given}\` is not a number.`, { fix: `Write a number after \`--${flag}\`.` });
}

/** The most findings that are printed in full. */
export function mostFindings({ verbose }: Context): number {
  return verbose ? Number.POSITIVE_INFINITY : 10;
}

/** `token=API_TOKEN` → the name and the value of the variable. A credential on the command line would be seen by others on the machine. */
export function variableOf(pair: string): readonly [name: string, value: string] {
  const mark = pair.indexOf('=');
  const value = process.env[pair.slice(mark + 1)];
  if (mark < 1 || value === undefined || value === '')
    throw usageError('credential-missing', `\`${shownPair(pair)}\` names no environment variable with a credential.`, {
      fix: 'Write the name of the security scheme and that of a variable, such as `--credential token=API_TOKEN`.',
    });
  return [pair.slice(0, mark), value];
}

/** What is not named as variables usually are may be the credential itself, which no log should have. */
function shownPair(pair: string): string {
  const [, scheme = '', variable = ''] = /^([^=]*=)?(.*)$/s.exec(pair) ?? [];
  return scheme + (/^[A-Z][A-Z\d_]*$/.test(variable) ? variable : '…');
}

/** The credentials that `--credential` names, by security scheme. */
export function credentialsOf({ securitySchemes }: Service, pairs: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [scheme, value] = variableOf(pair);
      const { kind } = securitySchemes.find(({ name }) => name === scheme) ?? {};
      if (kind === undefined)
        throw usageError('credential-unknown', `The document has no security scheme \`${scheme}\`.`, {
          fix: `It has ${securitySchemes.map(({ name }) => name).join(', ') || 'none'}.`,
        });
      const colon = value.indexOf(':');
      const [before, after] = [value.slice(0, colon), value.slice(colon + 1)];
      if (kind === 'basic') return [scheme, { username: before, password: after }];
      return [scheme, kind === 'signature' ? { key: before, secret: after } : value];
    }),
  );
}
