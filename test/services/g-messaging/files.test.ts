// Tests imports of files, on each engine: what rows become, how files are read, which are refused, and what the report says.

import type { ImportContactFileBody } from '@octavo/interfaces/g-messaging';
import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { users } from '../../../services/g-messaging/seeds/credentials.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { LENA, messagingOf, POETRY_READERS } from './support.ts';

const FILE = 'https://papaver-books.example/exports/visitors.csv';

describeOnEngines('imports of files', (engine) => {
  /** A sandbox for which this file is at the address. */
  async function open(file: string | Uint8Array<ArrayBuffer> | Response | Error) {
    const fetched: string[] = [];
    const fetch = async (url: string | URL | Request) => {
      fetched.push(String(url));
      if (file instanceof Error) throw file;
      return file instanceof Response ? file : new Response(file);
    };
    const sandbox = await engine.open('g-messaging', { fetch });
    const messaging = messagingOf(sandbox);
    const statusOf = async (sessionId: string) => unwrap(await messaging.main.getContactImportStatus({ path: { sessionId } }), 200);
    return {
      ...messaging,
      fetched,
      statusOf,
      /** Imports the file. @returns the status of the session when it has ended */
      async load(body: Omit<ImportContactFileBody, 'fileUrl'> = {}) {
        const { asyncSessionId } = unwrap(await messaging.main.importContactFile({ body: { fileUrl: FILE, ...body } }), 200);
        await expect.poll(async () => (await statusOf(asyncSessionId)).status).not.toBe('IN_PROGRESS');
        return statusOf(asyncSessionId);
      },
      async report(url: string | undefined, method = 'GET') {
        const { pathname } = new URL(url ?? '');
        const response = await sandbox.fetch('g-messaging')(`http://localhost${pathname}`, { method });
        return { status: response.status, lines: (await response.text()).split('\r\n').slice(0, -1) };
      },
      found: async (email: string) => unwrap(await messaging.main.searchContacts({ query: { email } }), 200),
    };
  }

  test('G6: each row of a file becomes a contact, and what exists is updated', async () => {
    const mapping = { Mail: 'email', 'Given name': 'firstName', 'Family name': 'lastName', Genre: '12001', Town: 'town', Mobile: 'sms' };
    const { load, found, contact, fetched } = await open(
      [
        'Mail,Given name,Family name,Genre,Town,Mobile,Note',
        'LENA.Hoffmann@example.com,Lena,"Hoffmann, geb. Vos",,,,',
        'noor@example.com,Noor,"de ""Wit""",Poetry,"Bad\nDoberan",+49 171 392-0077,likes tea',
      ].join('\n'),
    );
    expect(await load({ mapping, dedupeOn: 'email', groupNames: ['Book fair 2026', 'Poetry readers'] })).toEqual({
      sessionId: expect.any(String),
      status: 'FINISHED',
      total: 2,
      created: 1,
      updated: 1,
      failed: 0,
    });
    expect(fetched).toEqual([FILE]);
    // An empty cell leaves the field as it is.
    expect(await contact(LENA)).toMatchObject({
      lastName: 'Hoffmann, geb. Vos',
      fields: [{ id: 12_001, value: 'Poetry' }],
      address: { town: 'Berlin' },
    });
    const [noor] = await found('noor@example.com');
    expect(noor).toMatchObject({
      firstName: 'Noor',
      lastName: 'de "Wit"',
      address: { town: 'Bad\nDoberan' },
      phone: '491713920077',
      fields: [{ id: 12_001, value: 'Poetry' }],
      groups: [{ name: 'Book fair 2026' }, { id: POETRY_READERS }],
    });
  });

  test('rows that are broken or invalid are reported with their reasons, and all others are imported', async () => {
    const { load, report, later, statusOf } = await open(
      [
        'email,firstName,12003',
        'a@example.com,Ada,3',
        'b@example.com,"Bo"b,3',
        'no address,Cy,3',
        'd@example.com,Di',
        'e@example.com,"Ed',
        '',
        'f@example.com,Fay,401',
        'g@example.com,Gil,',
        ',Hal,',
        '=i@example..com,Ida,',
      ].join('\r\n'),
    );
    const status = await load();
    expect(status).toMatchObject({ status: 'FINISHED', total: 9, created: 2, updated: 0, failed: 7 });
    const { lines } = await report(status.reportUrl);
    expect(lines).toEqual([
      'row,reason,email,firstName,12003',
      '3,A cell goes on after its closing quote.,"b@example.com,""Bo""b,3"',
      '4,no address is not an email address.,no address,Cy,3',
      '5,"The row has 2 cells, and the file has 3 columns.",d@example.com,Di',
      '6,A quote is not closed.,"e@example.com,""Ed"',
      '7,"The field Books a year must be from 0 to 400, not 401.",f@example.com,Fay,401',
      '9,"The contact has no email address, by which contacts are identified.",,Hal,',
      "10,'=i@example..com is not an email address.,'=i@example..com,Ida,",
    ]);
    expect(await report(status.reportUrl, 'HEAD')).toEqual({ status: 200, lines: [] });
    expect((await report('http://localhost/files/imports/none.csv')).status).toBe(404);
    await later(31);
    expect((await report(status.reportUrl)).status).toBe(404);
    expect((await statusOf(status.sessionId)).reportUrl).toBeUndefined();
  });

  test.each([
    ['UTF-8 with a byte order mark', Buffer.from('\uFEFFemail;firstName\r\npavla@example.com;Пaвла\r\n')],
    ['windows-1251', Buffer.concat([Buffer.from('email\tfirstName\npavla@example.com\t'), Buffer.from('cf61e2ebe0', 'hex')])],
    ['with bars, and old line ends', Buffer.from('email|"firstName"\rpavla@example.com|"Пaвла"\r')],
  ])('a file is read: %s', async (_title, file) => {
    const { load, found } = await open(new Uint8Array(file));
    expect(await load()).toMatchObject({ status: 'FINISHED', total: 1, created: 1 });
    expect(await found('pavla@example.com')).toMatchObject([{ firstName: 'Пaвла' }]);
  });

  test.each([
    ['that is not there', new Response(null, { status: 404 }), 'The file could not be downloaded: its server answered with status 404.'],
    ['whose server is away', new Error('refused'), 'The file could not be downloaded.'],
    ['that is too large', new Response('a', { headers: { 'content-length': '67108865' } }), 'The file has more than 67108864 bytes.'],
    ['that is empty', '', 'The file is empty.'],
    ['in UTF-16', new Uint8Array([0xff, 0xfe, 0x61, 0]), 'The file is in UTF-16, and must be in UTF-8 or windows-1251.'],
    ['without addresses', 'firstName\nAda', 'The file has no column with that by which contacts are identified.'],
  ])('a file %s ends the session with the reason', async (_title, file, message) => {
    const { load, later, statusOf } = await open(file);
    const status = await load();
    expect(status).toMatchObject({ status: 'ERROR', total: 0, created: 0, message });
    await later(31);
    expect(await statusOf(status.sessionId)).toMatchObject({ status: 'ERROR' });
  });

  test('a file without a column that is mapped ends the session', async () => {
    const { load } = await open('E-Mail,Name\na@example.com,Ada');
    expect(await load({ mapping: { Mail: 'email', Name: 'firstName' } })).toMatchObject({
      status: 'ERROR',
      message: 'The file has no column Mail.',
    });
  });

  test('what no file can make right is refused at once', async () => {
    const { main, fetched } = await open('');
    const refused = async (body: Partial<ImportContactFileBody>) => {
      const { status, body: answer } = await main.importContactFile({ body: { fileUrl: FILE, ...body } });
      return `${status} ${'message' in answer ? answer.message : ''}`;
    };
    for (const fileUrl of [
      'http://127.0.0.1/a.csv',
      'http://10.0.0.8/a.csv',
      'ftp://papaver-books.example/a.csv',
      'http://u:p@papaver-books.example/',
    ])
      expect(await refused({ fileUrl })).toMatch(/^400 The file cannot be downloaded\. /);
    expect(await refused({ dedupeOn: 'fieldId' })).toBe('400 fieldId is required if dedupeOn is fieldId.');
    expect(await refused({ dedupeOn: 'fieldId', fieldId: 1 })).toBe('400 The field 1 does not exist.');
    for (const field of ['ordersInfo', '99', 'toString', 'mail'])
      expect(await refused({ mapping: { Mail: field } })).toBe(
        `400 ${field}, to which mapping assigns the column Mail, is not a field that a file can have.`,
      );
    expect(await refused({ groupNames: ['Lapsed poetry readers'] })).toBe('400 Group 320 is combined; its contacts cannot be changed.');
    expect(fetched).toEqual([]);
  });

  test('a file of thousands of rows is imported in batches, and each contact once', async () => {
    const rows = Array.from({ length: 2_600 }, (_, index) => `${index % 1_300}@example.com,Row ${index}`);
    const { load, main, report } = await open(['email,firstName', ...rows.slice(0, 700), 'x,"y', ...rows.slice(700)].join('\n'));
    const status = await load();
    expect(status).toMatchObject({ status: 'FINISHED', total: 2_601, created: 1_300, updated: 1_300, failed: 1 });
    expect((await report(status.reportUrl)).lines[1]).toBe('702,A quote is not closed.,"x,""y"');
    // The two of the seeds too.
    expect(await main.searchContacts({ query: { maxrows: 1 } })).toMatchObject({ headers: { TotalCount: 1_302 } });
  });

  test('contacts that are posted to the path of files are imported', async () => {
    const { sandbox, statusOf, found } = await open('');
    const authorization = `Basic ${Buffer.from(`${users.papaver.username}:${users.papaver.password}`).toString('base64')}`;
    const post = async (path: string, body: string) => {
      const headers = { authorization, 'content-type': 'application/json' };
      const response = await sandbox.fetch('g-messaging')(`https://messaging.example.com${path}`, { method: 'POST', headers, body });
      return { status: response.status, body: (await response.json()) as { asyncSessionId: string } };
    };
    const contacts = ['a@example.com', 'b@example.com'].map((value) => ({ channels: [{ type: 'email', value }] }));
    for (const path of ['/api/v1/contacts/upload', '/api/v1/contacts/file']) {
      const { status, body } = await post(path, JSON.stringify({ contacts, dedupeOn: 'email' }));
      expect(status).toBe(200);
      await expect.poll(async () => (await statusOf(body.asyncSessionId)).status).toBe('FINISHED');
      expect((await statusOf(body.asyncSessionId)).total).toBe(2);
    }
    expect(await found('a@example.com')).toHaveLength(1);
    expect((await post('/api/v1/contacts/upload', JSON.stringify({ fileUrl: FILE }))).status).toBe(200);
    expect((await post('/api/v1/contacts/upload', '{"contacts":')).status).toBe(400);
  });
});
