// `if-none-match`: what a read with `If-None-Match` is answered with, and which changes the header keeps from being made.

import { headerOf } from '../../../inference/headers.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import type { Lab } from '../lab.ts';
import type { Setting } from '../script.ts';
import { isSuccess } from '../thing.ts';
import { ANOTHER, allows, callNew, changingInputs, OTHER, type Read, readTag } from './tags.ts';

/** `If-None-Match` compares weakly, with each ETag of a list, and `*` with whatever is there (RFC 9110 section 13.1.2). */
export async function* ifNoneMatch(setting: Setting): AsyncGenerator<Operation> {
  yield* ofReads(setting);
  for (const operation of setting.resource.changes) yield* ofChange(setting, operation);
}

async function* ofReads({ things, resource }: Setting): AsyncGenerator<Operation> {
  const { read } = resource;
  if (read === undefined) return;
  const { operation } = read;
  const lab = things.lab();
  const thing = await things.make(lab, resource, 2);
  const found = await readTag(lab, things, read, thing);
  if (found === undefined) return;
  const { tag } = found;
  const ask = async (value: string, says: string): Promise<Answered | undefined> => {
    if (!allows(lab, operation, 'if-none-match', value, undefined)) return undefined;
    const act = { says: `If-None-Match: ${says}`, headers: { 'if-none-match': value }, probe: 'if-none-match' };
    return things.call(lab, operation, thing, act);
  };
  const current = await ask(tag, 'the current ETag');
  // `conditional-requests` says that the header has no effect.
  if (current?.response.status !== 304) {
    if (current !== undefined && promisesSame(operation)) await judgeUnsteady(lab, found, current, ask);
    return;
  }
  const kept = current.response.headers.get('etag');
  if (kept !== tag)
    lab.fault(
      'if-none-match',
      `The response 304 has ${kept === null ? 'no ETag' : `the ETag ${kept}`}, and the response 200 has ${tag}.`,
      `the header \`ETag: ${tag}\` (RFC 9110 section 15.4.5)`,
      current,
    );
  const wrong = await ask(OTHER, 'a wrong ETag');
  if (wrong?.response.status === 304)
    lab.fault('if-none-match', '`If-None-Match` with a wrong ETag is answered with 304.', 'the status 200 with the content', wrong);
  const matching: readonly (readonly [string, string])[] = [
    [`${OTHER}, ${tag}, ${ANOTHER}`, 'a list with the current ETag'],
    [`W/${tag}`, 'the current ETag as a weak one'],
    ['*', '`*`'],
  ];
  for (const [value, says] of matching) {
    const exchange = await ask(value, says);
    if (exchange !== undefined && isSuccess(exchange))
      lab.fault(
        'if-none-match',
        `\`If-None-Match\` with ${says} is answered with ${exchange.response.status}.`,
        'the status 304, as for the current ETag',
        exchange,
      );
  }
  yield operation;
}

/** Whether the document says that a read may be answered with 304. */
function promisesSame({ responses }: Operation): boolean {
  return responses.some(({ status }) => status === '304');
}

/** How often an ETag may change between two requests before it is taken for one that changes by itself. */
const MOST_CHANGES = 3;

/** An ETag that is another one at each read, although nothing else is, never leads to the 304 that the document declares. */
async function judgeUnsteady(
  lab: Lab,
  first: Read,
  second: Answered,
  ask: (value: string, says: string) => Promise<Answered | undefined>,
): Promise<void> {
  const tags = new Set([first.tag]);
  let last: Answered | undefined = second;
  for (let count = 0; count < MOST_CHANGES; count++) {
    const tag: string | null | undefined = last?.response.headers.get('etag');
    if (last === undefined || !isSuccess(last) || typeof tag !== 'string' || tags.has(tag)) return;
    if (!Buffer.from(last.response.body).equals(first.exchange.response.body)) return;
    tags.add(tag);
    if (count < MOST_CHANGES - 1) last = await ask(tag, 'the ETag of the response before');
  }
  const message = 'The ETag is another one in each response, although the content is the same.';
  lab.fault('if-none-match', message, 'the same ETag while nothing changes, and the status 304 for it', last as Answered);
}

/** Statuses that may refuse a body that is made as the schema says, and that a rule of the service does not allow. */
const BODY_REFUSED: ReadonlySet<number> = new Set([400, 409, 422]);

/** Whether a text says of the header what `*` does and nothing of tags, which the operation may then not know: `Send * to add only`. */
function isOfStarAlone(description = ''): boolean {
  return description.includes('*') && !/tag|version/i.test(description);
}

/** `If-None-Match` of a change: with `*`, or the current ETag, it is made only where that is not there (RFC 9110 section 13.1.2). */
async function* ofChange({ things, resource, inputs }: Setting, operation: Operation): AsyncGenerator<Operation> {
  const header = headerOf(operation, 'if-none-match');
  if (header === undefined) return;
  const [input, ...others] = changingInputs(operation, inputs);
  if (input === undefined) return;
  const lab = things.lab();
  const thing = await things.make(lab, resource, 2);
  const read = isOfStarAlone(header.description) ? undefined : resource.read;
  const tag = read === undefined ? undefined : (await readTag(lab, things, read, thing))?.tag;
  const act = (says: string, value: string) => ({
    says: `If-None-Match: ${says}`,
    headers: { 'if-none-match': value },
    probe: 'if-none-match',
  });
  for (const [value, says] of [['*', '`*`'] as const, ...(tag === undefined ? [] : [[tag, 'the current ETag'] as const])]) {
    for (const one of [input, ...others].filter((given) => allows(lab, operation, 'if-none-match', value, given))) {
      const exchange = await things.call(lab, operation, thing, { ...act(says, value), input: one });
      yield operation;
      if (isSuccess(exchange)) {
        const message = `${operation.method} with \`If-None-Match\` and ${says} is answered with ${exchange.response.status} where the thing is there.`;
        lab.fault('if-none-match', message, 'the status 412', exchange);
      }
      // Another refusal may be about the body: the next one may be accepted.
      if (!BODY_REFUSED.has(exchange.response.status)) break;
      lab.forget(exchange);
    }
  }
  if (operation !== resource.create || !allows(lab, operation, 'if-none-match', '*', input)) return;
  const made = await callNew(lab, things, thing, input, act('`*`, where nothing is', '*'));
  if (made?.response.status === 412)
    lab.fault('if-none-match', '`If-None-Match` with `*` is answered with 412 where nothing is.', 'the status 201', made);
}
