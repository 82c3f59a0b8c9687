// Compares validators with those of the peers, on an order of 1 kB, valid and invalid, and on the examples of every schema in specs/. Prints tables
// of ratios.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Issue } from '../../runtime/contract/issue.ts';
import { effortFlags, quick, rounds } from '../effort.ts';
import { median } from '../measure.ts';
import type { Job, Outcome } from './contest.ts';
import { examplesOf, orders, prepare, root } from './prepare.ts';

const PROCESSES = rounds(3);
/** Two runs of the same code differ by as much. */
const NOISE = 0.02;

/** Medians over a few processes, because a decision of the optimising compiler holds for all rounds of one process. */
function contest(job: Job): Outcome[] {
  const all: Outcome[][] = [];
  for (let run = 0; run < PROCESSES; run++) {
    const result = spawnSync(process.execPath, [path.join(import.meta.dirname, 'contest.ts'), ...effortFlags], {
      input: JSON.stringify(job),
      encoding: 'utf8',
    });
    if (result.status !== 0) throw new Error(result.stderr);
    all.push(JSON.parse(result.stdout) as Outcome[]);
  }
  return job.contenders.map((name, index) => ({
    name,
    time: median(all.map((outcomes) => outcomes[index]?.time ?? Number.NaN)),
    ratio: median(all.map((outcomes) => outcomes[index]?.ratio ?? Number.NaN)),
  }));
}

function table(title: string, outcomes: readonly Outcome[]): string {
  const [reference] = outcomes;
  const rows = outcomes.map(({ name, time, ratio }) => `| ${name} | ${time.toFixed(0)} | ${(1 / ratio).toFixed(2)} |`);
  return [`### ${title}`, '', `| validator | ns per value | speed, × ${reference?.name} |`, '|---|---:|---:|', ...rows, ''].join('\n');
}

async function order(): Promise<void> {
  const { valid, invalid } = orders();
  for (const formats of ['assert', 'annotate'] as const) {
    const { folder } = await prepare('bench/validators/order.json', `order-${formats}`, { formats });
    const peers = formats === 'assert' ? ['typebox', 'valibot', 'zod'] : [];
    const job = { folder, schema: 'Order' };
    const note = formats === 'assert' ? 'formats checked' : 'formats not checked';
    console.log(
      table(
        `Order of 1 kB, valid, ${note}`,
        contest({ ...job, contenders: ['ajv-first', 'octavo', 'ajv-all', ...peers], values: [valid], expected: true }),
      ),
    );
    const all = formats === 'assert' ? ['typebox-all', 'valibot', 'zod'] : [];
    console.log(
      table(
        `Order of 1 kB with faults, all reported, ${note}`,
        contest({ ...job, contenders: ['ajv-all', 'octavo', ...all], values: [invalid], expected: false }),
      ),
    );
  }
}

async function documents(): Promise<void> {
  const slower: string[] = [];
  const rows: string[] = [];
  for (const file of readdirSync(path.join(root, 'specs')).filter((name) => /^[a-h]-.*\.yaml$/.test(name))) {
    const { folder, service } = await prepare(`specs/${file}`, path.basename(file, '.yaml'), { formats: 'assert' });
    const module = (await import(path.join(folder, 'validators.ts'))) as Record<string, (value: unknown, issues: Issue[]) => boolean>;
    const examples = examplesOf(service, (name, value) => module[`validate${name}`]?.(value, []) === true);
    for (const [schema, values] of quick ? [...examples].slice(0, 1) : examples) {
      const [, octavo] = contest({ folder, schema, contenders: ['ajv-first', 'octavo'], values, expected: true });
      if (octavo === undefined) throw new Error(`no outcome for ${schema}`);
      const speed = 1 / octavo.ratio;
      rows.push(`| ${path.basename(file, '.yaml')} | ${schema} | ${octavo.time.toFixed(1)} | ${speed.toFixed(2)} |`);
      if (speed < 1 - NOISE) slower.push(`${file}: ${schema} at ${speed.toFixed(2)}`);
    }
  }
  console.log(
    [
      '### Every schema of the documents, valid examples',
      '',
      '| document | schema | ns | speed, × ajv-first |',
      '|---|---|---:|---:|',
      ...rows,
      '',
    ].join('\n'),
  );
  console.log(slower.length === 0 ? 'No schema is slower than Ajv.' : `Slower than Ajv: ${slower.join('; ')}.`);
}

await order();
await documents();
