// `octavo lint`: reports Octavo's own problems, then runs Redocly's linter on the original files with the redocly.yaml of the project.

import { environmentError, exitCodes } from '../base/error.ts';
import { requirePeer } from '../base/peer.ts';
import type { Problem } from '../base/problem.ts';
import { count } from '../base/words.ts';
import { loadProject, type Project } from '../config/config.ts';
import type { Description } from '../load/description.ts';
import { type LintFindings, redoclyFindings } from '../redocly/lint.ts';
import { read, stages } from '../run/pipeline.ts';
import { type CommandModule, type Context, documentOverrides, documentsArgument } from './command.ts';
import { reportProblems } from './report.ts';

export const command: CommandModule = {
  define(command) {
    documentsArgument(command).description(
      "Checks documents: first Octavo's own checks, then Redocly's rules as redocly.yaml sets them (without one, the recommended rules).",
    );
  },
  async run(args, options, context) {
    const project = await loadProject(context, documentOverrides(args[0], options));
    const redocly = requirePeer(project.root, '@redocly/cli', 'redocly', 'lint');
    context.progress('Checking');
    const problems: Problem[] = [];
    const sound: Sound[] = [];
    let failed = 0;
    for (const document of project.documents) {
      const reading = await read(project, document);
      problems.push(...reading.problems);
      if (reading.service !== undefined) problems.push(...(await stages.patterns(project, reading.service)));
      // Redocly follows references to any place, so it gets only documents that the loader has accepted.
      if (reading.description === undefined) failed++;
      else if (document.given === undefined) sound.push({ file: document.file, description: reading.description });
    }
    context.progress(undefined);
    const plain = await reportProblems(problems, context);
    context.result({ problems: plain });
    if (failed > 0) context.message(`Redocly skipped ${count(failed, 'document')} because of the errors above.`);
    const others = project.documents.length - sound.length - failed;
    if (others > 0) context.message(`Redocly skipped ${count(others, 'document')} that is not in a file.`);
    const theirs = sound.length === 0 ? nothingFound : await runRedocly(redocly.bin, sound, project, context);
    if (context.signal.aborted) return exitCodes.interrupted;
    if (theirs === undefined) return exitCodes.findings;
    const all = [...problems, ...theirs.problems];
    const errors = all.filter(({ severity }) => severity === 'error').length;
    const warnings = all.filter(({ severity }) => severity === 'warning' || severity === 'unsupported').length;
    const found = `${errors === 0 ? 'no errors' : count(errors, 'error')}${warnings === 0 ? '' : `, ${count(warnings, 'warning')}`}`;
    context.message(`Checked ${count(project.documents.length, 'document')}: ${found}.`);
    return errors > 0 || failed > 0 ? exitCodes.findings : exitCodes.ok;
  },
};

interface Sound {
  readonly file: string;
  readonly description: Description;
}

const nothingFound: Pick<LintFindings, 'problems'> = { problems: [] };

/** Prints what Redocly finds, on stdout, and returns it; `undefined` if Redocly failed. */
async function runRedocly(
  bin: string,
  sound: readonly Sound[],
  project: Project,
  context: Context,
): Promise<Pick<LintFindings, 'problems'> | undefined> {
  const files = sound.map(({ file }) => file);
  const descriptions = sound.map(({ description }) => description);
  const { root } = project;
  const found = await redoclyFindings({ bin, files, descriptions, root, signal: context.signal }).catch((error: unknown) => {
    if (context.signal.aborted) return undefined;
    throw error;
  });
  if (found === undefined) return nothingFound;
  if ('failure' in found) {
    if (context.json) {
      throw environmentError('redocly-failed', `Redocly failed: ${found.failure.split('\n').at(-1) ?? ''}`, {
        fix: 'Run `npx redocly lint` to see the whole error.',
      });
    }
    context.message(`Redocly failed: ${found.failure}`);
    return undefined;
  }
  await reportProblems(found.problems, { ...context, color: context.dataColor, message: context.data });
  const { version, findings, problems, leftOut } = found;
  const totals = {
    errors: problems.filter(({ severity }) => severity === 'error').length,
    warnings: problems.filter(({ severity }) => severity === 'warning').length,
  };
  context.result({ redocly: { version, totals, problems: findings, leftOut } });
  if (leftOut.length > 0) {
    const constructs = leftOut.map(({ construct, section, count }) => `${construct} (${count}; section ${section})`);
    const number = leftOut.reduce((sum, { count }) => sum + count, 0);
    context.message(`Left out ${count(number, 'finding')} of Redocly that OpenAPI 3.2 contradicts: ${constructs.join(', ')}.`);
  }
  return found;
}
