// A report for the tests of its formats: of a service that fails, sends text that is hostile to every format, and repeats credentials.
import type { Handler } from '../../generator/conform/contract/target.ts';
import { type ConformReport, conformService } from '../../generator/conform/index.ts';
import { BOOKS, serviceFrom } from './support.ts';

export const SECRET = 'sesame-of-the-reports';
const HOSTILE = `</pre><script>alert(1)</script> ]]> & "quoted" \u0001 \ud800 ${SECRET}`;

/** Fails on every request, and repeats the credential. */
const hostile: Handler = (request) =>
  request.method === 'POST'
    ? new Response(HOSTILE, { status: 500, headers: { 'content-type': 'text/plain', 'set-cookie': 'session=hidden-session' } })
    : Response.json({ id: 7, access_token: 'hidden-token' }, { status: 200 });

export async function hostileReport(): Promise<ConformReport> {
  return conformService(await serviceFrom(BOOKS), {
    target: hostile,
    credentials: { given: { token: SECRET } },
    random: 1,
    most: 20,
    waivers: [
      { check: 'response-body', operation: 'readBook', reason: 'known <since> 2020' },
      { check: 'cors', reason: 'idle' },
    ],
  });
}
