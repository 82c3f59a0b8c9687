// Describes an error of the user's code for people: the message, the file and line, the code or the calls, and what to do about it.
import { existsSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { listenFault } from '@octavo/runtime/process';
import { systemCode } from '../base/error.ts';
import { installCommand } from '../base/package-manager.ts';
import type { LiveFailure, LivePlace } from './protocol.ts';

/** `module` is the file that `serve` names; `imported` are the files that were being loaded, the module among them. */
export function failureOf(error: unknown, module: string, imported: readonly string[]): LiveFailure {
  const fix = fixOf(error, module);
  const about = { message: messageOf(error, module), ...(fix === undefined ? {} : { fix }) };
  const excerpt = excerptOf(error instanceof Error ? (error.stack ?? '') : '') ?? syntaxErrorIn(error, imported);
  if (excerpt !== undefined) return { ...about, place: excerpt.place, code: excerpt.code, calls: [] };
  const calls = callsOf(error);
  return { ...about, place: calls[0]?.place ?? { file: module }, code: [], calls };
}

function messageOf(error: unknown, module: string): string {
  if (!(error instanceof Error)) return `${String(error)} was thrown.`;
  const listening = listenFault(error);
  if (listening !== undefined) return listening;
  if (missingFile(error) === module) return 'The file does not exist.';
  // An AggregateError of node:net has no message.
  const message = error.message === '' ? (systemCode(error) ?? '') : error.message;
  return error.name === 'Error' ? message : [error.name, message].filter(Boolean).join(': ');
}

function fixOf(error: unknown, module: string): string | undefined {
  switch (systemCode(error)) {
    case 'EADDRINUSE':
      return 'Stop the program that uses it, or choose other ports with `--live-port`.';
    case 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX':
      return 'Node.js runs TypeScript by removing the types, so it cannot run this. Write it another way, or compile it and name the compiled module in `serve`.';
    case 'ERR_UNKNOWN_FILE_EXTENSION':
      return 'Node.js runs `.ts`, `.mts`, `.js` and `.mjs`. Compile other files first, and name the compiled module in `serve`.';
    case 'ERR_MODULE_NOT_FOUND': {
      const missing = missingFile(error);
      if (missing === module) return 'Create it, or correct `serve` in the configuration.';
      const [, name] = /^Cannot find package '([^']+)'/.exec(error instanceof Error ? error.message : '') ?? [];
      if (name !== undefined) return `Install it: \`${installCommand([name])}\`.`;
      if (missing === undefined || !existsSync(missing.replace(/\.js$/, '.ts'))) return undefined;
      return "Import it with the extension `.ts`, since Node.js runs the source as it is. `importExtension: '.ts'` in the configuration does so in generated code.";
    }
    default:
      return undefined;
  }
}

/** The file that an import did not find; `undefined` for a package. */
function missingFile(error: unknown): string | undefined {
  const isFile = error instanceof Error && 'url' in error && typeof error.url === 'string' && error.url.startsWith('file:');
  return isFile && systemCode(error) === 'ERR_MODULE_NOT_FOUND' ? fileURLToPath(String(error.url)) : undefined;
}

interface Excerpt {
  readonly place: LivePlace;
  readonly code: readonly string[];
}

/** Reads the lines that Node.js writes before the stack of most syntax errors: `file:///dev.ts:3`, the code, and carets below it. */
function excerptOf(stack: string): Excerpt | undefined {
  const [, where = '', line = '', code = ''] = /^(\S[^\n]*?):(\d+)\n((?!\s*at )[\s\S]*?)\n\s*\w*Error\b/.exec(stack) ?? [];
  const file = fileOf(where);
  if (file === undefined) return undefined;
  const lines = code.split('\n').filter((text) => text.trim() !== '');
  const caret = lines.find((text) => /^\s*\^+\s*$/.test(text))?.indexOf('^');
  return { place: { file, line: Number(line), ...(caret === undefined ? {} : { column: caret + 1 }) }, code: lines };
}

/** Node.js does not say where a syntax error in JavaScript is. Its parser of TypeScript, which reads JavaScript too, does. */
function syntaxErrorIn(error: unknown, imported: readonly string[]): Excerpt | undefined {
  if (!(error instanceof SyntaxError)) return undefined;
  for (const file of imported.filter((name) => /\.m?js$/.test(name) && existsSync(name))) {
    try {
      stripTypeScriptTypes(readFileSync(file, 'utf8'));
    } catch (fault) {
      const found = excerptOf(`${file}${fault instanceof Error ? fault.stack : ''}`);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** The calls in the user's files: neither those of Node.js and of installed packages, nor those of this room. */
function callsOf(error: unknown): LiveFailure['calls'] {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return stack.split('\n').flatMap((text) => {
    const [, name = '', where = '', line = '', column = ''] = /^\s+at (?:(.*?) \()?(.*?):(\d+):(\d+)\)?$/.exec(text) ?? [];
    const file = fileOf(where.replace(/^async /, ''));
    if (file === undefined || file.startsWith(import.meta.dirname) || /[\\/]node_modules[\\/]/.test(file)) return [];
    return [{ name, place: { file, line: Number(line), column: Number(column) } }];
  });
}

/** The path of a file; `undefined` for another address, such as `node:net`. */
function fileOf(where: string): string | undefined {
  if (where.startsWith('file:')) return fileURLToPath(where.replace(/[?#].*$/, ''));
  return path.isAbsolute(where) ? where : undefined;
}
