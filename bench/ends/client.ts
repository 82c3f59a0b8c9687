// What a call costs beside the network: CPU of two operations on a `fetch` that answers at once. Every contender is bundled; rounds are interleaved.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { quick, rounds, warmUp } from '../effort.ts';
import { median } from '../measure.ts';
import { folder, prepare, root } from './prepare.ts';

const CALLS = quick ? 20 : 2000;
const ROUNDS = rounds(21);
const WARM_UP = warmUp(4);

interface Calls {
  get(): Promise<unknown>;
  place(order: unknown): Promise<unknown>;
}

interface Contender {
  readonly name: string;
  readonly run: () => Promise<unknown>;
  readonly times: number[];
}

const order = readFileSync(join(import.meta.dirname, '../validators/sample.json'), 'utf8').trim();
const receipt = JSON.stringify({ id: JSON.parse(order).id, total: JSON.parse(order).total });

/** Answers as a server does; made anew each time, since a body is read once. A client calls it with a `Request`, or with a URL and an init. */
async function fetch(input: string | Request, init?: RequestInit): Promise<Response> {
  const placed = (typeof input === 'string' ? init : input)?.method === 'POST';
  const text = placed ? receipt : order;
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) };
  return new Response(text, { status: placed ? 201 : 200, headers });
}

async function main(): Promise<void> {
  prepare();
  const { build } = createRequire(join(root, 'bench/package.json'))('esbuild');
  const create = async (name: string, validate: boolean): Promise<Calls> => {
    const outfile = join(folder, `${name}.mjs`);
    await build({
      entryPoints: [join(import.meta.dirname, `clients/${name}.ts`)],
      bundle: true,
      format: 'esm',
      platform: 'node',
      outfile,
      logLevel: 'error',
      nodePaths: [join(root, 'bench/node_modules')],
    });
    return (await import(outfile)).create(fetch, validate);
  };
  const value = JSON.parse(order);
  const both = (calls: Calls) => async () => [await calls.get(), await calls.place(value)];
  const request = new Request('https://orders.example.com/x', { headers: { authorization: 'Bearer secret' } });
  const post = new Request('https://orders.example.com/x', { method: 'POST', body: order });
  const contenders: Contender[] = [
    { name: 'openapi-fetch', run: both(await create('openapi-fetch', false)), times: [] },
    { name: 'octavo', run: both(await create('octavo', false)), times: [] },
    { name: 'hey-api', run: both(await create('hey-api', false)), times: [] },
    { name: 'hey-api, zod on both sides', run: both(await create('hey-api', true)), times: [] },
    { name: 'octavo, validated on both sides', run: both(await create('octavo', true)), times: [] },
    { name: 'the fetch alone', run: async () => [await (await fetch(request)).json(), await (await fetch(post)).json()], times: [] },
  ];
  for (const { name, run } of contenders) {
    const found = JSON.stringify(await run());
    if (found !== JSON.stringify([value, JSON.parse(receipt)])) throw new Error(`${name} gives ${found}`);
  }
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const { run, times } of contenders) {
      const before = process.cpuUsage();
      for (let call = 0; call < CALLS; call++) await run();
      const { user, system } = process.cpuUsage(before);
      if (round >= 0) times.push((user + system) / CALLS / 2);
    }
  }
  console.log(report(contenders));
}

function report(contenders: readonly Contender[]): string {
  const alone = contenders.at(-1)?.times ?? [];
  const own = contenders.map(({ times }) => times.map((time, round) => time - (alone[round] ?? 0)));
  const against = (index: number, reference: number) =>
    median((own[index] ?? []).map((time, round) => time / (own[reference]?.[round] ?? Number.NaN))).toFixed(2);
  const rows = contenders.slice(0, -1).map(({ name, times }, index) => {
    return `| ${name} | ${median(times).toFixed(1)} | ${median(own[index] ?? []).toFixed(1)} | ${against(index, 0)} | ${against(index, 3)} |`;
  });
  return [
    '### Client: a GET with a 1 kB response and a POST with a 1 kB body, alternating, on a `fetch` that responds at once',
    '',
    `"Own" excludes the \`fetch\` and the reading of its response by hand, which take ${median(alone).toFixed(1)} µs.`,
    '',
    '| client | CPU µs per call | own | own, × openapi-fetch | own, × hey-api with zod |',
    '|---|---:|---:|---:|---:|',
    ...rows,
    '',
  ].join('\n');
}

await main();
