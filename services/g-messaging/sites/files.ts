// Keeps files with data for messages. A job makes a new content ready, so that messages never use half of one.

import type { PreprocessorFile, PreprocessorStatus } from '@octavo/interfaces/g-messaging';
import { parseJson } from '@octavo/runtime';
import { parse } from 'csv-parse/sync';
import { isOf } from '../../platform/payload.ts';
import { nextPosition } from '../../platform/work/positions.ts';
import type { MessagingPlatform, Tables, Unit } from '../deps.ts';
import { changeAll, findBy, invalid, jobKind, put } from '../store.ts';
import { timeText } from '../times.ts';
import { fileNameFault } from './rules.ts';
import type { FileRow } from './tables.ts';

/** How long the content of a file is processed, on the sandbox clock. */
const PROCESSING_MILLISECONDS = 31_000;

/** `position` is that of the upload or update whose content is processed. */
const PROCESS = jobKind('process-file', isOf({ account: 'number', name: 'string', position: 'number' }));

const showStatus = ({ name, status, updated_at }: FileRow): PreprocessorStatus => ({
  fileName: name,
  status,
  updatedAt: timeText(updated_at),
});

/** @param name absent: of the file that was uploaded or updated last @throws the refusal 400 where there is no such file */
export async function fileStatus(tables: Tables, account: number, name: string | undefined): Promise<PreprocessorStatus> {
  const all = tables.selectFrom('g_files').selectAll().where('account', '=', account);
  const row = await (name === undefined ? all.orderBy('position', 'desc').limit(1) : all.where('name', '=', name)).executeTakeFirst();
  if (row === undefined) throw invalid(name === undefined ? 'No file has been uploaded.' : `The file ${name} does not exist.`);
  return showStatus(row);
}

/** Takes the place of a file with the same name, of which messages use nothing any more. @throws the refusal 400 */
export function uploadFile(unit: Unit, account: number, file: PreprocessorFile): Promise<PreprocessorStatus> {
  return processFile(unit, account, file, null);
}

/** Messages use the old content until the new one is ready. @throws the refusal 400 where there is no such file */
export async function updateFile(unit: Unit, account: number, file: PreprocessorFile): Promise<PreprocessorStatus> {
  const row = await findBy(unit.tables, 'g_files', { account, name: file.fileName });
  if (row === undefined) throw invalid(`The file ${file.fileName} does not exist.`);
  return processFile(unit, account, file, row.content);
}

async function processFile({ deps, tables, at }: Unit, account: number, file: PreprocessorFile, content: string | null) {
  const { fileName: name, content: pending } = file;
  const fault = fileNameFault(name);
  if (fault !== undefined) throw invalid(fault);
  const row: FileRow = { account, name, status: 'PROCESSING', updated_at: at, position: nextPosition(), content, pending };
  await put(tables, 'g_files', row, ['account', 'name']);
  const payload = { account, name, position: row.position };
  await deps.due.schedule(tables, PROCESS, { at: at + PROCESSING_MILLISECONDS, payload });
  return showStatus(row);
}

/** Whether messages can use the content of a file: JSON, or CSV of which each row has all columns of the first. */
function isUsable(name: string, content: string): boolean {
  try {
    if (name.endsWith('.json')) return typeof parseJson(content) === 'object';
    const [header = [], ...rows]: string[][] = parse(content, { bom: true, skip_empty_lines: true });
    return header.length > 0 && rows.length > 0 && header.every((column) => column.trim() !== '') && new Set(header).size === header.length;
  } catch {
    return false;
  }
}

/** Says how files become ready. */
export function handleDataFiles({ due }: MessagingPlatform): void {
  due.handle(PROCESS, async ({ at, payload: { account, name, position } }, tables) => {
    const row = await findBy(tables, 'g_files', { account, name, position });
    // A newer content has a job of its own.
    if (row === undefined || row.pending === null) return;
    const done = isUsable(name, row.pending) ? { status: 'READY' as const, content: row.pending } : { status: 'ERROR' as const };
    await changeAll(tables, 'g_files', { account, name }, { ...done, pending: null, updated_at: at });
  });
}
