// The thread of the mock that holds the generated code of documents: it compiles a document when a request first needs it.
import module from 'node:module';
import { parentPort } from 'node:worker_threads';
import { messageOf } from '../../base/error.ts';
import type { Engine } from './engine.ts';
import type { EngineAsk, EngineOutcome, EngineSource, FromEngine, ToEngine } from './protocol.ts';

// A thread must enable its own compile cache.
module.enableCompileCache();

const sources = new Map<string, EngineSource>();
/** By document, compiled or being compiled. */
const engines = new Map<string, Promise<Engine>>();

async function engineOf(id: string): Promise<Engine> {
  const source = sources.get(id);
  if (source === undefined) throw new Error(`Unknown document \`${id}\`.`);
  const [{ createEngine }, { serviceOf }] = await Promise.all([import('./engine.ts'), import('./source.ts')]);
  return createEngine(await serviceOf(id, source), 'service' in source ? source.code : {}, source.living);
}

async function outcomeOf(ask: EngineAsk): Promise<EngineOutcome> {
  const engine = engines.get(ask.document) ?? engineOf(ask.document);
  engines.set(ask.document, engine);
  try {
    return await (await engine).answer(ask);
  } catch (error) {
    return { kind: 'none', detail: messageOf(error) };
  }
}

parentPort?.on('message', async (message: ToEngine) => {
  switch (message.kind) {
    case 'set':
      sources.set(message.id, message.source);
      engines.delete(message.id);
      return;
    case 'remove':
      sources.delete(message.id);
      engines.delete(message.id);
      return;
    case 'ask': {
      const reply: FromEngine = { seq: message.seq, outcome: await outcomeOf(message.ask) };
      parentPort?.postMessage(reply);
    }
  }
});
