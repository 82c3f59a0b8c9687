// Text of a document → names: identifiers that TypeScript takes, and file names that every system takes.

/** Runs of characters that may stand in an identifier; `_` parts words like any other mark. */
function words(text: string): string[] {
  return text.match(/[^\P{ID_Continue}_]+/gu) ?? [];
}

/** `find-email` → `FindEmail`; digits that would run together stay apart: `v1.0` → `V1_0`. `''` where no character can be kept. */
export function pascalCase(text: string): string {
  return join(words(text).map(upperFirst));
}

/** `find-email` and `FindEmail` → `findEmail`, `URLOf` → `urlOf`. */
export function camelCase(text: string): string {
  return join(words(text).map((word, index) => (index === 0 ? lowerFirst(word) : upperFirst(word))));
}

function join(parts: readonly string[]): string {
  const apart = parts.map((part, index) => (/^\d/.test(part) && /\d/.test(parts[index - 1]?.at(-1) ?? '') ? `_${part}` : part));
  return apart.join('').normalize('NFC');
}

function upperFirst(word: string): string {
  const [first = ''] = word;
  return first.toUpperCase() + word.slice(first.length);
}

export function lowerFirst(name: string): string {
  const capitals = /^\p{Lu}+(?=\p{Lu}\p{Ll})|^\p{Lu}+(?!\p{Ll})|^\p{Lu}/u.exec(name)?.[0] ?? '';
  return capitals.toLowerCase().normalize('NFC') + name.slice(capitals.length);
}

/** Whether the text begins as an identifier must; what `pascalCase` gives is otherwise made of fitting characters. */
export function beginsWell(name: string): boolean {
  return /^\p{ID_Start}/u.test(name);
}

const NAME = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;

/** Whether the text has the form of an identifier. Words that the language reserves have it too. */
export function isName(text: string): boolean {
  return NAME.test(text);
}

/** The name in generated code for a parameter of `components`: `post-fields` → `PostFieldsParameter`. */
export function parameterName(component: string): string {
  const words = pascalCase(component).replace(/Parameter$/, '');
  return beginsWell(words) ? `${words}Parameter` : `Parameter${words}`;
}

/** Names of files that say nothing about the service. */
const GENERIC = /^(?:openapi|swagger|index)$/i;
const MAX_TITLE = 40;

/**
 * The service's word in code: `h-email` → `Email` (one letter before a dash only orders files), `pet.store` → `PetStore`. A file called `openapi`,
 * `swagger` or `index` has the name of its title.
 */
export function serviceName(id: string, title: string): string {
  const ofTitle = shortened(title);
  for (const text of GENERIC.test(id) ? [ofTitle, id] : [id.replace(/^[A-Za-z0-9]-(?=.)/, ''), ofTitle]) {
    const name = pascalCase(text).replace(/^[^\p{ID_Start}]+/u, '');
    if (name !== '') return upperFirst(name);
  }
  return 'Service';
}

/** The words of a title that fit into a name. */
function shortened(title: string): string {
  if (title.length <= MAX_TITLE) return title;
  return title
    .slice(0, MAX_TITLE + 1)
    .replace(/[^\p{ID_Continue}]+\p{ID_Continue}*$/u, '')
    .slice(0, MAX_TITLE);
}

/** `Direct messages` → `direct-messages`: letters, digits and hyphens, in lower case, at most 60; `''` where there are none. */
export function kebabCase(text: string): string {
  const plain = text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  return [...plain]
    .slice(0, MAX_KEBAB)
    .join('')
    .replaceAll(/^[^\p{L}\p{N}]+|-+$/gu, '');
}

/** Whether Windows keeps the name for a device. */
export function isDevice(name: string): boolean {
  return DEVICES.test(name);
}

const MAX_KEBAB = 60;
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const MAX_FILE_NAME = 80;

/**
 * A file or folder name that stays where it is put on every system: letters, digits, `.`, `-` and `_`, no leading or trailing dot, no
 * name of a device, NFC, at most 80 characters.
 */
export function safeFileName(text: string): string {
  const safe = [...text.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')].slice(0, MAX_FILE_NAME).join('');
  const name = safe.replace(/^[.-]+|[.-]+$/g, '');
  if (name === '') return 'unnamed';
  return isDevice(name) ? `${name.replace(/\..*$/s, '')}_` : name;
}
