// The one comment of the action on a pull request, by GitHub's REST API: written once, then brought up to date.

export interface Comment {
  /** Address of the API, such as `https://api.github.com`. */
  readonly api: string;
  /** `owner/name` */
  readonly repository: string;
  readonly token: string;
  /** The number of the pull request. */
  readonly number: number;
  /** What the text begins with. */
  readonly marker: string;
  readonly text: string;
  /** Whether a comment is written where there is none. */
  readonly isNeeded: boolean;
}

/** Comments a page, and the most pages that are read. */
const PAGE = 100;
const PAGES = 10;

/** Longest time of a request, in milliseconds. */
const TIMEOUT = 30_000;

/** Why the comment could not be written; `undefined` where it was. */
export async function upsertComment(comment: Comment): Promise<string | undefined> {
  const { number, text, isNeeded } = comment;
  const found = await findComment(comment);
  if (typeof found === 'string') return found;
  if (found === undefined && !isNeeded) return undefined;
  const [method, path] = found === undefined ? ['POST', `issues/${number}/comments`] : ['PATCH', `issues/comments/${found.id}`];
  const response = await send(comment, method, path, { body: text });
  return response.ok ? undefined : refusal(response);
}

/** The comment that an earlier run has written; a text where the comments cannot be read. */
async function findComment(comment: Comment): Promise<{ readonly id: number } | string | undefined> {
  for (let page = 1; page <= PAGES; page++) {
    const response = await send(comment, 'GET', `issues/${comment.number}/comments?per_page=${PAGE}&page=${page}`);
    if (!response.ok) return refusal(response);
    const comments: unknown = await response.json();
    if (!Array.isArray(comments)) return 'The list of comments is no list.';
    const own = comments.find((candidate) => isOwn(candidate, comment.marker));
    if (own !== undefined) return { id: own.id };
    if (comments.length < PAGE) return undefined;
  }
  return undefined;
}

/** A person may quote the marker, and their comment is not overwritten. */
function isOwn(value: unknown, marker: string): value is { readonly id: number } {
  if (typeof value !== 'object' || value === null || !('id' in value && 'body' in value && 'user' in value)) return false;
  const { id, body, user } = value;
  const isBot = typeof user === 'object' && user !== null && 'type' in user && user.type === 'Bot';
  return isBot && typeof id === 'number' && typeof body === 'string' && body.startsWith(marker);
}

async function send({ api, repository, token }: Comment, method: string, path: string, body?: object): Promise<Response> {
  return await fetch(`${api}/repos/${repository}/${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-github-api-version': '2022-11-28',
    },
    signal: AbortSignal.timeout(TIMEOUT),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

function refusal({ status }: Response): string {
  const fix =
    status === 401 || status === 403 || status === 404 ? ' Give the job `permissions: { contents: read, pull-requests: write }`.' : '';
  return `The comment on the pull request could not be written: the API answers ${status}.${fix}`;
}
