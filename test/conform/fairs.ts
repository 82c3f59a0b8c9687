// A small service with rules that no schema has, for the tests of reach: days in order, prices in the money of the fair, states, ids that the caller
// chooses.
import type { Handler } from '../../generator/conform/contract/target.ts';
import type { Judge } from '../../generator/conform/judge/index.ts';

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const refused = `{ description: Refused., ${json('Problem')} }`;
const fairs = `'400': ${refused}, '404': ${refused}, '409': ${refused}, '410': ${refused}, '422': ${refused}`;

export const FAIRS = `openapi: 3.1.0
info: { title: Fairs, version: '1' }
paths:
  /fairs:
    post:
      operationId: createFair
      parameters: [{ name: fairId, in: query, required: true, schema: { type: string, pattern: '^[a-z]{3,20}$' } }]
      requestBody: { required: true, ${json('Fair')} }
      responses: { '201': { description: Made., ${json('Fair')} }, ${fairs} }
  /fairs/{fairId}:
    parameters: [{ $ref: '#/components/parameters/FairId' }]
    get:
      operationId: readFair
      responses:
        '200': { description: Found., headers: { ETag: { schema: { type: string } } }, ${json('Fair')} }
        '304': { description: The same., headers: { ETag: { schema: { type: string } } } }
        ${fairs.replaceAll(", '", "\n        '")}
    patch:
      operationId: updateFair
      description: Changes exactly the members that \`updateMask\` names. What it names and the body lacks is cleared.
      parameters:
        - { name: updateMask, in: query, required: true, explode: false, schema: { type: array, minItems: 1, items: { type: string, enum: [town, size] } } }
        - { name: If-Match, in: header, schema: { type: string } }
      requestBody: { required: true, ${json('FairUpdate')} }
      responses:
        '200': { description: Changed., ${json('Fair')} }
        '412': ${refused}
        '428': ${refused}
        ${fairs.replaceAll(", '", "\n        '")}
    delete:
      operationId: removeFair
      responses: { '204': { description: Gone. }, ${fairs} }
  /fairs/{fairId}:restore:
    parameters: [{ $ref: '#/components/parameters/FairId' }]
    post:
      operationId: restoreFair
      summary: Brings back a deleted fair
      responses: { '200': { description: Restored., ${json('Fair')} }, ${fairs} }
  /fairs/{fairId}:close:
    parameters: [{ $ref: '#/components/parameters/FairId' }]
    post:
      operationId: closeFair
      responses: { '200': { description: Closed for good., ${json('Fair')} }, ${fairs} }
  /fairs/{fairId}:open:
    parameters: [{ $ref: '#/components/parameters/FairId' }]
    post:
      operationId: openFair
      summary: Opens a fair
      responses: { '200': { description: Open., ${json('Fair')} }, ${fairs} }
  /fairs/{fairId}/stalls:
    parameters: [{ $ref: '#/components/parameters/FairId' }]
    post:
      operationId: addStall
      requestBody: { required: true, ${json('Stall')} }
      responses: { '201': { description: Made., ${json('Stall')} }, ${fairs} }
  /fairs/{fairId}/stalls/{stallId}:
    parameters: [{ $ref: '#/components/parameters/FairId' }, { name: stallId, in: path, required: true, schema: { type: string, format: uuid } }]
    get:
      operationId: readStall
      responses: { '200': { description: Found., ${json('Stall')} }, ${fairs} }
  /sales:
    post:
      operationId: sell
      description: Only an open fair sells anything.
      requestBody: { required: true, ${json('Sale')} }
      responses: { '201': { description: Sold., ${json('Sale')} }, ${fairs} }
  /receipts/{receiptId}:
    parameters: [{ name: receiptId, in: path, required: true, schema: { type: string, format: uuid } }]
    get:
      operationId: readReceipt
      responses: { '200': { description: Found., ${json('Sale')} }, ${fairs} }
components:
  parameters:
    FairId: { name: fairId, in: path, required: true, schema: { type: string, pattern: '^[a-z]{3,20}$' } }
  schemas:
    Fair:
      type: object
      required: [fairId, town, startDate, endDate, money, size, state]
      additionalProperties: false
      properties:
        fairId: { type: string, readOnly: true }
        town: { type: string, minLength: 1, maxLength: 40 }
        startDate: { type: string, format: date }
        endDate: { type: string, format: date }
        money: { type: string, enum: [EUR, GBP, PLN] }
        size: { type: integer, minimum: 10, maximum: 5000 }
        state: { type: string, enum: [draft, open, closed], readOnly: true }
    FairUpdate:
      type: object
      additionalProperties: false
      properties: { town: { type: string, minLength: 1, maxLength: 40 }, size: { type: integer, minimum: 10, maximum: 5000 } }
    Stall:
      type: object
      required: [stallId, price, width, opensAt]
      additionalProperties: false
      properties:
        stallId: { type: string, format: uuid, readOnly: true }
        price:
          type: object
          required: [amount, money]
          additionalProperties: false
          properties: { amount: { type: integer, minimum: 0, maximum: 900 }, money: { type: string, enum: [EUR, GBP, PLN] } }
        width: { type: integer, minimum: 1, maximum: 100000 }
        opensAt: { type: string, format: date-time }
    Sale:
      type: object
      required: [receiptId, fairId, stallId]
      additionalProperties: false
      properties:
        receiptId: { type: string, format: uuid, readOnly: true }
        fairId: { type: string, pattern: '^[a-z]{3,20}$' }
        stallId: { type: string, format: uuid }
    Problem:
      type: object
      required: [detail]
      properties: { detail: { type: string }, field: { type: string } }
`;

interface Fair {
  readonly fairId: string;
  readonly town: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly money: string;
  readonly size: number;
  readonly state: 'draft' | 'open' | 'closed';
}

interface Stall {
  readonly price: { readonly money: string };
  readonly width: number;
  readonly opensAt: string;
}

interface Kept {
  fair: Fair;
  version: number;
  isDeleted: boolean;
  readonly stalls: Map<string, object>;
}

const DAY = 86_400_000;

const problem = (status: number, detail: string, field?: string): Response =>
  Response.json({ detail, ...(field === undefined ? {} : { field }) }, { status });

function wrongDays({ startDate, endDate }: Fair): Response | undefined {
  const days = (Date.parse(endDate) - Date.parse(startDate)) / DAY;
  return days >= 0 && days < 5 ? undefined : problem(422, 'A fair lasts one day at least and five at most.', 'endDate');
}

function wrongStall({ startDate, endDate, money, size }: Fair, { price, width, opensAt }: Stall): Response | undefined {
  if (price.money !== money) return problem(422, 'The price is in the money of the fair.', 'price.money');
  if (width > size) return problem(422, 'A stall is no larger than the fair.', 'width');
  const day = new Date(opensAt).toISOString().slice(0, 10);
  return day < startDate || day > endDate ? problem(422, 'The day is none of the fair.', 'opensAt') : undefined;
}

/** A service with nothing in it. */
export function fairsOf(judge: Judge): Handler {
  const all = new Map<string, Kept>();
  const receipts = new Map<string, object>();

  function onFair(kept: Kept, request: Request, rest: string, body: unknown): Response {
    const { fair, stalls } = kept;
    const tag = `"${kept.version}"`;
    const changed = (more: Partial<Fair>): Response => {
      kept.fair = { ...fair, ...more };
      kept.version++;
      return Response.json(kept.fair);
    };
    if (rest === ':restore') {
      if (!kept.isDeleted) return problem(409, 'The fair is not deleted.');
      kept.isDeleted = false;
      return Response.json(fair);
    }
    if (kept.isDeleted) return problem(404, 'There is no such fair.');
    if (rest === '' && request.method === 'GET') {
      const known = request.headers.get('if-none-match') ?? '';
      const isKnown = known === '*' || known.includes(tag);
      return isKnown ? new Response(null, { status: 304, headers: { etag: tag } }) : Response.json(fair, { headers: { etag: tag } });
    }
    if (rest.startsWith('/stalls/')) {
      const stall = stalls.get(rest.slice('/stalls/'.length));
      return stall === undefined ? problem(404, 'There is no such stall.') : Response.json(stall);
    }
    if (fair.state === 'closed') return problem(410, 'The fair is closed.');
    if (rest === ':close') return changed({ state: 'closed' });
    if (rest === ':open') {
      if (fair.state === 'open' || stalls.size === 0) return problem(409, 'A fair without stalls cannot be opened, and no fair twice.');
      return changed({ state: 'open' });
    }
    if (rest === '/stalls') {
      const wrong = wrongStall(fair, body as Stall);
      if (wrong !== undefined) return wrong;
      const stall = { ...(body as object), stallId: crypto.randomUUID() };
      stalls.set(stall.stallId, stall);
      return Response.json(stall, { status: 201 });
    }
    if (request.method === 'DELETE') {
      kept.isDeleted = true;
      return new Response(null, { status: 204 });
    }
    const given = request.headers.get('if-match');
    if (given === null) return problem(428, 'Send If-Match.');
    if (given !== '*' && !given.split(/, */).includes(tag)) return problem(412, 'The fair has changed.');
    const mask = new URL(request.url).searchParams.get('updateMask')?.split(',') ?? [];
    const missing = mask.find((name) => !Object.hasOwn(body as object, name));
    if (missing !== undefined) return problem(422, 'The member cannot be cleared.', missing);
    return changed(Object.fromEntries(Object.entries(body as object).filter(([name]) => mask.includes(name))));
  }

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const text = await request.clone().text();
    const headers = Object.fromEntries(request.headers);
    const verdict = await judge.request({ method: request.method, target: url.pathname + url.search, headers, body: text });
    if (!verdict.accepted) return problem(verdict.status, 'The request is not as declared.');
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    if (url.pathname === '/fairs') {
      const fairId = url.searchParams.get('fairId') ?? '';
      if (all.has(fairId)) return problem(409, 'The id is taken.');
      const fair = { ...(body as Fair), fairId, state: 'draft' } as const;
      const wrong = wrongDays(fair);
      if (wrong !== undefined) return wrong;
      all.set(fairId, { fair, version: 1, isDeleted: false, stalls: new Map() });
      return Response.json(fair, { status: 201 });
    }
    if (url.pathname === '/sales') {
      const { fairId, stallId } = body as { readonly fairId: string; readonly stallId: string };
      const kept = all.get(fairId);
      if (kept === undefined || kept.isDeleted) return problem(422, 'There is no such fair.', 'fairId');
      if (!kept.stalls.has(stallId)) return problem(422, 'The fair has no such stall.', 'stallId');
      if (kept.fair.state === 'closed') return problem(410, 'The fair is closed.');
      if (kept.fair.state === 'draft') return problem(409, 'The fair is a draft.');
      const sale = { receiptId: crypto.randomUUID(), fairId, stallId };
      receipts.set(sale.receiptId, sale);
      return Response.json(sale, { status: 201 });
    }
    const [, receipt, fairId = '', rest = ''] = /^\/(?:receipts\/([^/]+)|fairs\/([a-z]+)(.*))$/.exec(url.pathname) ?? [];
    if (receipt !== undefined) {
      const sale = receipts.get(receipt);
      return sale === undefined ? problem(404, 'There is no such receipt.') : Response.json(sale);
    }
    const kept = all.get(fairId);
    return kept === undefined ? problem(404, 'There is no such fair.') : onFair(kept, request, rest, body);
  }

  return async (request) => {
    if (request.method !== 'HEAD') return answer(request);
    const { status, headers } = await answer(new Request(request, { method: 'GET' }));
    return new Response(null, { status, headers });
  };
}
