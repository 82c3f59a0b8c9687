// Takes one document for each construct that OpenAPI 3.2 added through every stage. docs/openapi-3.2.md shows the same table, with each reason.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { findPeer } from '../../generator/base/peer.ts';
import { contradictions } from '../../generator/redocly/contradictions.ts';
import { redoclyFindings } from '../../generator/redocly/lint.ts';
import { root } from '../support/documents.ts';
import { typeCheck } from '../support/type-check.ts';
import { BODIES } from './bodies.ts';
import { type Construct, emitted, type Kit, kitOf, type Read, read, STAGES, whole } from './kit.ts';
import { REQUESTS } from './requests.ts';

const CONSTRUCTS: readonly Construct[] = [...REQUESTS, ...BODIES];
const folder = path.join(root, '.octavo/tmp/openapi-3.2');
const kits = new Map<Construct, Kit>();
let typeErrors = '';

const nameOf = (index: number): string => `c${index}`;

beforeAll(async () => {
  const all: Read[] = [];
  for (const { document } of CONSTRUCTS) all.push(await read(document));
  const files = new Map<string, string>();
  for (const [index, one] of all.entries()) {
    for (const [name, text] of emitted(one)) files.set(`${nameOf(index)}/${name}`, text);
    const { types } = CONSTRUCTS[index]?.cells ?? {};
    if (types !== undefined && 'code' in types) files.set(`${nameOf(index)}/use.ts`, `${types.code}\n`);
  }
  typeErrors = typeCheck(folder, files);
  const found = await lintAll(all);
  for (const [index, construct] of CONSTRUCTS.entries()) {
    kits.set(construct, await kitOf(construct, all[index] as Read, path.join(folder, nameOf(index)), found[index] ?? []));
  }
}, 240_000);

/** The errors that Redocly finds in each document, as `octavo lint` sorts them. */
async function lintAll(all: readonly Read[]): Promise<string[][]> {
  const bin = findPeer(root, '@redocly/cli', 'redocly')?.bin ?? '';
  const documents = path.join(folder, 'documents');
  rmSync(documents, { recursive: true, force: true });
  mkdirSync(documents, { recursive: true });
  const files = CONSTRUCTS.map(({ document }, index) => {
    const file = path.join(documents, `${nameOf(index)}.json`);
    writeFileSync(file, JSON.stringify(whole(document), undefined, 2));
    return file;
  });
  const { load } = await import('../../generator/load/index.ts');
  const { Problems } = await import('../../generator/base/problem.ts');
  const descriptions = await Promise.all(files.map((file) => load(file, { root: documents }, new Problems())));
  expect(descriptions.length).toBe(all.length);
  const found = await redoclyFindings({
    bin,
    files,
    descriptions: descriptions.filter((description) => description !== undefined),
    root: documents,
    signal: new AbortController().signal,
  });
  if ('failure' in found) throw new Error(found.failure);
  return files.map((file) =>
    found.problems
      .filter(({ location, severity }) => location.source.path === file && severity === 'error')
      .map(({ severity, code }) => `${severity} ${code}`),
  );
}

describe.each(CONSTRUCTS.map((construct, index) => [construct.name, construct, nameOf(index)] as const))('%s', (_, construct, name) => {
  for (const stage of STAGES) {
    const cell = construct.cells[stage];
    if ('reason' in cell) continue;
    test(stage, async () => {
      const kit = kits.get(construct);
      if (kit === undefined) throw new Error('The document was not read.');
      if ('code' in cell) expect(typeErrors.split('\n').filter((line) => line.includes(`/${name}/`))).toEqual([]);
      else await cell(kit);
    });
  }
});

test('the generated code of all documents compiles', () => {
  expect(typeErrors).toBe('');
});

/** The rows of the page, with a number for each reason. */
function table(): string {
  const reasons: string[] = [];
  const rows = CONSTRUCTS.map(({ name, section, cells }) => {
    const columns = STAGES.map((stage) => {
      const cell = cells[stage];
      if (!('reason' in cell)) return '✓';
      if (!reasons.includes(cell.reason)) reasons.push(cell.reason);
      return `[${reasons.indexOf(cell.reason) + 1}](#why-not)`;
    });
    return `| ${[name, section, ...columns].join(' | ')} |`;
  });
  const head = ['construct', 'section', ...STAGES];
  return [
    `| ${head.join(' | ')} |`,
    `| ${head.map(() => '---').join(' | ')} |`,
    ...rows,
    '',
    '### Why not',
    '',
    ...reasons.map((reason, index) => `${index + 1}. ${reason}`),
  ].join('\n');
}

function findingsTable(): string {
  const rows = contradictions.map(
    ({ rule, construct, section }) =>
      `| \`${rule.source.replaceAll(/[\^$]/g, '').replace('.*', '…').replace('(?:invalid|unresolved)', '…')}\` | ${construct} | ${section} |`,
  );
  return ['| rule | what Redocly takes for a fault | section |', '| --- | --- | --- |', ...rows].join('\n');
}

test('the page has this table, and the findings of Redocly that are left out', () => {
  const page = readFileSync(path.join(root, 'docs/openapi-3.2.md'), 'utf8');
  const between = (mark: string): string => page.split(`<!-- ${mark} -->\n`)[1]?.split(`\n<!-- end of ${mark} -->`)[0] ?? '';
  expect(between('constructs')).toBe(table());
  expect(between('findings')).toBe(findingsTable());
});
