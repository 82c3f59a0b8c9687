// A registry of parts with revisions, as parts.yaml says, with nothing wrong in it.
import { createHash } from 'node:crypto';
import type { Handler } from '../../../generator/conform/contract/target.ts';
import { answering, type Call, Refusal, type Rules } from './answering.ts';

type Dimensions =
  | { readonly shape: 'block'; readonly width: number; readonly height: number; readonly depth: number }
  | { readonly shape: 'rod'; readonly diameter: number; readonly length: number };

interface Body {
  readonly title: string;
  readonly material: string;
  readonly mass?: number;
  readonly supplierId?: number;
  readonly unit?: string;
  readonly note?: string;
  readonly dimensions?: Dimensions | null;
  readonly name: string;
  readonly country?: string;
}

interface Revision {
  readonly part: string;
  readonly letter: string;
  readonly state: 'draft' | 'released' | 'superseded';
  readonly note: string;
  readonly dimensions?: Dimensions;
  readonly startedAt: string;
  readonly releasedAt?: string;
}

interface Part {
  readonly number: string;
  readonly input: Body;
  readonly tags: ReadonlySet<string>;
  readonly revisions: readonly Revision[];
  readonly retiredAt?: string;
}

const now = (): string => new Date().toISOString();
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

function volumeOf(size: Dimensions): number {
  const exact = size.shape === 'block' ? size.width * size.height * size.depth : (Math.PI * size.diameter ** 2 * size.length) / 4;
  return Math.round(exact * 100) / 100;
}

function shownRevision(revision: Revision): object {
  return revision.dimensions === undefined ? revision : { ...revision, volume: volumeOf(revision.dimensions) };
}

function shownPart({ number, input, tags, revisions, retiredAt }: Part): object {
  const self = `/api/parts/${number}`;
  const supplier = input.supplierId === undefined ? {} : { supplier: `/api/suppliers/${input.supplierId}` };
  return {
    ...{ number, unit: 'piece', ...input, tags: [...tags].sort() },
    current: revisions.find(({ state }) => state === 'released')?.letter ?? null,
    ...(retiredAt === undefined ? {} : { retiredAt }),
    links: { self, revisions: `${self}/revisions`, ...supplier },
  };
}

function tagged(part: Part, status = 200): Response {
  const text = JSON.stringify(shownPart(part));
  const etag = `"${createHash('sha256').update(text).digest('hex').slice(0, 16)}"`;
  return new Response(text, { status, headers: { 'content-type': 'application/json', ETag: etag } });
}

const tagOf = (part: Part): string => tagged(part).headers.get('etag') ?? '';
const tagsIn = (header: string): readonly string[] => header.split(',').map((one) => one.trim());

function checkCondition(before: Part | undefined, headers: Headers): void {
  const match = headers.get('if-match');
  const isMatched = match === null || (before !== undefined && (match.trim() === '*' || tagsIn(match).includes(tagOf(before))));
  if (!isMatched) throw new Refusal(412, 'changed', 'The part is not the same any longer.');
  if (headers.get('if-none-match') !== null && before !== undefined) throw new Refusal(412, 'exists', 'The part is there already.');
}

function rules(): Rules<Body> {
  const parts = new Map<string, Part>();
  const suppliers: { readonly id: number; readonly name: string; readonly country: string }[] = [];

  const partOf = ({ path }: Call<Body>): Part => {
    const part = parts.get(path.number ?? '');
    if (part === undefined) throw new Refusal(404, 'no_part', 'There is no such part.');
    return part;
  };
  const revisionOf = (call: Call<Body>): Revision => {
    const revision = partOf(call).revisions.find(({ letter }) => letter === call.path.letter);
    if (revision === undefined) throw new Refusal(404, 'no_revision', 'The part has no such revision.');
    return revision;
  };
  const edit = (call: Call<Body>): void => {
    if (call.caller.isLimited) throw new Refusal(403, 'readers', 'This needs an editor key.');
  };
  const keepRevision = (part: Part, revision: Revision): Response => {
    const others = part.revisions.filter(({ letter }) => letter !== revision.letter);
    parts.set(part.number, { ...part, revisions: [...others, revision].sort((a, b) => (a.letter > b.letter ? -1 : 1)) });
    return Response.json(shownRevision(revision));
  };

  const operations: Rules<Body>['operations'] = {
    findParts: ({ query }) => {
      const {
        q = '',
        material,
        maxMass,
        retired = false,
        after = '',
        limit = 50,
      } = query as {
        readonly q?: string;
        readonly material?: readonly string[];
        readonly maxMass?: number;
        readonly retired?: boolean;
        readonly after?: string;
        readonly limit?: number;
      };
      const found = [...parts.values()].filter(
        ({ number, input, retiredAt }) =>
          number > after &&
          (retired || retiredAt === undefined) &&
          input.title.toLowerCase().includes(q.toLowerCase()) &&
          (material === undefined || material.includes(input.material)) &&
          (maxMass === undefined || (input.mass !== undefined && input.mass <= maxMass)),
      );
      return Response.json(
        found
          .sort((a, b) => (a.number < b.number ? -1 : 1))
          .slice(0, limit)
          .map(shownPart),
      );
    },
    getPart: (call) => {
      const answer = tagged(partOf(call));
      const etag = answer.headers.get('etag') ?? '';
      const known = tagsIn(call.headers.get('if-none-match') ?? '').map((one) => one.replace(/^W\//, ''));
      return known.includes(etag) || known.includes('*') ? new Response(null, { status: 304, headers: { ETag: etag } }) : answer;
    },
    putPart: (call) => {
      edit(call);
      const number = call.path.number ?? '';
      const before = parts.get(number);
      checkCondition(before, call.headers);
      const { supplierId } = call.body;
      if (supplierId !== undefined && suppliers[supplierId - 1] === undefined)
        throw new Refusal(422, 'no_supplier', 'There is no such supplier.');
      const part: Part = { number, input: call.body, tags: before?.tags ?? new Set(), revisions: before?.revisions ?? [] };
      parts.set(number, part);
      return tagged(part, before === undefined ? 201 : 200);
    },
    retirePart: (call) => {
      edit(call);
      const part = partOf(call);
      parts.set(part.number, { ...part, retiredAt: part.retiredAt ?? now() });
      return new Response(null, { status: 204 });
    },
    tagPart: (call) => {
      edit(call);
      const part = partOf(call);
      const tags = new Set([...part.tags, call.path.tag ?? '']);
      if (tags.size > 10) throw new Refusal(409, 'many_tags', 'A part has at most 10 tags.');
      parts.set(part.number, { ...part, tags });
      return new Response(null, { status: 204 });
    },
    untagPart: (call) => {
      edit(call);
      const part = partOf(call);
      const tags = new Set(part.tags);
      if (!tags.delete(call.path.tag ?? '')) throw new Refusal(404, 'no_tag', 'The part has no such tag.');
      parts.set(part.number, { ...part, tags });
      return new Response(null, { status: 204 });
    },
    listRevisions: (call) => Response.json(partOf(call).revisions.map(shownRevision)),
    startRevision: (call) => {
      edit(call);
      const part = partOf(call);
      const letter = ALPHABET[part.revisions.length];
      const isOpen = part.revisions.some(({ state }) => state === 'draft');
      if (isOpen || letter === undefined || part.retiredAt !== undefined)
        throw new Refusal(409, 'no_start', 'No revision can be started now.');
      const { note = '', dimensions } = call.body;
      const size = dimensions === undefined || dimensions === null ? {} : { dimensions };
      const answer = keepRevision(part, { part: part.number, letter, state: 'draft', note, ...size, startedAt: now() });
      return new Response(answer.body, {
        status: 201,
        headers: { 'content-type': 'application/json', Location: `/api/parts/${part.number}/revisions/${letter}` },
      });
    },
    getRevision: (call) => Response.json(shownRevision(revisionOf(call))),
    editRevision: (call) => {
      edit(call);
      const { dimensions: before, ...revision } = revisionOf(call);
      if (revision.state !== 'draft') throw new Refusal(409, 'no_draft', `The revision is ${revision.state}.`);
      const { note = revision.note, dimensions = before } = call.body;
      const size = dimensions === undefined || dimensions === null ? {} : { dimensions };
      return keepRevision(partOf(call), { ...revision, note, ...size });
    },
    releaseRevision: (call) => {
      edit(call);
      const part = partOf(call);
      const revision = revisionOf(call);
      if (revision.state !== 'draft') throw new Refusal(409, 'no_draft', `The revision is ${revision.state}.`);
      if (revision.dimensions === undefined) throw new Refusal(422, 'no_dimensions', 'The revision has no dimensions.');
      const revisions = part.revisions.map((one) => (one.state === 'released' ? { ...one, state: 'superseded' as const } : one));
      return keepRevision({ ...part, revisions }, { ...revision, state: 'released', releasedAt: now() });
    },
    ensureSupplier: (call) => {
      edit(call);
      const name = call.body.name.trim();
      const before = suppliers.find((one) => one.name.toLowerCase() === name.toLowerCase());
      if (before !== undefined) return Response.json(before);
      const supplier = { id: suppliers.length + 1, name, country: call.body.country ?? 'SE' };
      suppliers.push(supplier);
      return Response.json(supplier, { status: 201 });
    },
    getSupplier: ({ path }) => {
      const supplier = suppliers[Number(path.id) - 1];
      if (supplier === undefined) throw new Refusal(404, 'no_supplier', 'There is no such supplier.');
      return Response.json(supplier);
    },
  };

  return {
    base: '/api',
    refuse: (status, detail, title = 'Wrong request') =>
      new Response(JSON.stringify({ title, status, detail }), { status, headers: { 'content-type': 'application/problem+json' } }),
    callerOf: (headers) => {
      const [scheme = '', given = ''] = (headers.get('authorization') ?? '').split(' ');
      const user = scheme.toLowerCase() === 'basic' ? Buffer.from(given, 'base64').toString() : '';
      return ['editor:e1', 'reader:r1'].includes(user) ? { account: 'all', isLimited: user.startsWith('reader') } : undefined;
    },
    operations,
  };
}

export const CREDENTIALS = {
  given: { basic: { username: 'editor', password: 'e1' } },
  limited: { basic: { username: 'reader', password: 'r1' } },
};

export const parts = (): Promise<Handler> => answering('parts', rules);
