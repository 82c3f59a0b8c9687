// `octavo completion`: lets a shell complete commands, their options, and the documents and folders below the working directory.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import addCompletion from '@bomb.sh/tab/commander';
import type { Command, Option } from 'commander';
import { adapters } from '../scaffold/adapter.ts';
import { bashScript } from './completion-bash.ts';

/** Folders below the working directory whose files are offered. */
const depth = 3;

/** How each shell runs the script. Each calls `octavo`, which must be among its commands. */
const loading = `
The shell must find the command \`octavo\`. Add to its settings:
  bash, ~/.bashrc       source <(octavo completion bash)
  zsh, ~/.zshrc         source <(octavo completion zsh)
  fish, config.fish     octavo completion fish | source
  PowerShell, $PROFILE  octavo completion powershell | Out-String | Invoke-Expression`;

/** Adds the command, and `octavo complete`, which its scripts call with the line so far, to a program whose commands are declared. */
export function addCompletionTo(program: Command, name: string): void {
  const root = addCompletion(program, { completionCommandName: name });
  const printing = program.commands.find((command) => command.name() === name);
  printing
    ?.description('Prints a script that lets a shell complete commands, options and documents.')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', loading)
    .action((shell: string) => {
      if (shell === 'bash') console.log(bashScript);
      else root.setup(program.name(), program.name(), shell);
    });
  for (const argument of printing?.registeredArguments ?? []) argument.description = 'the shell that is to run it';
  for (const command of program.commands) {
    const completed = root.commands.get(command.name());
    if (completed === undefined) continue;
    for (const argument of command.registeredArguments) {
      const offer = offerFor(argument.name());
      if (offer !== undefined) completed.argument(argument.name(), offer, argument.variadic);
    }
    for (const option of command.options) {
      const offer = offerForOption(option);
      if (option.hidden) completed.options.delete(option.name());
      else if (offer !== undefined) completed.option(option.name(), option.description, offer, option.short?.slice(1));
    }
  }
}

type Offer = (complete: (value: string, description: string) => void) => void;

/** Values of options that check them themselves, to say what is near to a wrong one. */
const values: Readonly<Record<string, readonly string[]>> = {
  adapter: adapters,
  formats: ['assert', 'lenient', 'annotate'],
  fault: ['drop'],
};

function offerForOption(option: Option): Offer | undefined {
  if (recordings.has(option.name())) return offerFiles(isRecording);
  const offered = values[option.name()];
  if (offered === undefined) return offerFor(/<(.*)>/.exec(option.flags)?.[1] ?? '');
  return (complete) => {
    for (const value of offered) complete(value, '');
  };
}

/** Options that name a file of recorded traffic. */
const recordings: ReadonlySet<string> = new Set(['record', 'recorded', 'replay']);

/** The scripts tell the shell to complete no files itself. */
function offerFor(placeholder: string): Offer | undefined {
  const isOffered = {
    files: isDocument,
    file: isDocument,
    document: isDocument,
    old: isDocument,
    new: isDocument,
    folder: isFolder,
  }[placeholder];
  return isOffered === undefined ? undefined : offerFiles(isOffered);
}

function offerFiles(isOffered: (file: string) => boolean): Offer {
  return (complete) => {
    for (const file of below('.', depth)) if (isOffered(file)) complete(file, '');
  };
}

const isFolder = (file: string): boolean => file.endsWith('/');
const isRecording = (file: string): boolean => file.endsWith('.har');
const isDocument = (file: string): boolean => /\.(?:ya?ml|json|ts)$/.test(file) && !file.endsWith('.d.ts');

/** Relative paths of files and, with a slash at their end, folders, without hidden ones and installed packages. */
function below(folder: string, levels: number): string[] {
  let entries: ReturnType<typeof namesIn>;
  try {
    entries = namesIn(folder);
  } catch {
    // A folder that cannot be read has nothing to offer.
    return [];
  }
  return entries.flatMap((entry) => {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') return [];
    const file = path.posix.join(folder, entry.name);
    if (!entry.isDirectory()) return [file];
    return [`${file}/`, ...(levels > 1 ? below(file, levels - 1) : [])];
  });
}

const namesIn = (folder: string) => readdirSync(folder, { withFileTypes: true });
