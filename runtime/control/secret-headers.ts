// Sends headers that are secrets, such as a credential, which no log shows.
import type { SendInit } from '../contract/request.ts';
import type { WebhookSenderOptions } from '../webhooks/sender.ts';

/** The options by which a generated sender calls only permitted addresses: `createSchedulingWebhookSender({ url, secret, ...network })`. */
export type Network = Required<Pick<WebhookSenderOptions, 'fetch' | 'allowPrivate'>>;

/** Stands for a secret where a request or an answer is shown. */
export const HIDDEN = '(hidden)';

const SECRETS = Symbol('secret headers');

interface SecretInit extends SendInit {
  readonly [SECRETS]?: Readonly<Record<string, string>>;
}

/** A network for one receiver, with which each request has these headers too. */
export function withSecretHeaders(network: Network, secrets: Readonly<Record<string, string>>): Network {
  return {
    ...network,
    fetch: (url, init) => network.fetch(url, { ...init, headers: { ...init.headers, ...secrets }, [SECRETS]: secrets } as SecretInit),
  };
}

/** The headers of a request, without the values that are secret. */
export function shownHeaders({ headers, [SECRETS]: secrets = {} }: SecretInit): Record<string, string> {
  return { ...headers, ...Object.fromEntries(Object.keys(secrets).map((name) => [name, HIDDEN])) };
}

/** Hides the secrets of a request in a text, such as the answer of a receiver that repeats what it got. */
export function hideSecrets({ [SECRETS]: secrets = {} }: SecretInit, text: string): string {
  // The scheme of a credential is no secret, and may be repeated without it.
  const values = Object.values(secrets).flatMap((value) => [value, value.slice(value.indexOf(' ') + 1)]);
  return values.filter((value) => value !== '').reduce((hidden, value) => hidden.replaceAll(value, HIDDEN), text);
}
