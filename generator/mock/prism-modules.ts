// Loads Prism's modules: the types and functions of them that the mock uses.
import { createRequire, registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

// Prism is an optional peer, so its own types may not be installed.
type Either<Left, Right> = { readonly _tag: 'Left'; readonly left: Left } | { readonly _tag: 'Right'; readonly right: Right };
export interface Violation {
  readonly path?: readonly (string | number)[];
  readonly code?: string | number;
  readonly message: string;
  readonly severity: number;
}
interface Mocked {
  readonly output: { readonly statusCode: number; readonly headers?: Readonly<Record<string, unknown>>; readonly body?: unknown };
  readonly validations: { readonly input: readonly Violation[]; readonly output: readonly Violation[] };
}
export interface ProblemError extends Error {
  readonly status?: number;
  readonly detail?: string;
  readonly additional?: {
    readonly headers?: Readonly<Record<string, string>>;
    /** The violations of a request. */
    readonly validation?: readonly { readonly location?: readonly string[]; readonly code?: string | number; readonly message: string }[];
  };
}
interface PrismContent {
  readonly mediaType: string;
  readonly examples?: readonly { readonly key?: string }[];
}
/** The parts of Prism's own model of an operation that the mock reads. */
export interface PrismOperation {
  readonly method: string;
  readonly path: string;
  readonly request?: { readonly [Part in 'headers' | 'query']?: readonly { readonly name: string }[] };
  readonly responses?: readonly { readonly code: string; readonly contents?: readonly PrismContent[] }[];
}
export interface PrismInstance {
  request(input: unknown, operations: unknown, config: unknown): () => Promise<Either<ProblemError, Mocked>>;
}
export interface PrismModules {
  readonly createInstance: (config: unknown, components: unknown) => PrismInstance;
  readonly operationsOf: (document: unknown) => Promise<readonly PrismOperation[]>;
  /** The operation that a request is for. */
  readonly route: (of: { readonly resources: readonly PrismOperation[]; readonly input: unknown }) => Either<Error, PrismOperation>;
  readonly preferencesOf: (input: unknown) => Either<ProblemError, Readonly<Record<string, unknown>>>;
  readonly problemOf: (error: ProblemError) => object;
}

export function loadPrism(prismManifest: string): PrismModules {
  const fromCli = createRequire(prismManifest);
  // Prism loads faker with all of its seventy languages, a fifth of its start. Only the keyword `faker` uses them, and convert.ts drops it.
  registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier !== '@faker-js/faker') return next(specifier, context);
      try {
        return next('@faker-js/faker/locale/en', context);
      } catch {
        return next(specifier, context);
      }
    },
  });
  if (process.versions.pnp !== undefined) resolveUndeclared(fromCli);
  const http = fromCli('@stoplight/prism-http');
  const server = path.dirname(fromCli.resolve('@stoplight/prism-http-server'));
  const { getHttpConfigFromRequest } = fromCli(path.join(server, 'getHttpConfigFromRequest.js'));
  const { default: route } = fromCli(path.join(path.dirname(fromCli.resolve('@stoplight/prism-http')), 'router/index.js'));
  const { getHttpOperationsFromSpec } = fromCli('./dist/operations.js');
  return {
    createInstance: http.createInstance,
    operationsOf: getHttpOperationsFromSpec,
    route,
    preferencesOf: getHttpConfigFromRequest,
    problemOf: http.ProblemJsonError.toProblemJson,
  };
}

/**
 * Yarn Plug'n'Play gives a package only what its package.json declares, and `@stoplight/prism-core` requires `@stoplight/types` without declaring it.
 * What Yarn refuses to a package of Prism is looked for among the dependencies of `@stoplight/prism-http`, which declares all of them.
 */
function resolveUndeclared(fromCli: NodeJS.Require): void {
  const fromHttp = createRequire(fromCli.resolve('@stoplight/prism-http'));
  registerHooks({
    resolve: (specifier, context, next) => {
      try {
        return next(specifier, context);
      } catch (error) {
        if (context.parentURL?.includes('/@stoplight/prism-') !== true) throw error;
        return { url: pathToFileURL(fromHttp.resolve(specifier)).href, shortCircuit: true };
      }
    },
  });
}

/** Prism logs every request in detail; this discards it. */
export function silentLogger(): object {
  const quiet = (): void => {};
  const logger = {
    trace: quiet,
    debug: quiet,
    info: quiet,
    success: quiet,
    start: quiet,
    warn: quiet,
    error: quiet,
    fatal: quiet,
    child: () => logger,
  };
  return logger;
}
