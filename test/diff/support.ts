// Reads versions of a document for comparisons.
import path from 'node:path';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { buildService } from '../../generator/model/index.ts';
import type { Service } from '../../generator/model/service.ts';

const root = path.resolve('.');

export async function serviceOf(document: object): Promise<Service> {
  const problems = new Problems();
  const text = JSON.stringify(document, undefined, 2);
  const description = await load(path.join(root, 'test/diff/version.json'), { root, text }, problems);
  const service = description === undefined ? undefined : buildService(description, {}, problems);
  if (service === undefined) throw new Error(problems.list.map((problem) => problem.message).join('\n'));
  return service;
}
