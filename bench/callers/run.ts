// What `octavo rename` and `octavo diff --callers` do in two projects: 26 renames, each with `tsc` afterwards, and 26 other changes. The first is
// made of real code of this repository, the second uses the client of a large document.

import { quick } from '../effort.ts';
import { type Case, CHANGES, RENAMES } from './cases.ts';
import { GITHUB_CHANGES, GITHUB_RENAMES, linesOfGithub, prepareGithub } from './github.ts';
import { changed, lineOf, namesOf, type Row, renamed } from './measure.ts';
import { linesOfCode, type Project, prepare } from './project.ts';
import { errorsIn, octavo } from './ran.ts';

function printTable<T extends Case, R extends Row>(
  title: string,
  heads: readonly string[],
  cases: readonly T[],
  rowOf: (one: T) => R,
): R[] {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  console.log(`### ${title}\n\n${line(heads)}\n${line(heads.map((_head, index) => (index === 0 ? '---' : '---:')))}`);
  const rows = cases.slice(0, quick ? 1 : undefined).map((one) => {
    const row = rowOf(one);
    console.log(line(row.cells));
    return row;
  });
  console.log('');
  return rows;
}

/** Prints what the commands do in a project, and says whether that is enough. */
function measure(project: Project, renames: typeof RENAMES, changes: typeof CHANGES): boolean {
  const before = errorsIn(project.folder);
  if (before.length > 0) throw new Error(`The project does not compile: ${namesOf(before.map(lineOf))}`);
  const carried = printTable(
    'Renames, each carried over by `octavo rename --write`',
    ['rename', 'places', '`tsc`', 'CPU s', 'peak MB'],
    renames,
    (one) => renamed(project, one),
  );
  const heads = ['change', 'concerned lines listed', 'false', 'without a type', 'CPU s', 'peak MB'];
  const counted = printTable('Other changes, with `octavo diff --callers`', heads, changes, (one) => changed(project, one));
  const sum = (key: 'wanted' | 'found' | 'listed' | 'wrong'): number => counted.reduce((total, one) => total + one[key], 0);
  const [wanted, found, listed, wrong] = [sum('wanted'), sum('found'), sum('listed'), sum('wrong')];
  const good = carried.filter(({ isGood }) => isGood).length;
  console.log(
    `${good} of ${carried.length} renames leave a project that compiles. ${found} of ${wanted} concerned lines are listed, and ${wrong} of the ${listed} that are listed are not concerned.\n`,
  );
  return good === carried.length && found >= 0.95 * wanted && wrong <= 0.05 * listed;
}

const own = prepare(octavo);
console.log(`## Changes of a document, in a project of ${linesOfCode()} lines\n`);
const isGood = measure(own, RENAMES, CHANGES);
const large = quick ? undefined : prepareGithub(octavo);
if (large !== undefined) console.log(`## Changes of GitHub's document, in a project of ${linesOfGithub()} lines\n`);
const isGoodToo = large === undefined || measure(large, GITHUB_RENAMES, GITHUB_CHANGES);
process.exitCode = isGood && isGoodToo ? 0 : 1;
