// Checks the preconditions of a release that the tests cannot check: no pending changeset, and the repository that provenance names.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { publicPackagesOf, type WorkspaceManifest } from './workspaces.ts';

/**
 * The reasons against a release, one sentence each; empty when all is ready.
 *
 * @param repository `owner/name` on GitHub, where the workflow runs
 */
export function releaseProblems(root: string, repository: string): string[] {
  const problems: string[] = [];
  const open = readdirSync(join(root, '.changeset')).filter((name) => name.endsWith('.md') && name !== 'README.md');
  if (open.length > 0) {
    problems.push(`These changesets are in no version yet: ${open.join(', ')}. Run \`npx changeset version\` and commit what it writes.`);
  }
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, WorkspaceManifest> };
  for (const { folder, manifest } of publicPackagesOf(root)) {
    // The registry rejects a package whose provenance names another repository.
    const wanted = { type: 'git', url: `git+https://github.com/${repository}.git`, directory: folder };
    if (manifest.repository?.url !== wanted.url || manifest.repository.directory !== folder) {
      problems.push(`${folder}/package.json does not name this repository. Write: "repository": ${JSON.stringify(wanted)}`);
    }
    if (lock.packages[folder]?.version !== manifest.version) {
      problems.push(
        `package-lock.json has another version of ${manifest.name} than ${folder}/package.json. Run \`npm install --package-lock-only\`.`,
      );
    }
  }
  return problems;
}

if (process.argv[1] === import.meta.filename) {
  const repository = process.env.GITHUB_REPOSITORY;
  if (repository === undefined) throw new Error('GITHUB_REPOSITORY is not set; give it as owner/name.');
  const problems = releaseProblems(resolve(import.meta.dirname, '..'), repository);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
