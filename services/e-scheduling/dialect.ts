// What clients send that the document does not describe: paths without the version, a whole URI in a path, the members that a user is, and a new link
// in the query.

import { type FetchHandler, intercept, type ServerRequest, splitTarget, withBody, withTarget } from '@octavo/runtime';

const VERSION = '/api/v2';
/** The paths of the public record, which begin with the resource. Clients that know one host alone send these. */
const UNVERSIONED =
  /^\/(?:users|organizations|organization_memberships|event_types|scheduling_links|scheduled_events|routing_forms|routing_form_submissions|webhook_subscriptions|data_compliance)(?=[/?]|$)/;
const SUBSCRIPTIONS = '/api/v2/webhook_subscriptions/';
const MEMBERSHIPS = '/api/v2/organization_memberships';
const LINKS = '/api/v2/scheduling_links';

/** More than a new link needs. */
const MAX_BODY_BYTES = 64 * 1024;

export function withDialect(server: FetchHandler): FetchHandler {
  return intercept(server, async (request, next) => next(await respelled(versioned(request))));
}

function versioned(request: ServerRequest): ServerRequest {
  return UNVERSIONED.test(request.target) ? withTarget(request, VERSION + request.target) : request;
}

async function respelled(request: ServerRequest): Promise<ServerRequest> {
  const { method, target } = request;
  // Some clients put the whole URI of a subscription into the path, unescaped.
  if (target.startsWith(`${SUBSCRIPTIONS}http`))
    return withTarget(request, SUBSCRIPTIONS + encodeURIComponent(target.slice(SUBSCRIPTIONS.length)));
  const [path, search] = splitTarget(target);
  const query = new URLSearchParams(search);
  if (method === 'GET' && path === MEMBERSHIPS) return withOrganization(request, query);
  if (method === 'POST' && path === LINKS && query.has('owner')) return withLinkInBody(request, query);
  return request;
}

/** The older path lists the memberships of an organization, or those of a user, whose URI then stands in the place of the organization's. */
function withOrganization(request: ServerRequest, query: URLSearchParams): ServerRequest {
  const user = query.get('user');
  if (user === null || query.has('organization')) return request;
  query.set('organization', user);
  return withTarget(request, `${MEMBERSHIPS}?${query}`);
}

/** Some clients send all that they send in the query, and an empty body. */
async function withLinkInBody(request: ServerRequest, query: URLSearchParams): Promise<ServerRequest> {
  const sent = await request.bytes(MAX_BODY_BYTES).catch(() => undefined);
  if (sent?.byteLength !== 0) return request;
  const fields = [...query].map(([name, value]) => [name, /^\d{1,9}$/.test(value) ? Number(value) : value]);
  const bytes = new TextEncoder().encode(JSON.stringify(Object.fromEntries(fields)));
  return withBody(withTarget(request, LINKS), { type: 'application/json', bytes });
}
