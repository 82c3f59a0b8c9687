// The regular expressions of the runtime, formats of strings included, read what strangers send: their time is linear in the text, or the text is
// short.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { growthOf } from '../../generator/model/patterns/growth.ts';

interface Node {
  readonly text: string;
}

/** The parts of the compiler API used here, of the generator's TypeScript 5.9. */
interface Compiler {
  readonly ScriptTarget: { readonly Latest: number };
  createSourceFile(name: string, text: string, target: number): Node;
  isRegularExpressionLiteral(node: Node): boolean;
  forEachChild(node: Node, visit: (child: Node) => void): void;
}

const ts = createRequire(new URL('../../generator/package.json', import.meta.url))('typescript') as Compiler;

const runtime = path.resolve(import.meta.dirname, '../../runtime');

/** Those that the screen does not call linear, and why each does no harm. */
const REVIEWED: Readonly<Record<string, string>> = {
  'adapters/msw.ts /\\/+$/': 'reads the base URL of the configuration',
  'control/redact.ts /"((?:[^"\\\\]|\\\\.)*)"(\\s*:\\s*)("(?:[^"\\\\]|\\\\.)*(?:"|\\\\?$)|-?\\d[\\d.eE+-]*)/g':
    'reads the beginning of a body or of a cell, which its callers cut to 4 KiB',
  'linear/machine.ts /(?:([*+?])|\\{(\\d+)(,?)(\\d*)\\})\\??/y': 'reads generated text',
  'security/signature.ts /#.*$/': "reads the caller's own URL",
  'server/server.ts /\\/+$/': 'reads the base path of the configuration',
  'testing/example-facts.ts /"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"|-?\\d[\\d.eE+-]*/g': 'reads generated text',
  'testing/pattern-parser.ts /(?:[*+?]|\\{(?<least>\\d+)(?<comma>,)?(?<most>\\d*)\\})\\??/y':
    'reads a pattern that the engine has accepted, at one position',
  'testing/pattern-parser.ts /\\\\(?:[pP]\\{[^}]*\\}|u\\{[\\dA-Fa-f]+\\}|u[dD][89abAB][\\dA-Fa-f]{2}\\\\u[dD][c-fC-F][\\dA-Fa-f]{2}|u[\\dA-Fa-f]{4}|x[\\dA-Fa-f]{2}|c[A-Za-z]|.)/suy':
    'reads a pattern that the engine has accepted, at one position',
  'testing/pattern-parser.ts /\\\\(?:k<(?<name>[^>]*)>|(?<number>[1-9]\\d*))/y':
    'reads a pattern that the engine has accepted, at one position',
  'wire/media-type.ts /^[^"]*?(?:"[^"]*"[^"]*?)*?;\\s*charset\\s*=(?!\\s*("?)(?:utf-?8|us-ascii)?\\1\\s*(?:;|$))/i':
    'reads one header, which servers bound; the test below measures it',
  'wire/url/server-variables.ts /[?#].*$/': "reads the caller's own URL",
  'wire/url/server-variables.ts /\\/+$/': "reads the caller's own URL",
};

function regularExpressionsOf(file: string): string[] {
  const found: string[] = [];
  const visit = (node: Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest));
  return found;
}

test('each regular expression of the runtime takes linear time, or is reviewed', () => {
  const slow = new Set<string>();
  const files = readdirSync(runtime, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /(?<!\.d)\.ts$/.test(name) && !name.startsWith('node_modules'),
  );
  for (const name of files) {
    for (const text of regularExpressionsOf(path.join(runtime, name))) {
      const end = text.lastIndexOf('/');
      const growth = growthOf(text.slice(1, end), /[uv]/.test(text.slice(end)) ? 'u' : '');
      if (growth.kind !== 'linear') slow.add(`${name.replaceAll('\\', '/')} ${text}`);
    }
  }
  expect([...slow].sort()).toEqual(Object.keys(REVIEWED).sort());
});

test.each([';', '"', '";', ';"', '; ', '""', '"";', ';charset= ', ';charset=utf-8', 'a;charset="utf8" '])(
  'a media type of 64,000 characters of %j is read at once',
  async (part) => {
    const { isUtf8, parameterOf } = await import('../../runtime/wire/media-type.ts');
    const text = `a/b${part.repeat(64_000 / part.length)}`;
    const start = process.cpuUsage();
    isUtf8(text);
    parameterOf(text, 'boundary');
    const { user } = process.cpuUsage(start);
    expect(user / 1e6).toBeLessThan(0.5);
  },
);
