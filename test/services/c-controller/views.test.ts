// Tests that what is written by one view of a tag shows in every other view of it, on each engine.

import { expect, test } from 'vitest';
import { keys } from '../../../services/c-controller/seed.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';

const STRATEGY = 'https://controller.example.com/api/v1/device/strategy';

/** A table of one type: three elements as JSON, as they are written and as they are read back. */
interface Kind {
  readonly kind: string;
  readonly table: string;
  readonly variable: string;
  readonly written: readonly [string, string, string];
  readonly read?: readonly [string, string, string];
}

const kinds: readonly Kind[] = [
  { kind: 'int32s', table: 'HopTimes', variable: 'BatchNumber', written: ['-2147483648', '2147483647', '0'] },
  {
    kind: 'int64s',
    table: 'FermentersDueNs',
    variable: 'TotalPulses',
    written: ['-9223372036854775808', '9223372036854775807', '9007199254740993'],
  },
  {
    kind: 'floats',
    table: 'MashStepsC',
    variable: 'SetpointC',
    written: ['0.1', '3.4e38', '16777217'],
    read: ['0.10000000149011612', '3.3999999521443642e+38', '16777216'],
  },
  { kind: 'strings', table: 'HopNames', variable: 'BrewerName', written: ['"Ines"', '""', '"Hopfen 🌿"'] },
];

describeOnEngines('views of a tag', (engine) => {
  async function open() {
    const fetch = (await engine.open('c-controller')).fetch('c-controller');
    const headers = { authorization: `Basic ${btoa(`${keys.readWrite.id}:${keys.readWrite.value}`)}`, 'content-type': 'application/json' };
    return {
      read: async (path: string) => (await fetch(`${STRATEGY}/${path}`, { headers })).text(),
      write: async (path: string, body: string) => {
        const { status } = await fetch(`${STRATEGY}/${path}`, { method: 'POST', headers, body });
        expect(status, path).toBe(200);
      },
    };
  }

  test.each(kinds)('tables of $kind: all, a range, elements', async ({ kind, table, written, read: [a, b, c] = written }) => {
    const { read, write } = await open();
    const path = `tables/${kind}/${table}`;
    const all = async () => [await read(path), ...(await Promise.all([0, 1, 2, 3].map((index) => read(`${path}/${index}`))))];
    const seen = (...values: string[]) => [`[${values.join()}]`, ...values.map((value) => `{"value":${value}}`)];
    const [x, y, z] = written;
    await write(path, `[${x},${y},${z},${x}]`);
    expect(await all()).toEqual(seen(a, b, c, a));
    await write(`${path}?startIndex=1`, `[${z},${x}]`);
    expect(await all()).toEqual(seen(a, c, a, a));
    await write(`${path}/3`, `{"value":${y}}`);
    expect(await all()).toEqual(seen(a, c, a, b));
    // What is beyond the end is not written.
    await write(`${path}?startIndex=3`, `[${z},${x},${y}]`);
    expect(await all()).toEqual(seen(a, c, a, c));
    await write(path, '[]');
    expect(await read(`${path}?startIndex=1&numElements=2`)).toBe(`[${c},${a}]`);
    expect(await read(`tables/${kind}`)).toBe(`[{"name":"${table}","length":4}]`);
  });

  test.each(kinds)('variables of $kind: itself, and the list', async ({ kind, variable, written, read: back = written }) => {
    const { read, write } = await open();
    for (const [index, value] of written.entries()) {
      await write(`vars/${kind}/${variable}`, `{"value":${value}}`);
      expect(await read(`vars/${kind}/${variable}`)).toBe(`{"value":${back[index]}}`);
      expect(await read(`vars/${kind}`)).toContain(`{"name":"${variable}","value":${back[index]}}`);
    }
  });

  test('64-bit integers: numbers and strings of digits', async () => {
    const { read, write } = await open();
    const [variable, table] = ['vars/int64s/TotalPulses', 'tables/int64s/FermentersDueNs'];
    await write(variable, '{"value":-9223372036854775808}');
    expect(await read(`${variable}/_string`)).toBe('{"value":"-9223372036854775808"}');
    await write(`${variable}/_string`, '{"value":"9007199254740993"}');
    expect(await read(variable)).toBe('{"value":9007199254740993}');
    expect(await read('vars/int64s')).toContain('"value":9007199254740993}');
    expect(await read('vars/int64s/_string')).toContain('"value":"9007199254740993"}');
    await write(`${table}/_string?startIndex=2`, '["-1","9223372036854775807"]');
    expect(await read(`${table}?startIndex=2`)).toBe('[-1,9223372036854775807]');
    await write(`${table}/2/_string`, '{"value":"9007199254740993"}');
    expect(await read(`${table}/2`)).toBe('{"value":9007199254740993}');
    await write(`${table}/3`, '{"value":-9007199254740993}');
    expect(await read(`${table}/_string?startIndex=2&numElements=2`)).toBe('["9007199254740993","-9007199254740993"]');
    expect(await read(`${table}/3/_string`)).toBe('{"value":"-9007199254740993"}');
  });

  test.each([
    ['analogOutputs', 'SteamValvePct', 'eu', '42.1', '42.099998474121094'],
    ['digitalOutputs', 'DrainOpen', 'state', 'true', 'true'],
  ])('%s: itself, and the list', async (group, point, view, written, back) => {
    const { read, write } = await open();
    await write(`ios/${group}/${point}/${view}`, `{"value":${written}}`);
    expect(await read(`ios/${group}/${point}/${view}`)).toBe(`{"value":${back}}`);
    expect(await read(`ios/${group}`)).toContain(`{"name":"${point}","value":${back}}`);
  });

  test('strings are truncated to their width in all views', async () => {
    const { read, write } = await open();
    await write('tables/strings/HopNames', '["East Kent Golding, dried","Fuggle"]');
    expect(await read('tables/strings/HopNames?numElements=2')).toBe('["East Kent Goldin","Fuggle"]');
    await write('tables/strings/HopNames/1', '{"value":"Northern Brewer, fresh"}');
    expect(await read('tables/strings/HopNames?startIndex=1&numElements=1')).toBe('["Northern Brewer,"]');
    await write('vars/strings/RecipeName', '{"value":"Winter Wheat Special"}');
    expect(await read('vars/strings')).toContain('"Winter Wheat Spe"');
  });
});
