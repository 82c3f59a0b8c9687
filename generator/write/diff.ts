// Two texts → a unified diff, as `diff -u` prints it.

export interface DiffNames {
  readonly from: string;
  readonly to: string;
}

type Edit = { readonly kind: ' ' | '-' | '+'; readonly line: string };

/** Unchanged lines around a change. */
const around = 3;
/** With more edits than this, the texts are shown as one replacement: correct, but longer than necessary. */
const mostEdits = 500;

/** `''` when the texts are equal. */
export function unifiedDiff(before: string, after: string, names: DiffNames): string {
  if (before === after) return '';
  const edits = compare(splitLines(before), splitLines(after));
  const lines = [`--- ${names.from}`, `+++ ${names.to}`];
  let fromLine = 1;
  let toLine = 1;
  let index = 0;
  while (index < edits.length) {
    const next = findChange(edits, index);
    if (next === undefined) break;
    const start = Math.max(index, next - around);
    const end = hunkEnd(edits, next);
    for (const edit of edits.slice(index, start)) {
      if (edit.kind !== '+') fromLine++;
      if (edit.kind !== '-') toLine++;
    }
    const hunk = edits.slice(start, end);
    const fromCount = hunk.filter((edit) => edit.kind !== '+').length;
    const toCount = hunk.filter((edit) => edit.kind !== '-').length;
    lines.push(`@@ -${range(fromLine, fromCount)} +${range(toLine, toCount)} @@`);
    for (const edit of hunk) lines.push(edit.kind + edit.line);
    fromLine += fromCount;
    toLine += toCount;
    index = end;
  }
  return `${lines.join('\n')}\n`;
}

function range(line: number, count: number): string {
  if (count === 0) return `${line - 1},0`;
  return count === 1 ? `${line}` : `${line},${count}`;
}

function findChange(edits: readonly Edit[], from: number): number | undefined {
  for (let index = from; index < edits.length; index++) if (edits[index]?.kind !== ' ') return index;
  return undefined;
}

/** Where the hunk that opens with this change ends: changes closer than twice the context share one. */
function hunkEnd(edits: readonly Edit[], change: number): number {
  let last = change;
  for (let index = change; index < edits.length && index - last <= around * 2; index++) if (edits[index]?.kind !== ' ') last = index;
  return Math.min(edits.length, last + around + 1);
}

/** Marks a last line without a newline, as `diff` does. */
function splitLines(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  else lines[lines.length - 1] += '\n\\ No newline at end of file';
  return lines;
}

function compare(before: readonly string[], after: readonly string[]): Edit[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < before.length - head && tail < after.length - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) {
    tail++;
  }
  const same = (line: string): Edit => ({ kind: ' ', line });
  return [
    ...before.slice(0, head).map(same),
    ...shortestEdits(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map(same),
  ];
}

/** Myers, "An O(ND) Difference Algorithm and Its Variations" (1986), figure 2, with the furthest points of every round kept to walk back. */
function shortestEdits(before: readonly string[], after: readonly string[]): Edit[] {
  const replaced = (): Edit[] => [
    ...before.map((line): Edit => ({ kind: '-', line })),
    ...after.map((line): Edit => ({ kind: '+', line })),
  ];
  if (before.length === 0 || after.length === 0) return replaced();
  const rounds: Map<number, number>[] = [];
  let furthest = new Map<number, number>([[1, 0]]);
  const most = Math.min(mostEdits, before.length + after.length);
  for (let edits = 0; edits <= most; edits++) {
    rounds.push(furthest);
    const round = new Map(furthest);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = startOf(furthest, diagonal, edits);
      let y = x - diagonal;
      while (x < before.length && y < after.length && before[x] === after[y]) {
        x++;
        y++;
      }
      round.set(diagonal, x);
      if (x >= before.length && y >= after.length) return walkBack(rounds, before, after);
    }
    furthest = round;
  }
  return replaced();
}

/** Where a path enters a diagonal: down from the one above, or right from the one below, whichever got further. */
function startOf(furthest: ReadonlyMap<number, number>, diagonal: number, edits: number): number {
  return goesDown(furthest, diagonal, edits) ? (furthest.get(diagonal + 1) ?? 0) : (furthest.get(diagonal - 1) ?? 0) + 1;
}

function goesDown(furthest: ReadonlyMap<number, number>, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true;
  if (diagonal === edits) return false;
  return (furthest.get(diagonal - 1) ?? -1) < (furthest.get(diagonal + 1) ?? -1);
}

function walkBack(rounds: readonly ReadonlyMap<number, number>[], before: readonly string[], after: readonly string[]): Edit[] {
  const edits: Edit[] = [];
  let x = before.length;
  let y = after.length;
  for (let round = rounds.length - 1; round >= 0; round--) {
    const furthest = rounds[round] ?? new Map<number, number>();
    const diagonal = x - y;
    const down = goesDown(furthest, diagonal, round);
    const fromX = furthest.get(down ? diagonal + 1 : diagonal - 1) ?? 0;
    const fromY = fromX - (down ? diagonal + 1 : diagonal - 1);
    while (x > 0 && y > 0 && x > fromX && y > fromY && before[x - 1] === after[y - 1]) {
      edits.push({ kind: ' ', line: before[--x] ?? '' });
      y--;
    }
    if (round === 0) break;
    if (down) edits.push({ kind: '+', line: after[--y] ?? '' });
    else edits.push({ kind: '-', line: before[--x] ?? '' });
  }
  return edits.reverse();
}
