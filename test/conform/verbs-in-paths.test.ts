// Tests that things are found whose paths have verbs, end with .json, or stand elsewhere than what makes them.
import { expect, test } from 'vitest';
import { edgesOf } from '../../generator/inference/edges.ts';
import { resourcesOf } from '../../generator/inference/resources.ts';
import type { Service } from '../../generator/model/service.ts';
import { serviceFrom } from './support.ts';

const BOX = { type: 'object', properties: { id: { type: 'string' }, label: { type: 'string' } } };
const BOXES = { type: 'array', items: BOX };

/** A service with the operations `METHOD /path`, which are answered with a schema. */
function serviceOf(operations: Readonly<Record<string, object>>): Promise<Service> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [place, schema] of Object.entries(operations)) {
    const [method = '', path = ''] = place.split(' ');
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }));
    const responses = { 200: { description: 'Done.', content: { 'application/json': { schema } } } };
    paths[path] = { ...paths[path], [method.toLowerCase()]: { parameters, responses } };
  }
  return serviceFrom(JSON.stringify({ openapi: '3.1.0', info: { title: 'Boxes', version: '1' }, paths }));
}

const written = ({ method, path }: { readonly method: string; readonly path: string }): string => `${method} ${path}`;

function edgesIn(service: Service): readonly string[] {
  return edgesOf(service).map(({ producer, from, consumer }) => `${written(producer)} ${from} → ${written(consumer)}`);
}

test('a path with a verb is that of the thing, and the operation stays the one that is written', async () => {
  const service = await serviceOf({
    'POST /boxes/create': BOX,
    'GET /boxes/{id}/json': BOX,
    'POST /boxes/{id}/update': BOX,
    'DELETE /boxes/{id}': {},
    'GET /boxes/list': BOXES,
  });
  expect(edgesIn(service)).toEqual(
    ['GET /boxes/{id}/json', 'POST /boxes/{id}/update', 'DELETE /boxes/{id}'].map((to) => `POST /boxes/create /body/id → ${to}`),
  );
  const [boxes, ...others] = resourcesOf(service, edgesOf(service));
  expect(others).toEqual([]);
  expect(service.operations).toContain(boxes?.create);
  expect([boxes?.read?.operation, boxes?.remove, boxes?.list?.operation].map((one) => one && written(one))).toEqual([
    'GET /boxes/{id}/json',
    'DELETE /boxes/{id}',
    'GET /boxes/list',
  ]);
  // A POST need not keep what it is not sent.
  expect(boxes?.changes).toEqual([]);
});

test('.json at the end of a path says nothing of a thing', async () => {
  const service = await serviceOf({
    'POST /boxes.json': { type: 'object', properties: { box: BOX } },
    'GET /boxes/{id}.json': BOX,
  });
  expect(edgesIn(service)).toEqual(['POST /boxes.json /body/box/id → GET /boxes/{id}.json']);
});

test('what is made below another thing, or for administrators, is read by the name of its collection', async () => {
  const service = await serviceOf({ 'POST /shelves/{id}/boxes': BOX, 'GET /boxes/{id}': BOX });
  expect(edgesIn(service)).toEqual(['POST /shelves/{id}/boxes /body/id → GET /boxes/{id}']);
  const below = await serviceOf({ 'POST /admin/boxes': BOX, 'GET /shelves/{id}/boxes/{part}': BOX, 'GET /boxes/{id}': BOX });
  expect(edgesIn(below)).toEqual(['POST /admin/boxes /body/id → GET /boxes/{id}']);
});

test('a list gives what a create has no identifier for', async () => {
  const service = await serviceOf({ 'POST /boxes': {}, 'GET /boxes': BOXES, 'GET /boxes/{id}': BOX });
  expect(edgesIn(service)).toEqual(['GET /boxes /body/0/id → GET /boxes/{id}']);
});
