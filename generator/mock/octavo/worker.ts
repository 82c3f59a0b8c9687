// The thread of the mock that holds the generated code of documents: it compiles a document when a request first needs it.
import module from 'node:module';
import { parentPort } from 'node:worker_threads';
import { messageOf, OctavoError } from '../../base/error.ts';
import type { Engine } from './engine.ts';
import type { EngineOutcome, EngineSource, FromEngine, ToEngine } from './protocol.ts';

// A thread must enable its own compile cache.
module.enableCompileCache();

const sources = new Map<string, EngineSource>();
/** By document, compiled or being compiled. */
const engines = new Map<string, Promise<Engine>>();

async function engineOf(id: string): Promise<Engine> {
  const source = sources.get(id);
  if (source === undefined) throw new Error(`Unknown document \`${id}\`.`);
  const [{ createEngine }, { serviceOf }] = await Promise.all([import('./engine.ts'), import('./source.ts')]);
  const service = await serviceOf(id, source);
  const file = source.living?.handlers;
  const front = file === undefined ? {} : await (await import('../living/handlers-file.ts')).frontHandlersIn(file, service);
  return createEngine(service, 'service' in source ? source.code : {}, source.living, front);
}

/** What an engine does; the document is compiled where it is not yet. */
async function outcomeOf<T>(
  id: string,
  work: (engine: Engine) => T | Promise<T>,
): Promise<T | (EngineOutcome & { readonly kind: 'none' })> {
  const engine = engines.get(id) ?? engineOf(id);
  engines.set(id, engine);
  try {
    return await work(await engine);
  } catch (error) {
    return { kind: 'none', detail: sentencesOf(error) };
  }
}

function sentencesOf(error: unknown): string {
  const fix = error instanceof OctavoError && error.fix !== undefined ? ` ${error.fix}` : '';
  return messageOf(error) + fix;
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
      const reply: FromEngine = {
        seq: message.seq,
        outcome: await outcomeOf(message.ask.document, (engine) => engine.answer(message.ask)),
      };
      parentPort?.postMessage(reply);
      return;
    }
    case 'tell': {
      const reply: FromEngine = { seq: message.seq, outcome: await outcomeOf(message.id, (engine) => engine.tell(message.command)) };
      parentPort?.postMessage(reply);
    }
  }
});
