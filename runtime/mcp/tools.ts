// The operations of a service as tools for models: what generated `mcp.ts` files make, and what an MCP server is made of.
import type { ClientOptions } from '../client/options.ts';
import { createTransport, type Transport } from '../client/transport.ts';
import type { Operation, ServiceInfo } from '../contract/operation.ts';
import type { Checks } from '../validate/checks.ts';
import type { OperationFacts, ServiceFacts } from './facts.ts';
import { Secrets } from './secrets.ts';

export interface ToolOptions {
  /** Values of the parameters that carry credentials and belong to no security scheme, by the names of the parameters. Models do not see them. */
  readonly hiddenParameters?: Readonly<Record<string, string>>;
}

/** One operation. */
export interface Tool {
  /** The operation's name in code. */
  readonly name: string;
  readonly row: Operation;
  readonly checks: Checks;
  readonly facts: OperationFacts;
  /** Whether a call changes nothing at the service, by its method. */
  readonly isRead: boolean;
}

/** The operations of a service, with the client that calls them. Printing it shows no credential. */
export interface McpTools {
  readonly service: ServiceInfo;
  /** The facts that they share. */
  readonly facts: Omit<ServiceFacts, 'operations'>;
  readonly tools: readonly Tool[];
  readonly transport: Transport;
  readonly secrets: Secrets;
  /** The value of a parameter that models do not see. */
  readonly hiddenValue: (name: string) => string | undefined;
}

/** The methods that change nothing at the service (RFC 9110 section 9.2.1, and `QUERY`). */
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY']);

/** Makes the tools of a service, for generated code. `rows` are keyed by the names of the operations in code. */
export function operationTools(
  service: ServiceInfo,
  options: ClientOptions & ToolOptions,
  rows: Readonly<Record<string, readonly [Operation, Checks]>>,
  factsOf: () => ServiceFacts,
): McpTools {
  const { hiddenParameters = {}, ...client } = options;
  const { operations, ...facts } = factsOf();
  const secrets = new Secrets();
  secrets.addCredential(hiddenParameters);
  secrets.addCredential(client.credentials);
  const tools = Object.entries(rows).flatMap(([name, [row, checks]]) => {
    const own = operations[name];
    return own === undefined ? [] : [{ name, row, checks, facts: own, isRead: READS.has(row.method) }];
  });
  const hiddenValue = (name: string): string | undefined => (Object.hasOwn(hiddenParameters, name) ? hiddenParameters[name] : undefined);
  return { service, facts, tools, transport: createTransport(service, client), secrets, hiddenValue };
}
