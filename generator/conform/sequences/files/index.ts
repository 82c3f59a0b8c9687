// `keeps-files`: a file is given back byte for byte, and with the name, media type and size that it was sent with.
import { essenceOf, isJson } from '@octavo/runtime/conformance';
import { shapesOf, successOf } from '../../../inference/shapes.ts';
import { beginsWith, segmentsOf } from '../../../inference/templates.ts';
import { propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import { resourceIn } from '../fields.ts';
import type { Lab } from '../lab.ts';
import { declaredMembers } from '../rules/seen.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess, type Thing } from '../thing.ts';
import { nameOfDownload, type Stored, wrongFact } from './facts.ts';
import { type FilePlace, filePlaceOf, filesOf, sentIn, withFile } from './samples.ts';

const CHECK = 'keeps-files';

export const files: readonly Script[] = [{ check: CHECK, run: keepsFiles }];

const MOST_TYPES = 3;

async function* keepsFiles(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource, context, mayCall, inputs } = setting;
  const { create } = resource;
  const own = filePlaceOf(create, inputs);
  for (const type of own?.types.slice(0, MOST_TYPES) ?? []) if (own !== undefined && (await keepsCreated(setting, own, type))) yield create;
  for (const operation of context.service.operations) {
    const isUpload = /^P(?:UT|OST)$/.test(operation.method) && mayCall(operation) && things.isBelow(operation, resource);
    const place = isUpload && !things.all().some((one) => one.create === operation) ? filePlaceOf(operation, inputs) : undefined;
    for (const type of place?.types.slice(0, MOST_TYPES) ?? [])
      if (place !== undefined && (await keepsSent(setting, operation, place, type))) yield operation;
  }
}

/** Whether two files of a type were created. */
async function keepsCreated(setting: Setting, place: FilePlace, type: string): Promise<boolean> {
  const { things, resource } = setting;
  const { create, read } = resource;
  const lab = things.lab();
  const made = await things.make(lab, resource, 2);
  let plainly: Stored | undefined;
  let plainName: string | undefined;
  for (const sample of filesOf(type)) {
    const input = things.ready(create, withFile({ ...place, input: made.created.case.input ?? place.input }, create, sample));
    const created = await unlessStopped(things.callBeside(lab, create, made, { says: `send a file of ${type}`, input, probe: CHECK }));
    const id = created && things.idOf(resource, created);
    if (created === undefined || !isSuccess(created) || id === undefined) {
      if (created !== undefined) lab.forget(created);
      continue;
    }
    const thing: Thing = { ...made, created, id };
    const kept = sentIn(place, created.case.input, sample);
    if (kept === undefined) continue;
    const { file, bytes } = kept;
    const sent = { operation: create, thing, file, bytes };
    for (const download of await judgeBytes(setting, lab, sent)) plainName = judgeName(lab, download, sent, plainName);
    const answers = [
      [created, resource.edge.from],
      ...(read?.id === undefined ? [] : [[await things.call(lab, read.operation, thing, { says: 'read' }), read.id] as const]),
    ] as const;
    for (const [answer, at] of answers) {
      const shown = isSuccess(answer) ? resourceIn(answer, at) : undefined;
      if (shown === undefined) continue;
      const stored = { file, bytes, shown };
      plainly ??= stored;
      const members = answer === created || read === undefined ? membersOf(create) : declaredMembers(read);
      judgeFacts(lab, answer, wrongFact(members, plainly, stored));
    }
  }
  return plainly !== undefined;
}

function membersOf(operation: Operation): ReturnType<typeof declaredMembers> {
  return propertiesOf(shapesOf(operation).map(({ schema }) => schema));
}

function judgeFacts(lab: Lab, answer: Answered, wrong: ReturnType<typeof wrongFact>): void {
  if (wrong === undefined) return;
  lab.fault(CHECK, `\`${wrong.name}\` of a file is ${JSON.stringify(wrong.is)}.`, wrong.expected, answer);
}

/** Whether a file was sent to a place of a thing, from which it can be read. */
async function keepsSent(setting: Setting, operation: Operation, place: FilePlace, type: string): Promise<boolean> {
  const { things, resource } = setting;
  const lab = things.lab();
  const thing = await things.make(lab, resource, 2);
  for (const sample of filesOf(type)) {
    const { file, bytes } = sample;
    const input = withFile(place, operation, sample);
    const sent = await unlessStopped(things.call(lab, operation, thing, { says: `send a file of ${type}`, input, probe: CHECK }));
    if (sent === undefined || !isSuccess(sent) || sent.response.status === 202) continue;
    await judgeBytes(setting, lab, { operation, thing, file, bytes });
    return true;
  }
  return false;
}

interface Sent {
  /** The operation that took the file. */
  readonly operation: Operation;
  readonly thing: Thing;
  readonly file: File;
  readonly bytes: Uint8Array;
}

const SAME =
  /\bas (?:it|they) (?:was|were) (?:sent|uploaded|given|stored)\b|\bunchanged\b|\boriginal\b|\bsame bytes\b|\bbyte for byte\b|\bunmodified\b/i;
const FILE = /\b(?:bytes|downloads?|contents?|files?)\b/i;
/** Words by which a text says that what is read is made from what was sent. */
const MADE = /thumbnail|preview|resiz|convert|\bscale|compress|render|transcod|optimi[sz]|watermark|\bstrip|re-?encod|process/i;
const SENT_TYPE = /\b(?:media|content|mime)[ -]?type\b[^.]*\b(?:sent|uploaded|given|stored)\b/i;

/** Judges what is read of a file, and returns the answers that have it. */
async function judgeBytes({ things, context, mayCall, resource }: Setting, lab: Lab, sent: Sent): Promise<readonly Answered[]> {
  const { operation, thing, file, bytes } = sent;
  const read: Answered[] = [];
  const places = operation === resource.create ? [operation, resource.read?.operation ?? resource.edge.consumer] : [operation];
  for (const download of context.service.operations.filter((one) => mayCall(one) && isDownload(one, places))) {
    const text = textOf(download);
    if (MADE.test(`${text} ${textOf(operation)}`) || !(SAME.test(text) || (FILE.test(text) && !file.type.startsWith('image/')))) continue;
    const answer = await unlessStopped(things.call(lab, download, thing, { says: 'read the file' }));
    if (answer === undefined || answer.response.status !== 200 || answer.response.cut !== undefined) continue;
    read.push(answer);
    if (!Buffer.from(answer.response.body).equals(bytes))
      lab.fault(
        CHECK,
        `The file has other bytes than those that ${operation.id} has sent${lengths(answer, bytes)}.`,
        'the same bytes',
        answer,
      );
    const type = essenceOf(answer.response.headers.get('content-type') ?? '');
    if (type !== file.type && SENT_TYPE.test(text))
      lab.fault(
        CHECK,
        `The file has the media type \`${type}\`, and was sent with \`${file.type}\`.`,
        `the media type \`${file.type}\``,
        answer,
      );
  }
  return read;
}

/** The name that a download gives a file is the one that was sent, where it is so of a plain name. Returns the name of the plain file. */
function judgeName(lab: Lab, answer: Answered, { file }: Sent, plainName: string | undefined): string | undefined {
  const name = nameOfDownload(answer.response.headers.get('content-disposition'));
  if (plainName === undefined) return name === file.name ? name : undefined;
  if (name !== undefined && name !== file.name)
    lab.fault(CHECK, `The file is read with the name ${JSON.stringify(name)}.`, `\`${file.name}\`, as it was sent`, answer);
  return plainName;
}

function lengths({ response }: Answered, bytes: Uint8Array): string {
  return response.body.length === bytes.length ? '' : `: ${response.body.length} in place of ${bytes.length}`;
}

/** Whether an operation gives the bytes of what was sent: at one of the places, or just below it. */
function isDownload(download: Operation, places: readonly Operation[]): boolean {
  const success = successOf(download);
  const isBytes =
    success !== undefined && success.contents.length > 0 && success.contents.every(({ contentType }) => !isJson(essenceOf(contentType)));
  if (download.method !== 'GET' || !isBytes) return false;
  const path = segmentsOf(download.path);
  return places.some((other) => {
    const below = path.length - segmentsOf(other.path).length;
    return beginsWith(path, segmentsOf(other.path)) && (below === 0 || (below === 1 && CONTENT.test(path.at(-1) ?? '')));
  });
}

/** The last segment of a path that leads to the bytes of a thing, and not to something that is made of them. */
const CONTENT = /^(?:contents?|file|download|data|raw|bytes|blob|original|binary|body)$/i;

function textOf({ summary = '', description = '', responses }: Operation): string {
  return [summary, description, ...responses.filter(({ status }) => status === '200').map((one) => one.description ?? '')].join('. ');
}
