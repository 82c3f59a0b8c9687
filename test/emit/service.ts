// Builds the service of a document written as an object, with the real loader and model.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jsonText } from '../../generator/base/exact.ts';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { buildService, type ModelOptions } from '../../generator/model/index.ts';
import type { Service } from '../../generator/model/service.ts';

export const OPTIONS = { importExtension: '.ts', formats: 'assert', schema: false, examples: true, runtime: '@octavo/runtime' } as const;

/** Sections of a document; adds `info`, and empty `paths` when there are none. */
export async function serviceOf(sections: Readonly<Record<string, unknown>>, id = 'pets', options: ModelOptions = {}): Promise<Service> {
  const { service, problems } = await readService(sections, id, options);
  if (service === undefined)
    throw new Error(problems.list.map((problem) => `${problem.code} ${problem.location.pointer}: ${problem.message}`).join('\n'));
  return service;
}

export async function readService(
  sections: Readonly<Record<string, unknown>>,
  id = 'pets',
  options: ModelOptions = {},
): Promise<{ service: Service | undefined; problems: Problems }> {
  const problems = new Problems();
  const document = { openapi: '3.1.0', info: { title: 'Pets', version: '1.0.0' }, paths: {}, ...sections };
  const file = join(tmpdir(), `${id}.json`);
  // What the loader refuses must not be what keeps the model from overflowing the stack.
  const limits = { referenceDepth: Number.POSITIVE_INFINITY };
  const description = await load(file, { root: tmpdir(), text: jsonText(document), limits }, problems);
  const service = description === undefined ? undefined : buildService(description, options, problems);
  return { service, problems };
}

export function serviceOfSchemas(schemas: Readonly<Record<string, unknown>>): Promise<Service> {
  return serviceOf({ components: { schemas } });
}
