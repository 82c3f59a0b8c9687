// Small services for the tests of reach: documents of a few operations, and answers by method and path.
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { serviceFrom } from './support.ts';

export const ID = { type: 'string', format: 'uuid' };
export const object = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });
export const content = (schema: object, example?: object) => ({ content: { 'application/json': { schema, ...(example && { example }) } } });
export const shown = (schema: object, description = 'Done.') => ({ description, ...content(schema) });
export const body = (schema: object, example?: object) => ({ requestBody: { required: true, ...content(schema, example) } });
export const inPath = (...names: readonly string[]) => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: ID })),
});
export const PROBLEM = object({ detail: { type: 'string' } });
export const refused = Object.fromEntries([400, 404, 409, 422].map((status) => [status, shown(PROBLEM)]));

export const serviceOf = (paths: object) =>
  serviceFrom(JSON.stringify({ openapi: '3.1.0', info: { title: 'Small', version: '1' }, paths }));

export const json = (status: number, value: object): Response =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } });
export const refusal = (status: number, detail: string): Response => json(status, { detail });

export type Answer = (path: readonly string[], sent: Readonly<Record<string, unknown>>, query: URLSearchParams) => Response;

/** A handler from answers by method and the last segment of the path, where identifiers are left out. */
export const handlerOf =
  (answers: Readonly<Record<string, Answer>>): Handler =>
  async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const path = pathname.split('/').slice(1);
    const answer = answers[`${request.method} ${path.map((one) => (one.length === 36 ? '*' : one)).join('/')}`];
    if (answer === undefined) return refusal(404, 'There is no such path.');
    const text = await request.text();
    return answer(path, text === '' ? {} : JSON.parse(text), searchParams);
  };

/** The ids of the operations without a success. */
export async function unreachedOf(service: Awaited<ReturnType<typeof serviceOf>>, target: Handler): Promise<readonly string[]> {
  const report = await conformService(service, { ...{ target, seed: 1, random: 2, most: 40 }, sequences: false });
  return report.operations.flatMap(({ operation, unreached }) => (unreached === undefined ? [] : [operation.id]));
}
