// Makes the parts of generated mock servers: handlers that say why they have no answer, and security handlers that accept every credential.

import { refuse } from '../server/faults/refuse.ts';
import type { ServerOptions } from '../server/options.ts';
import { ExampleError } from './examples.ts';

/** Options of a generated `mockXServer`: those of its server, all optional. */
export type MockOptions<Options extends ServerOptions> = Omit<Options, 'security'> & {
  /** Seed of random examples. Default: the document's examples, the same every time. */
  readonly seed?: number;
} & (Options extends { readonly security: infer Security } ? { readonly security?: Partial<Security> } : unknown);

/** A security handler that accepts every credential. */
export function anyone(): string {
  return 'anyone';
}

/** A security handler that accepts every signature made with the secret `secret`. */
export function anySignature(): { secret: string; principal: string } {
  return { secret: 'secret', principal: 'anyone' };
}

/** The handlers, such that one for whose response there is no example answers 500 with the reason. */
export function answering<Handlers extends Readonly<Record<string, (() => unknown) | undefined>>>(handlers: Handlers): Handlers {
  const answered = Object.entries(handlers).map(([name, handler]) => [name, handler && (() => answerOf(handler))] as const);
  return Object.fromEntries(answered) as unknown as Handlers;
}

function answerOf(handler: () => unknown): unknown {
  try {
    return handler();
  } catch (error) {
    if (error instanceof ExampleError) throw refuse(500, { kind: 'internal-error', detail: error.message });
    throw error;
  }
}
