// The brand of a project: what its configuration may say, what is refused and where, and the styles that come of it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { checkConfig } from '../../generator/config/check.ts';
import { loadProject } from '../../generator/config/config.ts';
import { themeOf } from '../../generator/dev/theme.ts';
import { buildDocs } from '../../generator/docs/index.ts';
import { contrastOf, paletteIn } from '../../generator/docs/theme/palette.ts';
import { position } from '../../generator/load/text/position.ts';
import { root } from '../support/documents.ts';

const folder = mkdtempSync(join(tmpdir(), 'octavo-theme-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, 'api.json'), '{"openapi":"3.1.0","info":{"title":"Clock","version":"1"},"paths":{}}');
writeFileSync(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 30"><script>1</script></svg>');
const ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"/>';
writeFileSync(join(folder, 'icon.svg'), ICON);
writeFileSync(join(folder, 'sizeless.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
writeFileSync(join(folder, 'logo.gif'), 'GIF89a');
writeFileSync(join(folder, 'large.png'), Buffer.alloc(10_000_000));

/** The faults of a theme with their places, and the theme. */
async function read(theme: string) {
  writeFileSync(join(folder, 'octavo.config.ts'), `const theme = {\n${theme}\n};\nexport default { documents: ['api.json'], theme };\n`);
  const problems = new Problems();
  const project = await loadProject({ cwd: folder });
  const found = await themeOf(project, problems);
  const faults = problems.list.map(({ code, message, location }) => {
    const { line, column } = position(location);
    return `${line}:${column} ${code} ${message}`;
  });
  return { theme: found, faults };
}

test.each<[what: string, theme: unknown, want: readonly string[]]>([
  [
    'all of it',
    { name: 'A', logo: { light: 'a.svg', dark: 'b.svg' }, icon: 'c.svg', colors: { light: { accent: '#123456' }, dark: {} } },
    [],
  ],
  ['no icon', { icon: {} }, ['`theme.icon` must be the path of a picture.']],
  ['a misspelt option', { colours: {} }, ['Unknown option `theme.colours`. Did you mean `theme.colors`?']],
  [
    'a misspelt colour',
    { colors: { dark: { acent: '#123456' } } },
    ['Unknown option `theme.colors.dark.acent`. Did you mean `theme.colors.dark.accent`?'],
  ],
  ['no colour', { colors: { light: { text: 'black' } } }, ['`theme.colors.light.text` must be a colour as `#rrggbb`.']],
  [
    'a colour with more than a colour',
    { colors: { light: { text: '#000000;}*{' } } },
    ['`theme.colors.light.text` must be a colour as `#rrggbb`.'],
  ],
  ['half a logo', { logo: { light: 'a.svg' } }, ['`theme.logo.dark` must be the path of a picture.']],
  ['no name', { name: '' }, ['`theme.name` must be a string.']],
])('%s', (_, theme, want) => {
  expect(checkConfig({ documents: ['a'], theme })).toEqual(want);
});

test('a fault of the form has its line and column', async () => {
  await expect(read(`  name: 'A',\n  colors: { light: { acent: '#123456' } },`)).rejects.toThrow(
    /octavo\.config\.ts:3:22: Unknown option `theme\.colors\.light\.acent`\./,
  );
});

test.each<[theme: string, want: RegExp]>([
  [
    `  colors: { light: { accent: '#ffcc00' } },`,
    /^2:22 theme-contrast `theme\.colors\.light\.accent` is hard to read: a link on the page \(`#ffcc00` and `#\w{6}`\) would have a contrast of 1\.\d to 1\.$/,
  ],
  [
    `  colors: { dark: { background: '#777777' } },`,
    /^2:21 theme-contrast `theme\.colors\.dark\.background` is hard to read: text on the page/,
  ],
  [
    `  colors: { dark: { accent: '#ffd54a', onAccent: '#ffffff' } },`,
    /^2:40 theme-contrast `theme\.colors\.dark\.onAccent` is hard to read: text on a button/,
  ],
  [`  logo: 'large.png',`, /^2:3 theme-logo `theme\.logo`: `large\.png` has 10,000,000 bytes, and a logo may have 100,000\.$/],
  [`  icon: 'large.png',`, /^2:3 theme-icon `theme\.icon`: `large\.png` has 10,000,000 bytes, and an icon may have 10,000\.$/],
  [`  logo: 'none.svg',`, /^2:3 theme-logo `theme\.logo`: cannot find the picture `none\.svg`\.$/],
  [`  logo: { light: 'logo.svg', dark: 'sizeless.svg' },`, /^2:30 theme-logo `theme\.logo\.dark`: `sizeless\.svg` has no size\.$/],
  [`  logo: 'logo.gif',`, /^2:3 theme-logo `theme\.logo`: `logo\.gif` is neither an SVG nor a PNG\.$/],
])('%s is refused by name, at its place', async (theme, want) => {
  const { faults } = await read(theme);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(want);
});

test('the name, logo, icon and colours are on every page, and a mode that sets no colour keeps its own', async () => {
  const { theme, faults } = await read(
    `  name: 'Acme',\n  logo: 'logo.svg',\n  icon: 'icon.svg',\n  colors: { light: { accent: '#9a4f00', background: '#fffdf7' } },`,
  );
  expect(faults).toEqual([]);
  if (theme === undefined) throw new Error('no theme');
  const out = join(folder, 'site');
  await buildDocs({ documents: [], out, root, clientModule: () => 'x', runtime: 'x', theme, hasCopies: false, isPlain: true });
  expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('<title>Acme</title>');
  const icon = Buffer.from(ICON).toString('base64');
  expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain(`<link rel="icon" href="data:image/svg+xml;base64,${icon}"`);
  const standard = paletteIn(readFileSync(join(root, 'portal/shared/tokens.css'), 'utf8'), 'dark');
  for (const name of ['base.css', 'frame.css']) {
    const styles = readFileSync(join(out, 'assets', name), 'utf8');
    expect(styles).toContain(`--accent:light-dark(#9a4f00,${standard.accent})`);
    expect(styles).toContain(`--ground:light-dark(#fffdf7,${standard.ground})`);
    expect(styles).toMatch(/--brand:url\("data:image\/svg\+xml;base64,\w/);
    expect(styles).toContain('--brand-width:112px');
  }
});

test('contrast is that of WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});
