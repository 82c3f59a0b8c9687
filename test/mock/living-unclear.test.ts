// Tests what a living mock makes of documents that are unclear: one without things, several candidates for an identifier, answers without one.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { explainSource } from '../../generator/mock/living/index.ts';
import { octavo } from '../cli/run.ts';
import { living } from './living.ts';

const text = { type: 'string' };
const object = (properties: Record<string, object>) => ({ type: 'object', required: Object.keys(properties), properties });
const content = (schema: object, example?: unknown) => ({ 'application/json': { schema, ...(example === undefined ? {} : { example }) } });
const reply = (schema: object, example?: unknown) => ({ description: 'Done.', content: content(schema, example) });
const inPath = (name: string) => [{ name, in: 'path', required: true, schema: text }];
const written = (paths: object) => JSON.stringify({ openapi: '3.1.0', info: { title: 'Unclear', version: '1' }, paths });

async function read(paths: object) {
  const source = { root: import.meta.dirname, allowRemote: [], text: written(paths) };
  const description = await load('unclear.json', source, new Problems());
  if (description === undefined) throw new Error('The document is at fault.');
  return description;
}

describe('a document without things', () => {
  const tides = { '/tides': { get: { responses: { 200: reply(object({ height: { type: 'number' } }), { height: 2.5 }) } } } };

  test('is said in one line', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'octavo-unclear-'));
    writeFileSync(path.join(folder, 'tides.json'), written(tides));
    const { code, stdout } = await octavo(['mock', 'tides.json', '--living', '--explain'], { cwd: folder });
    expect(code).toBe(0);
    const [first, second, ...more] = stdout.trimEnd().split('\n');
    const sentence = 'no operation is known to create, read or list things, so everything is answered from the document, without state.';
    expect(first).toBe(`tides: ${sentence}`);
    expect(second).toBe('  GET /tides  is answered from the document, without state');
    expect(more).toEqual([]);
  });

  test('is answered from its examples', async () => {
    const ask = await living(await read(tides));
    expect(await ask('GET', '/tides')).toMatchObject({ status: 200, isLiving: false, body: { height: 2.5 } });
  });
});

describe('two candidates for an identifier', () => {
  const ship = object({ number: text, code: text, title: text });
  const tern = { number: '7', code: 'TRN', title: 'Tern' };
  const ships = {
    '/ships': {
      get: { responses: { 200: reply({ type: 'array', items: ship }, [tern]) } },
      post: {
        requestBody: { required: true, content: content(object({ title: text })) },
        responses: { 201: reply(ship, tern) },
      },
    },
    '/ships/{ship}': { parameters: inPath('ship'), get: { responses: { 200: reply(ship, tern), 404: { description: 'None.' } } } },
  };

  test('the more certain one is taken, and --explain names the other one behind it', async () => {
    const description = await read(ships);
    const { why } = explainSource(description).find(({ method, path: at }) => `${method} ${at}` === 'GET /ships/{ship}') ?? {};
    expect(why).toMatch(/`code`.*, rather than `number`$/);
    const ask = await living(description);
    expect((await ask('GET', '/ships/TRN')).body).toEqual(tern);
    expect((await ask('GET', '/ships/7')).status).toBe(404);
  });
});

describe('an answer that leaves out what its path names', () => {
  const gauge = object({ name: text, value: { type: 'integer' } });
  const value = object({ value: { type: 'integer' } });
  const oil = { name: 'Oil', value: 4 };
  const gauges = {
    '/gauges': { get: { responses: { 200: reply({ type: 'array', items: gauge }, [oil]) } } },
    '/gauges/{gaugeName}': {
      parameters: inPath('gaugeName'),
      get: { responses: { 200: reply(value, { value: 4 }), 404: { description: 'None.' } } },
      post: {
        summary: 'Set the value of a gauge',
        requestBody: { required: true, content: content(value) },
        responses: { 200: { description: 'It is set.' }, 404: { description: 'None.' } },
      },
    },
  };

  test('is about a thing of the list above it, which a POST that sets it changes', async () => {
    const ask = await living(await read(gauges));
    expect((await ask('GET', '/gauges/Oil')).body).toEqual({ value: 4 });
    expect((await ask('POST', '/gauges/Oil', { value: 9 })).status).toBe(200);
    expect((await ask('GET', '/gauges/Oil')).body).toEqual({ value: 9 });
    expect((await ask('GET', '/gauges')).body).toContainEqual({ name: 'Oil', value: 9 });
    expect((await ask('GET', '/gauges/None')).status).toBe(404);
    expect((await ask('POST', '/gauges/None', { value: 9 })).status).toBe(404);
  });
});
