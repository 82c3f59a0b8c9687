// Random edits under watch: after each, the output is byte for byte that of a cold run over the same documents.
import { cpSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SchemaWorker, startSchemaWorker } from '../../generator/raw/schema.ts';
import { generate } from '../../generator/run/generate.ts';
import { type WatchChange, watch } from '../../generator/watch/index.ts';
import { byEffort } from '../support/effort.ts';
import { numbers } from '../support/numbers.ts';
import { notes, type Scratch, scratch } from './project.ts';

let worker: SchemaWorker;
beforeAll(() => {
  worker = startSchemaWorker();
});
afterAll(() => worker.close());

const documents = `[
  { input: 'specs/tagged.yaml', name: 'Tagged', split: 'tags', int64: 'bigint' },
  { input: 'specs/whole.yaml', name: 'Whole' },
]`;

function prepare(): Scratch {
  const project = scratch();
  project.put(
    'octavo.config.mjs',
    `export default { documents: ${documents}, out: 'generated', importExtension: '.ts', examples: true };\n`,
  );
  cpSync('specs/c-controller.yaml', project.put('specs/tagged.yaml', ''));
  project.put('specs/whole.yaml', notes());
  return project;
}

/** The text of every file below a folder, by path. */
function textsIn(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(path.join(folder, name)).isFile());
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
}

/** Typical edits of a document: names, prose and types, one place at a time. Some results are invalid. */
const edits: readonly [pattern: RegExp, to: (match: RegExpExecArray, word: string) => string][] = [
  [/^( {8})([a-z][A-Za-z]+):( .*)?$/gm, ([, indent = '', , rest = ''], word) => `${indent}${word}:${rest}`],
  [/^( {6}operationId: )\w+$/gm, ([, head = ''], word) => head + word],
  [/^( +description: )(\w.*)$/gm, ([, head = '', text = ''], word) => `${head}${word} ${text}`],
  [/type: integer/g, () => 'type: string'],
  [/type: string/g, () => 'type: [string, "null"]'],
  [/^ +tags: \[(\w+)\]$/gm, ([line], word) => line.replace(/\[\w+\]/, `[${word}]`)],
];

function edited(text: string, next: (below: number) => number, word: string): string {
  const [pattern, to] = edits[next(edits.length)] ?? [];
  const places = pattern === undefined ? [] : [...text.matchAll(pattern)];
  const place = places[next(Math.max(places.length, 1))];
  if (place === undefined || to === undefined) return `${text}# ${word}\n`;
  return text.slice(0, place.index) + to(place, word) + text.slice(place.index + place[0].length);
}

const seed = Number(process.env.SEED ?? 1);

const ROUNDS = byEffort({ quick: 5, deep: 10 });

test('the output of a watch equals that of a cold run', { timeout: 240_000 }, async () => {
  const project = prepare();
  const stop = new AbortController();
  const changes: WatchChange[] = [];
  const next = numbers(seed);
  const loaded = await project.load();
  const watching = watch(loaded, {
    signal: stop.signal,
    onChange: (change) => {
      changes.push(change);
    },
  });
  const told = async (count: number): Promise<WatchChange> => {
    for (const deadline = Date.now() + 60_000; changes.length < count; await sleep(5)) {
      if (Date.now() > deadline) throw new Error(`change ${count} did not come`);
    }
    const change = changes[count - 1];
    if (change === undefined) throw new Error('no change');
    return change;
  };
  try {
    await told(1);
    await sleep(60);
    let good = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const file = path.join(project.root, 'specs', next(4) === 0 ? 'whole.yaml' : 'tagged.yaml');
      const before = readFileSync(file, 'utf8');
      project.put(path.relative(project.root, file), edited(before, next, `edit${round}`));
      const { report } = await told(round + 2);
      if (report.failed) {
        // The old output is kept; restore the document, so that the next edit starts from a valid text.
        project.put(path.relative(project.root, file), `${before}# ${round}\n`);
        await told(round + 3);
        changes.splice(round + 1, 1);
        continue;
      }
      good++;
      const out = path.join(project.root, 'cold');
      rmSync(out, { recursive: true, force: true });
      const cold = loaded.documents.map((document) => ({ ...document, folder: path.join(out, document.id) }));
      await generate({ ...loaded, out, documents: cold }, { worker, cache: false });
      expect(textsIn(path.join(project.root, 'generated'))).toEqual(textsIn(out));
    }
    expect(good).toBeGreaterThan(ROUNDS / 2);
  } finally {
    stop.abort();
    await watching;
    project.remove();
  }
});
