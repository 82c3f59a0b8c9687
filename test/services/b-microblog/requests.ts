// What clients of both versions send for the example inputs of their documents.

import { createMicroblogClient } from '@octavo/interfaces/b-microblog';
import * as v2Inputs from '@octavo/interfaces/b-microblog/examples';
import { createMicroblogV1Client } from '@octavo/interfaces/b-microblog-v1';
import * as v1Inputs from '@octavo/interfaces/b-microblog-v1/examples';

type Send = (request: Request) => Promise<Response>;

export interface Input {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

const fetched = (send: Send) => async (input: string | URL | Request, init?: RequestInit) => send(new Request(input, init));
const v2Client = (send: Send) => createMicroblogClient({ fetch: fetched(send), credentials: { bearer: '-', oauth2: '-' } });
const v1Client = (send: Send) => createMicroblogV1Client({ fetch: fetched(send) });

/** @param usable the input that is sent in place of the example */
const requester =
  (client: (send: Send) => object, inputs: object) =>
  async (id: string, usable = (input: Input | undefined): Input | undefined => input): Promise<Request> => {
    let sent: Request | undefined;
    const methods = client(async (request) => {
      sent = request;
      return new Response(null, { status: 503 });
    }) as Readonly<Record<string, (input: unknown) => Promise<unknown>>>;
    const example = (inputs as Readonly<Record<string, () => Input>>)[`example${id[0]?.toUpperCase()}${id.slice(1)}Input`];
    await methods[id]?.(usable(example?.()))?.catch(() => undefined);
    if (sent === undefined) throw new Error(`The client sent nothing for ${id}.`);
    return sent;
  };

export const v2Request = requester(v2Client, v2Inputs);
export const v1Request = requester(v1Client, v1Inputs);
