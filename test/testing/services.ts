// A small email service for testing the testing tools.
import { createEmailServer, type EmailHandlers } from '@octavo/interfaces/h-email';
import type { FetchHandler } from '@octavo/runtime';

const counter = { used: 1, available: 9 };

/** Response body of `getAccount`. */
export const usage = {
  data: {
    email: 'ann@example.com',
    plan_name: 'Free',
    plan_level: 0,
    reset_date: '2026-12-01',
    team_id: 1,
    requests: { credits: counter, searches: counter, verifications: counter },
  },
};

const principal = () => 1;

export function emailServer(handlers: EmailHandlers): FetchHandler {
  return createEmailServer(handlers, { security: { apiKey: principal, apiKeyHeader: principal, bearer: principal } });
}

export function accountServer(): FetchHandler {
  return emailServer({ getAccount: () => ({ status: 200, body: usage }) });
}

/** A server that answers a search with an error that names the domain. */
export function findServer(): FetchHandler {
  return emailServer({
    findEmail: ({ query }) => ({ status: 400, body: { errors: [{ id: 'wrong_params', code: 400, details: `${query?.domain}` }] } }),
  });
}
