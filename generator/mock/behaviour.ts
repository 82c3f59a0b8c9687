// Makes a mock wait or fail on purpose: by the command line for all requests, and by the header `Prefer` for one.
import type { HttpProblem } from './http.ts';

/** Milliseconds; each response takes a time between the two. */
export interface Latency {
  readonly from: number;
  readonly to: number;
}

/** The status of the response, or `drop`: the connection is closed without one. */
export type InjectedFault = number | 'drop';

export interface Behaviour {
  readonly latency?: Latency;
  /** `rate`: the share of requests that fail, from 0 to 1. */
  readonly faults?: { readonly rate: number; readonly fault: InjectedFault };
  /** Origins of pages that may read responses besides those of this machine: `https://app.example`, or `*` for all. */
  readonly origins?: readonly string[];
}

/** The wishes for one request. */
interface Wish {
  /** Milliseconds before the response. */
  readonly delay: number;
  readonly fault?: InjectedFault;
  /** The header for Prism, without what is done here; absent where nothing is left. */
  readonly prefer?: string;
}

/** The longest wait that can be asked for. */
const longest = 60_000;

/** `random`: a number from 0 to 1. Returns the problem with a preference of these, or of Prism's, that cannot be read. */
export function wishOf(header: string | undefined, behaviour: Behaviour, random: () => number = Math.random): Wish | HttpProblem {
  let latency = behaviour.latency;
  let fault = behaviour.faults !== undefined && random() < behaviour.faults.rate ? behaviour.faults.fault : undefined;
  const rest: string[] = [];
  let isOwn = false;
  for (const preference of (header ?? '').split(',').map((part) => part.trim())) {
    const [, name = '', value = ''] = /^([^=;\s]*)\s*=?\s*"?([^";]*)"?/.exec(preference) ?? [];
    switch (name.toLowerCase()) {
      case 'latency':
        isOwn = true;
        latency = readLatency(value);
        if (latency === undefined) return unreadable(preference, 'milliseconds up to 60000, as `latency=300` or `latency=100-800`');
        break;
      case 'fault':
        isOwn = true;
        fault = readFault(value);
        if (fault === undefined) return unreadable(preference, 'a status from 400 to 599, as `fault=503`, or `fault=drop`');
        break;
      case 'code':
        if (!/^\d{3}$/.test(value)) return unreadable(preference, 'a status of the operation, as `code=404`');
        rest.push(preference);
        break;
      case 'dynamic':
        if (value !== 'true' && value !== 'false') return unreadable(preference, '`dynamic=true` or `dynamic=false`');
        rest.push(preference);
        break;
      default:
        // RFC 7240 §2: a server ignores what it does not know.
        if (preference !== '') rest.push(preference);
    }
  }
  const delay = latency === undefined ? 0 : Math.round(latency.from + random() * (latency.to - latency.from));
  // A header without a wish of ours stays as it was sent, so that a document that declares it can refuse it: an empty one too.
  const prefer = isOwn ? rest.join(', ') || undefined : header;
  return { delay, ...(fault === undefined ? {} : { fault }), ...(prefer === undefined ? {} : { prefer }) };
}

/** `300` or `100-800`, in milliseconds; `undefined` for anything else. */
export function readLatency(text: string): Latency | undefined {
  const [, first, last] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? [];
  if (first === undefined) return undefined;
  const latency = { from: Number(first), to: Number(last ?? first) };
  return latency.from <= latency.to && latency.to <= longest ? latency : undefined;
}

/** `drop`, or a status from 400 to 599; `undefined` for anything else. */
export function readFault(text: string): InjectedFault | undefined {
  if (text === 'drop') return 'drop';
  return /^[45]\d\d$/.test(text) ? Number(text) : undefined;
}

function unreadable(preference: string, right: string): HttpProblem {
  const detail = `The mock cannot read \`${preference.slice(0, 100)}\` in the header Prefer: write ${right}.`;
  return { status: 400, title: 'Bad Request', detail, code: 'prefer-invalid' };
}
