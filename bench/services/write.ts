// Measures one way to write rows, in a process of its own: `write.ts <way> <place> <writers> <seconds>`. Prints its figures as JSON.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { mainThread, postgresByHand, type Row, sqliteByHand, store, thread, type Way } from './writers.ts';

export interface Figures {
  /** Durable writes per second. */
  readonly rate: number;
  /** Milliseconds by which the event loop was late, 99th percentile. */
  readonly delay: number;
  /** Microseconds of the processor's time that this process took for a write, its threads included. */
  readonly processor: number;
}

const ways: Readonly<Record<string, (place: string) => Promise<Way>>> = {
  store: (place) => store(place.startsWith('postgres:') ? { postgres: place } : { file: place }),
  'main thread': mainThread,
  thread,
  'node:sqlite by hand': sqliteByHand,
  'pg by hand': postgresByHand,
};

const [name = '', place = '', writers = '1', seconds = '1'] = process.argv.slice(2);
const way = await ways[name]?.(place);
if (way === undefined) throw new Error(`no way ${name}`);
console.log(JSON.stringify(await measure(way, Number(writers), Number(seconds))));
await way.close();

async function measure(measured: Way, many: number, length: number): Promise<Figures> {
  let made = 0;
  let done = 0;
  const rows = (count: number): Row[] =>
    Array.from({ length: count }, () => {
      made++;
      return { id: `row-${process.pid}-${made}`, account: `account-${made % 100}`, amount: made, at: Date.now(), note: 'x'.repeat(100) };
    });
  const run = async (milliseconds: number): Promise<void> => {
    const end = performance.now() + milliseconds;
    const count = () => {
      done++;
    };
    // By hand, the rows of all writers make one transaction; else each writer goes on when its own row is durable.
    if (name.startsWith('node:sqlite')) {
      while (performance.now() < end) {
        await measured.write(rows(many), count);
        await new Promise(setImmediate);
      }
      return;
    }
    const writer = async (): Promise<void> => {
      while (performance.now() < end) await measured.write(rows(1), count);
    };
    await Promise.all(Array.from({ length: many }, writer));
  };
  await run(length * 200);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  done = 0;
  delay.enable();
  const start = performance.now();
  const before = process.cpuUsage();
  await run(length * 1000);
  const took = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  delay.disable();
  return { rate: (done * 1000) / took, delay: delay.percentile(99) / 1e6, processor: (user + system) / done };
}
