// The pictures of a theme: a logo in the styles of the site, and an icon in the head of each page, so that no page needs another request for them.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

export interface Picture {
  /** `data:image/svg+xml;base64,…`. A picture of styles or of a tab runs no script and loads nothing. */
  readonly url: string;
  /** Its width by its height. */
  readonly ratio: number;
}

interface Refused {
  readonly message: string;
  readonly fix: string;
}

/** Every page waits for the styles, and has the icon in its head, so these pictures are small. */
const KINDS = {
  logo: { most: 100_000, smaller: 'Make it smaller: the header shows it 28 pixels high, so an SVG or a PNG of 112 pixels will do.' },
  icon: { most: 10_000, smaller: 'Make it smaller: a tab shows it 16 pixels high, so an SVG or a PNG of 64 pixels will do.' },
} as const;

/** `shown`: the path as the configuration has it. */
export function readPicture(kind: keyof typeof KINDS, file: string, shown: string): Picture | Refused {
  const { most, smaller } = KINDS[kind];
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat?.isFile() !== true)
    return { message: `cannot find the picture \`${shown}\`.`, fix: 'Correct the path; it is relative to the configuration file.' };
  if (stat.size > most) {
    const may = `${kind === 'logo' ? 'a logo' : 'an icon'} may have ${most.toLocaleString('en-US')}`;
    return { message: `\`${shown}\` has ${stat.size.toLocaleString('en-US')} bytes, and ${may}.`, fix: smaller };
  }
  const bytes = readFileSync(file);
  const isSvg = path.extname(file).toLowerCase() === '.svg';
  const ratio = isSvg ? svgRatio(bytes.toString()) : pngRatio(bytes);
  if (ratio === undefined) {
    return isSvg
      ? { message: `\`${shown}\` has no size.`, fix: 'Give its `<svg>` a `viewBox`, such as `viewBox="0 0 120 28"`.' }
      : { message: `\`${shown}\` is neither an SVG nor a PNG.`, fix: 'Save the picture as one of these.' };
  }
  return { url: `data:image/${isSvg ? 'svg+xml' : 'png'};base64,${bytes.toString('base64')}`, ratio };
}

function svgRatio(text: string): number | undefined {
  const [head] = /<svg\b[^>]*>/i.exec(text) ?? [];
  if (head === undefined) return undefined;
  const [, , , width, height] = /\bviewBox\s*=\s*["']\s*(\S+?)[\s,]+(\S+?)[\s,]+(\S+?)[\s,]+([^\s"']+)\s*["']/i.exec(head) ?? [];
  const size = (name: string): string | undefined => new RegExp(`\\s${name}\\s*=\\s*["']([\\d.]+)(?:px)?["']`, 'i').exec(head)?.[1];
  return ratioOf(Number(width ?? size('width')), Number(height ?? size('height')));
}

/** The first chunk of a PNG has its size (PNG, section 11.2.2). */
function pngRatio(bytes: Buffer): number | undefined {
  if (bytes.length < 24 || bytes.toString('latin1', 1, 4) !== 'PNG') return undefined;
  return ratioOf(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
}

/** A strip that is wider than the header has no shape that a reader could tell. */
const WIDEST = 12;

function ratioOf(width: number, height: number): number | undefined {
  const ratio = width / height;
  return ratio > 0 && Number.isFinite(ratio) ? Math.min(ratio, WIDEST) : undefined;
}

/** The logo stands where the sign of the portal would; the name beside it stays for readers of screens. */
export function logoCss(light: Picture, dark: Picture): string {
  const size = ({ ratio }: Picture): string => `${Math.round(ratio * 28)}px`;
  const night = `--brand:url("${dark.url}");--brand-width:${size(dark)}`;
  const modes =
    light === dark ? '' : `@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${night}}}\n:root[data-theme=dark]{${night}}\n`;
  return `:root{--brand:url("${light.url}");--brand-width:${size(light)}}\n${modes}.brand svg{display:none}
.brand::before{content:"";flex:none;width:min(var(--brand-width),40vw);height:28px;background:var(--brand) left center/contain no-repeat}\n`;
}
