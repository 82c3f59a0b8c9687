// Reads and writes the corpus of each fuzz target: a file of JSON strings, one per line, whose characters stand for bytes, so that diffs are
// readable.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { latin1Of } from './support.ts';

/** The names of all targets. */
export function targetNames(): string[] {
  return readdirSync(join(import.meta.dirname, 'targets')).map((file) => basename(file, '.ts'));
}

function fileOf(target: string): string {
  return join(import.meta.dirname, 'corpus', `${target}.txt`);
}

export function readCorpus(target: string): Uint8Array[] {
  const file = fileOf(target);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8').split('\n').filter(Boolean).map(bytesOf);
}

/** Writes the inputs without duplicates, shortest first. */
export function writeCorpus(target: string, inputs: readonly Uint8Array[]): void {
  const lines = [...new Set(inputs.map(lineOf))].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  writeFileSync(fileOf(target), `${lines.join('\n')}\n`);
}

/** Escapes to ASCII, so that every tool shows the same text. */
export function lineOf(bytes: Uint8Array): string {
  return JSON.stringify(latin1Of(bytes)).replace(/[\x7f-\xff]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
}

export function bytesOf(line: string): Uint8Array {
  return Uint8Array.from(String(JSON.parse(line)), (character) => character.charCodeAt(0));
}
