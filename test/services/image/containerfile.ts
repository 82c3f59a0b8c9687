// Reads a Containerfile into its stages, and refuses what the steps of this test cannot run.

import { readFileSync } from 'node:fs';
import { type Copy, DockerfileParser, type From, type Instruction, type JSONInstruction } from 'dockerfile-ast';

export interface Copied {
  /** The stage whose files are copied; absent: those of the repository. */
  readonly from: string | undefined;
  readonly owner: readonly [uid: number, gid: number] | undefined;
  readonly sources: readonly string[];
  readonly target: string;
}

export type Step =
  | { readonly kind: 'workdir'; readonly path: string }
  | ({ readonly kind: 'copy' } & Copied)
  | { readonly kind: 'run'; readonly command: string };

export interface Stage {
  readonly base: string;
  readonly name: string | undefined;
  readonly steps: readonly Step[];
  readonly env: Readonly<Record<string, string>>;
  readonly user: readonly [uid: number, gid: number] | undefined;
  readonly volumes: readonly string[];
  readonly ports: readonly string[];
  readonly stopSignal: string | undefined;
  readonly healthcheck: readonly string[] | undefined;
  readonly entrypoint: readonly string[];
}

/** @throws {Error} if it has an instruction that is not known here */
export function readContainerfile(file: string): readonly Stage[] {
  const instructions = DockerfileParser.parse(readFileSync(file, 'utf8')).getInstructions();
  const starts = instructions.flatMap((one, index) => (one.getKeyword() === 'FROM' ? [index] : []));
  if (starts[0] !== 0) throw new Error('A Containerfile begins with FROM.');
  return starts.map((start, index) => stageOf(instructions.slice(start, starts[index + 1])));
}

function stageOf([first, ...rest]: readonly Instruction[]): Stage {
  const from = first as From;
  const known = ['WORKDIR', 'COPY', 'RUN', 'ENV', 'USER', 'VOLUME', 'EXPOSE', 'STOPSIGNAL', 'HEALTHCHECK', 'ENTRYPOINT'];
  const unknown = rest.find((one) => !known.includes(one.getKeyword()));
  if (unknown !== undefined) throw new Error(`The steps cannot run ${unknown.getKeyword()}.`);
  const all = (keyword: string) => rest.filter((one) => one.getKeyword() === keyword).map(wordsOf);
  const [healthcheck] = rest.filter((one) => one.getKeyword() === 'HEALTHCHECK');
  const [entrypoint] = rest.filter((one) => one.getKeyword() === 'ENTRYPOINT');
  return {
    base: from.getImage() ?? '',
    name: from.getBuildStage() ?? undefined,
    steps: rest.flatMap(stepsOf),
    env: Object.fromEntries(all('ENV').map((words) => pairOf(words.join(' '), '='))),
    user: all('USER').map(([text = '']) => ownerOf(text))[0],
    volumes: all('VOLUME').flat(),
    ports: all('EXPOSE').flat(),
    stopSignal: all('STOPSIGNAL')[0]?.[0],
    healthcheck: healthcheck === undefined ? undefined : jsonIn(/CMD (\[.*\])$/s.exec(healthcheck.getArgumentsContent() ?? '')?.[1]),
    entrypoint: entrypoint === undefined ? [] : (entrypoint as JSONInstruction).getJSONStrings().map((one) => one.getJSONValue()),
  };
}

function stepsOf(one: Instruction): readonly Step[] {
  switch (one.getKeyword()) {
    case 'WORKDIR':
      return [{ kind: 'workdir', path: wordsOf(one)[0] ?? '' }];
    case 'RUN':
      return [{ kind: 'run', command: one.getArgumentsContent() ?? '' }];
    case 'COPY': {
      const flags = new Map((one as Copy).getFlags().map((flag) => [flag.getName(), flag.getValue() ?? '']));
      const [from, owner] = [flags.get('from'), flags.get('chown')];
      if ([...flags.keys()].some((name) => name !== 'from' && name !== 'chown')) throw new Error(`Unknown flag of COPY: ${one}`);
      const words = wordsOf(one);
      return [
        {
          kind: 'copy',
          from,
          owner: owner === undefined ? undefined : ownerOf(owner),
          sources: words.slice(0, -1),
          target: words.at(-1) ?? '',
        },
      ];
    }
    default:
      return [];
  }
}

function wordsOf(one: Instruction): readonly string[] {
  return one.getArguments().map((argument) => argument.getValue());
}

function ownerOf(text: string): readonly [number, number] {
  const [uid = Number.NaN, gid = Number.NaN] = text.split(':').map(Number);
  if (!Number.isInteger(uid) || !Number.isInteger(gid)) throw new Error(`A user is written as two numbers: 1000:1000, not ${text}.`);
  return [uid, gid];
}

function pairOf(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator);
  return [text.slice(0, at), text.slice(at + 1)];
}

function jsonIn(text: string | undefined): readonly string[] {
  if (text === undefined) throw new Error('A command is written as a list in JSON, since no shell passes signals on.');
  return JSON.parse(text) as string[];
}
