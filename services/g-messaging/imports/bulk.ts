// Imports contacts: one at once, several in a session, whose jobs save a batch each.

import type { ContactImport, ContactImportResult, FailedContact } from '@octavo/interfaces/g-messaging';
import type { ContactImportResult as Counts, ContactImport as MarketingImport } from '@octavo/interfaces/g-messaging-marketing';
import { isOf } from '../../platform/payload.ts';
import { loadBook } from '../contacts/book.ts';
import { contactFault, type GivenContact, type Identity, identityFault, keysOf } from '../contacts/rules.ts';
import { MOST_AT_ONCE, type Saved, type SaveOptions, saveContacts } from '../contacts/save.ts';
import { fromMarketing } from '../contacts/show.ts';
import type { MessagingPlatform, Tables, Unit } from '../deps.ts';
import { reportEvents } from '../events/report.ts';
import { staticGroups } from '../groups/members.ts';
import { beginSession, countSession, endSession } from '../sessions/sessions.ts';
import { findBy, insert, invalid, jobKind, remove } from '../store.ts';
import type { ImportRules } from './tables.ts';

interface Batch {
  readonly session: string;
  readonly account: number;
  readonly number: number;
  readonly rules: ImportRules;
}

const SAVE_BATCH = jobKind(
  'save-batch',
  isOf({ session: 'string', account: 'number', number: 'number', rules: 'object' }) as (value: unknown) => value is Batch,
);

/** How an import saves its contacts. */
export function optionsOf({
  dedupeOn,
  fieldId,
  contactFields,
  customFieldsIDs,
  groupNames,
  groupNamesExclude,
  restoreDeleted,
}: ImportRules): SaveOptions {
  return {
    identity: { by: dedupeOn, field: fieldId },
    fields: contactFields && new Set<string>(contactFields),
    customFields: customFieldsIDs && new Set(customFieldsIDs),
    groups: groupNames,
    leave: groupNamesExclude,
    restores: restoreDeleted,
  };
}

/** Saves contacts, and records the event of those that are new. */
export async function saveAll(unit: Unit, account: number, contacts: readonly GivenContact[], options: SaveOptions, event?: string) {
  const saved = await saveContacts(unit, account, contacts, options);
  const added = saved.flatMap((one) => ('id' in one && one.isNew ? [one.id] : []));
  if (event !== undefined)
    await reportEvents(
      unit,
      account,
      added.map((contact) => ({ type: event, key: String(contact), contact, at: unit.at })),
    );
  return saved;
}

/** How many contacts were added, updated and not saved. */
export function countsOf(saved: readonly Saved[]) {
  const failed = saved.filter((one) => 'failed' in one).length;
  const created = saved.filter((one) => 'id' in one && one.isNew).length;
  return { created, failed, updated: saved.length - created - failed };
}

/** @throws the refusal 400 where `fieldId` is missing, or names no field */
export async function requireIdentity(tables: Tables, account: number, { dedupeOn, fieldId }: ImportRules): Promise<Identity> {
  if (dedupeOn === 'fieldId') {
    if (fieldId === undefined) throw invalid('fieldId is required if dedupeOn is fieldId.');
    const { fields } = await loadBook(tables, account);
    if (!fields.has(fieldId)) throw invalid(`The field ${fieldId} does not exist.`);
  }
  return { by: dedupeOn, field: fieldId };
}

export async function importContacts(unit: Unit, account: number, { contacts, ...rules }: ContactImport): Promise<ContactImportResult> {
  const identity = await requireIdentity(unit.tables, account, rules);
  if (contacts.length > 1) return beginImport(unit, account, contacts, rules, identity);
  const [saved] = await saveAll(unit, account, contacts, optionsOf(rules), rules.eventKeyForNewContacts);
  if (saved === undefined || 'failed' in saved) return { failedContacts: [{ index: 0, message: saved?.failed ?? 'There is no contact.' }] };
  return { id: saved.id };
}

async function beginImport(
  unit: Unit,
  account: number,
  contacts: readonly GivenContact[],
  rules: ImportRules,
  identity: Identity,
): Promise<ContactImportResult> {
  await staticGroups(unit, account, rules.groupNames ?? []);
  await staticGroups(unit, account, rules.groupNamesExclude ?? [], 'known');
  const { book, fields } = await loadBook(unit.tables, account);
  const faults = contacts.map((contact) => contactFault(contact, book?.id, fields) ?? identityFault(keysOf(contact, identity), identity));
  const failedContacts = faults.flatMap((message, index): FailedContact[] => (message === undefined ? [] : [{ index, message }]));
  const session = await beginSession(unit, account, 'contacts', contacts.length, { failed: failedContacts.length });
  await keepBatches(
    unit,
    { session, account, rules },
    contacts.filter((_, index) => faults[index] === undefined),
  );
  return { id: 0, asyncSessionId: session, failedContacts };
}

/** Keeps contacts for the jobs of a session, and schedules the first one. */
async function keepBatches(unit: Unit, batch: Omit<Batch, 'number'>, contacts: readonly GivenContact[]): Promise<void> {
  const { deps, tables, at } = unit;
  for (let number = 0; number * MOST_AT_ONCE < contacts.length; number++) {
    const own = contacts.slice(number * MOST_AT_ONCE, (number + 1) * MOST_AT_ONCE);
    await insert(tables, 'g_import_batches', { session: batch.session, number, contacts: own });
  }
  await deps.due.schedule(tables, SAVE_BATCH, { at, payload: { ...batch, number: 0 } });
}

/** Says how the batches of imports are saved. */
export function handleImports(deps: MessagingPlatform): void {
  deps.due.handle(SAVE_BATCH, async ({ at, payload: { session, account, number, rules } }, tables: Tables) => {
    const unit = { deps, tables, at };
    const batch = await findBy(tables, 'g_import_batches', { session, number });
    if (batch === undefined) return endSession(unit, session, 'FINISHED');
    const saved = await saveAll(unit, account, batch.contacts, optionsOf(rules), rules.eventKeyForNewContacts);
    await countSession(unit, session, countsOf(saved));
    await remove(tables, 'g_import_batches', { session, number });
    await deps.due.schedule(tables, SAVE_BATCH, { at, payload: { session, account, number: number + 1, rules } });
  });
}

/** Saves all contacts of the marketing document, or none. @throws the refusal 400 that names the first that is wrong */
export async function importAtOnce(unit: Unit, account: number, given: MarketingImport): Promise<Counts> {
  const { contacts = [], dedupeOn, groupNames, eventKeyForNewContacts } = given;
  const options = { identity: dedupeOn && { by: dedupeOn }, groups: groupNames };
  const saved = await saveAll(unit, account, contacts.map(fromMarketing), options, eventKeyForNewContacts);
  for (const [index, one] of saved.entries()) if ('failed' in one) throw invalid(`Contact ${index} is not valid. ${one.failed}`);
  const { created, updated } = countsOf(saved);
  return { added: created, updated };
}
