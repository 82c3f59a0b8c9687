// A wiki with spaces, pages, revisions and attachments, as wiki.yaml says, with nothing wrong in it.
import type { Handler } from '../../../generator/conform/contract/target.ts';
import { answering, type Call, Refusal, type Rules } from './answering.ts';

interface Fields {
  readonly title: string;
  readonly language?: string;
  readonly text?: string;
  readonly remark?: string;
  readonly to: number;
}

/** An attachment is a text. */
type Body = Fields & string;

interface Revision {
  readonly number: number;
  readonly text: string;
  readonly remark: string;
  readonly by: string;
  readonly savedAt: string;
}

interface Page {
  readonly slug: string;
  readonly title: string;
  /** The last one is the first of them. */
  readonly revisions: readonly Revision[];
  readonly files: ReadonlyMap<string, string>;
  /** How often it has gone into the bin or out of it, or an attachment has come or gone. */
  readonly moves: number;
  readonly binnedAt?: string;
}

interface Space {
  readonly key: string;
  readonly title: string;
  readonly language: string;
  readonly pages: Map<string, Page>;
}

const MOST_FILES = 5;
const now = (): string => new Date().toISOString();
const countWords = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;

function lastOf({ revisions }: Page): Revision {
  const [last] = revisions;
  if (last === undefined) throw new Error('A page has one revision at least.');
  return last;
}

function headOf(page: Page): object {
  const { number, savedAt } = lastOf(page);
  return {
    slug: page.slug,
    title: page.title,
    revision: number,
    savedAt,
    ...(page.binnedAt === undefined ? {} : { binnedAt: page.binnedAt }),
  };
}

function shownPage(page: Page): object {
  const { text } = lastOf(page);
  return { ...headOf(page), text, words: countWords(text), attachments: [...page.files.keys()].sort() };
}

const tagOf = (page: Page): string => `"r${lastOf(page).number}m${page.moves}"`;
/** `If-Match` takes no weak tag. */
const isNamed = (header: string, tag: string): boolean => header.split(',').some((one) => ['*', tag].includes(one.trim()));
const answerPage = (page: Page, status = 200): Response => Response.json(shownPage(page), { status, headers: { ETag: tagOf(page) } });
const shownSpace = ({ pages, ...space }: Space): object => ({
  ...space,
  pages: [...pages.values()].filter(({ binnedAt }) => binnedAt === undefined).length,
});

function checkTag(page: Page, match: string | null): void {
  if (match === null) throw new Refusal(428, '', 'Say in If-Match which text you have seen.');
  if (!isNamed(match, tagOf(page))) throw new Refusal(412, '', 'Somebody has saved another text.');
}

function checkOut({ binnedAt }: Page): void {
  if (binnedAt !== undefined) throw new Refusal(409, '', 'The page is in the bin.');
}

function rules(): Rules<Body> {
  const spaces = new Map<string, Space>();
  const spaceOf = ({ path }: Call<Body>): Space => {
    const space = spaces.get(path.key ?? '');
    if (space === undefined) throw new Refusal(404, '', 'There is no such space.');
    return space;
  };
  const pageOf = (call: Call<Body>): Page => {
    const page = spaceOf(call).pages.get(call.path.slug ?? '');
    if (page === undefined) throw new Refusal(404, '', 'There is no such page.');
    return page;
  };
  const write = ({ caller: { isLimited } }: Call<Body>): void => {
    if (isLimited) throw new Refusal(403, '', 'Only editors may write.');
  };
  const keep = (call: Call<Body>, page: Page, status = 200): Response => {
    spaceOf(call).pages.set(page.slug, page);
    return answerPage(page, status);
  };
  const save = (call: Call<Body>, page: Page, text: string, remark: string): Response => {
    const revision: Revision = { number: page.revisions.length + 1, text, remark, by: call.caller.account, savedAt: now() };
    return keep(call, { ...page, revisions: [revision, ...page.revisions] });
  };

  const operations: Rules<Body>['operations'] = {
    spaceIndex: () => Response.json({ spaces: [...spaces.values()].sort((a, b) => (a.key < b.key ? -1 : 1)).map(shownSpace) }),
    spacePut: (call) => {
      write(call);
      const { key = '' } = call.path;
      const before = spaces.get(key);
      const { title, language = before?.language ?? 'en' } = call.body;
      const space: Space = { key, title, language, pages: before?.pages ?? new Map() };
      spaces.set(key, space);
      return Response.json(shownSpace(space), { status: before === undefined ? 201 : 200 });
    },
    spaceGet: (call) => Response.json(shownSpace(spaceOf(call))),
    pageIndex: (call) => {
      const { bin = 'without', changedSince } = call.query as { readonly bin?: string; readonly changedSince?: string };
      const found = [...spaceOf(call).pages.values()].filter(
        (page) =>
          (bin === 'with' || (bin === 'only') === (page.binnedAt !== undefined)) &&
          (changedSince === undefined || Date.parse(lastOf(page).savedAt) >= Date.parse(changedSince)),
      );
      return Response.json({ pages: found.sort((a, b) => (a.title.toLowerCase() < b.title.toLowerCase() ? -1 : 1)).map(headOf) });
    },
    pageCreate: (call) => {
      write(call);
      const { pages } = spaceOf(call);
      const { title, text = '' } = call.body;
      const slug = title.toLowerCase().replace(/ +/g, '-');
      if (pages.has(slug)) throw new Refusal(409, '', `There is a page ${slug} already.`);
      const first: Revision = { number: 1, text, remark: '', by: call.caller.account, savedAt: now() };
      return keep(call, { slug, title, revisions: [first], files: new Map(), moves: 0 }, 201);
    },
    pageGet: (call) => {
      const page = pageOf(call);
      const isKnown = isNamed((call.headers.get('if-none-match') ?? '').replaceAll('W/', ''), tagOf(page));
      return isKnown ? new Response(null, { status: 304, headers: { ETag: tagOf(page) } }) : answerPage(page);
    },
    pageSave: (call) => {
      write(call);
      const page = pageOf(call);
      checkTag(page, call.headers.get('if-match'));
      checkOut(page);
      const { text = '', remark = '' } = call.body;
      return text === lastOf(page).text ? answerPage(page) : save(call, page, text, remark);
    },
    pageBin: (call) => {
      write(call);
      const page = pageOf(call);
      if (page.binnedAt === undefined) keep(call, { ...page, binnedAt: now(), moves: page.moves + 1 });
      return new Response(null, { status: 204 });
    },
    pageUnbin: (call) => {
      write(call);
      const { binnedAt, ...page } = pageOf(call);
      if (binnedAt === undefined) throw new Refusal(409, '', 'The page is not in the bin.');
      return keep(call, { ...page, moves: page.moves + 1 });
    },
    revisionIndex: (call) => {
      const { most = 200 } = call.query as { readonly most?: number };
      return Response.json({ revisions: pageOf(call).revisions.slice(0, most) });
    },
    pageRevert: (call) => {
      write(call);
      const page = pageOf(call);
      checkOut(page);
      const { to } = call.body;
      const wanted = page.revisions.find(({ number }) => number === to);
      if (wanted === undefined) throw new Refusal(422, '', `The page has no revision ${to}.`);
      if (wanted === lastOf(page)) throw new Refusal(409, '', 'The page has this revision.');
      return save(call, page, wanted.text, `Back to ${to}`);
    },
    attachmentPut: (call) => {
      write(call);
      const page = pageOf(call);
      const { file = '' } = call.path;
      const isNew = !page.files.has(file);
      if (isNew && page.files.size >= MOST_FILES) throw new Refusal(409, '', `A page has at most ${MOST_FILES} attachments.`);
      const content: string = call.body ?? '';
      keep(call, { ...page, files: new Map([...page.files, [file, content]]), moves: page.moves + 1 });
      return Response.json({ file, size: Buffer.byteLength(content), putAt: now() }, { status: isNew ? 201 : 200 });
    },
    attachmentGet: (call) => {
      const content = pageOf(call).files.get(call.path.file ?? '');
      if (content === undefined) throw new Refusal(404, '', 'There is no such attachment.');
      return new Response(content, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
    },
    attachmentDelete: (call) => {
      write(call);
      const page = pageOf(call);
      const files = new Map(page.files);
      if (!files.delete(call.path.file ?? '')) throw new Refusal(404, '', 'There is no such attachment.');
      keep(call, { ...page, files, moves: page.moves + 1 });
      return new Response(null, { status: 204 });
    },
  };

  return {
    base: '/api/wiki',
    refuse: (status, message) => Response.json({ message }, { status }),
    callerOf: (headers) => {
      const [scheme = '', given = ''] = (headers.get('authorization') ?? '').split(' ');
      const [account = '', password] = scheme.toLowerCase() === 'basic' ? Buffer.from(given, 'base64').toString().split(':') : [];
      return { erik: 'e7', rosa: 'r7' }[account] === password && password !== undefined
        ? { account, isLimited: account === 'rosa' }
        : undefined;
    },
    operations,
  };
}

export const CREDENTIALS = {
  given: { login: { username: 'erik', password: 'e7' } },
  limited: { login: { username: 'rosa', password: 'r7' } },
};

export const wiki = (): Promise<Handler> => answering('wiki', rules);
