// What generated mock servers take for granted: that whoever shows a credential may come in.
import type { ServerOptions } from '../server/options.ts';

/** Options of a generated `mockXServer`: those of its server, none of them needed. */
export type MockOptions<Options extends ServerOptions> = Omit<Options, 'security'> & {
  /** Seed of the examples. Default: the document's own, and the same ones every time. */
  readonly seed?: number;
} & (Options extends { readonly security: infer Security } ? { readonly security?: Partial<Security> } : unknown);

/** A security handler that takes every credential. */
export function anyone(): string {
  return 'anyone';
}

/** One that takes every signature made with the secret `secret`. */
export function anySignature(): { secret: string; principal: string } {
  return { secret: 'secret', principal: 'anyone' };
}
