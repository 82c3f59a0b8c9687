// Serves a document until it is ended: `server.ts live <service> <document> <file>`, with its rows in a file, or
// `server.ts stub <service> <document> <results>`, with handlers that return what a file holds. Tells its parent its address, and answers its
// messages with the processor time used so far.

import { readFileSync } from 'node:fs';
import { deserialize } from 'node:v8';
import { serve } from '@octavo/runtime/node';
import { loadServices, type ServiceName } from '../../../services/index.ts';
import { openLive } from './live.ts';
import { credentialsFor } from './samples.ts';
import { stubOf } from './stub.ts';

/**
 * What is done before the processor time is read: put back the rows, with those for the identifiers of requests, or wait for what requests caused.
 */
export type Question = { readonly prepare: readonly string[] } | 'settle' | 'time';

interface Served {
  readonly origin: string;
  prepare(subjects: readonly string[]): Promise<void>;
  settle(): Promise<void>;
}

async function serveLive(name: ServiceName, document: string, file: string): Promise<Served> {
  const { sandbox, prepare, settle } = await openLive(name, { file });
  const { port } = await sandbox.listen(document);
  return { origin: `http://127.0.0.1:${port}`, prepare, settle };
}

async function serveStub(name: ServiceName, document: string, file: string): Promise<Served> {
  const [service] = await loadServices([name]);
  const results = deserialize(readFileSync(file)) as Readonly<Record<string, unknown>>;
  const credentials = credentialsFor(document, service?.credentials ?? []);
  const { url } = await serve(await stubOf(document, results, credentials), { port: 0, hostname: '127.0.0.1' });
  const nothing = async () => {};
  return { origin: url, prepare: nothing, settle: nothing };
}

const [way, name, document = '', place = ''] = process.argv.slice(2);
const { origin, prepare, settle } = await (way === 'live' ? serveLive : serveStub)(name as ServiceName, document, place);

async function act(question: Question): Promise<void> {
  if (question === 'settle') await settle();
  else if (question !== 'time') await prepare(question.prepare);
}

process.on('message', (question: Question) => {
  void act(question).then(() => {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  });
});
process.send?.(origin);
