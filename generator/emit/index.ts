// A service to its files: name → text. One pure function per file, which read the model and nothing else.
import type { Service } from '../model/service.ts';
import { emitBarrel } from './barrel.ts';
import { emitCallbacks } from './callbacks.ts';
import { emitChecks } from './checks.ts';
import { emitClient } from './client.ts';
import { emitExamples } from './examples.ts';
import { emitLinks } from './links.ts';
import { emitOperations } from './operations.ts';
import type { EmitOptions } from './options.ts';
import { emitServer } from './server.ts';
import { emitTransforms } from './transforms.ts';
import { emitTypes } from './types.ts';
import { emitValidators } from './validators/index.ts';
import { emitWebhooks } from './webhooks.ts';

export type { EmitOptions } from './options.ts';

/** Every file of the service but `schema.ts`, which openapi-typescript makes of the document itself. */
export function emit(service: Service, options: EmitOptions): Map<string, string> {
  const transforms = emitTransforms(service, options);
  const files = new Map<string, string>([
    ['types.ts', emitTypes(service, options.held)],
    ['validators.ts', emitValidators(service, options, transforms?.tests)],
    ['checks.ts', emitChecks(service, options)],
    ['operations.ts', emitOperations(service, options)],
    ['client.ts', emitClient(service, options)],
    ['server.ts', emitServer(service, options)],
  ]);
  if (transforms !== undefined) files.set('transforms.ts', transforms.text);
  if (service.webhooks.length > 0) files.set('webhooks.ts', emitWebhooks(service, options));
  if (options.examples) files.set('examples.ts', emitExamples(service, options));
  if (service.callbacks.length > 0) files.set('callbacks.ts', emitCallbacks(service, options));
  if (service.links.length > 0) files.set('links.ts', emitLinks(service, options));
  files.set('index.ts', emitBarrel(service.id, files, options.importExtension));
  return files;
}
