// Declares the settings of the conformance tests of a project, in a file that a generated `conformance.test.ts` imports. Types only.
import type { ConformSettings, Overrides } from '../contract/settings.ts';
import type { Handler } from '../contract/target.ts';

/** The default export of the file of settings. `Values`: the credentials of the client; `Id`: the ids of the operations. */
export interface ConformanceSettings<Values extends object = object, Id extends string = string>
  extends Omit<ConformSettings, 'credentials' | 'overrides'> {
  /** The service: its address, or a function of a `Request` in this process, such as a generated server. */
  readonly target: string | URL | Handler;
  readonly credentials?: {
    readonly given?: Optional<Values>;
    /** Credentials of a second account, whose resources the first one may not see. */
    readonly other?: Optional<Values>;
    /** Known to the service, but without the scopes that operations need. */
    readonly unscoped?: Optional<Values>;
    /** Credentials of somebody with fewer rights in the first account, such as one who may only read. */
    readonly limited?: Optional<Values>;
  };
  readonly overrides?: Omit<Overrides, 'operations'> & {
    /** By id of the operation: parts of its input (`path`, `query`, `header`, `cookie`, `body`, `contentType`), or `false` not to call it. */
    readonly operations?: { readonly [K in Id]?: Readonly<Record<string, unknown>> | false };
  };
}

/** The values without those that are undefined, such as a variable of the environment that is not set. */
type Optional<Values> = { readonly [K in keyof Values]?: Values[K] | undefined };
