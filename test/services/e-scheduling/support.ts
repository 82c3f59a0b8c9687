// Opens the scheduling service for tests: in memory or on a database, with a receiver of deliveries, clients, forms of pages and actions of control.

import { createSchedulingClient, type SchedulingClient } from '@octavo/interfaces/e-scheduling';
import type { Network } from '@octavo/runtime/conformance';
import { onTestFinished } from 'vitest';
import { tokens } from '../../../services/e-scheduling/seed.ts';
import { createSandbox } from '../../../services/index.ts';
import type { TestEngine } from '../../support/sandboxes.ts';

const BASE = 'https://scheduling.example.com';
export const API = `${BASE}/api/v2`;
export const LESSON = 'LFEHBADGCHFBEGDA';
export const organization = `${API}/organizations/NGHCEBDAFHBDCAGE`;
export const felix = `${API}/users/FBGCHADEFCBHGADE`;
export const DAY = 86_400_000;

interface Delivered {
  readonly url: string;
  readonly signature: string | null;
  readonly text: string;
}

/** @param status what the receiver of deliveries answers */
export async function openScheduling({ engine, status = () => 204 }: { engine?: TestEngine; status?: () => number } = {}) {
  const delivered: Delivered[] = [];
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    delivered.push({ url: request.url, signature: request.headers.get('calendly-webhook-signature'), text: await request.text() });
    return new Response(null, { status: status() });
  };
  const network: Partial<Network> = { fetch, allowPrivate: true };
  const sandbox = await (engine?.open('e-scheduling', network) ?? createSandbox({ services: ['e-scheduling'], at: 'story', network }));
  if (engine === undefined) onTestFinished(() => sandbox.close());
  const clientOf = (token: string): SchedulingClient =>
    createSchedulingClient({ fetch: sandbox.fetch('e-scheduling'), credentials: { personalToken: token } });
  const act = (action: string, body: Record<string, string | number | boolean | string[]> = {}) =>
    sandbox.control.runAction({ path: { service: 'e-scheduling', action }, body });
  const visit = (path: string, form?: Record<string, string>) =>
    sandbox.fetch('e-scheduling')(BASE + path, form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) });
  /** Fills in the form of a page and sends it. */
  const submit = async (path: string, fields: Record<string, string>) => {
    const token = /name="token" value="([^"]+)"/.exec(await (await visit(path)).text())?.[1] ?? '';
    return visit(path, { token, ...fields });
  };
  const bookLesson = (start_time: string, link?: string) =>
    act('book-meeting', {
      event_type: LESSON,
      start_time,
      name: 'Mo Ito',
      email: 'mo.ito@example.com',
      ...(link === undefined ? {} : { link }),
    });
  /** Lets what is due happen, so that deliveries are sent. */
  const later = (milliseconds = 1) => sandbox.moveClock(sandbox.clock.now() + milliseconds);
  return { sandbox, delivered, client: clientOf(tokens.owner), clientOf, act, visit, submit, bookLesson, later };
}
