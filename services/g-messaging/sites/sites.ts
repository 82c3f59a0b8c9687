// Keeps the shop's websites, and those that can send web push messages.

import type { NewWebPushDomain, WebPushDomainResult } from '@octavo/interfaces/g-messaging';
import { sql } from 'kysely';
import { nextPosition } from '../../platform/work/positions.ts';
import type { Tables, Unit } from '../deps.ts';
import { all, insert, invalid, nextId, remove, unknown } from '../store.ts';
import { domainOf, pushSiteOf } from './rules.ts';

/** The websites whose visits can be reported, the oldest first. */
export async function siteDomains(tables: Tables, account: number) {
  const rows = tables.selectFrom('g_sites').select(['domain', 'id as siteId']).where('account', '=', account);
  return [...(await rows.orderBy('position').execute())];
}

/** @returns the identifier, which a known domain keeps @throws the refusal 400 */
export async function addSite({ deps, tables }: Unit, account: number, text: string): Promise<string> {
  const domain = domainOf(text);
  if (domain === undefined) throw invalid(`${text} is not a domain, such as shop.example.`);
  const known = (await siteDomains(tables, account)).find((site) => site.domain === domain);
  if (known !== undefined) return known.siteId;
  const id = `st-${deps.ids.hex(12).toUpperCase()}`;
  await insert(tables, 'g_sites', { id, account, domain, position: nextPosition() });
  return id;
}

const scriptAt = (path: string) => `<script async src="https://scripts.example.com/${path}.js"></script>`;

/** A line for each website. @throws the refusal 400 where there is none */
export async function siteScript(tables: Tables, account: number): Promise<string> {
  const sites = await siteDomains(tables, account);
  if (sites.length === 0) throw invalid('No website is registered.');
  return sites.map(({ siteId }) => scriptAt(siteId)).join('\n');
}

function pushSites(tables: Tables, account: number) {
  return all(tables, 'g_push_sites', { account }, ['id']);
}

/** The status of each website that is registered. */
const ACTIVE = 'ACTIVE';

export async function pushDomains(tables: Tables, account: number) {
  return (await pushSites(tables, account)).map(({ id, domain }) => ({ id: String(id), domain, status: ACTIVE }));
}

/** A known domain keeps its identifier and gets the new service worker. */
export async function addPushDomain({ tables }: Unit, account: number, given: NewWebPushDomain): Promise<WebPushDomainResult> {
  const site = pushSiteOf(given);
  if (typeof site === 'string') return { errors: { domain: given.domain, message: site } };
  const id = await nextId(tables, 'g_push_sites');
  await tables
    .insertInto('g_push_sites')
    .values({ id, account, ...site })
    .onConflict((conflict) => conflict.columns(['account', 'domain']).doUpdateSet(site))
    .execute();
  return { success: { domain: site.domain, status: ACTIVE } };
}

/** Removes a website, and mutes the browsers that have subscribed there. @throws the refusal 404 */
export async function deletePushDomain({ tables }: Unit, account: number, id: string): Promise<void> {
  const found = (await pushSites(tables, account)).find((site) => String(site.id) === id);
  if (found === undefined) throw unknown('web push domain', id);
  await remove(tables, 'g_push_sites', { id: found.id });
  await tables
    .updateTable('g_channels')
    .set({ is_muted: true })
    .where('account', '=', account)
    .where('type', '=', 'webpush')
    // A quote within a text of JSON has a backslash before it, so this finds the field alone.
    .where(sql<boolean>`(subscription like ${`%"appId":${id},%`} or subscription like ${`%"appId":${id}}%`})`)
    .execute();
}

/** @param domain needed where there are several @throws the refusal 400 */
export async function pushScript(tables: Tables, account: number, domain: string | undefined): Promise<string> {
  const sites = await pushSites(tables, account);
  if (domain === undefined && sites.length > 1) throw invalid('domain is required, since there are several websites.');
  const site = domain === undefined ? sites[0] : sites.find((one) => one.domain === new URL(domain).origin);
  if (site === undefined) throw invalid(domain === undefined ? 'No website is registered.' : `The website ${domain} is not registered.`);
  return scriptAt(`push/${site.id}`);
}
