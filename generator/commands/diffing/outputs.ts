// The part of `octavo diff` that says how the changes are shown: `--format`, once or more, printed or written to a file.
import path from 'node:path';
import type { Command } from 'commander';
import { usageError } from '../../base/error.ts';
import type { Format, Compared as Shown } from '../../diff/formats/index.ts';
import { cannotWrite } from '../../write/cannot-write.ts';
import { replaceFile } from '../../write/file.ts';
import { type Context, collect, type Options, texts } from '../command.ts';

const FORMATS = ['text', 'markdown', 'github', 'sarif', 'next-version'] as const;

export interface Outputs {
  /** What is printed: `text` is for people; the other formats are for programs, as `--json` is. */
  readonly printed: Format | 'text';
  readonly written: readonly { readonly format: Format; readonly file: string }[];
}

export function formatOption(command: Command): Command {
  return command.option(
    '--format <format>',
    'what to print: text (default); markdown for a comment on a pull request; github for annotations in a workflow; sarif; or next-version, the version that the new document needs. `sarif=<file>` writes it to a file; repeatable',
    collect,
  );
}

/** @throws {OctavoError} (exit code 2) for a format that does not exist, and for two that are printed. */
export function outputsOf(options: Options, { json, cwd }: Context): Outputs {
  const given = texts(options.format).map(parsed);
  const [printed = 'text', ...more] = given.flatMap(({ format, file }) => (file === undefined ? [format] : []));
  if (more.length > 0)
    throw usageError('usage', 'Only one format can be printed.', { fix: `Write the others to files: \`--format ${more[0]}=<file>\`.` });
  if (json && printed !== 'text')
    throw usageError('usage', '`--json` and `--format` both say what to print.', {
      fix: `Leave one of them out, or write \`--format ${printed}=<file>\`.`,
    });
  const written = given.flatMap(({ format, file }) => {
    if (file === undefined) return [];
    if (format === 'text') throw usageError('usage', 'The format `text` is printed, not written to a file.', { fix: 'Choose `markdown`.' });
    return [{ format, file: path.resolve(cwd, file) }];
  });
  return { printed, written };
}

/** `sarif`, or `sarif=changes.sarif`. */
function parsed(value: string): { readonly format: Format | 'text'; readonly file: string | undefined } {
  const [name = '', ...rest] = value.split('=');
  const format = FORMATS.find((known) => known === name);
  const file = rest.length === 0 ? undefined : rest.join('=');
  if (format !== undefined && file !== '') return { format, file };
  throw usageError('usage', format === undefined ? `There is no format \`${name}\`.` : `\`--format ${value}\` names no file.`, {
    fix: `Choose one of ${FORMATS.join(', ')}; \`markdown=changes.md\` writes it to a file.`,
  });
}

/** Writes the files, and prints the one format that is not `text`. @throws {OctavoError} (exit code 3) for a file that cannot be written. */
export async function putOut({ printed, written }: Outputs, shown: Shown, context: Context): Promise<void> {
  if (printed === 'text' && written.length === 0) return;
  const { formatted } = await import('../../diff/formats/index.ts');
  for (const { format, file } of written) {
    const content = formatted(format, shown);
    try {
      replaceFile(file, content === '' ? '' : `${content}\n`);
    } catch (error) {
      throw cannotWrite(file, error);
    }
  }
  const content = printed === 'text' ? '' : formatted(printed, shown);
  if (content !== '') context.data(content);
}
