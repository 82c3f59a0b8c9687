// `octavo mock` answers operations that only a constant query, a query parameter or a header tells apart, and refuses requests by what each declares.
import path from 'node:path';
import { expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { conformService } from '../../generator/conform/index.ts';
import { terminalReport } from '../../generator/conform/report/terminal.ts';
import { load } from '../../generator/load/index.ts';
import { startMock } from '../../generator/mock/index.ts';
import { defaultLoadLimit } from '../../generator/mock/supervisor.ts';
import { buildService } from '../../generator/model/index.ts';
import { byEffort } from '../support/effort.ts';

const root = path.resolve(import.meta.dirname, '../..');

const object = (name: string) => ({
  content: { 'application/json': { schema: { type: 'object', required: [name], properties: { [name]: { const: true } } } } },
});
const operation = (operationId: string, more: object = {}) => ({
  operationId,
  responses: { 200: { description: 'Its name.', ...object(operationId) } },
  ...more,
});
const body = (name: string) => ({ requestBody: { required: true, ...object(name) } });
const parameter = (where: string, name: string, schema: object) => ({ name, in: where, required: true, schema });
const key = parameter('path', 'key', { type: 'string', pattern: '^[a-z]{3}$' });
const action = (name: string) => ({ parameters: [parameter('query', 'Action', { type: 'string', enum: [name] })] });

const given = {
  openapi: '3.1.1',
  info: { title: 'Told', version: '1' },
  paths: {
    '/#Action=List': { get: operation('list', action('List')) },
    '/#Action=Get': { get: operation('get', action('Get')), post: operation('postGet', { ...action('Get'), ...body('a') }) },
    '/answers': { post: operation('answers', body('a')) },
    '/answers?beta=true': { post: operation('beta', body('b')), get: operation('readBeta') },
    '/{key}': { put: operation('put', { parameters: [key] }) },
    '/{key}#acl': { put: operation('acl', { parameters: [key, parameter('query', 'acl', { type: 'boolean', enum: [true] })] }) },
    '/{key}#x-copy': { put: operation('copy', { parameters: [key, parameter('header', 'x-copy', { type: 'string' })] }) },
  },
};

test('the mock conforms to such a document', async () => {
  const problems = new Problems();
  const description = await load('told.json', { id: 'told', text: JSON.stringify(given), root, allowRemote: [] }, problems);
  if (description === undefined) throw new Error(JSON.stringify(problems.list));
  const mock = await startMock([description], { root, patience: defaultLoadLimit });
  try {
    const service = buildService(description, {}, problems);
    if (service === undefined) throw new Error(JSON.stringify(problems.list));
    const report = await conformService(service, {
      target: mock.urlOf('told'),
      allowWrites: true,
      random: 0,
      most: byEffort({ quick: 6, deep: 20 }),
    });
    expect(terminalReport(report, { origin: mock.urlOf('told'), most: 20 })).toContain('no findings');
    expect(report.operations.map(({ operation: { id }, skipped }) => [id, skipped])).toEqual(
      ['list', 'get', 'postGet', 'answers', 'beta', 'readBeta', 'put', 'acl', 'copy'].map((id) => [id, undefined]),
    );
  } finally {
    await mock.stop();
  }
});
