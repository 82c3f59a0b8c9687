// What the two libraries have at the start.
import { Desk } from './rules.ts';
import { createLibrary, type Library } from './store.ts';

async function hill(): Promise<Library> {
  const library = createLibrary();
  const desk = new Desk(library, () => false);
  desk.catalogue('9780306406157', { title: 'The Salt Roads', authors: ['R. Whitlock'], language: 'en', published: 1998, 'loan-days': 21 });
  desk.catalogue('9783161484100', {
    title: 'die Uhren',
    authors: ['M. Brandt', 'K. Osei'],
    language: 'de',
    published: null,
    'loan-days': 14,
  });
  desk.catalogue('9791034304462', { title: 'Les Marées', authors: ['C. Aubin'], language: 'fr', published: 2011, 'loan-days': 28 });
  desk.addCopy('9780306406157', '30000001', 'F WHI');
  desk.addCopy('9780306406157', '30000002', 'F WHI');
  desk.addCopy('9783161484100', '30000003', null);
  desk.enrol({ name: 'Imogen Vale', email: 'imogen@mail.example', group: 'adult' });
  desk.enrol({ name: 'Tom Abara', email: 'tom@mail.example', group: 'junior' });
  desk.enrol({ name: 'Petra Lind', email: 'petra@mail.example', group: 'adult' });
  await desk.lend('30000003', 'LB-000101', '2026-10-01');
  const late = await desk.lend('30000001', 'LB-000103', '2026-08-03');
  desk.takeBack(late, '2026-08-29');
  return library;
}

async function dale(): Promise<Library> {
  const library = createLibrary();
  const desk = new Desk(library, () => false);
  desk.catalogue('9780306406157', { title: 'The Salt Roads', authors: ['R. Whitlock'], language: 'en', published: 1998, 'loan-days': 10 });
  desk.addCopy('9780306406157', '30000001', null);
  desk.enrol({ name: 'Ola Quist', email: 'ola@mail.example', group: 'adult' });
  await desk.lend('30000001', 'LB-000101', '2026-10-02');
  return library;
}

export const createLibraries = async (): Promise<Readonly<Record<'hill' | 'dale', Library>>> => ({
  hill: await hill(),
  dale: await dale(),
});
