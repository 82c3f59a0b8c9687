// Gets a token by the runtime's own OAuth, whose requests go through the development server. It is loaded with the first sign-in.
import { bodiless } from '../../../runtime/contract/responses.ts';
import { authorizationCode, clientCredentials, deviceAuthorization, type TokenScheme, type Tokens } from '../../../runtime/oauth/oauth.ts';
import { isLoopback, SendError, send } from '../request/send.ts';
import { waitForReturn } from './back.ts';
import { type Grant, type Progress, UnconfirmedError } from './grant.ts';

type Post = NonNullable<Parameters<typeof clientCredentials>[1]['fetch']>;
type Report = (progress: Progress) => void;

/** @throws an error whose message says why there is no token, and holds no secret */
export async function getToken(grant: Grant, report: Report, signal: AbortSignal): Promise<Tokens> {
  let failed: SendError | undefined;
  const post: Post = async (url, init) => {
    try {
      return await throughServer(url, init, grant.confirmed, signal);
    } catch (error) {
      if (error instanceof SendError) failed = error;
      throw error;
    }
  };
  try {
    return await tokensOf(grant, post, report, signal);
  } catch (error) {
    // The runtime hides what its `fetch` threw, since that might hold secrets.
    throw failed ?? error;
  }
}

async function tokensOf(grant: Grant, fetch: Post, report: Report, signal: AbortSignal): Promise<Tokens> {
  const { flow, clientId, clientSecret, scopes, redirectUri, opened } = grant;
  const scheme = schemeOf(grant);
  const options = { clientId, ...(clientSecret === '' ? {} : { clientSecret }), scopes, fetch };
  switch (flow.flow) {
    case 'clientCredentials':
      return { accessToken: await clientCredentials(scheme, { ...options, clientSecret })({ scopes, signal, renewBy: () => {} }) };
    case 'deviceAuthorization': {
      const device = await deviceAuthorization(scheme, options, signal);
      report({ userCode: device.userCode, address: device.verificationUriComplete ?? device.verificationUri });
      return device.tokens(signal);
    }
    case 'authorizationCode': {
      if (opened === undefined) throw new Error('The browser opened no window. Allow windows for this page, and try again.');
      const code = authorizationCode(scheme, { ...options, redirectUri });
      const { url, kept } = await code.authorizationUrl();
      const returned = waitForReturn(kept.state, opened, signal);
      opened.location.href = url;
      report({ address: url });
      return code.exchange(await returned, kept, signal);
    }
  }
}

/** The scheme as the runtime takes it, with the addresses that are called. */
function schemeOf({ name, openIdConnectUrl, flow: { flow, scopes, ...urls } }: Grant): TokenScheme {
  const scheme = { name, kind: 'bearer' };
  if (openIdConnectUrl !== undefined) return { ...scheme, openIdConnectUrl };
  return { ...scheme, flows: { [flow]: { ...urls, scopes: scopes.map(({ scope }) => scope) } } };
}

/** As the console sends: the development server needs no CORS, and goes outside this machine only where the reader has confirmed the address. */
async function throughServer(
  url: string,
  { method, headers, body }: Parameters<Post>[1],
  confirmed: readonly string[],
  signal: AbortSignal,
): Promise<Response> {
  const { origin } = new URL(url);
  if (!isLoopback(url) && !confirmed.includes(origin)) throw new UnconfirmedError(origin);
  const bytes = body == null ? undefined : new Uint8Array(await new Response(body).arrayBuffer());
  const request = { method, url, headers: Object.entries(headers), ...(bytes === undefined ? {} : { body: bytes }) };
  const answer = await send(request, { signal, byServer: true, confirmed: origin });
  const { status } = answer;
  const init = { status, headers: answer.headers.map(([name, value]): [string, string] => [name, value]) };
  return new Response(bodiless({ method: 'GET' }, status) ? null : answer.body, init);
}
