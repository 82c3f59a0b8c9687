// Sends the payload of a webhook or a callback to an address of the user's, signed where the document says how.

import {
  createWebhookSender,
  hmacHexSignature,
  type SendInit,
  sendWebhook,
  standardSignature,
  timestampedSignature,
  type WebhookSignature,
} from '@octavo/runtime';
import type { ConsoleOperation } from '../../../generator/docs/console/data.ts';
import { bodiless } from '../../../runtime/contract/responses.ts';
import type { Contract } from '../contract.ts';
import type { Verdict } from './exchange.ts';
import type { Input } from './input.ts';
import { type Answer, isLoopback, type PreparedRequest } from './send.ts';

export interface WebhookTarget {
  readonly url: string;
  readonly secret: string;
  /** Names the secret, where the signature has keys. */
  readonly key: string;
}

/** The signature scheme of the runtime that the document describes; `undefined` where it describes none. */
export function signatureOf({ signature }: ConsoleOperation): WebhookSignature | undefined {
  switch (signature?.scheme) {
    case 'hmac-hex':
      return hmacHexSignature(signature);
    case 'timestamped':
      return timestampedSignature(signature);
    case 'standard':
      return standardSignature(signature);
    case undefined:
      return undefined;
  }
}

/** Resolves with what the validators say of the receiver's response. `send` gets the request with its signature. */
export async function deliver(
  contract: Contract,
  operation: ConsoleOperation,
  input: Input,
  { url, secret, key }: WebhookTarget,
  send: (request: PreparedRequest) => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly text: string; readonly request: PreparedRequest; readonly verdict: Verdict }> {
  let got: { answer: Answer; text: string; request: PreparedRequest } | undefined;
  let failure: unknown;
  const fetch = async (address: string, { method, headers, body }: SendInit): Promise<Response> => {
    try {
      const bytes = body === null || body === undefined ? undefined : new Uint8Array(await new Response(body).arrayBuffer());
      const request = { method, url: address, headers: Object.entries(headers), ...(bytes === undefined ? {} : { body: bytes }) };
      const answer = await send(request);
      const text = await new Response(answer.body).text();
      got = { answer, text, request };
      const { status, statusText } = answer;
      return new Response(bodiless({ method: 'GET' }, status) ? null : text, {
        status,
        statusText,
        headers: answer.headers.map(([name, value]): [string, string] => [name, value]),
      });
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  const allowPrivate = isLoopback(url) ? ('loopback' as const) : false;
  const sender = createWebhookSender(contract.service, { url, secret, ...(key === '' ? {} : { key }), allowPrivate, fetch });
  try {
    await sendWebhook(sender, contract.rowOf(operation), signatureOf(operation), input);
    if (got !== undefined) return { ...got, verdict: { kind: 'valid' } };
  } catch (error) {
    if (got === undefined || failure !== undefined || !(error instanceof Error)) throw failure ?? error;
    return { ...got, verdict: { kind: 'invalid', message: error.message, issues: [] } };
  }
  throw new Error('The payload was not sent.');
}
