// Imports contacts from files: downloads a file by the outbox, and saves its rows in jobs, a batch each, from the place where the one before stopped.

import type { ImportContactFileInput } from '@octavo/interfaces/g-messaging';
import { RefusalError } from '@octavo/runtime';
import { BlobSpaceFull } from '../../platform/blobs/blobs.ts';
import { FileFault, readFile } from '../../platform/outbox/file.ts';
import { isOf } from '../../platform/payload.ts';
import { loadBook } from '../contacts/book.ts';
import { MOST_AT_ONCE } from '../contacts/save.ts';
import type { Deps, MessagingPlatform, Tables, Unit } from '../deps.ts';
import { staticGroups } from '../groups/members.ts';
import { beginSession, countSession, endSession, expectInSession } from '../sessions/sessions.ts';
import { changeAll, findBy, insert, invalid, jobKind, remove, write } from '../store.ts';
import { countsOf, optionsOf, requireIdentity, saveAll } from './bulk.ts';
import { columnsOf, mappingFault } from './columns.ts';
import { type CsvRow, readRows, Survey } from './csv.ts';
import type { ImportRow } from './tables.ts';

const accepts = isOf({ session: 'string' });

const DOWNLOAD = { service: 'g-messaging', event: 'contact-file', accepts };
const SAVE_ROWS = jobKind('save-rows', accepts);
const FORGET = jobKind('forget-file', accepts);

/** How long the report of an import is kept. */
const KEPT = 30 * 86_400_000;

/** Begins an import. @returns its session @throws the refusal 400 */
export async function importFile(unit: Unit, account: number, given: ImportContactFileInput['body']): Promise<string> {
  const { deps, tables } = unit;
  const { fileUrl, mapping, dedupeOn = 'email', ...others } = given;
  const refusal = deps.outbox.refusalOf(fileUrl);
  if (refusal !== undefined) throw invalid(`The file cannot be downloaded. ${refusal}`);
  const rules = { dedupeOn, ...others };
  await requireIdentity(tables, account, rules);
  const { fields } = await loadBook(tables, account);
  const fault = mappingFault(mapping ?? {}, fields);
  if (fault !== undefined) throw invalid(fault);
  await staticGroups(unit, account, rules.groupNames ?? []);
  const session = await beginSession(unit, account, 'contacts', 0);
  const unread = { file: null, encoding: null, delimiter: null, columns: null, next_byte: 0, next_row: 2, failure: null };
  await insert(tables, 'g_imports', { session, account, rules, mapping: mapping ?? null, ...unread });
  await deps.outbox.add(tables, DOWNLOAD, { url: fileUrl, payload: { session } });
  return session;
}

function findImport(tables: Tables, session: string): Promise<ImportRow | undefined> {
  return findBy(tables, 'g_imports', { session });
}

/** Keeps a file that is downloaded, and schedules the job that saves its first rows. @throws {FileFault} */
async function takeFile(deps: Deps, session: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const row = await findImport(deps.store.read, session);
  // An attempt that was not recorded may have taken the file.
  if (row === undefined || row.file !== null) return;
  const survey = new Survey();
  const { id } = await deps.blobs.put(survey.watch(bytes), { type: 'text/csv' }).catch((error: unknown) => {
    throw error instanceof BlobSpaceFull ? new FileFault('does not fit into the sandbox') : error;
  });
  try {
    const { columns, next_byte } = await readColumns(deps, row, id, survey);
    await write(deps, async (unit) => {
      await deps.blobs.keep(unit.tables, [id]);
      await changeAll(unit.tables, 'g_imports', { session }, { file: id, columns, next_byte, failure: null, ...survey.format });
      await expectInSession(unit, session, survey.rows);
      await deps.due.schedule(unit.tables, SAVE_ROWS, { at: unit.at, payload: { session } });
    });
  } catch (error) {
    await write(deps, ({ tables }) => deps.blobs.delete(tables, [id]));
    throw error;
  }
}

/** The names of the columns, and where the rows begin. @throws {FileFault} */
async function readColumns({ blobs, store }: Deps, { account, rules, mapping }: ImportRow, file: string, survey: Survey) {
  if (survey.isUtf16) throw new FileFault('is in UTF-16, and must be in UTF-8 or windows-1251');
  const rows = readRows(await streamOf(blobs, file, survey.begin), survey.format, survey.begin);
  const { value: first } = await rows.next();
  await rows.return(undefined);
  if (first === undefined) throw new FileFault('is empty');
  if (first.fault !== undefined) throw new FileFault(`has names of columns that cannot be read. ${first.fault.replace(/\.$/, '')}`);
  const { fields } = await loadBook(store.read, account);
  const fault = columnsOf(first.cells, mapping, fields).fileFault({ by: rules.dedupeOn, field: rules.fieldId });
  if (fault !== undefined) throw new FileFault(fault);
  return { columns: first.cells, next_byte: first.end };
}

async function streamOf(blobs: Deps['blobs'], file: string, from: number): Promise<AsyncIterable<Uint8Array>> {
  const blob = await blobs.get(file);
  if (blob === undefined) throw new FileFault('is gone');
  return blob.stream(from);
}

/** Says how files are downloaded and their rows are saved. */
export function handleFiles(deps: MessagingPlatform): void {
  deps.outbox.handle(DOWNLOAD, {
    schedule: [],
    post: ({ url, payload: { session } }, network, options) => readFile(url, network, options, (bytes) => takeFile(deps, session, bytes)),
    async onAttempt({ payload: { session } }, step, tables) {
      if (step.outcome === 'gave-up') await fail({ deps, tables, at: deps.clock.now() }, session, failureOf(step));
    },
  });
  deps.due.handle(SAVE_ROWS, async ({ at, payload: { session } }, tables) => {
    const unit = { deps, tables, at };
    const row = await findImport(tables, session);
    if (row !== undefined) await saveRows(unit, row).catch((error: unknown) => refused(unit, row, error));
  });
  deps.due.handle(FORGET, async ({ payload: { session } }, tables) => {
    await remove(tables, 'g_import_faults', { session });
    await remove(tables, 'g_imports', { session });
  });
}

function failureOf(step: { readonly status?: number; readonly error?: unknown }): string {
  if (step.error instanceof FileFault) return step.error.message;
  if (step.status !== undefined) return `The file could not be downloaded: its server answered with status ${step.status}.`;
  const reason = step.error instanceof Error && step.error.name === 'BlockedAddressError' ? ` ${step.error.message}` : '';
  return `The file could not be downloaded.${reason}`;
}

/** Saves the next rows, and schedules the job that goes on after them. */
async function saveRows(unit: Unit, row: ImportRow): Promise<void> {
  const { deps, tables, at } = unit;
  const { session, account, rules } = row;
  const read = await nextRows(deps, row);
  if (read.length === 0) return end(unit, row, 'FINISHED');
  const { fields } = await loadBook(tables, account);
  const { contactOf, rowFault } = columnsOf(row.columns ?? [], row.mapping, fields);
  const numbered = read.map((one, index) => ({ ...one, row: row.next_row + index, fault: one.fault ?? rowFault(one.cells) }));
  const whole = numbered.filter(({ fault }) => fault === undefined);
  const contacts = whole.map(({ cells }) => contactOf(cells));
  const saved = await saveAll(unit, account, contacts, optionsOf(rules));
  for (const [index, one] of saved.entries()) if ('failed' in one && whole[index] !== undefined) whole[index].fault = one.failed;
  const faults = numbered.flatMap(({ row: number, fault, cells }) =>
    fault === undefined ? [] : [{ session, row: number, reason: fault, cells }],
  );
  await insert(tables, 'g_import_faults', faults);
  const { created, updated } = countsOf(saved);
  await countSession(unit, session, { created, updated, failed: faults.length });
  await changeAll(tables, 'g_imports', { session }, { next_byte: read.at(-1)?.end ?? row.next_byte, next_row: row.next_row + read.length });
  await deps.due.schedule(tables, SAVE_ROWS, { at, payload: { session } });
}

async function nextRows({ blobs }: Deps, { file, encoding, delimiter, next_byte }: ImportRow): Promise<readonly CsvRow[]> {
  if (file === null || encoding === null || delimiter === null) return [];
  const rows: CsvRow[] = [];
  for await (const row of readRows(await streamOf(blobs, file, next_byte), { encoding, delimiter }, next_byte)) {
    rows.push(row);
    if (rows.length === MOST_AT_ONCE) break;
  }
  return rows;
}

async function end(unit: Unit, { session, file }: ImportRow, status: 'FINISHED' | 'ERROR'): Promise<void> {
  const { deps, tables, at } = unit;
  if (status === 'FINISHED') await expectInSession(unit, session);
  await endSession(unit, session, status);
  if (file !== null) await deps.blobs.delete(tables, [file]);
  await deps.due.schedule(tables, FORGET, { at: at + KEPT, payload: { session } });
}

/** Ends a session of which nothing more can be done. */
async function fail(unit: Unit, session: string, failure: string): Promise<void> {
  const row = await findImport(unit.tables, session);
  if (row === undefined) return;
  await changeAll(unit.tables, 'g_imports', { session }, { failure });
  await end(unit, row, 'ERROR');
}

/** What no attempt can save ends the session. */
async function refused(unit: Unit, { session }: ImportRow, error: unknown): Promise<void> {
  if (!(error instanceof RefusalError || error instanceof FileFault)) throw error;
  await fail(unit, session, error.message);
}
