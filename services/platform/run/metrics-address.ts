// Serves `/metrics`, and health, at an address of its own: what is counted is not for callers of the services.

import { type ServedAddress, serve } from '@octavo/runtime/node';
import type { Gauges, Metrics } from '../watch/metrics.ts';
import type { Health } from './health.ts';
import type { ListeningPlace } from './ports.ts';

const TEXT = 'text/plain; version=0.0.4; charset=utf-8';

/** It listens until it is closed, also while the services drain. */
export function serveMetrics({ host, port }: ListeningPlace, metrics: Metrics, gauges: Gauges, health: Health): Promise<ServedAddress> {
  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (request.method !== 'GET') return new Response(null, { status: 405, headers: { allow: 'GET' } });
    if (pathname === '/metrics') return new Response(await metrics.text(gauges), { headers: { 'content-type': TEXT } });
    const found = await health.find(pathname)?.();
    return found === undefined ? new Response(null, { status: 404 }) : new Response(String(found.body), found);
  }
  return serve(answer, { port, hostname: host });
}
