// The services of the sandbox, as data, and sandboxes of them for tests and programs.

import type { ControlClient } from './generated/control/index.ts';
import { controlOf } from './platform/control/in-memory.ts';
import { openSandbox, type Sandbox, type SandboxOptions } from './platform/sandbox/sandbox.ts';
import type { Service } from './platform/service.ts';

export type { Sandbox };

/** Each service by its name. Only those that a sandbox uses are loaded. */
const SERVICES = {
  'a-identity': async () => (await import('./a-identity/index.ts')).identity,
  'b-microblog': async () => (await import('./b-microblog/index.ts')).microblog,
  'c-controller': async () => (await import('./c-controller/index.ts')).controller,
  'd-events': async () => (await import('./d-events/index.ts')).eventsService(),
  'e-scheduling': async () => (await import('./e-scheduling/index.ts')).scheduling,
  'f-instalments': async () => (await import('./f-instalments/index.ts')).instalments,
  'g-messaging': async () => (await import('./g-messaging/index.ts')).messaging,
  'h-email': async () => (await import('./h-email/index.ts')).email,
} satisfies Record<string, () => Promise<Service>>;

export type ServiceName = keyof typeof SERVICES;

export interface CreateSandboxOptions extends SandboxOptions {
  /** The services by name. Default: all. */
  readonly services?: readonly ServiceName[];
}

/** A sandbox with a client of its control. */
export interface ControlledSandbox extends Sandbox {
  readonly control: ControlClient;
}

export const serviceNames: readonly ServiceName[] = Object.keys(SERVICES) as ServiceName[];

/** Makes a sandbox of some services, with the rows that the examples of their documents tell of. */
export async function createSandbox({ services = serviceNames, ...options }: CreateSandboxOptions = {}): Promise<ControlledSandbox> {
  const sandbox = await openSandbox(await loadServices(services), options);
  return { ...sandbox, control: controlOf(sandbox) };
}

/** @throws {Error} where no service has one of the names */
export function loadServices(names: readonly string[]): Promise<Service[]> {
  return Promise.all(names.map(load));
}

async function load(name: string): Promise<Service> {
  const loaders: Readonly<Record<string, () => Promise<Service>>> = SERVICES;
  const loader = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
  if (loader === undefined) throw new Error(`There is no service ${name}. The services are: ${serviceNames.join(', ') || 'none'}.`);
  return await loader();
}
