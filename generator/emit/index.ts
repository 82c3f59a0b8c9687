// A service to its files: name → text. One pure function per file, which read the model and nothing else.
import type { Service } from '../model/service.ts';
import { emitCallbacks } from './ends/callbacks.ts';
import { emitChecks } from './ends/checks.ts';
import { emitClient } from './ends/client.ts';
import { emitLinks } from './ends/links.ts';
import { emitServer } from './ends/server.ts';
import { emitWebhooks } from './ends/webhooks.ts';
import { emitExamples } from './examples/examples.ts';
import { emitSharedExamples } from './examples/facts.ts';
import { emitBarrel } from './files/barrel.ts';
import { type Layout, layoutOf, type Part } from './files/layout.ts';
import { type EmitOptions, type Modules, modulesOf } from './files/options.ts';
import { emitTransforms } from './held/transforms.ts';
import { emitOperations } from './operations/operations.ts';
import { emitTypes } from './types/types.ts';
import { emitValidators } from './validators/index.ts';

export type { EmitOptions } from './files/options.ts';

/** Every file of the service but `schema.ts`, which openapi-typescript makes of the document itself. */
export function emit(service: Service, options: EmitOptions): Map<string, string> {
  const { own, examples } = emitInStages(service, options);
  return new Map([...own, ...examples()]);
}

/** The same files, with those that hold examples apart: they are made when they are asked for, and nothing else needs them. */
export interface Stages {
  readonly own: ReadonlyMap<string, string>;
  examples(): ReadonlyMap<string, string>;
}

export function emitInStages(service: Service, options: EmitOptions): Stages {
  const layout = layoutOf(service, options);
  return {
    own: emitOwn(service, options, layout),
    examples: () => (options.examples ? emitExampleFiles(service, options, layout) : new Map()),
  };
}

function emitOwn(service: Service, options: EmitOptions, { parts, root }: Layout): Map<string, string> {
  const modules = modulesOf(options);
  const files = new Map<string, string>();
  /** Texts whose exports a file of the root offers: its own, and those of parts. */
  const offered = new Map<string, string[]>();
  const write = (file: string, part: Part, text: string): void => {
    files.set(part.folder === '' ? file : `${part.folder}/${file}`, text);
    offered.set(file, [...(offered.get(file) ?? []), text]);
  };
  const inParts = (name: keyof Modules, print: (part: Part) => string): void => {
    for (const part of parts) if (part.declares(modules[name])) write(`${name}.ts`, part, print(part));
  };
  const transforms = emitTransforms(service, options, root);

  inParts('types', (part) => emitTypes(service, options, part));
  inParts('validators', (part) => emitValidators(service, options, part.isRoot ? transforms?.tests : undefined, part));
  inParts('checks', (part) => emitChecks(service, options, part));
  inParts('operations', (part) => emitOperations(service, options, part));
  inParts('client', (part) => emitClient(service, options, part));
  inParts('server', (part) => emitServer(service, options, part));
  if (transforms !== undefined) write('transforms.ts', root, transforms.text);
  if (service.webhooks.length > 0) write('webhooks.ts', root, emitWebhooks(service, options, root));
  if (service.callbacks.length > 0) write('callbacks.ts', root, emitCallbacks(service, options, root));
  if (service.links.length > 0) write('links.ts', root, emitLinks(service, options, root));
  files.set('index.ts', emitBarrel(service.id, offered, options.importExtension));
  return files;
}

function emitExampleFiles(service: Service, options: EmitOptions, { parts }: Layout): Map<string, string> {
  const modules = modulesOf(options);
  const files = new Map<string, string>();
  for (const part of parts) {
    const place = part.folder === '' ? '' : `${part.folder}/`;
    if (part.declares(modules.examples)) files.set(`${place}examples.ts`, emitExamples(service, options, part));
    if (part.isCommon && !part.isRoot) files.set(`${place}example-facts.ts`, emitSharedExamples(service, options, part));
  }
  return files;
}
