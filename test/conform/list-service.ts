// A small list of tasks for the tests of lists: the same tasks in several styles of pages, sorting and filters, and faults that it can have.
import type { Handler } from '../../generator/conform/contract/target.ts';

export interface Task {
  readonly id: number;
  readonly title: string;
  /** No search looks into it. */
  readonly text: string;
  readonly state: 'todo' | 'doing' | 'done';
  readonly urgent: boolean;
  readonly owner_id: number;
  readonly tags: readonly string[];
  readonly effort: number;
  readonly created_at: string;
  readonly from: string;
}

export type Style = 'numbered' | 'offset' | 'cursor' | 'after' | 'api';

const STATES = ['todo', 'doing', 'done'] as const;
const TITLES = ['Paint doors', 'buy Nails', 'Mend roof', 'clean gutter', 'Ask mason', 'Sell ladder', 'Oil hinges'];

export const TASKS: readonly Task[] = TITLES.map((title, index) => ({
  id: index + 1,
  title,
  text: `Remark${'abcdefg'[index]}`,
  state: STATES[index % 3] ?? 'todo',
  urgent: index % 2 === 0,
  owner_id: index < 4 ? 1 : index < 6 ? 12 : 7,
  tags: index % 2 === 0 ? ['house'] : ['house', 'garden'],
  effort: ((index * 5) % 7) + 1,
  from: new Date(Date.UTC(2026, 5, index < 6 ? 2 : 1)).toISOString(),
  created_at: new Date(Date.UTC(2026, 0, 1 + ((index * 3) % 7), 9, 0, 0, 123)).toISOString(),
}));

const PAGE_PLACES: Readonly<Record<Style, string>> = {
  numbered: `
        - { name: page, in: query, schema: { type: integer, minimum: 1, default: 1 } }
        - { name: per_page, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 3 } }`,
  offset: `
        - { name: offset, in: query, schema: { type: integer, minimum: 0, default: 0 } }
        - { name: limit, in: query, schema: { type: integer, minimum: 1 } }`,
  cursor: `
        - { name: pageToken, in: query, description: A text that no page gave is a 400., schema: { type: string } }
        - { name: pageSize, in: query, schema: { type: integer, minimum: 1, maximum: 50 } }`,
  after: `
        - { name: starting_after, in: query, description: The id of the last task of the page before. An id that the list does not have gives 400., schema: { type: string } }
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50 } }`,
  api: `
        - { name: 'page[number]', in: query, schema: { type: integer, minimum: 1 } }
        - { name: 'page[size]', in: query, schema: { type: integer, minimum: 1, maximum: 50 } }`,
};

const OUTER: Readonly<Record<Style, string>> = {
  numbered: 'type: array, items: { $ref: "#/components/schemas/Task" }',
  offset: 'type: object, properties: { items: { type: array, items: { $ref: "#/components/schemas/Task" } }, total: { type: integer } }',
  cursor:
    'type: object, properties: { tasks: { type: array, items: { $ref: "#/components/schemas/Task" } }, nextPageToken: { type: string, description: Absent on the last page. } }',
  after:
    'type: object, properties: { data: { type: array, items: { $ref: "#/components/schemas/Task" } }, has_more: { type: boolean }, total_count: { $ref: "#/components/schemas/Count" } }',
  api: 'type: object, properties: { data: { type: array, items: { $ref: "#/components/schemas/Resource" } }, links: { type: object, properties: { next: { type: string }, prev: { type: string } } }, meta: { type: object, properties: { total: { type: integer }, pages: { type: integer } } } }',
};

const SORTS: Readonly<Record<Style, string>> = {
  numbered: `
        - { name: sort, in: query, description: By state means from todo to done., schema: { type: string, enum: [title, effort, created_at, state] } }
        - { name: order, in: query, schema: { type: string, enum: [asc, desc] } }`,
  offset: `
        - { name: order_by, in: query, schema: { type: string, enum: ['effort:asc', 'effort:desc', 'created:desc'] } }`,
  cursor: '',
  after: '',
  api: `
        - { name: sort, in: query, schema: { type: string, pattern: '^-?(effort|created_at)$' } }`,
};

const FILTERS = `
        - { name: STATE, in: query, schema: { type: array, items: { type: string, enum: [todo, doing, done] } }, explode: false }
        - { name: OWNER, in: query, schema: { type: integer } }
        - { name: urgent, in: query, description: 'If true, only tasks that are urgent. If false, only those that are not.', schema: { type: boolean } }
        - { name: tag, in: query, schema: { type: string } }
        - { name: effort, in: query, schema: { type: integer } }
        - { name: from, in: query, schema: { type: string, format: date-time } }
        - { name: min_effort, in: query, schema: { type: integer } }
        - { name: created_before, in: query, description: Only what was created strictly before this time., schema: { type: string, format: date-time } }
        - { name: q, in: query, description: Only tasks whose title has this text in it. The search is case-insensitive., schema: { type: string } }`;

export function documentOf(style: Style): string {
  const filters = FILTERS.replace('STATE', style === 'api' ? "'filter[state]'" : 'state').replace(
    'OWNER',
    style === 'api' ? "'filter[owner]'" : 'owner',
  );
  const header =
    style === 'after'
      ? 'headers: { Link: { schema: { type: string } } }'
      : style === 'numbered'
        ? 'headers: { Link: { schema: { type: string } }, X-Total-Count: { schema: { type: integer } } }'
        : 'headers: {}';
  const described = style === 'after' ? filters.replace('strictly before this', 'before this') : filters;
  return `openapi: 3.1.0
info: { title: Tasks, version: '1' }
paths:
  /tasks:
    get:
      operationId: listTasks
      summary: Lists tasks${style === 'cursor' ? ', the newest first' : ''}.
      parameters:${PAGE_PLACES[style]}${SORTS[style]}${described}
      responses:
        '200':
          description: A page.
          ${header}
          content: { application/json: { schema: { ${OUTER[style]} } } }
        '400': { description: Invalid. }
  /tasks/{id}:
    get:
      operationId: readTask
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { '404': { description: None. }, '200': { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/Task' } } } } }
components:
  schemas:
    Count: { type: integer, description: 'How many tasks fit the filters, on all pages together.' }
    State: { type: string, enum: [todo, doing, done] }
    Resource: { type: object, properties: { type: { type: string }, id: { type: integer }, attributes: { $ref: '#/components/schemas/Task' } } }
    Task:
      type: object
      properties:
        id: { type: integer }
        title: { type: string }
        text: { type: string }
        state: { $ref: '#/components/schemas/State' }
        urgent: { type: boolean }
        owner_id: { type: integer }
        tags: { type: array, items: { type: string } }
        effort: { type: integer }
        created_at: { type: string, format: date-time }
        from: { type: string, format: date-time }
`;
}

/** A task as JSON:API has it. */
function resourceOf({ id, ...attributes }: Task): object {
  return { type: 'tasks', id, attributes };
}

/** What is wrong with the list; nothing where a member is absent. */
export interface ListFaults {
  readonly tasks?: () => readonly Task[];
  readonly filtered?: (tasks: readonly Task[], query: URLSearchParams) => readonly Task[];
  readonly sorted?: (tasks: readonly Task[], key: string, down: boolean) => readonly Task[];
  /** The items of a page, from the place of the first one. */
  readonly sliced?: (tasks: readonly Task[], start: number, size: number) => readonly Task[];
  readonly total?: (all: readonly Task[], found: readonly Task[], page: readonly Task[]) => number;
  /** The query of the next page. */
  readonly link?: (query: URLSearchParams) => URLSearchParams;
  /** Whether there is a next page. */
  readonly more?: (end: number, count: number) => boolean;
  /** Whether each page with tasks has a link to a next one. */
  readonly linked?: true;
  readonly size?: number;
  /** The number of the last page. */
  readonly last?: (count: number, size: number) => number;
  /** From which page on there is a link to the one before: the second one where it is left out. */
  readonly back?: number;
  /** Whether a cursor that no page gave leads to the first page. */
  readonly anyCursor?: true;
}

const compare = (one: string | number, other: string | number): number => (one < other ? -1 : one > other ? 1 : 0);

function byKey(tasks: readonly Task[], key: keyof Task, down: boolean): readonly Task[] {
  // States have an order of their own.
  const rankOf = (one: Task): string | number => (key === 'state' ? STATES.indexOf(one.state) : (one[key] as string));
  const up = tasks.toSorted((one, other) => compare(rankOf(one), rankOf(other)) || one.id - other.id);
  return down ? up.reverse() : up;
}

function filtered(tasks: readonly Task[], query: URLSearchParams): readonly Task[] {
  const get = (name: string): string | null => query.get(name) ?? query.get(`filter[${name}]`);
  const names = ['state', 'owner', 'urgent', 'tag', 'min_effort', 'created_before', 'q', 'effort', 'from'];
  const [state, owner, urgent, tag, least, before, q, effort, from] = names.map(get);
  return tasks.filter(
    (one) =>
      (state == null || state.split(',').includes(one.state)) &&
      (owner == null || one.owner_id === Number(owner)) &&
      (urgent == null || String(one.urgent) === urgent) &&
      (tag == null || one.tags.includes(tag)) &&
      (least == null || one.effort >= Number(least)) &&
      // What takes so much effort or more, and what begins then or later.
      (effort == null || one.effort >= Number(effort)) &&
      (from == null || one.from >= from) &&
      (before == null || Date.parse(one.created_at) < Date.parse(before)) &&
      (q == null || one.title.toLowerCase().includes(q.toLowerCase())),
  );
}

function orderOf(style: Style, query: URLSearchParams): readonly [key: keyof Task, down: boolean] {
  const text = query.get('sort') ?? query.get('order_by');
  if (text === null) return style === 'cursor' ? ['created_at', true] : ['id', false];
  const [key = ''] = text.replace(/^-/, '').split(':');
  const down = text.startsWith('-') || text.endsWith(':desc') || query.get('order') === 'desc';
  return [(key === 'created' ? 'created_at' : key) as keyof Task, down];
}

export function tasks(style: Style, faults: ListFaults = {}): Handler {
  return (request) => {
    const url = new URL(request.url);
    const { searchParams: query } = url;
    const number = (name: string, standard: number): number => Number(query.get(name) ?? standard);
    const all = faults.tasks?.() ?? TASKS;
    const found = (faults.filtered ?? filtered)(all, query);
    const [key, down] = orderOf(style, query);
    const token = query.get('pageToken');
    if (style === 'cursor' && token !== null && !/^t\d+$/.test(token))
      return faults.anyCursor === true ? Response.json({ tasks: all }) : new Response(null, { status: 400 });
    const after = query.get('starting_after');
    if (style === 'after' && faults.anyCursor !== true && after !== null && !all.some(({ id }) => String(id) === after))
      return new Response(null, { status: 400 });
    const sorted = (faults.sorted ?? ((some) => byKey(some, key, down)))(found, key, down);
    const size = {
      numbered: number('per_page', faults.size ?? 3),
      offset: number('limit', 5),
      cursor: number('pageSize', 5),
      after: number('limit', 5),
      api: number('page[size]', 5),
    }[style];
    const start = {
      numbered: (number('page', 1) - 1) * size,
      offset: number('offset', 0),
      cursor: Number(query.get('pageToken')?.slice(1) ?? 0),
      after: sorted.findIndex(({ id }) => String(id) === query.get('starting_after')) + 1,
      api: (number('page[number]', 1) - 1) * size,
    }[style];
    const page = (faults.sliced ?? ((some, from, count) => some.slice(from, from + count)))(sorted, start, size);
    const hasMore = (faults.more ?? ((end, count) => end < count))(start + size, sorted.length);
    const total = faults.total?.(all, sorted, page) ?? sorted.length;
    const next = new URLSearchParams(query);
    next.set(style === 'api' ? 'page[number]' : 'page', String(start / size + 2));
    const link = `/tasks?${(faults.link ?? ((same) => same))(next)}`;
    const before = new URLSearchParams(query);
    before.set('page[number]', String(start / size));
    const last = new URLSearchParams(query);
    last.set('page', String(faults.last?.(sorted.length, size) ?? Math.max(1, Math.ceil(sorted.length / size))));
    const links = [`</tasks?${last}>; rel="last"`, ...(hasMore ? [`<${link}>; rel="next"`] : [])];
    switch (style) {
      case 'numbered':
        return Response.json(page, { headers: { 'x-total-count': String(total), link: links.join(', ') } });
      case 'offset':
        return Response.json({ items: page, total, offset: start });
      case 'cursor':
        return Response.json({ tasks: page, ...(hasMore ? { nextPageToken: `t${start + size}` } : {}) });
      case 'after':
        next.delete('page');
        next.set('starting_after', String(page.at(-1)?.id));
        return Response.json(
          { data: page, has_more: hasMore, total_count: total },
          page.length > 0 && (hasMore || faults.linked === true) ? { headers: { link: `</tasks?${next}>; rel="next"` } } : {},
        );
      default:
        return Response.json({
          data: page.map(resourceOf),
          links: { ...(hasMore ? { next: link } : {}), ...(start / size + 1 >= (faults.back ?? 2) ? { prev: `/tasks?${before}` } : {}) },
          meta: { total, pages: Math.ceil(total / size) },
        });
    }
  };
}
