// The completion scripts in real shells. Where a shell is not installed, its tests are skipped with a line that says so.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Scratch, scratch } from '../generate/project.ts';
import { sampleOf } from '../support/effort.ts';
import { bin, octavo } from './run.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

let project: Scratch;
beforeAll(async () => {
  project = scratch();
  project.put('specs/pets.yaml', '');
  project.put('my specs/old pets.yaml', '');
  project.put('notes.txt', '');
  project.put('traffic.har', '');
  // The scripts call `octavo`.
  project.put('bin/octavo', `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`);
  chmodSync(path.join(project.root, 'bin/octavo'), 0o755);
  for (const shell of SHELLS) project.put(`completion.${shell}`, (await octavo(['completion', shell], { cwd: project.root })).stdout);
});
afterAll(() => project.remove());

function isInstalled(shell: Shell): boolean {
  const found = (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, shell)));
  if (!found) console.warn(`No ${shell} on this machine: the tests of its completion are skipped. Install \`${shell}\` to run them.`);
  return found;
}

/** What the shell prints for a script. */
function run(shell: Shell, options: readonly string[], script: string): string {
  const env = { ...process.env, PATH: `${path.join(project.root, 'bin')}${path.delimiter}${process.env.PATH ?? ''}`, HOME: project.root };
  const { stdout, stderr, status } = spawnSync(shell, [...options, '-c', script], { cwd: project.root, env, encoding: 'utf8' });
  expect([status, stderr], stdout).toEqual([0, '']);
  return stdout;
}

const quoted = (line: string): string => `'${line}'`;

/** The words that are offered at the end of a line. */
const OFFERED: Readonly<Record<'bash' | 'fish', (line: string) => string[]>> = {
  bash: (line) => {
    const script = `
      source completion.bash
      COMP_LINE=${quoted(line)} COMP_POINT=${line.length} _octavo_completion
      printf '%s\\n' "\${COMPREPLY[@]}"`;
    return words(run('bash', ['--norc', '--noprofile'], script));
  },
  fish: (line) => words(run('fish', ['--no-config'], `source completion.fish; complete -C ${quoted(line)}`)),
};

function words(text: string): string[] {
  return text.split('\n').flatMap((row) => row.split('\t')[0] || []);
}

describe.each(['bash', 'fish'] as const)('%s', (shell) => {
  const LINES: readonly (readonly [string, readonly string[]])[] = [
    ['octavo gen', ['generate']],
    ['octavo generate --wat', ['--watch']],
    ['octavo generate --outp', []],
    ['octavo generate spe', ['specs/pets.yaml']],
    ['octavo generate my', ['my specs/old pets.yaml']],
    ['octavo generate not', []],
    ['octavo generate --out sp', ['specs/']],
    ['octavo scaffold --adapter f', ['fastify']],
    ['octavo generate --formats ', ['annotate', 'assert', 'lenient']],
    ['octavo completion z', ['zsh']],
    ['octavo mock --replay ', ['traffic.har']],
  ];
  test.skipIf(!isInstalled(shell)).each(sampleOf(LINES, 2))('%j is completed to %j', (line, expected) => {
    expect(OFFERED[shell](line).toSorted()).toEqual(expected);
  });
});

describe('bash', () => {
  test.skipIf(!isInstalled('bash'))('completes after --out=, and runs nothing of the line', () => {
    expect(OFFERED.bash('octavo generate --out=sp')).toEqual(['specs/']);
    expect(OFFERED.bash('octavo generate $(touch ran) spe')).toEqual(['specs/pets.yaml']);
    expect(existsSync(path.join(project.root, 'ran'))).toBe(false);
  });
});

describe('zsh', () => {
  // zsh completes on a terminal only, so one is made by its module zpty. A Tab is pressed at the end of the line, and the line is read back.
  const completed = (line: string): string =>
    run(
      'zsh',
      ['-f'],
      `
      zmodload zsh/zpty
      zpty terminal zsh -f -i
      zpty -w terminal 'PS1="> "; unsetopt beep; autoload -Uz compinit; compinit -u; source completion.zsh
        show() { print -r -- "LINE[$BUFFER]"; }; zle -N show; bindkey "^X" show; print READ""Y'
      while zpty -r terminal out; do [[ $out == *READY* ]] && break; done
      zpty -w -n terminal ${quoted(line)}$'\\t\\x18'
      while zpty -r terminal out; do [[ $out == *LINE*\\]* ]] && break; done
      print -r -- "$out"
      zpty -d terminal`,
    );

  const LINES: readonly (readonly [string, string])[] = [
    ['octavo gen', 'octavo generate '],
    ['octavo generate --wat', 'octavo generate --watch '],
    ['octavo generate spe', 'octavo generate specs/pets.yaml '],
    ['octavo scaffold --adapter f', 'octavo scaffold --adapter fastify '],
    ['octavo generate --out=sp', 'octavo generate --out=specs/ '],
  ];
  test.skipIf(!isInstalled('zsh')).each(sampleOf(LINES, 3))('%j becomes %j', { timeout: 60_000 }, (line, expected) => {
    expect(completed(line)).toContain(`LINE[${expected}]`);
  });
});
