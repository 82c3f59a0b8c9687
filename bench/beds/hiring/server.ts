// The service: hiring at a company, as its document describes it, on `node:http`.
import type { IncomingMessage, RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { listenerOf, type Reply } from '../http.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import { Problem, type Route, routeOf, run } from '../plain.ts';
import { applicationRoutes } from './applications.ts';
import { candidateRoutes } from './candidates.ts';
import { offerRoutes } from './offers.ts';
import { openingRoutes } from './openings.ts';
import { type Context, createCompanies, type Person } from './store.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

/** The tokens of the service. The last person is an interviewer. */
export const credentials = {
  dana: { token: 'hl_pat_dana_41c7e0b9f2' },
  piet: { token: 'hl_pat_piet_93d5a8160c' },
  lou: { token: 'hl_pat_lou_7be2f4d03a' },
} as const;

const PEOPLE: Readonly<Record<string, Person>> = {
  dana: { company: 'northwind', handle: 'dana', isRecruiter: true },
  piet: { company: 'contoso', handle: 'piet', isRecruiter: true },
  lou: { company: 'northwind', handle: 'lou', isRecruiter: false },
};

const routes: readonly Route<Context>[] = [...openingRoutes, ...candidateRoutes, ...applicationRoutes, ...offerRoutes];

function personOf({ headers }: IncomingMessage): Person {
  const [, given] = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
  const [name = ''] = Object.entries(credentials).find(([, { token }]) => token === given) ?? [];
  const person = PEOPLE[name];
  if (person === undefined) {
    const more = { headers: { 'www-authenticate': 'Bearer realm="hireline"' } };
    throw new Problem(401, 'unauthorized', 'There is no token, or we do not know it.', more);
  }
  return person;
}

function requireRight({ isRecruiter }: Person, { method, path }: Route<Context>, has: Context['has']): void {
  const isReading = method === 'GET' && !path.startsWith('/offers');
  const isAllowed = isRecruiter || isReading || path.endsWith('/scorecard') || (path.endsWith('/moves') && has('interviewer-moves'));
  if (!isAllowed) throw new Problem(403, 'forbidden', 'Interviewers may not do this.');
}

function refusal(error: unknown): Reply {
  const { status, code, message, flaws, headers } = error instanceof Problem ? error : new Problem(500, 'internal', String(error));
  const isBody = code === 'invalid_body';
  const about = flaws.map(({ at, message: what }) => ({ code: isBody ? 'validation_failed' : code, message: what, path: at }));
  return { status: isBody ? 422 : status, body: { errors: about.length === 0 ? [{ code, message }] : about }, headers };
}

/** A service of its own, with the faults of these ids. */
export function createHiring(faults: ReadonlySet<string>): RequestListener {
  const companies = createCompanies();
  const has = (fault: string): boolean => faults.has(fault);
  return listenerOf({
    answer: async (request) => {
      const person = personOf(request);
      const company = companies.get(person.company);
      const [route, path] = routeOf(routes, request);
      if (company === undefined) throw new Problem(404, 'not_found', 'There is no such company.');
      requireRight(person, route, has);
      return run(route, path, request, { company, person, has });
    },
    refusal,
  });
}

/** Serves on loopback, on a free port. */
export const listen = (faults: ReadonlySet<string> = new Set()): Promise<Running> => serve(createHiring(faults));

await serveByHand(import.meta.url, createHiring, 4032);
