// Keeps what one thing at most may have: one that comes to have the mark takes it from the others, such as the primary one of several addresses.
import { getOwn } from '@octavo/runtime/conformance';
import type { Kind } from '../plan/kinds.ts';
import { namedIds } from '../referring.ts';
import type { Setting } from '../setting.ts';
import { type Thing, TooMuch } from '../world.ts';

/** After a request: what it has marked takes the mark from others. */
export function alignMarks({ world }: Setting): void {
  try {
    for (const { before, after } of world.changes()) {
      const { mark } = after?.kind ?? {};
      if (after === undefined || mark === undefined || after.isDeleted === true || !isMarked(after, mark)) continue;
      if (before !== undefined && isMarked(before, mark)) continue;
      for (const { version: _, ...other } of rivalsOf(world.in(after.collection), after, mark))
        world.keep({ ...other, value: { ...other.value, [mark.member]: false } });
    }
  } catch (error) {
    // There is no room for more.
    if (!(error instanceof TooMuch)) throw error;
  }
}

/** In a world that has begun: the first one has it. */
export function alignAllMarks({ world }: Setting): void {
  const marked: Thing[] = [];
  for (const thing of [...world.all()]) {
    const { mark } = thing.kind;
    if (mark === undefined || !isMarked(thing, mark)) continue;
    if (rivalsOf(marked, thing, mark).length === 0) marked.push(thing);
    else world.keep({ ...thing, value: { ...thing.value, [mark.member]: false } });
  }
}

/** Another thing that has the mark already, for a request that gives it to one more. */
export function markedRival(things: readonly Thing[], thing: Omit<Thing, 'version'>): Thing | undefined {
  const { mark } = thing.kind;
  return mark?.isRefused === true && isMarked(thing, mark) ? rivalsOf(things, thing, mark)[0] : undefined;
}

function isMarked({ value }: Pick<Thing, 'value'>, { member }: NonNullable<Kind['mark']>): boolean {
  return getOwn(value, member) === true;
}

/** Things with the mark that belong to the same as a thing does. */
function rivalsOf(things: readonly Thing[], thing: Omit<Thing, 'version'>, mark: NonNullable<Kind['mark']>): readonly Thing[] {
  return things.filter(
    (one) =>
      one.kind === thing.kind &&
      one.collection === thing.collection &&
      one.id !== thing.id &&
      one.madeAt === thing.madeAt &&
      isMarked(one, mark) &&
      mark.within.every((place) => namedIds(one.value, place).join() === namedIds(thing.value, place).join()),
  );
}
