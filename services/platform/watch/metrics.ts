// Counts what a process does and uses, in the text format of Prometheus: https://prometheus.io/docs/instrumenting/exposition_formats/

import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Answered, Watcher } from '../requests/watch.ts';

/** Seconds. The limits that Prometheus' own clients have. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What is asked for each time that the metrics are read. */
export interface Gauges {
  /** Deliveries and jobs that wait. Rejects where the store does not say. */
  waiting(): Promise<{ readonly outbox: number; readonly due: number }>;
  /** Sockets and streams that are open. */
  connections(): readonly { readonly document: string; readonly kind: string }[];
}

export interface Metrics extends Watcher {
  text(gauges: Gauges): Promise<string>;
}

interface Durations {
  readonly labels: string;
  /** How many took at most as long as each of `BUCKETS`, each counted once. */
  readonly within: number[];
  sum: number;
  count: number;
}

type Labels = Readonly<Record<string, string | number>>;

export function createMetrics(): Metrics {
  // By the values of their labels: to write the labels for each request would cost more than to count it.
  const requests = new Map<string, { readonly labels: string; count: number }>();
  const durations = new Map<string, Durations>();
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  return {
    failed() {},
    answered({ service, document, operation = '', status, milliseconds }: Answered) {
      const key = `${document} ${operation} ${status}`;
      let counted = requests.get(key);
      if (counted === undefined) {
        counted = { labels: labelsOf({ service, document, operation, status }), count: 0 };
        requests.set(key, counted);
      }
      counted.count += 1;
      let found = durations.get(document);
      if (found === undefined) {
        found = { labels: labelsOf({ service, document }), within: BUCKETS.map(() => 0), sum: 0, count: 0 };
        durations.set(document, found);
      }
      observe(found, milliseconds / 1000);
    },
    async text(gauges) {
      const delayed = delay.percentile(99) / 1e9;
      delay.reset();
      const families = [
        family(
          'octavo_requests_total',
          'counter',
          'Requests that were answered, by operation and status.',
          countRequests([...requests.values()]),
        ),
        histogram('octavo_request_duration_seconds', 'Time until an answer begins.', [...durations.values()]),
        family('octavo_connections', 'gauge', 'Sockets and streams that are open.', countConnections(gauges)),
        await waitingFamily(gauges),
        ...processFamilies(),
        family('nodejs_eventloop_delay_p99_seconds', 'gauge', 'The 99th percentile since the metrics were last read.', [['', delayed]]),
      ];
      return families.join('');
    },
  };
}

function observe(found: Durations, seconds: number): void {
  const bucket = BUCKETS.findIndex((limit) => seconds <= limit);
  if (bucket !== -1) found.within[bucket] = (found.within[bucket] ?? 0) + 1;
  found.sum += seconds;
  found.count += 1;
}

/** `{service="h-email",status="200"}` */
function labelsOf(labels: Labels): string {
  return `{${Object.entries(labels).map(labelOf).join(',')}}`;
}

function labelOf([name, value]: readonly [string, string | number]): string {
  return `${name}="${String(value).replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"')}"`;
}

type Sample = readonly [labels: string, value: number];

function family(name: string, type: 'counter' | 'gauge', help: string, samples: readonly Sample[]): string {
  return head(name, type, help) + samples.map(([labels, value]) => `${name}${labels} ${value}\n`).join('');
}

function head(name: string, type: string, help: string): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
}

function histogram(name: string, help: string, durations: readonly Durations[]): string {
  const lines = durations.flatMap(({ labels, within, sum, count }) => {
    const bucket = (limit: number | '+Inf', value: number) => `${name}_bucket${labels.slice(0, -1)},${labelOf(['le', limit])}} ${value}\n`;
    let total = 0;
    const buckets = BUCKETS.map((limit, index) => {
      total += within[index] ?? 0;
      return bucket(limit, total);
    });
    return [...buckets, bucket('+Inf', count), `${name}_sum${labels} ${sum}\n`, `${name}_count${labels} ${count}\n`];
  });
  return head(name, 'histogram', help) + lines.join('');
}

function countRequests(requests: readonly { readonly labels: string; readonly count: number }[]): readonly Sample[] {
  return requests.map(({ labels, count }) => [labels, count]);
}

function countConnections({ connections }: Gauges): readonly Sample[] {
  const counts = new Map<string, number>();
  for (const { document, kind } of connections()) {
    const key = labelsOf({ document, kind });
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts];
}

/** Left out while the store does not answer: a number that is not known is none. */
async function waitingFamily({ waiting }: Gauges): Promise<string> {
  try {
    const { outbox, due } = await waiting();
    return (
      family('octavo_outbox_waiting', 'gauge', 'Deliveries that have not ended, at most 100000 of them.', [['', outbox]]) +
      family('octavo_due_waiting', 'gauge', 'Jobs that have not run, at most 100000 of them.', [['', due]])
    );
  } catch {
    return '';
  }
}

function processFamilies(): readonly string[] {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  const started = Date.now() / 1000 - process.uptime();
  return [
    family('process_cpu_seconds_total', 'counter', 'Processor time, of the user and of the system.', [['', (user + system) / 1e6]]),
    family('process_resident_memory_bytes', 'gauge', 'Resident memory.', [['', rss]]),
    family('process_start_time_seconds', 'gauge', 'When the process began, since 1970.', [['', Math.round(started)]]),
    family('nodejs_heap_size_used_bytes', 'gauge', 'The part of the heap that is in use.', [['', heapUsed]]),
  ];
}
