// A small service with state, for the tests of sequences: shelves with books, two accounts, pages by cursor, keys; and faults that it can have.
import type { Handler } from '../../generator/conform/contract/target.ts';
import type { Judge } from '../../generator/conform/judge/index.ts';

export const SHELVES = `openapi: 3.1.0
info: { title: Shelves, version: '1', description: Each user sees only their own things. }
security: [{ token: [] }]
paths:
  /shelves:
    post:
      operationId: createShelf
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string, maxLength: 9 } } } } }
      responses:
        '201': { description: Made., content: { application/json: { schema: { $ref: '#/components/schemas/Shelf' } } } }
        '400': { description: Invalid. }
        '401': { description: Who are you? }
  /shelves/{shelfId}:
    parameters: [{ name: shelfId, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 9999999 } }]
    get:
      operationId: readShelf
      responses:
        '200': { description: Found., content: { application/json: { schema: { $ref: '#/components/schemas/Shelf' } } } }
        default: { description: None. }
  /shelves/{shelf}/books:
    parameters: [{ name: shelf, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 9999999 } }]
    get:
      operationId: listBooks
      x-pagination: { style: cursor, cursor: query.after, next: /next, items: /books }
      parameters:
        - { name: after, in: query, schema: { type: integer } }
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50 } }
      responses:
        '200':
          description: A page.
          content:
            application/json:
              schema:
                type: object
                required: [books]
                properties: { books: { type: array, items: { $ref: '#/components/schemas/Book' } }, next: { type: integer } }
        default: { description: None. }
    post:
      operationId: addBook
      parameters: [{ name: Idempotency-Key, in: header, schema: { type: string, minLength: 1 } }]
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/NewBook' }, example: { title: Sand, year: 1949 } } }
      responses:
        '201': { description: Made., content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
        default: { description: None. }
  /shelves/{shelf}/books/{id}:
    parameters:
      - { name: shelf, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 9999999 } }
      - { name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 9999999 } }
    get:
      operationId: readBook
      responses:
        '200': { description: Found., content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
        default: { description: None. }
    patch:
      operationId: changeBook
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/BookChange' } } }
      responses:
        '200': { description: Changed., content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
        default: { description: None. }
    delete:
      operationId: removeBook
      responses:
        '204': { description: Gone. }
        default: { description: None. }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    Shelf: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }
    NewBook:
      type: object
      required: [title]
      additionalProperties: false
      properties: { title: { type: string, minLength: 1, maxLength: 20 }, year: { type: integer, minimum: 0, maximum: 3000 } }
    BookChange:
      type: object
      additionalProperties: false
      properties: { title: { type: string, minLength: 1, maxLength: 20 }, year: { type: integer, minimum: 0, maximum: 3000 } }
    Book:
      type: object
      required: [id, title]
      properties: { id: { type: integer }, title: { type: string }, year: { type: integer } }
`;

interface Book {
  readonly id: number;
  readonly shelf: number;
  readonly owner: string;
  readonly title: string;
  readonly year?: number;
}

interface Store {
  readonly books: Map<number, Book>;
}

type Fields = Partial<Pick<Book, 'title' | 'year'>>;

/** What is wrong with the service; nothing where a member is absent. */
export interface Faults {
  readonly afterCreate?: (store: Store, book: Book) => unknown;
  readonly stored?: (book: Book) => Book;
  readonly changed?: (book: Book, change: Fields) => Book;
  readonly deletes?: () => boolean;
  readonly changesDeleted?: boolean;
  readonly deletesTwice?: boolean;
  readonly unknown?: (store: Store) => Book | undefined;
  readonly listed?: (books: readonly Book[], gone: readonly Book[]) => readonly Book[];
  readonly cursor?: (id: number) => number;
  readonly createsRefused?: boolean;
  readonly changesRefused?: boolean;
  readonly anyShelf?: boolean;
  readonly anyOwner?: boolean;
  readonly forgetsKeys?: boolean;
}

/** A service with nothing in it. Its tokens are the names of its users. */
export function shelves(judge: Judge, faults: Faults = {}): Handler {
  const owners = new Map<number, { readonly owner: string; readonly name: string }>();
  const books = new Map<number, Book>();
  const gone = new Map<number, Book>();
  const byKey = new Map<string, Book>();
  const store: Store = { books };
  let last = 0;
  const shown = ({ shelf: _shelf, owner: _owner, ...book }: Book): object => book;
  const none = (): Response => new Response(null, { status: 404 });

  function add(owner: string, shelf: number, fields: Fields): Book {
    const book: Book = { title: '', ...fields, id: ++last, shelf, owner };
    books.set(book.id, faults.stored?.(book) ?? book);
    faults.afterCreate?.(store, book);
    return book;
  }

  function change(book: Book, fields: Fields): Book {
    const changed = faults.changed?.(book, fields) ?? { ...book, ...fields };
    books.set(book.id, changed);
    return changed;
  }

  return async (request) => {
    const response = await answer(request);
    return request.method === 'HEAD' ? new Response(null, response) : response;
  };

  async function answer(request: Request): Promise<Response> {
    const owner = request.headers.get('authorization')?.slice('Bearer '.length) ?? '';
    if (owner !== 'mira' && owner !== 'jonas') return new Response(null, { status: 401 });
    const url = new URL(request.url);
    const bytes = new Uint8Array(await request.arrayBuffer());
    const verdict = await judge.request({
      method: request.method,
      target: url.pathname + url.search,
      headers: Object.fromEntries(request.headers),
      ...(bytes.length === 0 ? {} : { body: bytes }),
    });
    const [, , shelfText, , idText] = url.pathname.split('/');
    const shelf = Number(shelfText);
    const found = (id: number, among: ReadonlyMap<number, Book>): Book | undefined => {
      const book = among.get(id);
      return book !== undefined && (faults.anyShelf === true || book.shelf === shelf) && (faults.anyOwner === true || book.owner === owner)
        ? book
        : undefined;
    };
    const book = found(Number(idText), books);
    if (!verdict.accepted) {
      if (faults.createsRefused === true && request.method === 'POST' && owners.get(shelf)?.owner === owner)
        add(owner, shelf, { title: 'Refused' });
      if (faults.changesRefused === true && book !== undefined) change(book, { title: 'Refused' });
      return new Response(null, { status: verdict.status });
    }
    const { body, query } = verdict.input as {
      readonly body: Fields & { readonly name: string };
      readonly query?: { readonly after?: number; readonly limit?: number };
    };
    if (verdict.operation.id === 'createShelf') {
      owners.set(++last, { owner, name: body.name });
      return Response.json({ id: last, name: body.name }, { status: 201 });
    }
    if (faults.anyOwner !== true && owners.get(shelf)?.owner !== owner) return none();
    switch (verdict.operation.id) {
      case 'readShelf':
        return owners.has(shelf) ? Response.json({ id: shelf, name: owners.get(shelf)?.name }) : none();
      case 'addBook': {
        const key = request.headers.get('idempotency-key');
        const before = key === null || faults.forgetsKeys === true ? undefined : byKey.get(`${owner} ${key}`);
        const made = before ?? add(owner, shelf, body);
        if (key !== null) byKey.set(`${owner} ${key}`, made);
        return Response.json(shown(made), { status: 201 });
      }
      case 'listBooks': {
        const own = (among: ReadonlyMap<number, Book>): readonly Book[] => [...among.values()].filter((one) => one.shelf === shelf);
        const all = (faults.listed?.(own(books), own(gone)) ?? own(books)).filter(({ id }) => id > (query?.after ?? 0));
        const page = all.slice(0, query?.limit ?? 20);
        const end = page.at(-1)?.id ?? 0;
        return Response.json({ books: page.map(shown), ...(all.length > page.length ? { next: faults.cursor?.(end) ?? end } : {}) });
      }
      case 'readBook': {
        const read = book ?? faults.unknown?.(store);
        return read === undefined ? none() : Response.json(shown(read));
      }
      case 'changeBook': {
        const changing = book ?? (faults.changesDeleted === true ? found(Number(idText), gone) : undefined);
        if (changing === undefined) return none();
        return Response.json(shown(book === undefined ? { ...changing, ...body } : change(changing, body)));
      }
      default: {
        if (book === undefined)
          return faults.deletesTwice === true && gone.has(Number(idText)) ? new Response(null, { status: 204 }) : none();
        if (faults.deletes?.() !== false) books.delete(book.id);
        gone.set(book.id, book);
        return new Response(null, { status: 204 });
      }
    }
  }
}
