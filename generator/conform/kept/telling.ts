// Decides which differences tell of a fault: those that contradict the document, and those that no usual way of keeping a value explains.
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../inference/pointers.ts';
import { isClockText, isTimeText } from '../../inference/steps.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { childrenOf } from '../judge/index.ts';
import type { Difference } from './compare.ts';

/** Names of lists that are sets as a rule. */
const SETS = /(?:tag|label|scope|role|permission|event|topic|categor|keyword|group|feature)\w*$/i;

/** Names of texts of which there is one right spelling. */
const SPELLED = /(?:slug|handle|user_?name|login|code|key|sku|domain|host|path|locale|language|currency|phone|mail|url|uri|id)$/i;

/**
 * Whether a change contradicts the document, or no way of keeping the value explains it. The statement is a sentence that says that values are kept.
 */
export function isTelling(
  { at, change, sent, shown }: Difference,
  schemas: readonly Schema[],
  statement: string | undefined,
  method = 'POST',
): boolean {
  // A sentence about all lists does not mean sets, unless it speaks of their order. Tags are a set, also where the document does not say so.
  const isSet = SETS.test(at) || schemas.some((schema) => schema.uniqueItems === true || areListed(schema));
  if (change === 'reordered' && isSet) return statement !== undefined && /\b(?:same|their|its|the) order\b/i.test(statement);
  if (statement !== undefined) return change !== 'missing';
  if (change === 'reordered') return !isByTime(shown);
  if (change === 'lost') return isLoss(sent, shown);
  if (change !== 'damaged') return false;
  // What a change has that is false or empty is often taken for nothing, and then what was there before stays.
  // A default in place of a value that is false or empty is a known mistake.
  const isDefault = schemas.some((schema) => schema.default !== undefined && isDeepStrictEqual(schema.default, shown));
  if (Array.isArray(sent)) return sent.length === 0 && Array.isArray(shown) && (method === 'PATCH' || isDefault);
  if (typeof sent === 'boolean') return isDefault || (method === 'PATCH' && !sent && !isLasting(at, schemas));
  if (typeof sent === 'number' && typeof shown === 'number') return isWrongNumber(sent, shown, schemas);
  if (typeof sent !== 'string') return false;
  if (SPELLED.test(at) || schemas.some(({ pattern, format = 'date' }) => pattern !== undefined || !/^date/.test(format))) return false;
  // A service may cut what is longer than the document speaks of.
  const isCut = sent.startsWith(String(shown)) && !schemas.some(({ maxLength }) => maxLength !== undefined);
  return !isCut;
}

/** Whether a list goes by a time of its items: many services sort opening hours and stops, and do not say so. */
function isByTime(shown: unknown): boolean {
  if (!Array.isArray(shown) || !shown.every(isObject)) return false;
  return Object.keys(shown[0] ?? {}).some((name) => {
    const values = shown.map((item) => item[name]);
    return (
      new Set(values).size > 1 &&
      values.every((value) => isTimeText(value) || isClockText(value)) &&
      values.every((value, index) => index === 0 || String(values[index - 1]) <= String(value))
    );
  });
}

/** Whether no way of keeping a list explains that items are lost: objects may be known by a part of theirs, and then the last equal one stays. */
function isLoss(sent: unknown, shown: unknown): boolean {
  return Array.isArray(sent) && Array.isArray(shown) && (shown.length > 1 || sent.every((item) => typeof item !== 'object'));
}

/** Whether the items are values that the document lists, such as days of a week. */
function areListed(schema: Schema): boolean {
  return childrenOf(schema, '0').some(({ enum: listed }) => listed !== undefined);
}

/** Names of what is true once it has happened, and stays so: `archived`, `isRead`. */
const HAPPENED = /(?:ed|read|seen|paid|done|sent|gone|won|lost|known|shown|given|taken|born|sold|closed|final)$/i;

/** Names that end so, and say what is wanted. */
const WANTED = /(?:allow|enabl|need|requir|want|includ|furnish|heat|prefer|interest|cover)ed$/i;

/** Whether a switch may be one that nobody can turn off again. A text about it may say so in any words. */
function isLasting(at: string, schemas: readonly Schema[]): boolean {
  return schemas.some(({ description }) => description !== undefined) || (HAPPENED.test(at) && !WANTED.test(at));
}

/** Sizes of whole numbers by which large ones are cut, in bits. */
const SIZES = [16, 31, 32];

/** Whether a large number is what is left of it in fewer bits, or the largest number that these can hold. */
function isCutInBits(sent: number, shown: number): boolean {
  return SIZES.some((bits) => {
    const size = 2 ** bits;
    const rest = sent % size;
    return sent >= size && (shown === rest || shown === rest - size || (bits > 16 && shown === size - 1));
  });
}

/** Numbers between such bounds are too few to be whole ones, where the document has fractions. */
const NARROW = 10;

/** Whether a fraction is cut off that nobody would leave out: 2 for 2.75, where there are numbers up to 4. */
function isCutToWhole(sent: number, shown: number, schemas: readonly Schema[]): boolean {
  if (shown !== Math.floor(sent) || sent - shown < 0.5) return false;
  return schemas.some(({ minimum, exclusiveMinimum = minimum, maximum }) => Number(maximum) - Number(exclusiveMinimum) <= NARROW);
}

/** Whether no rounding and no limit that the document leaves out explains another number. */
function isWrongNumber(sent: number, shown: number, schemas: readonly Schema[]): boolean {
  if (schemas.some(({ multipleOf }) => multipleOf !== undefined) || sent === 0) return true;
  if (isCutInBits(sent, shown) || isCutToWhole(sent, shown, schemas)) return true;
  const isRounded = [0, 1].some((digits) => Number(sent.toFixed(digits)) === shown);
  const isClose = Math.abs(sent - shown) < Math.abs(sent) * 0.2;
  return isClose && !isRounded;
}

const DAY = 86_400_000;

/** Whether a day is shown as the one before or after it, as a service does that reads it in another time zone. */
export function isOtherDay(difference: Difference | undefined): boolean {
  const { sent, shown } = difference ?? {};
  if (typeof sent !== 'string' || typeof shown !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(sent)) return false;
  return Math.abs(Date.parse(sent) - Date.parse(shown.slice(0, 10))) === DAY;
}
