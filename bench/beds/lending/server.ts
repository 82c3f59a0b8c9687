// The service: the lending desk of a library, as its document describes it, on `node:http`.
import type { IncomingMessage, RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { listenerOf, type Reply } from '../http.ts';
import { contractsOf } from '../limits.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import { type Asked, type Contract, contractOf, read, routed, Unreadable } from '../small.ts';
import { Denial, Desk, type Has } from './rules.ts';
import { createLibraries } from './seeds.ts';
import type { Borrower, Fine, Hold, Loan, NewBorrower, TitleEntry } from './store.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

const contracts = contractsOf(documentPath, contractOf, {});

const MEDIA = 'application/vnd.athenaeum+json';

/** The sessions of the service. The third one is that of a volunteer. */
export const credentials = {
  librarian: { session: 'hill-2c9d41f7a0' },
  visitor: { session: 'dale-8e03b56d1c' },
  volunteer: { session: 'hill-v5a7e90b32' },
} as const;

const PEOPLE: Readonly<Record<string, { library: 'hill' | 'dale'; isVolunteer: boolean }>> = {
  [credentials.librarian.session]: { library: 'hill', isVolunteer: false },
  [credentials.visitor.session]: { library: 'dale', isVolunteer: false },
  [credentials.volunteer.session]: { library: 'hill', isVolunteer: true },
};

const OF_LIBRARIANS = new Set(['putTitle', 'addCopy', 'withdrawCopy', 'closeBorrower']);

interface Call {
  readonly desk: Desk;
  readonly asked: Asked;
  readonly isVolunteer: boolean;
  readonly address: string;
  readonly header: (name: string) => string | undefined;
  readonly has: Has;
}

type Handler = (call: Call) => Reply | Promise<Reply>;

const replied = (status: number, body: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  content: JSON.stringify(body),
  type: MEDIA,
  headers,
});

/** UUIDs mean the same in capitals. */
const idOf = (value: unknown): string => String(value).toLowerCase();

function found<V>(value: V | undefined): V {
  if (value === undefined) throw new Denial(404, 'not-found', 'The library does not have this.');
  return value;
}

const shownHold = ({ barcode, ...hold }: Hold): object => ({ ...hold, state: barcode === null ? 'waiting' : 'ready', barcode });

const shownFine = (fine: Fine): object => ({ ...fine, state: fine.outstanding === 0 ? 'settled' : 'open' });

const shownTitle = (desk: Desk, isbn: string, entry: TitleEntry): object => ({
  isbn,
  ...entry,
  copies: desk.copiesOf(isbn),
  queue: desk.queueOf(isbn).map(shownHold),
});

const shownBorrower = (desk: Desk, borrower: Borrower): object => ({
  ...borrower,
  'open-loans': desk.openLoansOf(borrower.card).length,
  owed: desk.owedBy(borrower.card),
  blocked: desk.isBlocked(borrower.card),
  holds: desk.holdsOf(borrower.card).map(shownHold),
  fines: desk.finesOf(borrower.card).map(shownFine),
});

/** A page of a list, with links to the pages beside it. */
function pageOf(all: readonly object[], { asked, address, has }: Call): Reply {
  const [page, size] = [Number(asked.query.page), Number(asked.query['per-page'])];
  const [path = '', query = ''] = address.split(/\?(.*)/s);
  const linkTo = (number: number, rel: string): string => {
    const search = new URLSearchParams(query);
    search.set('page', String(number));
    return `<${path}?${search.toString()}>; rel="${rel}"`;
  };
  const items = all.slice((page - 1) * size, page * size);
  const isMore = has('next-after-full-page') ? items.length === size : page * size < all.length;
  const links = [...(page > 1 ? [linkTo(page - 1, 'prev')] : []), ...(isMore ? [linkTo(page + 1, 'next')] : [])];
  return replied(200, items, { 'x-total-count': String(all.length), ...(links.length === 0 ? {} : { link: links.join(', ') }) });
}

const before = <V>(a: V, b: V): number => (a < b ? -1 : Number(a > b));

type Entry = readonly [isbn: string, entry: TitleEntry];

function orderOf(sort: unknown, has: Has): (a: Entry, b: Entry) => number {
  const keyOf = ({ title }: TitleEntry): string => (has('titles-by-case') ? title : title.toLowerCase());
  const way = sort === 'newest' ? -1 : 1;
  const byYear = (a: number | null, b: number | null): number =>
    a === null || b === null ? Number(a === null) - Number(b === null) : way * (a - b);
  return ([isbnA, a], [isbnB, b]) =>
    (sort === 'title' ? before(keyOf(a), keyOf(b)) : byYear(a.published, b.published)) || before(isbnA, isbnB);
}

function listTitles(call: Call): Reply {
  const { desk, asked, has } = call;
  const { q, language, available, sort } = asked.query;
  const text = String(q ?? '').toLowerCase();
  const some = [...desk.library.titles].filter(
    ([isbn, entry]) =>
      [entry.title, ...entry.authors].some((name) => name.toLowerCase().includes(text)) &&
      entry.language === (language ?? entry.language) &&
      (available === undefined || desk.copiesOf(isbn).some(({ state }) => state === 'available') === available),
  );
  const sorted = some.toSorted(orderOf(sort, has)).map(([isbn, entry]) => shownTitle(desk, isbn, entry));
  return pageOf(sorted, call);
}

function listLoans(call: Call): Reply {
  const { card, isbn, state, 'due-before': due } = call.asked.query;
  const fits = (loan: Loan): boolean =>
    loan.card === (card ?? loan.card) &&
    loan.isbn === (isbn ?? loan.isbn) &&
    (state === undefined || (state === 'open') === (loan['returned-on'] === null)) &&
    (due === undefined || loan['due-on'] < String(due));
  const some = [...call.desk.library.loans.values()].filter(fits);
  const sorted = some.toSorted((a, b) => before(a['due-on'], b['due-on']));
  return pageOf(sorted, call);
}

function putTitle({ desk, asked, header, has }: Call): Reply {
  const isbn = String(asked.path.isbn);
  const condition = header('if-none-match');
  if (condition !== undefined && condition !== '*') throw new Denial(400, 'bad-request', 'If-None-Match must be *.', 'If-None-Match');
  if (condition === '*' && desk.library.titles.has(isbn) && !has('added-again'))
    throw new Denial(412, 'title-exists', 'The catalogue has the title.');
  const isNew = desk.catalogue(isbn, asked.body as TitleEntry);
  return replied(isNew ? 201 : 200, shownTitle(desk, isbn, asked.body as TitleEntry));
}

function settleFine({ desk, asked, isVolunteer, has }: Call): Reply {
  const { amount, kind } = asked.body as { amount: number; kind: string };
  if (isVolunteer && kind === 'waiver' && !has('volunteer-waives'))
    throw new Denial(403, 'librarians-only', 'Only librarians waive fines.');
  return replied(201, shownFine(desk.settle(found(desk.library.fines.get(idOf(asked.path.fine))), amount)));
}

const handlers: Readonly<Record<string, Handler>> = {
  listTitles,
  getTitle: ({ desk, asked }) => {
    const isbn = String(asked.path.isbn);
    return replied(200, shownTitle(desk, isbn, found(desk.library.titles.get(isbn))));
  },
  putTitle,
  addCopy: ({ desk, asked }) => {
    const isbn = String(asked.path.isbn);
    found(desk.library.titles.get(isbn));
    const { barcode, shelf } = asked.body as { barcode: string; shelf: string | null };
    return replied(201, desk.addCopy(isbn, barcode, shelf));
  },
  withdrawCopy: ({ desk, asked }) => {
    desk.withdraw(found(desk.library.copies.get(String(asked.path.barcode))));
    return { status: 204 };
  },
  enrolBorrower: ({ desk, asked }) => {
    const borrower = desk.enrol(asked.body as NewBorrower);
    return replied(201, shownBorrower(desk, borrower), { location: `/borrowers/${borrower.card}` });
  },
  getBorrower: ({ desk, asked }) => replied(200, shownBorrower(desk, found(desk.library.borrowers.get(String(asked.path.card))))),
  closeBorrower: ({ desk, asked }) => {
    desk.close(found(desk.library.borrowers.get(String(asked.path.card))));
    return { status: 204 };
  },
  listLoans,
  lendCopy: async ({ desk, asked }) => {
    const { barcode, card, 'lent-on': day } = asked.body as { barcode: string; card: string; 'lent-on'?: string };
    return replied(201, await desk.lend(barcode, card, day));
  },
  returnLoan: ({ desk, asked }) => {
    const loan = found(desk.library.loans.get(idOf(asked.path.loan)));
    return replied(200, desk.takeBack(loan, (asked.body as { 'returned-on'?: string })['returned-on']));
  },
  renewLoan: ({ desk, asked }) => replied(200, desk.renew(found(desk.library.loans.get(idOf(asked.path.loan))))),
  placeHold: ({ desk, asked }) => {
    const { isbn, card } = asked.body as { isbn: string; card: string };
    return replied(201, shownHold(desk.place(isbn, card)));
  },
  cancelHold: ({ desk, asked }) => {
    desk.cancel(found(desk.library.holds.get(idOf(asked.path.hold))));
    return { status: 204 };
  },
  settleFine,
};

type Libraries = Awaited<ReturnType<typeof createLibraries>>;

async function answer(contract: Contract, libraries: Libraries, has: Has, request: IncomingMessage): Promise<Reply> {
  const [, session = ''] = /(?:^|;)\s*LENDING_DESK=([^;\s]*)/.exec(request.headers.cookie ?? '') ?? [];
  const person = PEOPLE[session];
  if (person === undefined) throw new Denial(401, 'no-session', 'There is no session, or it is not known.');
  const { library, isVolunteer } = person;
  const target = routed(contract, request);
  const { operationId } = target.operation;
  if (isVolunteer && OF_LIBRARIANS.has(operationId)) throw new Denial(403, 'librarians-only', 'This is for librarians.');
  const asked = await read(contract, request, target);
  const header = (name: string): string | undefined => request.headers[name]?.toString();
  return found(handlers[operationId])({
    desk: new Desk(libraries[library], has),
    asked,
    isVolunteer,
    address: request.url ?? '',
    header,
    has,
  });
}

const STATUSES = { path: 404, method: 405, parameter: 400, 'media type': 415, size: 413, json: 400, body: 400 } as const;

function refusal(error: unknown): Reply {
  if (error instanceof Denial) {
    const { status, code, message, pointer } = error;
    return replied(status, { errors: [{ code, title: message, pointer }] });
  }
  if (!(error instanceof Unreadable)) return replied(500, { errors: [{ code: 'internal', title: String(error) }] });
  const { trouble, place, message } = error;
  const headers: Record<string, string> = trouble === 'method' ? { allow: place } : {};
  return replied(STATUSES[trouble], { errors: [{ code: trouble.replace(' ', '-'), title: message, pointer: place }] }, headers);
}

/** A service of its own, with the faults of these ids. */
export function createLending(faults: ReadonlySet<string>): RequestListener {
  const contract = contracts(faults);
  const libraries = createLibraries();
  return listenerOf({ answer: async (request) => answer(contract, await libraries, (fault) => faults.has(fault), request), refusal });
}

/** Serves on loopback, on a free port. */
export const listen = (faults: ReadonlySet<string> = new Set()): Promise<Running> => serve(createLending(faults));

await serveByHand(import.meta.url, createLending, 4036);
