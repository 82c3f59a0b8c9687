// Declares the export of the module that `serve` in the configuration names: a function that starts your implementation for `octavo dev`.

/**
 * Starts the services, and resolves when they answer. It runs in a process of its own, and again in a new one after a change of the module or of
 * what it imports. `octavo dev` shows what it throws, goes on with documentation and mocks, and tries again after the next change.
 */
export type ServeModule = (context: ServeContext) => Served | Promise<Served>;

export interface ServeContext {
  /**
   * The port for a service, by the id of its document (`h-email`) or any other name. It stays the same when the module is started again. 0, for
   * any free port, only on the first start with `--live-port 0`.
   */
  readonly port: (id: string) => number;
  /** The address to listen on, that of `octavo dev`: 127.0.0.1 unless `--host` or the configuration say otherwise. */
  readonly host: string;
  /** The origin of the portal, `http://127.0.0.1:4000`: the only one whose pages need access to what a service does not promise to strangers. */
  readonly portal: string;
  /** Aborted when the process is to end, before `close` is called. It lets a start that takes long give up. */
  readonly signal: AbortSignal;
}

/** The services that run, and the function that ends them. */
export interface Served {
  readonly services: readonly ServedService[];
  /** How pages of the portal reach the control API of the services. Absent: the portal has no views of the sandbox. */
  readonly control?: ServedControl;
  /** Accepts no new requests, and resolves when those under way have ended. The process is killed two seconds after this call. */
  readonly close: () => void | Promise<void>;
}

export interface ServedService {
  /** The id of its document, `h-email`. A service without a document may have any other id. */
  readonly id: string;
  /** The name of the service for people. Default: the title of the document. */
  readonly name?: string;
  /** The base address for clients, `http://127.0.0.1:4019/v2`. */
  readonly url: string;
  /** The address of its documentation. Default: the reference of the document in the portal. */
  readonly docs?: string;
  /** Credentials that work, for people to paste. `octavo dev` prints them and `/-/status` has them, so they must not be secrets. */
  readonly credentials?: readonly ServedCredential[];
  /** Applications that the service knows, for people who sign in by OAuth in the portal. `/-/status` has them, so their ids must not be secrets. */
  readonly clients?: readonly ServedClient[];
}

/** An application without a secret (RFC 6749 section 2.1: a public client). Its registered redirect is `signed-in.html` of the portal. */
export interface ServedClient {
  /** The security scheme whose tokens it gets, by its name in the document. */
  readonly scheme: string;
  readonly clientId: string;
  /** Its name, or what it may do. */
  readonly note?: string;
}

export interface ServedCredential {
  /** The security scheme that takes it, by its name in the document. */
  readonly scheme: string;
  /** The value as a client takes it: a key or token, or its parts, such as `{ username, password }`. */
  readonly value: string | Readonly<Record<string, string>>;
  /** The owner, or what the credential allows: `500 searches`. */
  readonly note?: string;
}

/** The control API of a sandbox, as `@octavo/services` has it: requests, deliveries, clock, faults, data. */
export interface ServedControl {
  /**
   * Its base address, `http://127.0.0.1:4020/v1`. It has to be on loopback, and to accept requests from pages of `ServeContext.portal` with the
   * cookie.
   */
  readonly url: string;
  /**
   * The cookie that the control API asks for. `octavo dev` gives it to pages of the portal, out of reach of their scripts (`HttpOnly`,
   * `SameSite=Strict`), and shows it nowhere.
   */
  readonly cookie: { readonly name: string; readonly value: string };
}

/** Returns the function unchanged; for its type: `export default defineServe(async ({ port }) => …)`. */
export function defineServe(module: ServeModule): ServeModule {
  return module;
}
