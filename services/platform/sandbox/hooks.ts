// Joins the hooks of the platform and those of a service: the request log, ordered faults, and 503 while the store is not available.

import { setTimeout } from 'node:timers/promises';
import { refuse, type ServerContext, type ServerOptions } from '@octavo/runtime';
import type { FaultRule, Faults } from '@octavo/runtime/conformance';
import type { SandboxClock } from '../clock/clock.ts';
import type { RequestLog } from '../requests/log.ts';
import { NULL_CHARACTER } from '../requests/receive.ts';
import type { Watch } from '../requests/watch.ts';
import type { AnyServerOptions } from '../service.ts';
import { NewerRelease, NullCharacter, StoreUnavailable } from '../store/store.ts';

export interface HookParts {
  readonly log: RequestLog;
  readonly faults: Faults;
  readonly clock: SandboxClock;
  /** Identifiers of requests whose connection is to be closed in place of an answer. */
  readonly drops: Set<string>;
  /** Keys and tokens that are not valid, whatever the service says. */
  readonly refused: ReadonlySet<string>;
  /** Those that are told of requests and errors, by document. */
  readonly watches: ReadonlyMap<string, Watch>;
}

/** Adds the hooks of the platform to the options of the server of a document; its own hooks run inside. */
export function withHooks<Options extends AnyServerOptions>(given: Options, document: string, parts: HookParts): Options {
  const { log, faults, clock, drops, refused } = parts;
  const watch = parts.watches.get(document);
  // The hooks pass principals on and never look at them, so they do for principals of any type.
  const own = given as object as ServerOptions;
  const began = new WeakMap<ServerContext, number>();
  const options: ServerOptions = {
    validateResponses: true,
    // `receiving` has put it there.
    trustRequestId: true,
    ...(watch === undefined ? {} : { onError: (error, { requestId, operation }) => watch.failed(requestId, operation?.id, error) }),
    ...own,
    ...(own.security === undefined ? {} : { security: guarded(own.security, refused) }),
    ...(own.identify === undefined ? {} : { identify: guard(own.identify) }),
    async around(context, next, input) {
      began.set(context, performance.now());
      // A fault is a failure of the operation: what the service does around its operations, such as to count requests, it does around faults too.
      const faulty = async () => {
        const fault = faults.take(document, context.operation.id);
        if (fault !== undefined) await act(fault, context, drops);
        return next();
      };
      try {
        return own.around === undefined ? await faulty() : await own.around(context, faulty, input);
      } catch (error) {
        throw refusalOf(error);
      }
    },
    onAnswer(answer, request, context) {
      const record = () => {
        const start = context === undefined ? undefined : began.get(context);
        const id = answer.headers['x-request-id'] ?? context?.requestId ?? '';
        const operation = context?.operation ?? answer.fault?.operation;
        const found = { operation: operation?.id, fault: answer.fault?.kind };
        const route = operation?.path;
        // What was refused before it was received may have any identifier, of the caller's.
        if (watch?.found(request?.header('x-request-id') ?? '', { ...found, route }) === false)
          watch.tell({
            ...found,
            requestId: id,
            method: request?.method ?? '',
            status: answer.status,
            milliseconds: 0,
            client: request?.peer,
          });
        log.add({
          id,
          document,
          operation,
          request,
          answer,
          milliseconds: start === undefined ? undefined : performance.now() - start,
          sandboxTime: clock.now(),
        });
      };
      const done = own.onAnswer?.(answer, request, context);
      if (done !== undefined) return done.then(record);
      // Not after a promise, since each answer would wait for it.
      record();
    },
  };
  return { ...given, ...options };
}

/** @throws the refusal that the fault orders */
async function act(
  { id, status, headers = {}, delayMilliseconds, drop }: FaultRule,
  context: ServerContext,
  drops: Set<string>,
): Promise<void> {
  // A caller who leaves ends the wait.
  if (delayMilliseconds !== undefined) await setTimeout(delayMilliseconds, undefined, { signal: context.signal }).catch(() => {});
  if (drop === true) drops.add(context.requestId);
  else if (status === undefined) return;
  throw refuse(status ?? 503, { detail: `Control ordered this request to fail (${id}).`, headers });
}

/** The same security handlers, which find no caller for a refused credential. */
function guarded(security: object, refused: ReadonlySet<string>): object {
  const handlers = Object.entries(security).map(([scheme, handler]) => {
    if (typeof handler !== 'function') return [scheme, handler];
    const find = guard((...given: readonly unknown[]): unknown => handler(...given));
    return [scheme, (...given: readonly unknown[]) => (isRefused(given[0], refused) ? null : find(...given))];
  });
  return Object.fromEntries(handlers);
}

/** Whether a credential is among these: as a whole, by a part such as a key identifier, or as `username:password`. */
export function isRefused(credential: unknown, refused: ReadonlySet<string>): boolean {
  if (refused.size === 0) return false;
  const values: readonly unknown[] = typeof credential === 'object' && credential !== null ? Object.values(credential) : [credential];
  const parts = values.filter((value) => typeof value === 'string');
  return [...parts, parts.join(':')].some((part) => refused.has(part));
}

/** The function, with a refusal in place of `StoreUnavailable`. A result that is there at once costs no promise. */
function guard<Arguments extends readonly unknown[], Result>(find: (...given: Arguments) => Result | Promise<Result>) {
  return (...given: Arguments): Result | Promise<Result> => {
    try {
      const found = find(...given);
      return found instanceof Promise ? found.catch(refused) : found;
    } catch (error) {
      return refused(error);
    }
  };
}

/** @throws the error, or the refusal in its place */
function refused(error: unknown): never {
  throw refusalOf(error);
}

/**
 * In the service's own shape: a 503 where the store is not available, a 400 for a text that it cannot keep, a 409 for what control asks of a process
 * of an older release; otherwise the error itself.
 */
export function refusalOf(error: unknown): unknown {
  if (error instanceof NullCharacter) return refuse(400, { kind: 'invalid-request', detail: NULL_CHARACTER });
  if (error instanceof NewerRelease) return refuse(409, { code: 'newer-release', detail: error.message });
  if (!(error instanceof StoreUnavailable)) return error;
  return refuse(503, { detail: 'The service is not available at the moment. Try again.', headers: { 'retry-after': '1' } });
}
