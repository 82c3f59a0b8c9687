// Tests the reports of files: what each format has to have, that hostile text stays text, and that no credential is in any of them.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ConformReport } from '../../generator/conform/index.ts';
import { curlOf } from '../../generator/conform/report/curl.ts';
import { htmlReport } from '../../generator/conform/report/html.ts';
import { reportFiles, writeReports } from '../../generator/conform/report/index.ts';
import { terminalReport } from '../../generator/conform/report/terminal.ts';
import { type ReportView, viewOf } from '../../generator/conform/report/view.ts';
import { parseXml } from '../../runtime/xml/parse.ts';
import { chromiumPath, launch } from '../support/chromium.ts';
import { hostileReport, SECRET } from './hostile-report.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'octavo-report-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let report: ConformReport;
let view: ReportView;
beforeAll(async () => {
  report = await hostileReport();
  view = viewOf(report, { tool: 'octavo conform', origin: 'http://127.0.0.1:3000' });
});

function written(format: string): string {
  const files = reportFiles([`${format}=out/report.${format}`]);
  writeReports(view, files, folder);
  return readFileSync(path.join(folder, `out/report.${format}`), 'utf8');
}

test.each(['json', 'junit', 'sarif', 'har', 'html'])('%s has the findings, and no credential', (format) => {
  const text = written(format);
  expect(text).toContain('createBook');
  expect(text).toContain('CREDENTIAL');
  expect(text).not.toContain(SECRET);
  expect(text).not.toContain('hidden-');
});

test('curl gets a body of bytes that are no text on its standard input', () => {
  const [exchange] = report.findings[0]?.exchanges ?? [];
  expect(exchange).toBeDefined();
  if (exchange === undefined) return;
  const curl = (body: Uint8Array<ArrayBuffer>) => curlOf({ ...exchange, sent: { ...exchange.sent, body } }, 'http://127.0.0.1:3000');
  const bytes = (length: number) => curl(new Uint8Array(length));
  expect(bytes(3)).toMatch(/^echo AAAA \| base64 -d \| curl .*--data-binary @- --path-as-is 'http:[^#]*$/);
  expect(curl(new TextEncoder().encode('{"title":"Träume"}'))).toContain(` --data-binary '{"title":"Träume"}' `);
  expect(bytes(5000)).toMatch(/^curl .*'http:.* # The body on standard input has 5000 bytes\.$/);
});

test('HTML and the terminal have the branches of each operation', () => {
  expect(written('html')).toMatch(/<details><summary>\d+ of \d+<\/summary>.*request \/query\/fields enum &#34;title&#34; \d+/);
  expect(terminalReport(report, { origin: 'http://127.0.0.1:3000', most: 1 })).toMatch(
    /^Coverage: 2 of 2 operations, \d+ of 7 statuses, 2 of 2 parameters, \d+ of \d+ branches\.$/m,
  );
});

test('JSON has counts by operation and check, and the coverage', () => {
  const { operations, findings, checks, coverage } = JSON.parse(written('json')) as ReportView;
  const create = operations.find(({ id }) => id === 'createBook');
  expect(create?.cells['no-server-error']?.failed).toBeGreaterThan(0);
  expect(create?.statuses.find(({ status }) => status === '500')).toMatchObject({ isDeclared: false });
  const read = operations.find(({ id }) => id === 'readBook');
  expect(read?.parameters.find(({ name }) => name === 'id')?.exchanges).toBeGreaterThan(0);
  expect(read?.branches.find(({ at, name }) => at === '/query/fields' && name === '"title"')?.exchanges).toBeGreaterThan(0);
  expect(coverage.operations).toEqual({ used: 2, of: 2 });
  expect(coverage.branches.used).toBeGreaterThan(0);
  expect(findings.find(({ check }) => check === 'response-body')?.waived).toBe('known <since> 2020');
  expect(checks.map(({ id }) => id)).toContain('no-server-error');
});

test('JUnit is well-formed, and its counts are those of its tests', async () => {
  const text = written('junit');
  const root = await parseXml(text);
  expect(root.local).toBe('testsuites');
  const count = (pattern: RegExp): string => String([...text.matchAll(pattern)].length);
  const [, tests, failures] = /^<testsuites name="[^"]*" tests="(\d+)" failures="(\d+)"/m.exec(text) ?? [];
  expect([tests, failures]).toEqual([count(/<testcase /g), count(/<failure /g)]);
  expect(text).toContain('waiver of cors for every operation');
});

test('SARIF has a rule for each result, a place and suppressions', () => {
  const { version, runs } = JSON.parse(written('sarif')) as {
    version: string;
    runs: {
      tool: { driver: { name: string; rules: { id: string }[] } };
      results: {
        ruleId: string;
        ruleIndex: number;
        message: { text: string };
        suppressions?: { kind: string }[];
        locations: { physicalLocation: { artifactLocation: { uri: string }; region: { startLine: number; startColumn: number } } }[];
      }[];
    }[];
  };
  expect([version, runs.length]).toEqual(['2.1.0', 1]);
  const [run] = runs;
  expect(run?.tool.driver.name).toBe('octavo');
  expect(run?.results).toHaveLength(view.findings.length);
  for (const { ruleId, ruleIndex, message, locations } of run?.results ?? []) {
    expect(run?.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
    expect(message.text).not.toBe('');
    const { artifactLocation, region } = locations[0]?.physicalLocation ?? {};
    expect(artifactLocation?.uri).toMatch(/api\.yaml$/);
    expect(Math.min(region?.startLine ?? 0, region?.startColumn ?? 0)).toBeGreaterThan(0);
  }
  expect(run?.results.filter(({ suppressions }) => suppressions?.[0]?.kind === 'external')).toHaveLength(report.waived.length);
});

describe('HTML', () => {
  test('hostile text stays text, and nothing is loaded or run', () => {
    const page = written('html');
    expect(page).toContain('&#60;/pre&#62;&#60;script&#62;alert(1)');
    expect(page).not.toMatch(/<script|<img|<link|\son\w+=|javascript:|https?:\/\/(?!127)[^ ]*"/i);
    expect(page).toMatch(
      /<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-[\w+/=]{44}'; base-uri 'none'/,
    );
  });

  test('each link leads to an element of the page', () => {
    const page = written('html');
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    const links = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThan(2);
    expect(links.filter((link) => !ids.includes(link))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('the table of HTML', () => {
  test('each cell with a case leads to a finding or to a list of cases', () => {
    const page = written('html');
    const links = [...page.matchAll(/<td class="cell (good|bad|mild)"><a href="#([^"]+)"/g)].map(([, kind, target]) => [kind, target]);
    const judged = view.operations.flatMap(({ cells }) => Object.values(cells).filter(({ looked, failed }) => looked + failed > 0));
    expect(links).toHaveLength(judged.length);
    for (const [kind, target] of links) expect(target).toMatch(kind === 'good' ? /^cases-\d+-\d+$/ : /^finding-\d+$/);
    const [list] =
      new RegExp(`<section class="cases" id="${links.find(([kind]) => kind === 'good')?.[1]}">.*?</section>`, 's').exec(page) ?? [];
    expect(list).toMatch(/<td><code>(?:GET|POST|PATCH|PUT|DELETE) \/books.*?<\/code><\/td><td>\d{3}<\/td><td class="number">[\d.]+<\/td>/);
  });

  test('lists have the cases that the check is about, and at most five', () => {
    const [create] = view.operations;
    const names = (check: string): readonly string[] => create?.cells[check]?.cases.map((index) => create.cases[index]?.name ?? '') ?? [];
    expect(names('refuses-method')).toEqual([expect.stringMatching(/^createBook refuses-method /)]);
    expect(names('accepts-valid')).toHaveLength(5);
    for (const name of names('accepts-valid')) expect(name).toMatch(/^createBook (?:valid|sequence create) /);
    for (const name of names('refuses-invalid')) expect(name).toMatch(/^createBook invalid /);
  });

  test('the page has a bound, whatever the document has', () => {
    const [operation] = view.operations;
    const [finding] = view.findings;
    if (operation === undefined || finding === undefined) throw new Error('There is nothing to repeat.');
    const many: ReportView = {
      ...view,
      operations: Array.from({ length: 3000 }, (_, index) => ({
        ...operation,
        id: `operation${index}`,
        statuses: [],
        parameters: [],
        branches: [],
        cases: operation.cases.map((one) => ({ ...one, name: `${index} ${'"'.repeat(150)}`, says: '"'.repeat(150) })),
      })),
      findings: Array.from({ length: 20_000 }, () => finding),
    };
    const page = htmlReport(many);
    const sum = (pattern: RegExp): number => [...page.matchAll(pattern)].reduce((all, [text]) => all + text.length, 0);
    expect(sum(/<section.*?<\/section>/gs)).toBeLessThan(2_000_000);
    expect(sum(/<pre.*?<\/pre>/gs)).toBeLessThan(4_000_000);
    expect(page).toContain('The page is full: <code>--report json=…</code> has its requests.');
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const links = new Set([...page.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id));
    expect([...links].filter((link) => !ids.has(link))).toEqual([]);
  });

  test.skipIf(chromiumPath === undefined)('a click on a cell shows its cases', async () => {
    written('html');
    const browser = await launch();
    try {
      const page = await browser.newPage();
      await page.goto(pathToFileURL(path.join(folder, 'out/report.html')).href);
      const cell = page.locator('td.good a').first();
      const list = page.locator((await cell.getAttribute('href')) ?? '');
      expect(await list.isVisible()).toBe(false);
      await cell.click();
      expect(await list.isVisible()).toBe(true);
      expect(await page.locator('.cases:visible').count()).toBe(1);
    } finally {
      await browser.close();
    }
  });
});

test('another format is refused', () => {
  expect(() => reportFiles(['pdf=report.pdf'])).toThrow('`pdf=report.pdf` names no report.');
});
