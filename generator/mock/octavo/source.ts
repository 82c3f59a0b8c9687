// The model of a document as the thread gets it: it reads a bundled copy as the loader reads a file.
import { jsonText } from '../../base/exact.ts';
import { Problems } from '../../base/problem.ts';
import { load } from '../../load/index.ts';
import { buildService } from '../../model/index.ts';
import type { Service } from '../../model/service.ts';
import type { EngineSource } from './protocol.ts';

/** @throws {Error} with the first problem of a document that Octavo refuses. */
export async function serviceOf(id: string, source: EngineSource): Promise<Service> {
  if ('service' in source) return source.service;
  const problems = new Problems();
  const options = { id, text: jsonText(source.document), root: process.cwd(), allowRemote: [] };
  const description = await load(`${id}.json`, options, problems);
  const service = description === undefined ? undefined : buildService(description, {}, problems);
  if (service !== undefined) return service;
  throw new Error(problems.list.find(({ severity }) => severity === 'error')?.message ?? 'Octavo refuses the document.');
}
