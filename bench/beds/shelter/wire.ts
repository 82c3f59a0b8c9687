// Refusals as the document has them.
import type { Reply } from '../http.ts';

/** A request that is refused. */
export class Refusal extends Error {
  readonly status: number;
  readonly field: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message: string,
    { field = '', headers = {} }: { field?: string; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message);
    this.status = status;
    this.field = field;
    this.headers = headers;
  }

  reply(): Reply {
    const body = { message: this.message, ...(this.field === '' ? {} : { field: this.field }) };
    return { status: this.status, body, headers: this.headers };
  }
}

export const notFound = (what: string): Refusal => new Refusal(404, `There is no such ${what}.`);
export const conflict = (message: string, field = ''): Refusal => new Refusal(409, message, { field });
export const unprocessable = (message: string, field = ''): Refusal => new Refusal(422, message, { field });

/** The answer to a creation. */
export const created = (location: string, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status: 201,
  headers: { location, ...headers },
});
