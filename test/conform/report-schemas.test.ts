// Holds the reports against the schemas of their formats: SARIF 2.1.0 and HAR 1.2 by published JSON Schemas, JUnit by the facts of its common XSD.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { harReport } from '../../generator/conform/report/har.ts';
import { junitReport } from '../../generator/conform/report/junit.ts';
import { sarifReport } from '../../generator/conform/report/sarif.ts';
import { type ReportView, viewOf } from '../../generator/conform/report/view.ts';
import { recordedBody } from '../../generator/har/recorded.ts';
import { HarFile } from '../../generator/har/write.ts';
import { parseXml, type XmlElement } from '../../runtime/xml/parse.ts';
import { faultsOf, newAjv, sarif } from '../support/report-schemas.ts';
import { hostileReport } from './hostile-report.ts';

const require = createRequire(import.meta.url);

const began = Date.now();
let view: ReportView;
beforeAll(async () => {
  view = viewOf(await hostileReport(), { tool: 'octavo conform', origin: 'http://127.0.0.1:3000' });
});

describe('SARIF 2.1.0', () => {
  const json = (): Record<string, unknown> => JSON.parse(JSON.stringify(sarifReport(view))) as Record<string, unknown>;

  test('the report is valid', () => {
    expect(faultsOf(sarif, json())).toEqual([]);
  });

  test('the schema finds a fault', () => {
    expect(faultsOf(sarif, { ...json(), version: '2' })).not.toEqual([]);
  });
});

describe('HAR 1.2', () => {
  const ajv = newAjv();
  for (const schema of Object.values(require('har-schema') as Record<string, { $schema?: string }>)) {
    // Draft 6: draft 7 has all of it.
    const { $schema: _schema, ...rest } = schema;
    ajv.addSchema(rest);
  }
  const validate = ajv.getSchema('har.json');

  test('the report is valid, and the schema finds a fault', () => {
    if (validate === undefined) throw new Error('There is no schema.');
    expect(faultsOf(validate, harReport(view))).toEqual([]);
    expect(faultsOf(validate, { log: { version: '1.2', entries: [] } })).not.toEqual([]);
  });

  test('a recording is valid', () => {
    if (validate === undefined) throw new Error('There is no schema.');
    const folder = mkdtempSync(path.join(tmpdir(), 'octavo-har-test-'));
    try {
      const file = path.join(folder, 'a.har');
      const har = new HarFile({ file, replaces: false, limit: 1e6 });
      const message = { httpVersion: 'HTTP/1.1', headers: [['content-type', 'text/plain']] as const, size: 4 };
      const request = { ...message, method: 'POST', url: 'http://127.0.0.1/a?b=1' };
      const bytes = recordedBody(new Uint8Array([0, 255]));
      const rest = { began, timing: { send: 1, wait: 2, receive: 3 }, redacted: ['/request/body'], notes: ['A note.'] };
      har.add({ ...rest, request: { ...request, body: bytes }, response: { ...message, status: 200, body: bytes } });
      har.add({ ...rest, request: { ...request, isAbsent: true }, response: { ...message, status: 200, isAbsent: true } });
      har.add({ ...rest, request, response: { ...message, httpVersion: '', status: 0, failure: 'None.' } });
      har.finish({ baseUrl: 'http://127.0.0.1', creator: 'octavo proxy' }, (exchange) => exchange);
      expect(faultsOf(validate, JSON.parse(readFileSync(file, 'utf8')))).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('entries have the time of their exchange, and its parts', () => {
    const { log } = harReport(view) as { log: { entries: { startedDateTime: string; time: number; timings: Record<string, number> }[] } };
    const exchanges = view.findings.flatMap((finding) => finding.exchanges);
    expect(log.entries).toHaveLength(exchanges.length);
    expect(new Set(log.entries.map(({ startedDateTime }) => startedDateTime)).size).toBeGreaterThan(1);
    for (const [index, { startedDateTime, time, timings }] of log.entries.entries()) {
      expect(startedDateTime).toBe(exchanges[index]?.began);
      expect(Date.parse(startedDateTime)).toBeGreaterThanOrEqual(began - 1);
      expect(Date.parse(startedDateTime)).toBeLessThanOrEqual(Date.now() + 1);
      expect(time).toBeCloseTo(Object.values(timings).reduce((sum, one) => sum + one, 0));
      expect(time).toBeGreaterThanOrEqual((exchanges[index]?.milliseconds ?? 0) - 0.2);
      expect(Math.min(...Object.values(timings))).toBeGreaterThanOrEqual(0);
    }
  });
});

describe('JUnit', () => {
  /** junit-10.xsd of the xUnit plugin of Jenkins: the attributes that elements must have, those that they may have, and their children. */
  const XSD: Readonly<
    Record<string, { readonly required: readonly string[]; readonly optional: readonly string[]; readonly children: readonly string[] }>
  > = {
    testsuites: { required: [], optional: ['name', 'time', 'tests', 'failures', 'errors'], children: ['testsuite'] },
    testsuite: {
      required: ['name', 'tests', 'failures', 'errors'],
      optional: ['group', 'time', 'skipped', 'timestamp', 'hostname', 'id', 'package', 'file', 'log', 'url'],
      children: ['testsuite', 'properties', 'testcase', 'system-out', 'system-err'],
    },
    testcase: {
      required: ['name'],
      optional: ['time', 'classname', 'group'],
      children: ['skipped', 'error', 'failure', 'system-out', 'system-err'],
    },
    failure: { required: [], optional: ['type', 'message'], children: [] },
    skipped: { required: [], optional: ['type', 'message'], children: [] },
  };

  function faults({ local, uri, attributes, children, text }: XmlElement): string[] {
    const rule = XSD[local];
    if (rule === undefined || uri !== '') return [`${local} is unknown`];
    const names = attributes.map((one) => one.local);
    return [
      ...rule.required.filter((name) => !names.includes(name)).map((name) => `${local} lacks ${name}`),
      ...names.filter((name) => !rule.required.includes(name) && !rule.optional.includes(name)).map((name) => `${local} has ${name}`),
      ...attributes
        .filter((one) => one.local === 'time' && !/^(?:(?:\d{0,3},)*\d{3}|\d{0,3})*(?:\.\d*)?$/.test(one.value))
        .map(({ value }) => `${local} takes ${value}`),
      ...children.filter((child) => !rule.children.includes(child.local)).map((child) => `${local} has ${child.local}`),
      ...(rule.children.length > 0 && text.trim() !== '' ? [`${local} has text`] : []),
      ...children.flatMap(faults),
    ];
  }

  test('elements and attributes are those of the XSD', async () => {
    expect(faults(await parseXml(junitReport(view)))).toEqual([]);
  });

  test('an operation that was not called is a skipped test', async () => {
    const [operation] = view.operations;
    if (operation === undefined) throw new Error('There is no operation.');
    const text = junitReport({ ...view, operations: [{ ...operation, cells: {}, skipped: 'it may change something' }], findings: [] });
    expect(text).toContain('<skipped message="it may change something"/>');
    expect(faults(await parseXml(text))).toEqual([]);
  });

  test('the counts of a suite are those of its tests', async () => {
    const root = await parseXml(junitReport(view));
    for (const suite of root.children) {
      const value = (name: string): string | undefined => suite.attributes.find(({ local }) => local === name)?.value;
      const having = (name: string): string =>
        String(suite.children.filter(({ children }) => children.some((one) => one.local === name)).length);
      expect([value('tests'), value('failures'), value('skipped')]).toEqual([
        String(suite.children.length),
        having('failure'),
        having('skipped'),
      ]);
    }
  });
});
