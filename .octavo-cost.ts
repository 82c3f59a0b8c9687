import { openSandbox } from './services/platform/sandbox/sandbox.ts';
import { loadServices } from './services/index.ts';
import { createLog } from './services/platform/watch/log.ts';
import { createMetrics } from './services/platform/watch/metrics.ts';
import { openSync, writeSync } from 'node:fs';
const fd = openSync('/dev/null', 'w');
const services = await loadServices(['a-identity']);
async function measure(watcher: any) {
  const sandbox = await openSandbox(services, { watcher, warn: () => {} });
  const server = sandbox.servers['a-identity']!;
  const request = () => ({ method: 'GET', target: '/oauth2/v2/userinfo?oauth_token=at-8Rw5nJd2Tq7', origin: 'http://127.0.0.1', peer: '127.0.0.1', signal: new AbortController().signal, header: () => undefined, bytes: async () => new Uint8Array(), stream: () => new ReadableStream() });
  let status = 0;
  for (let i = 0; i < 3000; i++) status = (await server.answer!(request() as any)).status;
  const start = process.cpuUsage();
  for (let i = 0; i < 20000; i++) await server.answer!(request() as any);
  const { user, system } = process.cpuUsage(start);
  await sandbox.close();
  return [status, ((user + system) / 20000).toFixed(1)];
}
const log = () => createLog('info', { write: (line: string) => writeSync(fd, line) });
for (let round = 0; round < 3; round++) {
  console.log('none', await measure(undefined), 'log', await measure(log()), 'metrics', await measure(createMetrics()));
}
