// Tests that the clean-up sends no delete below something that the create does not name: that takes a thing out of another one.
import { expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { type ConformReport, conformService } from '../../generator/conform/index.ts';
import { lookingFor, serviceFrom, serving } from './support.ts';

const thing = (name: string): string =>
  `content: { application/json: { schema: { type: object, required: [${name}], properties: { ${name}: { type: string } } } } }`;
const place = (name: string): string => `{ name: ${name}, in: path, required: true, schema: { type: string } }`;

/** Things that have a delete of their own or none, and that stand in others, out of which a delete takes them. */
const documentOf = (things: string, name: string, others: string, isDeleted: boolean): string => `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /${things}:
    post: { operationId: addThing, responses: { '201': { description: Added., ${thing(name)} } } }${
      isDeleted
        ? `
  /${things}/{${name}}:
    delete: { operationId: deleteThing, parameters: [${place(name)}], responses: { '204': { description: Gone. }, '404': { description: None. } } }`
        : ''
    }
  /${others}/{other}/${things}/{${name}}:
    delete: { operationId: takeOut, parameters: [${place('other')}, ${place(name)}], responses: { '204': { description: Out. }, '404': { description: None. } } }
`;

function service(name: string, deletes: string[]): Handler {
  const all = new Set<string>();
  return ({ method, url }) => {
    const { pathname } = new URL(url);
    if (method === 'POST') {
      const made = `${name}-${all.size + 1}`;
      all.add(made);
      return Response.json({ [name]: made }, { status: 201 });
    }
    deletes.push(pathname);
    return new Response(null, { status: pathname.split('/').length === 3 && all.delete(pathname.split('/')[2] ?? '') ? 204 : 404 });
  };
}

/** A short run at an address: a service in the same process is not cleaned up. */
async function reportOf(document: string, handler: Handler): Promise<ConformReport> {
  const read = await serviceFrom(document);
  return serving(handler, (target) => conformService(read, { target, allowWrites: true, random: 0, most: 1, ...lookingFor() }));
}

const VARIANTS = [
  { things: 'paintings', name: 'accession', others: 'exhibitions' },
  { things: 'players', name: 'licence', others: 'teams' },
  { things: 'songs', name: 'songId', others: 'playlists' },
] as const;

test.each(VARIANTS)(
  'the $things of which $others have some are deleted by a delete of their own alone',
  async ({ things, name, others }) => {
    const deletes: string[] = [];
    const report = await reportOf(documentOf(things, name, others, true), service(name, deletes));
    expect(report.cleanup?.deleted).toBeGreaterThan(0);
    expect(report.cleanup?.remaining).toEqual([]);
    const last = deletes.slice(-(report.cleanup?.deleted ?? 0));
    expect(last.filter((pathname) => pathname.startsWith(`/${others}/`))).toEqual([]);
  },
);

test.each(VARIANTS)('the $things that have no delete of their own are said to remain', async ({ things, name, others }) => {
  const report = await reportOf(documentOf(things, name, others, false), service(name, []));
  expect(report.cleanup?.deleted).toBe(0);
  expect(report.cleanup?.remaining.map(({ create, reason }) => [create.id, reason])).toEqual([
    ['addThing', 'the document has no delete for it'],
  ]);
});
