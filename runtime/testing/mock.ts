// The security handlers of generated mock servers, which accept every credential.
import type { ServerOptions } from '../server/options.ts';

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
