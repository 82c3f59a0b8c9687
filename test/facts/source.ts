// Reads a YAML file of this repository with the loader's parser, which knows the line of every key and value.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Problems, type Source } from '../../generator/base/problem.ts';
import type { JsonObject } from '../../generator/load/description.ts';
import { position } from '../../generator/load/frame.ts';
import { defaultLimits } from '../../generator/load/limits.ts';
import { isObject } from '../../generator/load/pointer.ts';
import { parse } from '../../generator/load/text/parse.ts';
import { makeSource } from '../../generator/load/text/read.ts';
import type { Place } from './facts.ts';

const root = path.resolve(import.meta.dirname, '../..');

export interface Yaml {
  readonly source: Source;
  readonly value: JsonObject;
}

/** @param file path from the root, which messages show. */
export function readYaml(file: string): Yaml {
  return parseYaml(file, readFileSync(path.join(root, file), 'utf8'));
}

/** @throws when the text is no YAML object, or has a key twice. */
export function parseYaml(file: string, text: string): Yaml {
  const problems = new Problems();
  const source = makeSource(path.join(root, file), file, text);
  const value = parse(source, defaultLimits, problems);
  const [problem] = problems.list;
  if (problem !== undefined) throw new Error(`${file}:${position(problem.location).line}: ${problem.message}`);
  if (!isObject(value)) throw new Error(`${file} holds no object`);
  return { source, value };
}

/** `file:line` of a place. */
export function lineOf(source: Source, { pointer, part }: Place): string {
  return `${source.display}:${position({ source, pointer, at: part }).line}`;
}
