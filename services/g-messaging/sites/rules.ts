// Decides which websites and which names of files can be used.

import type { NewWebPushDomain } from '@octavo/interfaces/g-messaging';
import type { PushSiteRow } from './tables.ts';

/** A name of RFC 1123 with at least one dot. */
const DOMAIN = /^(?=.{1,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])?$/;

/** A domain as it is kept; `undefined` for a text that is none. Letters beyond ASCII become those of the domain name system. */
export function domainOf(text: string): string | undefined {
  const url = `https://${text}`;
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  return DOMAIN.test(host) && new URL(url).href === `https://${host}/` && !text.endsWith('/') ? host : undefined;
}

/** A website for web push as it is kept, or what is wrong with it, in a sentence. */
export function pushSiteOf(given: NewWebPushDomain): Pick<PushSiteRow, 'domain' | 'worker_name' | 'worker_path' | 'worker_scope'> | string {
  const { domain, serviceWorkerName = 'push-sw.js', serviceWorkerPath = '/', serviceWorkerScope = serviceWorkerPath } = given;
  const url = URL.canParse(domain) ? new URL(domain) : undefined;
  // Browsers run service workers on secure websites only.
  if (url?.protocol !== 'https:' || domainOf(url.hostname) === undefined) return 'The website must have an address with https://.';
  if (url.href !== `${url.origin}/`) return 'The address must end with the domain.';
  if (!/^[\w.-]+\.m?js$/.test(serviceWorkerName)) return `${serviceWorkerName} is not the name of a script.`;
  for (const folder of [serviceWorkerPath, serviceWorkerScope]) if (!isFolder(folder)) return `${folder} is not a folder of the website.`;
  const path = serviceWorkerPath.endsWith('/') ? serviceWorkerPath : `${serviceWorkerPath}/`;
  if (!`${serviceWorkerScope}/`.startsWith(path)) return `The scope ${serviceWorkerScope} is outside of the folder ${serviceWorkerPath}.`;
  return { domain: url.origin, worker_name: serviceWorkerName, worker_path: serviceWorkerPath, worker_scope: serviceWorkerScope };
}

/** Whether a text is the path of a folder as a browser would write it: without `..`, and with nothing to be encoded. */
function isFolder(path: string): boolean {
  const whole = `https://shop.example${path}`;
  return path.startsWith('/') && !path.startsWith('//') && URL.canParse(whole) && new URL(whole).pathname === path;
}

/** What is wrong with the name of a file, in a sentence. */
export function fileNameFault(name: string): string | undefined {
  return /^[\w. -]{1,96}\.(?:csv|json)$/.test(name) ? undefined : `The name of a file must end in .csv or .json, not ${name}.`;
}
