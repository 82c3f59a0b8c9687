// Reads how a text rounds the number that it computes: `rounded to whole cents. Half a cent is rounded up.`

export interface Rounding {
  /** The number is a multiple of this; absent where the text does not say of what. */
  readonly step?: number;
  readonly way: 'nearest' | 'half-up' | 'down' | 'up';
}

const ROUNDED =
  /,?\s+(?:(?:and|always|then|which is)\s+)*(?:(?:commercially|mathematically)\s+)?rounded(?<early>\s+half\s+up)?(?:\s+(?<way>down|up|off))?(?:\s+to\s+(?:the\s+)?(?:(?:nearest|next|last)\s+)?(?:(?<whole>whole|full)\s+)?(?<unit>cents?|pence|penny|pennies|minor units?|numbers?|integers?|(?:two|2) (?:decimals?|decimal places|digits)))?(?<late>,?\s+half(?:[- ](?:an? )?\w+)? up)?$/i;

/** What stands behind it, and says of all such numbers what becomes of a half. */
const HALF_UP = /^(?:half(?:[- ](?:an? )?\w+)?|halves)\s+(?:(?:is|are|goes|go)\s+)?(?:always\s+)?(?:rounded\s+)?up\b/i;

/** A sentence without the words that say how its number is rounded, and these. */
export function roundedIn(sentence: string, next = ''): { readonly rest: string; readonly rounding?: Rounding } {
  const bare = sentence.trim().replace(/[.;]$/, '');
  const { 0: all, groups } = ROUNDED.exec(bare) ?? {};
  if (all === undefined || groups === undefined) return { rest: sentence };
  const { early, late, way, whole, unit } = groups;
  const isHalfUp = early !== undefined || late !== undefined || HALF_UP.test(next.trim());
  const step =
    unit === undefined
      ? undefined
      : /^(?:two|2)\b/i.test(unit)
        ? 0.01
        : whole !== undefined || /^(?:number|integer)/i.test(unit)
          ? 1
          : undefined;
  const to = /^(?:down|up)$/i.test(way ?? '') ? (way?.toLowerCase() as 'down' | 'up') : isHalfUp ? 'half-up' : 'nearest';
  return { rest: bare.slice(0, -all.length), rounding: { way: to, ...(step === undefined ? {} : { step }) } };
}
