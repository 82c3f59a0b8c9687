// Changes facts of the documents one by one and expects that the table notices: each fact of each row, and whatever else a document says.
//
// A run takes a sample of each document, the same in every run; `SEED=7` takes another, and `OCTAVO_EFFORT=deep` tries every change,
// each part of it a seventh.
import { describe, expect, test } from 'vitest';
import { documentIds } from '../specs/document.ts';
import { byEffort, ofShard } from '../support/effort.ts';
import fc from '../support/fast-check.ts';
import { allChanges, changesAt } from './change.ts';
import { compare, type Difference } from './compare.ts';
import { groupsOf } from './document-facts.ts';
import { readYaml } from './source.ts';
import { groupId, tableOf } from './table.ts';

const SAMPLE = byEffort({ quick: 10, deep: undefined });

describe.each(documentIds)('%s', (id) => {
  const document = readYaml(`specs/${id}.yaml`).value;
  const table = tableOf(readYaml(`test/facts/${id}.yaml`));

  test('a change of any fact fails the check of its row', () => {
    const facts = groupsOf(document).flatMap((group) =>
      group.rows.flatMap((row) => [row.place, ...row.facts].map((place) => ({ group: groupId(group.section, group.name), row, place }))),
    );
    eachOf(facts, ({ group, row, place }) => {
      // What stands below a row, such as the fields of an alternative, has rows of its own.
      const concerns = (found: Difference): boolean => found.group === group && found.key.startsWith(row.key);
      for (const change of changesAt(document, place))
        expect(compare(table, groupsOf(change.apply(document))).some(concerns), `${group} / ${row.key}, when ${change.says}`).toBe(true);
    });
  });

  test('no change of the document goes unnoticed', () => {
    eachOf(allChanges(document), (change) => {
      expect(compare(table, groupsOf(change.apply(document))), change.says).not.toEqual([]);
    });
  });
});

function eachOf<Item>(items: readonly Item[], check: (item: Item) => void): void {
  if (SAMPLE === undefined) for (const item of ofShard(items)) check(item);
  else fc.assert(fc.property(fc.constantFrom(...items), check), { numRuns: SAMPLE });
}
