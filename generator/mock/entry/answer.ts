// Answers a `Request` by an engine in this process.
import { bodiless } from '@octavo/runtime/conformance';
import { environmentError } from '../../base/error.ts';
import type { Engine } from '../octavo/engine.ts';
import type { EngineAsk } from '../octavo/protocol.ts';
import type { MockAnswer } from '../protocol.ts';

interface Place {
  readonly document: string;
  /** Without a final slash, the longest first. */
  readonly basePaths: readonly string[];
  readonly now?: () => Date;
}

/** @throws {OctavoError} where the document gives the operation no response, or a handler fails */
export async function answerTo(engine: Engine, place: Place, request: Request): Promise<Response> {
  const outcome = await engine.answer(await askOf(place, request));
  if (outcome.kind === 'answer') return responseOf(outcome.answer, request.method);
  const detail = outcome.kind === 'none' ? outcome.detail : 'it was ordered to fail';
  throw environmentError('mock-failed', `The mock has no response to ${request.method} ${new URL(request.url).pathname}: ${detail}.`);
}

async function askOf({ document, basePaths, now }: Place, request: Request): Promise<EngineAsk> {
  const { pathname, search, origin } = new URL(request.url);
  const base = basePaths.find((one) => pathname === one || pathname.startsWith(`${one}/`)) ?? '';
  const bytes = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
  const target = `${pathname.slice(base.length) || '/'}${search}`;
  return {
    document,
    request: {
      method: request.method,
      target,
      headers: Object.fromEntries(request.headers),
      ...(bytes === undefined ? {} : { body: bytes }),
    },
    dynamic: false,
    base: `${origin}${base}`,
    ...(now === undefined ? {} : { now: now().getTime() }),
  };
}

function responseOf({ status, headers, body, cookies = [] }: MockAnswer, method: string): Response {
  const sent = new Headers(headers);
  for (const cookie of cookies) sent.append('set-cookie', cookie);
  if (method === 'HEAD' && body !== undefined) sent.set('content-length', String(Buffer.byteLength(body)));
  return new Response(bodiless({ method }, status) ? null : (body ?? null), { status, headers: sent });
}
